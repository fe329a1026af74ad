"""Ascension as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from ludarium.pettingzoo._env import Observation, RawEnv, SeatsTogether, together, wrap

__all__ = ["env", "parallel_env", "raw_env"]

_METADATA: dict[str, Any] = {
    "name": "ascension_v0",
    "render_modes": ["ansi", "human"],
    "is_parallelizable": False,
    "render_fps": 2,
}


class raw_env(RawEnv):
    """Ascension without checks: an action that is not legal raises ``IllegalAction``."""

    name = "ascension"
    metadata = _METADATA


class parallel_env(SeatsTogether):
    """Ascension with all agents asked every cycle."""

    name = "ascension"
    metadata = _METADATA


def env(
    render_mode: str | None = None, max_cycles: int | None = None, **options: object
) -> AECEnv[str, Observation, int | None]:
    """Ascension; an action that is not legal loses. With ``max_cycles``, all agents are asked every cycle."""
    if max_cycles is not None:
        return together(parallel_env(render_mode, max_cycles, **options))
    return wrap(raw_env(render_mode, **options))
