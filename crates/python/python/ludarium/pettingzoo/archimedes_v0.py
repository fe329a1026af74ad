"""Archimedes as a PettingZoo environment."""

from ludarium.pettingzoo._env import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, parallel_env, env = environments("archimedes")
