"""The set-ups that every suite is run on."""

from __future__ import annotations

import random

import pytest

from ludarium import Game

SETUPS: list[tuple[str, dict[str, object]]] = [
    ("axiom", {}),
    ("axiom", {"edition": 2008, "start": "square"}),
    ("abraxas", {}),
    ("abraxas", {"push": "either", "claims": "called", "sheet": 5}),
    ("archimedes", {"seats": 2}),
    ("archimedes", {"seats": 3}),
    ("ascension", {"seats": 2}),
    ("ascension", {"seats": 3}),
    ("ascension", {"seats": 4}),
]


def _label(setup: tuple[str, dict[str, object]]) -> str:
    return " ".join([setup[0], *(f"{key}={value}" for key, value in setup[1].items())])


@pytest.fixture(params=SETUPS, ids=_label)
def setup(request: pytest.FixtureRequest) -> tuple[str, dict[str, object]]:
    param: tuple[str, dict[str, object]] = request.param
    return param


def random_game(name: str, options: dict[str, object], seed: int, plies: int = 10**6) -> Game:
    """A game after this many random actions, or at its end."""
    dice = random.Random(seed)
    game = Game(name, seed=seed, **options)
    for _ in range(plies):
        if game.is_over:
            break
        game.play(dice.choice(game.legal_actions))
    return game
