"""Gymnasium environments: one seat against a built-in level.

Importing this module makes ``ludarium/Axiom-v0`` and so on known to ``gymnasium.make``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from ludarium import Game, IllegalAction, games, info

__all__ = ["LudariumEnv", "register"]

Observation: TypeAlias = "dict[str, NDArray[Any]]"


class LudariumEnv(gym.Env[Any, np.int64]):
    """One seat of a game; the others are played by a level from 0 to 7.

    The reward comes at the end: 1 for winning alone, 0 in a draw of all, less than 0 for losing. An action that is
    not legal loses at once, with ``info["illegal"]`` saying why. ``seat=None`` draws a seat for each game.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        level: int = 1,
        seat: int | None = 1,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        if not 0 <= level <= 7:
            raise ValueError(f"the level is from 0 to 7, not {level}")
        self.game = game
        self.level = level
        self.seat = seat
        self.render_mode = render_mode
        self._options = options
        about = info(game)
        self.action_space = gym.spaces.Discrete(about.num_actions)
        self.observation_space = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(0.0, np.inf, tuple(about.observation_shape), np.float32),
                "action_mask": gym.spaces.Box(0, 1, (about.num_actions,), np.int8),
            }
        )
        self._play = Game(game, "", seed=0, **options)
        if seat is not None and not 1 <= seat <= self._play.seats:
            raise ValueError(f"there is no seat {seat}")
        self._own = seat or 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self._play = Game(self.game, "", seed=self._draw(), **self._options)
            self._own = self.seat or 1 + int(self.np_random.integers(self._play.seats))
            self._answer()
            if not self._play.is_over:
                return self._see(), {}

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _answer(self) -> None:
        """Lets the others act until the own seat has to."""
        while not self._play.is_over and self._play.turn != self._own:
            self._play.play(self._play.think(self.level, seed=self._draw()).action)

    def _see(self) -> Observation:
        return {"observation": self._play.observation(self._own), "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """1 at the legal actions; also what trainers with masks ask for."""
        return self._play.action_mask()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self._play.play(int(action))
        except IllegalAction as refusal:
            return self._see(), -1.0, True, False, {"illegal": str(refusal)}
        self._answer()
        if self.render_mode == "human":
            self.render()
        return self._see(), self._play.returns[self._own - 1], self._play.is_over, False, {}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        picture = self._play.render("text", self._own)
        if self.render_mode == "human":
            print(picture)
            return None
        return picture


def register() -> None:
    """Makes the environments known to Gymnasium; safe to call more than once."""
    for game in games():
        name = f"ludarium/{game.title}-v0"
        if name not in gym.registry:
            gym.register(id=name, entry_point="ludarium.gymnasium:LudariumEnv", kwargs={"game": game.name})


register()
