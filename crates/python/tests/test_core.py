"""Game: the rules, values, numbers and views."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
import threading
import time

import numpy as np
import pytest
from conftest import random_game

import ludarium
from ludarium import Game, IllegalAction, _native

Setup = tuple[str, dict[str, object]]


def test_examples_in_the_documentation() -> None:
    found = doctest.DocTestFinder().find(ludarium, "ludarium", module=False)
    for name in ("Game", "VecGame", "explore", "games"):
        found += doctest.DocTestFinder().find(getattr(_native, name), name, module=False)
    examples = [test for test in found if test.examples]
    assert len(examples) >= 7
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in examples:
        runner.run(test)
    assert runner.summarize().failed == 0


def test_numbers_and_tokens_say_the_same(setup: Setup) -> None:
    name, options = setup
    dice = random.Random(1)
    game = Game(name, seed=1, **options)
    twin = game.copy()
    about = ludarium.info(name)
    for _ in range(150):
        if game.is_over:
            break
        numbers, tokens = game.legal_actions, game.legal_tokens
        assert len(set(numbers)) == len(tokens) == len(numbers)
        mask = game.action_mask()
        assert mask.dtype == np.int8 and mask.shape == (about.num_actions,)
        assert sorted(numbers) == np.flatnonzero(mask).tolist()
        choice = dice.randrange(len(numbers))
        assert game.token(numbers[choice]) == tokens[choice]
        assert game.action(tokens[choice]) == numbers[choice]
        game.play(numbers[choice])
        twin.play(tokens[choice])
        assert game == twin and game.key == twin.key


def test_illegal_actions_are_refused_and_change_nothing(setup: Setup) -> None:
    name, options = setup
    game = random_game(name, options, seed=2, plies=7)
    before = game.copy()
    legal = set(game.legal_actions)
    illegal = [n for n in range(ludarium.info(name).num_actions) if n not in legal]
    for number in random.Random(3).sample(illegal, min(200, len(illegal))):
        with pytest.raises(IllegalAction):
            game.play(number)
    for nonsense in ("", "x", "zz9", "hello world"):
        with pytest.raises(IllegalAction):
            game.play(nonsense)
    with pytest.raises((IllegalAction, TypeError, OverflowError)):
        game.play(-1)
    with pytest.raises(TypeError):
        game.play(1.5)  # type: ignore[arg-type]
    assert game == before


def test_games_are_values(setup: Setup) -> None:
    name, options = setup
    game = random_game(name, options, seed=4, plies=25)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game.copy()):
        assert other == game and hash(other) == hash(game)
        assert other.key == game.key and other.position == game.position
    again = Game.from_record(game.record())
    assert again == game
    if not game.is_over:
        other = game.copy()
        other.play(other.legal_actions[0])
        assert other != game and game.ply == other.ply - 1
    assert game != "a text"


def test_a_whole_game(setup: Setup) -> None:
    name, options = setup
    game = random_game(name, options, seed=5)
    assert game.is_over and game.turn is None and game.kind == "over"
    assert game.legal_actions == [] and game.action_mask().sum() == 0
    assert game.outcome is not None and sum(game.outcome) == pytest.approx(1)
    assert sum(game.returns) == pytest.approx(0) and max(game.returns) <= 1
    assert game.ended_by is not None
    with pytest.raises(IllegalAction):
        game.play(0)
    with pytest.raises(ValueError, match="over"):
        game.think(1)


def test_views_and_drawings(setup: Setup) -> None:
    name, options = setup
    game = random_game(name, options, seed=6, plies=12)
    for seat in range(1, game.seats + 1):
        view = game.view(seat)
        assert view["game"] == name and view["ply"] == game.ply
        assert bool(view["legal"]) == (game.turn == seat)
    assert game.view()["legal"] == []
    assert game.render() and game.render("text", 1) and game.render("color", "all")
    with pytest.raises(ValueError):
        game.view(5)
    with pytest.raises(ValueError):
        game.render("svg")  # type: ignore[arg-type]


def test_thinking_is_repeatable_and_lets_others_run() -> None:
    game = random_game("archimedes", {}, seed=7, plies=6)
    assert game.think(0, seed=1).token in game.legal_tokens
    first, again = (game.think(nodes=3000, seed=9) for _ in range(2))
    assert (first.token, first.score, first.nodes) == (again.token, again.score, again.nodes)
    assert game.token(first.action) == first.token == first.line[0]
    assert 0 <= first.share <= 1
    ticks = 0
    thinking = threading.Thread(target=lambda: game.think(seconds=0.5))
    thinking.start()
    while thinking.is_alive():
        ticks += 1
        time.sleep(0.01)
    assert ticks > 10
    with pytest.raises(ValueError):
        game.think(9)
    with pytest.raises(ValueError):
        game.think()


def test_options_as_text_and_as_keywords() -> None:
    assert Game("axiom", "edition=2008") == Game("axiom", edition=2008)
    assert Game("ascension", seats=3, seed=1) == Game("ascension", "seats=3", seed=1)
    assert Game("ascension", seed=1) != Game("ascension", seed=2)
    for wrong in ({"seats": 9}, {"colour": "red"}):
        with pytest.raises(ValueError, match="0.3"):
            Game("archimedes", **wrong)
    with pytest.raises(ValueError, match="no game"):
        Game("chess")


def test_resigning() -> None:
    game = Game("archimedes")
    game.resign(1)
    assert game.outcome == (0.0, 1.0) and game.ended_by == "resign"
    assert pickle.loads(pickle.dumps(game)) == game
