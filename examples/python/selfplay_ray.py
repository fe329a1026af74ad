"""Self-play on Ray: the same shards as ``ludarium.selfplay``, on as many machines as Ray has.

On one machine: ``python examples/python/selfplay_ray.py abraxas --out data --games 1000``.
On several: start Ray on each of them (``ray start``), name a shared folder with ``--out``, and add ``--address auto``.
Existing shards are not played again, so the same command continues an interrupted run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ray

from ludarium.selfplay import Plan, write_shard


def run(plan: Plan, address: str | None = None, cpus: int | None = None) -> int:
    """Writes all missing shards, one Ray task each; how many games were played."""
    plan.keep()
    ray.init(address=address, num_cpus=None if address else cpus, include_dashboard=False, log_to_driver=False)
    try:
        task = ray.remote(num_cpus=1, max_retries=3)(write_shard)
        waiting = [task.remote(plan, shard) for shard in plan.missing()]
        played = 0
        while waiting:
            done, waiting = ray.wait(waiting)
            played += sum(ray.get(done))
            print(f"\r{played} games played, {len(waiting)} shards to go ", end="", flush=True)
        print()
        return played
    finally:
        ray.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--shard", type=int, default=50)
    parser.add_argument("--setup", default="")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", default=None, help="the address of a running Ray, or auto")
    parser.add_argument("--cpus", type=int, default=None)
    options = vars(parser.parse_args())
    address, cpus = options.pop("address"), options.pop("cpus")
    options["out"] = options["out"].resolve()
    run(Plan(**options), address, cpus)


if __name__ == "__main__":
    main()
