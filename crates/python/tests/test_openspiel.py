"""OpenSpiel's own suites on our games."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402

import ludarium.openspiel  # noqa: E402
from ludarium import Game  # noqa: E402

ludarium.openspiel.register()
ludarium.openspiel.register()

Setup = tuple[str, dict[str, object]]


# The suites replay a game from its start at every state: short games keep them quick.
SHORT = {"axiom": "quiet_limit=12", "abraxas": "quiet_limit=6", "archimedes": "turn_limit=8", "ascension": "round_limit=3"}


def words(setup: Setup) -> str:
    name, options = setup
    return f"ludarium_{name}({','.join([*(f'{key}={value}' for key, value in options.items()), SHORT[name]])})"


def load(setup: Setup) -> Any:
    return pyspiel.load_game(words(setup))


def test_random_sim(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=True, verbose=False)


def test_playthrough(setup: Setup) -> None:
    text = generate_playthrough.playthrough(words(setup), action_sequence=[], seed=1)
    assert "IsTerminal() = True" in text


def api_classes() -> Any:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(sys.argv[:1])
    from open_spiel.integration_tests import api_test

    return api_test


def test_api_classes(setup: Setup) -> None:
    import unittest

    base = api_classes().EnforceAPIOnPartialTreeBase
    name, _ = setup
    case = type("OurTest", (base,), {"game_name": f"ludarium_{name}", "game": load(setup)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), result.failures + result.errors


def test_serialising_in_the_middle(setup: Setup) -> None:
    game = load(setup)
    state = game.new_initial_state()
    dice = random.Random(2)
    for _ in range(90):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(dice.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert str(state.clone()) == str(state)


def test_the_deal_is_fair() -> None:
    state = load(("ascension", {"seats": 2})).new_initial_state()
    dealt = 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(share for _, share in outcomes) == pytest.approx(1)
        state.apply_action(outcomes[0][0])
        dealt += 1
    assert dealt == 76 and state.current_player() == 0
    given = "T.C.S.E.L.M.R.K.B.G." * 3 + "TCSELMRKBG......"
    assert not load(("ascension", {"deal": given})).new_initial_state().is_chance_node()


def test_monte_carlo_tree_search_plays(setup: Setup) -> None:
    game = load(setup)
    state = game.new_initial_state()
    dice = np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _ in range(2):
        bot = mcts.MCTSBot(
            game, 1.4, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice, child_selection_fn=mcts.SearchNode.uct_value
        )
        state.apply_action(bot.step(state))
    assert len(state.history()) >= 2


def test_learning_environment() -> None:
    env = rl_environment.Environment(load(("archimedes", {"seats": 3})))
    step = env.reset()
    for _ in range(20):
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert len(step.observations["info_state"]) == 3


def test_a_sheet_of_ones_own() -> None:
    sheet = "9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9"
    game = pyspiel.load_game("ludarium_abraxas", {"sheet_text": sheet})
    assert game.new_initial_state().play.setup == Game("abraxas", sheet=1).setup
    game = pyspiel.load_game("ludarium_abraxas", {"sheet_text": "I"})
    assert game.new_initial_state().play.setup == Game("abraxas", sheet="I").setup


def test_what_the_rules_refuse() -> None:
    with pytest.raises(Exception, match="0.3"):
        load(("archimedes", {"seats": 7}))
