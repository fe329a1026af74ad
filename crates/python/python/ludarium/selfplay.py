"""Games of a level against itself, with what it thought, as Parquet or Arrow IPC files.

A row is an action, with ``game``, ``ply``, ``seat``,
``action``, ``token``, ``share`` (what the seat expected of the win; null for random actions), ``result`` (what it
got) and ``setup`` in the first row of each game. ``python -m ludarium.selfplay --help`` tells the options.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from ludarium import Game

__all__ = ["Plan", "SCHEMA", "play_game", "run", "write_shard"]

SCHEMA = pa.schema(
    [
        pa.field("game", pa.uint32(), nullable=False),
        pa.field("ply", pa.uint32(), nullable=False),
        pa.field("seat", pa.uint8(), nullable=False),
        pa.field("action", pa.uint32(), nullable=False),
        pa.field("token", pa.string(), nullable=False),
        pa.field("share", pa.float32()),
        pa.field("result", pa.float32(), nullable=False),
        pa.field("setup", pa.string()),
    ]
)


@dataclass(frozen=True)
class Plan:
    """What to play and where to write it. The games depend on this alone."""

    game: str
    out: Path
    games: int = 1000
    shard: int = 100
    setup: str = ""
    level: int = 3
    nodes: int | None = None
    random: int = 4
    seed: int = 1
    format: Literal["parquet", "arrow"] = "parquet"

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    def path(self, shard: int) -> Path:
        return Path(self.out) / f"{self.game}-{shard:05}.{self.format}"

    def missing(self) -> list[int]:
        """The shards that are not there yet: a file is there only when all its games are."""
        return [shard for shard in range(self.shards) if not self.path(shard).exists()]

    def keep(self) -> None:
        """Notes the plan in its folder; a folder that holds games of another plan is left alone."""
        facts = f"{replace(self, out=Path())}\n"
        Path(self.out).mkdir(parents=True, exist_ok=True)
        path = Path(self.out) / f"{self.game}.plan"
        if not path.exists():
            path.write_text(facts)
        elif (kept := path.read_text()) != facts:
            raise ValueError(f"{self.out} holds games of another plan: {kept.strip()}")

    def games_of(self, shard: int) -> range:
        return range(shard * self.shard, min(self.games, (shard + 1) * self.shard))


def play_game(plan: Plan, number: int) -> Iterator[dict[str, Any]]:
    """The rows of one game."""
    dice = random.Random(f"{plan.seed} {number}")
    game = Game(plan.game, plan.setup, seed=dice.getrandbits(63))
    setup: str | None = game.setup
    rows: list[dict[str, Any]] = []
    while (seat := game.turn) is not None:
        share: float | None = None
        if game.ply < plan.random:
            action = dice.choice(game.legal_actions)
        else:
            thought = game.think(plan.level, nodes=plan.nodes, seed=dice.getrandbits(63))
            action, share = thought.action, thought.share
        rows.append(
            {
                "game": number,
                "ply": game.ply,
                "seat": seat,
                "action": action,
                "token": game.token(action),
                "share": share,
                "setup": setup,
            }
        )
        setup = None
        game.play(action)
    outcome = game.outcome
    assert outcome is not None, "a game is played to its end"
    for row in rows:
        yield {**row, "result": outcome[row["seat"] - 1]}


def write_shard(plan: Plan, shard: int) -> int:
    """Plays and writes one shard, unless it is there; how many games were played."""
    path = plan.path(shard)
    if path.exists():
        return 0
    rows = [row for number in plan.games_of(shard) for row in play_game(plan, number)]
    facts = {"game": plan.game, "level": str(plan.level), "seed": str(plan.seed)}
    table = pa.Table.from_pylist(rows, SCHEMA.with_metadata(facts))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    if plan.format == "parquet":
        pq.write_table(table, part)
    else:
        with pa.OSFile(str(part), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    part.replace(path)
    return len(plan.games_of(shard))


def run(plan: Plan, threads: int = 1, progress: bool = True) -> int:
    """Writes all shards that are missing; how many games were played."""
    plan.keep()
    missing = plan.missing()
    done = plan.games - sum(len(plan.games_of(shard)) for shard in missing)
    played = 0
    with ThreadPoolExecutor(max(1, threads)) as pool:
        for future in as_completed([pool.submit(write_shard, plan, shard) for shard in missing]):
            played += future.result()
            if progress:
                _draw(done + played, plan.games)
    if progress and missing:
        print(file=sys.stderr)
    return played


def _draw(done: int, total: int) -> None:
    filled = 30 * done // max(1, total)
    print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} games", end="", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """The command ``python -m ludarium.selfplay``."""
    parser = argparse.ArgumentParser(prog="python -m ludarium.selfplay", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the files")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--shard", type=int, default=100, help="how many games a file has")
    parser.add_argument("--setup", default="")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=None)
    parser.add_argument("--random", type=int, default=4, help="random actions before the level begins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=["parquet", "arrow"], default="parquet")
    parser.add_argument("--threads", type=int, default=1)
    options = vars(parser.parse_args(arguments))
    threads = options.pop("threads")
    plan = Plan(**options)
    played = run(plan, threads)
    print(f"{plan.games} games in {plan.shards} files, {played} of them new")


if __name__ == "__main__":
    main()
