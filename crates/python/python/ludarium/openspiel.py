"""OpenSpiel games: after ``register()``, ``pyspiel.load_game("ludarium_ascension(seats=3)")`` and its like.

Options of a set-up are parameters of the same names. Ascension's deal is 76 chance nodes, one for each cube, unless
the parameter ``deal`` gives it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, TypeAlias

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ludarium import Game, GameInfo, OptionInfo, games

__all__ = ["register"]

_DECK = {code: 36 if code == "." else 4 for code in "TCSELMRKBG."}
_CODES = list(_DECK)
_CUBES = sum(_DECK.values())

Parameter: TypeAlias = "int | str"


def _default(option: OptionInfo) -> Parameter:
    """The default of a parameter; it is an int where it is a whole number."""
    numeric = option.range is not None or bool(option.choices) and option.default.isdigit()
    return int(option.default) if numeric else option.default


def _defaults(about: GameInfo) -> dict[str, Parameter]:
    defaults = {option.name: _default(option) for option in about.options}
    if "sheet" in defaults:
        # A parameter has one type; sheet I, and one of one's own, are text.
        defaults["sheet_text"] = ""
    return defaults


class _Observer:
    """What a player sees: as numbers, and as text of the present or of the whole past."""

    def __init__(self, game: _SpielGame, kind: pyspiel.IIGObservationType) -> None:
        self._perfect_recall = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if self._whole() and not self._perfect_recall:
            shape = tuple(game.about.observation_shape)
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict["observation"] = self.tensor.reshape(shape)

    def _whole(self) -> bool:
        """Whether it is what one player sees, public and private."""
        return bool(self._public and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER)

    def set_from(self, state: _SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.play is not None:
                self.dict["observation"][:] = state.play.observation(player + 1)

    def string_from(self, state: _SpielState, player: int) -> str:
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return str(state)
        if not self._public:
            return state.faces(player)
        seat = player + 1 if self._whole() else None
        if state.play is None:
            return f"{len(state.deal)} cubes dealt"
        if self._perfect_recall and seat is not None:
            return state.play.information_state(seat)
        if self._perfect_recall:
            return " ".join([state.play.view(None)["setup"], *state.play.history])
        view = state.play.view(seat)
        return json.dumps({"turn": view["turn"], "board": view["board"]}, separators=(",", ":"))


class _SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.options = game.setup
        self.name = game.about.name
        self.seats = game.num_players()
        self.deal: list[str] = []
        self.play: Game | None = None if game.deals else Game(self.name, game.setup)

    def current_player(self) -> int:
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.play.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.play is None else sorted(self.play.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        dealt = Counter(self.deal)
        left = {code: count - dealt[code] for code, count in _DECK.items()}
        total = sum(left.values())
        return [(_CODES.index(code), count / total) for code, count in left.items() if count]

    def _apply_action(self, action: int) -> None:
        if self.play is not None:
            self.play.play(action)
            return
        self.deal.append(_CODES[action])
        if len(self.deal) == _CUBES:
            parts = [part for part in (self.options, "deal=" + "".join(self.deal)) if part]
            self.play = Game(self.name, ";".join(parts))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal:{_CODES[action]}"
        assert self.play is not None, "players act after the deal"
        return self.play.token(action)

    def is_terminal(self) -> bool:
        return self.play is not None and self.play.is_over

    def returns(self) -> list[float]:
        return [0.0] * self.seats if self.play is None else list(self.play.returns)

    def faces(self, player: int) -> str:
        """The deal as far as a player knows it, `?` for what it does not; nothing where nothing is hidden."""
        if self.play is None:
            return "?" * _CUBES
        setup = dict(part.split("=", 1) for part in self.play.view(player + 1)["setup"].split(";"))
        return str(setup.get("deal", ""))

    def __str__(self) -> str:
        return f"{''.join(self.deal)} dealt" if self.play is None else self.play.render("text", "all")


class _SpielGame(pyspiel.Game):  # type: ignore[misc]
    about: GameInfo
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Parameter] | None = None) -> None:
        params = params or {}
        options = {**_defaults(self.about), **params}
        given = {key: value for key, value in params.items() if value != ""}
        if "sheet_text" in given:
            given["sheet"] = given.pop("sheet_text")
        self.setup = ";".join(f"{key}={value}" for key, value in given.items())
        self.deals = self.about.hidden and not options.get("deal") and not options.get("from")
        # Refuses what the rules refuse.
        start = Game(self.about.name, self.setup, seed=0)
        seats = start.seats
        super().__init__(
            self.kind,
            pyspiel.GameInfo(
                num_distinct_actions=self.about.num_actions,
                max_chance_outcomes=len(_DECK) if self.about.hidden else 0,
                num_players=seats,
                min_utility=-1.0 / (seats - 1),
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=start.longest,
            ),
            params,
        )

    def new_initial_state(self) -> _SpielState:
        return _SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return _CUBES if self.deals else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> _Observer:
        if params:
            raise ValueError(f"an observer has no parameters, not {params}")
        return _Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _game_type(about: GameInfo) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=f"ludarium_{about.name}",
        long_name=f"{about.title} ({about.author}, {about.year})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if about.hidden else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if about.hidden else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=about.max_seats,
        min_num_players=about.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(about),
    )


def register() -> None:
    """Adds ``ludarium_axiom``, ``ludarium_abraxas``, ``ludarium_archimedes`` and ``ludarium_ascension``.

    Safe to call more than once.
    """
    for about in games():
        kind = _game_type(about)
        if kind.short_name not in pyspiel.registered_names():
            creator = type(f"{about.title}Game", (_SpielGame,), {"about": about, "kind": kind})
            pyspiel.register_game(kind, creator)
