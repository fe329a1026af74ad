"""What was played: the counts are those of a plain count over the same games."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from conftest import random_game

from ludarium import Game, explore


def finished(folder: Path, count: int) -> list[tuple[Path, Game]]:
    """Games that go few ways, so that they go the same way for a while."""
    games = []
    for number in range(count):
        dice = random.Random(number)
        game = Game("archimedes", seats=2)
        for _ in range(6):
            game.play(dice.choice(game.legal_tokens[:2]))
        game.resign(1 + number % 2)
        path = folder / f"{number}.lud"
        path.write_text(game.record())
        games.append((path, game))
    return games


def test_counts_are_those_of_a_plain_count(tmp_path: Path) -> None:
    games = finished(tmp_path, 24)
    files = [path for path, _ in games]
    for first in ([], [games[0][1].history[0]]):
        start = Game("archimedes", seats=2)
        for token in first:
            start.play(token)
        times: Counter[str] = Counter()
        won: Counter[str] = Counter()
        seat = start.turn
        assert seat is not None
        for _, game in games:
            if game.history[: len(first)] == first:
                token = game.history[len(first)]
                times[token] += 1
                assert game.outcome is not None
                won[token] += game.outcome[seat - 1] == 1
        explored = explore(start, files)
        # No two of these actions are images of each other.
        assert {action["t"]: action["times"] for action in explored["actions"]} == dict(times)
        assert {action["t"]: action["won"] for action in explored["actions"]} == {token: won[token] for token in times}
        assert explored["stages"] == []


def test_where_every_deal_is_another_stages_are_counted(tmp_path: Path) -> None:
    files = []
    for seed in range(4):
        game = random_game("ascension", {"seats": 2}, seed=seed)
        path = tmp_path / f"{seed}.lud"
        path.write_text(game.record())
        files.append(str(path))
    explored = explore(Game("ascension", seats=2, seed=99), files)
    assert explored["actions"] == []
    lowest = explored["stages"][0]
    # Both seats of each game began there.
    assert lowest["times"] == 8 and lowest["stage"]["here"]
    assert lowest["stage"]["during"] == {"key": "ascension.rounds", "args": {"range": "1–10"}}


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.lud"
    bad.write_text("[Game")
    with pytest.raises(ValueError, match="bad.lud"):
        explore(Game("axiom"), [bad])
    with pytest.raises(FileNotFoundError):
        explore(Game("axiom"), [tmp_path / "none.lud"])
