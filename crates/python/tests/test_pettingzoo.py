"""PettingZoo's own suites on our environments."""

from __future__ import annotations

import importlib
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, seed_test

Setup = tuple[str, dict[str, object]]


def module(name: str) -> ModuleType:
    return importlib.import_module(f"ludarium.pettingzoo.{name}_v0")


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_api(setup: Setup) -> None:
    name, options = setup
    api_test(module(name).env(**options), num_cycles=300)
    api_test(module(name).raw_env(**options), num_cycles=100)


def test_seed(setup: Setup) -> None:
    name, options = setup
    seed_test(lambda: module(name).env(**options), num_cycles=20)


class _WithOptions:
    """A module whose environments have these options."""

    def __init__(self, name: str, options: dict[str, object]) -> None:
        self._module, self._options = module(name), options

    def env(self, **more: object) -> Any:
        return self._module.env(**self._options, **more)

    def parallel_env(self, **more: object) -> Any:
        return self._module.parallel_env(**self._options, **more)


def test_max_cycles(setup: Setup) -> None:
    max_cycles_test(_WithOptions(*setup))


def test_parallel(setup: Setup) -> None:
    name, options = setup
    parallel_api_test(module(name).parallel_env(max_cycles=50, **options), num_cycles=60)


def test_a_whole_game_pays_out(setup: Setup) -> None:
    name, options = setup
    env = module(name).env(render_mode="ansi", **options)
    env.reset(seed=3)
    dice = np.random.default_rng(3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        totals[agent] += reward
        env.step(None if ended or cut else dice.choice(np.flatnonzero(seen["action_mask"])))
    assert sum(totals.values()) == pytest.approx(0)
    assert isinstance(env.render(), str)


def test_only_the_agent_to_act_sees_what_is_legal(setup: Setup) -> None:
    name, options = setup
    env = module(name).raw_env(**options)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_loses() -> None:
    env = module("axiom").env()
    env.reset()
    env.step(env.action_space(env.agent_selection).n - 1)
    assert env.terminations == {"seat_1": True, "seat_2": True}
    assert env.rewards["seat_1"] == -1


@pytest.mark.slow
def test_performance(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours and connect four, in the same run."""
    from pettingzoo.classic import connect_four_v3

    envs = {name: module(name).env() for name in ("axiom", "abraxas", "archimedes", "ascension")}
    envs["connect_four"] = connect_four_v3.env()
    rates = {}
    for name, env in envs.items():
        performance_benchmark(env)
        rates[name] = float(capsys.readouterr().out.split("\n")[1].split()[0])
    with capsys.disabled():
        print()
        for name, rate in rates.items():
            print(f"PettingZoo performance_benchmark {name}: {rate:,.0f} turns/s")
    assert all(rate > 0 for rate in rates.values())
