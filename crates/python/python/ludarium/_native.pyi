"""The part of ludarium that is written in Rust."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

class IllegalAction(ValueError):
    """An action that the rules refuse, and why."""

@final
class OptionInfo:
    """One option of a set-up."""

    @property
    def name(self) -> str: ...
    @property
    def choices(self) -> list[str]:
        """The values to choose from; empty if it is a number or a text."""
    @property
    def default(self) -> str: ...
    @property
    def range(self) -> tuple[int, int] | None:
        """The least and greatest value, if it is a number."""
    @property
    def help(self) -> str: ...

@final
class GameInfo:
    """What there is to know about a game before it is played."""

    @property
    def name(self) -> str:
        """As commands write it: ``axiom``."""
    @property
    def title(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def year(self) -> int: ...
    @property
    def min_seats(self) -> int: ...
    @property
    def max_seats(self) -> int: ...
    @property
    def hidden(self) -> bool:
        """Whether seats know different things."""
    @property
    def num_actions(self) -> int:
        """How many numbers of actions there are."""
    @property
    def observation_shape(self) -> list[int]: ...
    @property
    def options(self) -> list[OptionInfo]: ...

def games() -> list[GameInfo]:
    """The four games."""

def explore(game: Game, files: Sequence[str | PathLike[str]]) -> dict[str, Any]:
    """Counts what was played from the position of a game in record files, as ``ludarium explore`` does."""

@final
class Thought:
    """What a search found for the seat to act."""

    @property
    def action(self) -> int: ...
    @property
    def token(self) -> str: ...
    @property
    def score(self) -> str:
        """As the engine protocol writes it: ``cp 35``, ``mate 3``, ``winrate 0.5310``."""
    @property
    def share(self) -> float:
        """The expected share of the win."""
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def line(self) -> list[str]:
        """The tokens of the expected continuation."""

@final
class Game:
    """A game being played: its set-up and the actions since. Seats count from 1."""

    def __new__(cls, name: str, setup: str = "", *, seed: int | None = None, **options: object) -> Game: ...
    @staticmethod
    def from_record(text: str) -> Game:
        """The game of a record, replayed by the rules."""
    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def longest(self) -> int:
        """No game from here has more actions than this."""
    @property
    def setup(self) -> str:
        """The complete set-up text: in Ascension a secret while the game lasts."""
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> int | None:
        """The seat to act; ``None`` when the game is over."""
    @property
    def kind(self) -> Literal["move", "reply", "over"]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> tuple[float, ...] | None:
        """Each seat's share of the win; ``None`` while the game goes on."""
    @property
    def returns(self) -> tuple[float, ...]:
        """The shares scaled so that they add up to 0; all 0 while the game goes on."""
    @property
    def ended_by(self) -> str | None: ...
    @property
    def legal_actions(self) -> list[int]: ...
    @property
    def legal_tokens(self) -> list[str]: ...
    def action_mask(self) -> NDArray[np.int8]: ...
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat may know; without a seat, what the seat to act may."""
    def token(self, action: int) -> str:
        """The token that a number stands for in this position."""
    def action(self, token: str) -> int:
        """The number of a legal token."""
    def play(self, action: int | np.integer[Any] | str) -> None:
        """Plays an action, a number or a token."""
    def resign(self, seat: int) -> None: ...
    @property
    def history(self) -> list[str]: ...
    def copy(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...
    def view(self, seat: int | Literal["all"] | None = None) -> dict[str, Any]:
        """What a viewer may know: a seat, ``None`` for a spectator, or ``"all"``."""
    def information_state(self, seat: int) -> str:
        """All that a seat has seen, as text."""
    @property
    def key(self) -> int: ...
    @property
    def canonical_key(self) -> int: ...
    @property
    def position(self) -> str:
        """The position as the value of the option ``from``."""
    def record(self) -> str:
        """The game as a record file."""
    def render(self, mode: Literal["text", "color"] = "text", seat: int | Literal["all"] | None = None) -> str: ...
    def think(
        self,
        level: int | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        threads: int = 1,
        seed: int = 0,
    ) -> Thought: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @staticmethod
    def _restore(name: str, setup: str, events: list[str]) -> Game: ...

@final
class VecGame:
    """``n`` games of one set-up, stepped together by threads of Rust."""

    def __new__(
        cls,
        name: str,
        n: int,
        setup: str = "",
        *,
        seed: int = 0,
        observations: bool = True,
        threads: int = 0,
        **options: object,
    ) -> VecGame: ...
    def reset(self, seed: int | None = None) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def sample(self) -> NDArray[np.int64]: ...
    def game(self, index: int) -> Game: ...
    def __len__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def masks(self) -> NDArray[np.int8]: ...
    @property
    def observations(self) -> NDArray[np.float32] | None: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def dones(self) -> NDArray[np.bool_]: ...
    @property
    def to_act(self) -> NDArray[np.int8]: ...
