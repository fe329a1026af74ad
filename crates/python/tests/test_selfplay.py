"""Self-play: files that can be read back, broken off and taken up again."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ludarium import Game
from ludarium.selfplay import SCHEMA, Plan, main, run

ROOT = Path(__file__).parents[3]


def read(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    with pa.memory_map(str(path)) as source:
        return pa.ipc.open_file(source).read_all()


def check(table: pa.Table, name: str) -> int:
    """Replays every game of a file; how many there are."""
    games: dict[int, Game] = {}
    last: dict[int, dict[str, object]] = {}
    for row in table.to_pylist():
        number = row["game"]
        if row["setup"] is not None:
            games[number] = Game(name, row["setup"])
        game = games[number]
        assert (row["ply"], row["seat"]) == (game.ply, game.turn)
        assert game.token(row["action"]) == row["token"]
        assert row["share"] is None or 0 <= row["share"] <= 1
        game.play(row["action"])
        last[number] = row
    for number, game in games.items():
        assert game.outcome is not None
        row = last[number]
        seat = row["seat"]
        assert isinstance(seat, int)
        assert row["result"] == pytest.approx(game.outcome[seat - 1])
    return len(games)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_files_can_be_replayed(tmp_path: Path, format: str) -> None:
    plan = Plan("archimedes", tmp_path, games=5, shard=2, level=1, format=format)  # type: ignore[arg-type]
    assert run(plan, threads=2, progress=False) == 5
    files = sorted(tmp_path.glob(f"*.{format}"))
    assert [file.name for file in files] == [f"archimedes-0000{n}.{format}" for n in range(3)]
    tables = [read(file) for file in files]
    assert [check(table, "archimedes") for table in tables] == [2, 2, 1]
    assert tables[0].schema.equals(SCHEMA)


def test_a_run_that_broke_off_goes_on(tmp_path: Path) -> None:
    plan = Plan("ascension", tmp_path, games=4, shard=1, level=1, setup="seats=2;round_limit=6")
    assert run(plan, progress=False) == 4
    before = [read(plan.path(shard)) for shard in range(4)]
    plan.path(1).unlink()
    plan.path(2).rename(tmp_path / "ascension-00002.part")
    assert run(plan, progress=False) == 2
    assert [read(plan.path(shard)) for shard in range(4)] == before
    assert run(plan, progress=False) == 0
    with pytest.raises(ValueError, match="another plan"):
        run(replace(plan, seed=2), progress=False)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["abraxas", "--out", str(tmp_path), "--games", "2", "--level", "1", "--setup", "target=3"])
    assert "2 games in 1 files, 2 of them new" in capsys.readouterr().out


def test_on_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    script = ROOT / "examples/python/selfplay_ray.py"
    command = [sys.executable, str(script), "archimedes", "--out", str(tmp_path), "--games", "6", "--shard", "2"]
    subprocess.run([*command, "--level", "1", "--cpus", "2"], check=True, timeout=300)
    assert sum(check(read(file), "archimedes") for file in tmp_path.glob("*.parquet")) == 6


def test_what_the_command_line_writes_is_arrow() -> None:
    """``crates/cli`` holds the sample against what it writes."""
    table = read(ROOT / "crates/cli/src/selfplay/sample.arrow")
    table.validate(full=True)
    fields = [
        pa.field("small", pa.uint8(), nullable=False),
        pa.field("large", pa.uint32(), nullable=False),
        pa.field("real", pa.float32(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("perhaps", pa.float32()),
        pa.field("words", pa.string()),
    ]
    assert table.schema.equals(pa.schema(fields, {"about": "a sample"}), check_metadata=True)
    assert table.to_pydict() == {
        "small": [0, 1, 2, 3, 4, 5, 6, 7, 255],
        "large": [0, 1, 2, 3, 4, 5, 6, 7, 2**32 - 1],
        "real": [0.0, 0.5, 1.0, -1.0, 1e9, 0.0, 0.0, 0.0, 0.25],
        "text": ["", "a", "bc", "Ä", "", "", "", "", "end"],
        "perhaps": [1.5, None, None, None, None, None, None, None, 2.5],
        "words": [None, "x", None, None, None, None, None, None, "yz"],
    }
