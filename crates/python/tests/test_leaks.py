"""Nothing that a seat is given may depend on what it cannot know."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import random_game

from ludarium import Game


def swap_unknown(game: Game, seat: int, dice: random.Random) -> Game | None:
    """The same game with the faces that the seat does not know dealt otherwise; ``None`` if it could not go so."""
    known = dict(part.split("=", 1) for part in game.view(seat)["setup"].split(";"))["deal"]
    options = dict(part.split("=", 1) for part in game.setup.split(";"))
    deal = list(options["deal"])
    hidden = [place for place, code in enumerate(known) if code == "?"]
    faces = [deal[place] for place in hidden]
    dice.shuffle(faces)
    for place, face in zip(hidden, faces):
        deal[place] = face
    options["deal"] = "".join(deal)
    other = Game("ascension", ";".join(f"{key}={value}" for key, value in options.items()))
    for token in game.history:
        other.play(token)
    return other


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_faces_show_nowhere(seats: int) -> None:
    dice = random.Random(seats)
    differ = 0
    for seed in range(12):
        game = random_game("ascension", {"seats": seats}, seed, plies=dice.randrange(1, 120))
        if game.is_over:
            continue
        for seat in range(1, seats + 1):
            other = swap_unknown(game, seat, dice)
            assert other is not None
            differ += other.setup != game.setup
            assert np.array_equal(game.observation(seat), other.observation(seat))
            assert game.information_state(seat) == other.information_state(seat)
            assert game.view(seat) == other.view(seat)
            assert game.render("text", seat) == other.render("text", seat)
            if game.turn == seat:
                assert game.legal_actions == other.legal_actions
            assert repr(game) == repr(other)
    assert differ > 20


def test_the_picker_alone_sees_the_face() -> None:
    game = Game("ascension", seats=2, seed=3)
    before = [game.observation(seat) for seat in (1, 2)]
    states = [game.information_state(seat) for seat in (1, 2)]
    game.play("^b2")
    assert "?" * 76 in states[0] and states[0].split()[1] == states[1].split()[1]
    assert game.information_state(1).count("?") == 75
    assert game.information_state(2).count("?") == 76
    assert not np.array_equal(game.observation(1), before[0])


def test_information_states_remember_everything() -> None:
    """Perfect recall: from a later state the earlier ones of the same seat can be told."""
    game = Game("ascension", seats=3, seed=8)
    dice = random.Random(8)
    seen: list[str] = []
    for _ in range(80):
        if game.is_over:
            break
        now = game.information_state(2)
        seat, setup, *history = now.split()
        assert history == game.history
        for earlier in seen:
            early_seat, early_setup, *early = earlier.split()
            assert history[: len(early)] == early
            assert all(a in ("?", b) for a, b in zip(early_setup, setup, strict=True))
        seen.append(now)
        game.play(dice.choice(game.legal_actions))
