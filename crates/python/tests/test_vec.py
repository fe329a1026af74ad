"""VecGame: the same games as one by one, many at once."""

from __future__ import annotations

import time

import numpy as np
import pytest

from ludarium import IllegalAction, VecGame

Setup = tuple[str, dict[str, object]]


def test_the_same_as_one_by_one(setup: Setup) -> None:
    name, options = setup
    games = VecGame(name, 6, seed=11, **options)
    twins = [games.game(index) for index in range(6)]
    for _ in range(120):
        assert games.observations is not None
        for index, twin in enumerate(twins):
            assert np.array_equal(games.masks[index], twin.action_mask())
            assert np.array_equal(games.observations[index], twin.observation())
            assert games.to_act[index] == twin.turn
        actions = games.sample()
        games.step(actions)
        for index, (twin, action) in enumerate(zip(twins, actions)):
            twin.play(action)
            assert games.dones[index] == twin.is_over
            assert games.rewards[index] == pytest.approx(twin.returns)
            if twin.is_over:
                twins[index] = games.game(index)
                assert twins[index].ply == 0


def test_seeds_decide_everything() -> None:
    def run(threads: int) -> bytes:
        games = VecGame("ascension", 16, seats=3, seed=5, threads=threads)
        for _ in range(60):
            games.step(games.sample())
        assert games.observations is not None
        return games.observations.tobytes() + games.masks.tobytes()

    assert run(1) == run(2)


def test_reset() -> None:
    games = VecGame("archimedes", 3, seed=1)
    first = games.masks.copy()
    games.step(games.sample())
    games.reset(seed=1)
    assert np.array_equal(games.masks, first)
    assert not games.dones.any() and not games.rewards.any()


def test_an_illegal_action_stops_all() -> None:
    games = VecGame("abraxas", 3, seed=1, observations=False)
    assert games.observations is None
    before = [games.game(index) for index in range(3)]
    for wrong in (5, -1, games.num_actions):
        with pytest.raises(IllegalAction, match="game 1"):
            games.step(np.array([0, wrong, 0]))
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        games.step(np.array([0, 0]))
    assert [games.game(index) for index in range(3)] == before


def test_rate(capsys: pytest.CaptureFixture[str]) -> None:
    """Counted by the processor's time, so that what else the machine does matters little."""
    games = VecGame("abraxas", 256, seed=1, observations=False)
    start, spent, count = time.perf_counter(), time.process_time(), 0
    while time.process_time() - spent < 1:
        games.step(games.sample())
        count += len(games)
    seconds, spent = time.perf_counter() - start, time.process_time() - spent
    with capsys.disabled():
        print(f"\nVecGame abraxas, masks: {count / seconds:,.0f} actions/s, {count / spent:,.0f} a processor-second")
    assert count / spent > 150_000
