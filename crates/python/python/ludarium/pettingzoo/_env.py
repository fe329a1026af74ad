"""What the environments of all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from ludarium import Game, IllegalAction, info

Observation: TypeAlias = "dict[str, NDArray[Any]]"


def observation_space(name: str) -> spaces.Dict:
    """The space of the observations of a game: what a seat may know, and its legal actions."""
    game = info(name)
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, np.inf, tuple(game.observation_shape), np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def agent_name(seat: int) -> str:
    """``seat_1`` and so on."""
    return f"seat_{seat}"


class _Seats:
    """The agents of a game and what they see."""

    name: ClassVar[str]

    def _prepare(self, options: dict[str, object], render_mode: str | None) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"there is no render mode {render_mode!r}: they are None, 'ansi' and 'human'")
        self.render_mode = render_mode
        self._options = options
        self._seeds = np.random.default_rng()
        self._game = self._new_game(None)
        self.possible_agents = [agent_name(seat) for seat in range(1, self._game.seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        space = observation_space(self.name)
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        actions = info(self.name).num_actions
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(actions) for agent in self.possible_agents
        }
        self._no_mask = np.zeros(actions, np.int8)

    def _new_game(self, seed: int | None) -> Game:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        return Game(self.name, "", seed=int(self._seeds.integers(2**63)), **self._options)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _see(self, agent: str) -> Observation:
        seat = self._seat[agent]
        mask = self._game.action_mask() if self._game.turn == seat else self._no_mask.copy()
        return {"observation": self._game.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        picture = self._game.render("text")
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """There is nothing to close."""


class RawEnv(_Seats, AECEnv[str, Observation, Any]):
    """A game as PettingZoo has it: agents ``seat_1`` to ``seat_4`` act in the order of the rules.

    Rewards come at the end: 1 for winning alone, and all add up to 0.
    """

    metadata: dict[str, Any]

    def __init__(self, render_mode: str | None = None, **options: object) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._prepare(options, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._game = self._new_game(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        turn = self._game.turn
        self.agent_selection = agent_name(turn) if turn is not None else self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self._see(agent)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is not done has to act")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._game.play(int(action))
        if self._game.is_over:
            self.rewards = dict(zip(self.possible_agents, self._game.returns))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class SeatsTogether(_Seats, ParallelEnv[str, Observation, Any]):
    """The same game with all agents asked every cycle; only the action of the one to act counts.

    An action of that agent which is not legal is replaced by a random legal one. After ``max_cycles`` cycles the
    game is cut off.
    """

    metadata: dict[str, Any]

    def __init__(self, render_mode: str | None = None, max_cycles: int | None = None, **options: object) -> None:
        self._prepare(options, render_mode)
        self.max_cycles = max_cycles
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._game = self._new_game(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return {agent: self._see(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        self._cycles += 1
        turn = self._game.turn
        if turn is not None:
            try:
                self._game.play(int(actions[agent_name(turn)]))
            except IllegalAction:
                self._game.play(self._seeds.choice(self._game.legal_actions))
        over = self._game.is_over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        agents = self.agents
        seen = {agent: self._see(agent) for agent in agents}
        if over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(self.possible_agents, self._game.returns)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )


def environments(
    name: str,
) -> tuple[type[RawEnv], type[SeatsTogether], Callable[..., AECEnv[str, Observation, int | None]]]:
    """The classes ``raw_env`` and ``parallel_env`` and the function ``env`` of a game, for its module."""
    title, module = info(name).title, f"ludarium.pettingzoo.{name}_v0"
    metadata = {
        "name": f"{name}_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    class raw_env(RawEnv):
        pass

    class parallel_env(SeatsTogether):
        pass

    def env(
        render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> AECEnv[str, Observation, int | None]:
        if max_cycles is not None:
            return together(parallel_env(render_mode, max_cycles, **options))
        return wrap(raw_env(render_mode, **options))

    raw_env.__doc__ = f"{title} without checks: an action that is not legal raises ``IllegalAction``."
    parallel_env.__doc__ = f"{title} with all agents asked every cycle."
    env.__doc__ = f"{title}; an action that is not legal loses. With ``max_cycles``, all agents are asked every cycle."
    for made in (raw_env, parallel_env):
        made.name, made.metadata = name, metadata
    for named in (raw_env, parallel_env, env):
        # By these a class is found again when an environment is unpickled.
        named.__module__, named.__qualname__ = module, named.__name__
    return raw_env, parallel_env, env


def wrap(raw: RawEnv) -> AECEnv[str, Observation, int | None]:
    """The raw environment, with illegal actions losing at once and misuse told."""
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def together(env: SeatsTogether) -> AECEnv[str, Observation, int | None]:
    """The environment in which all agents are asked every cycle, one after the other."""
    return parallel_to_aec(env)
