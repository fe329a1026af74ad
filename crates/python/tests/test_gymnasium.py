"""Gymnasium's own check on our environments."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludarium.gymnasium

Setup = tuple[str, dict[str, object]]


def title(name: str) -> str:
    return f"ludarium/{name.title()}-v0"


def test_check_env(setup: Setup) -> None:
    name, options = setup
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(title(name), **options).unwrapped)


def test_whole_games_against_level_1(setup: Setup) -> None:
    name, options = setup
    env = gymnasium.make(title(name), seat=None, render_mode="ansi", **options)
    dice = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(2000):
        seen, reward, ended, cut, about = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        assert env.observation_space.contains(seen) and "illegal" not in about
        if ended or cut:
            break
    assert ended and -1 <= float(reward) <= 1
    assert isinstance(env.render(), str)


def test_an_illegal_action_loses() -> None:
    env = gymnasium.make(title("abraxas"))
    env.reset(seed=1)
    _, reward, ended, _, about = env.step(0)
    assert reward == -1 and ended and "Abraxas" in about["illegal"]


def test_seeds_decide_games() -> None:
    def run() -> list[float]:
        env = gymnasium.make(title("ascension"), seats=2)
        seen, _ = env.reset(seed=4)
        sums = []
        for _ in range(30):
            seen, _, ended, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            sums.append(float(seen["observation"].sum()))
            if ended:
                break
        return sums

    assert run() == run()


def test_gymnasium_finds_the_environments_by_their_module() -> None:
    code = "import gymnasium; print(gymnasium.make('ludarium.gymnasium:ludarium/Axiom-v0').unwrapped.game)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "axiom"


def test_what_cannot_be() -> None:
    for wrong in ({"level": 8}, {"seat": 3}, {"render_mode": "rgb_array"}):
        with pytest.raises(ValueError):
            ludarium.gymnasium.LudariumEnv("axiom", **wrong)  # type: ignore[arg-type]
