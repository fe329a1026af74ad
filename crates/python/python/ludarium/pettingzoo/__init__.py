"""PettingZoo environments of the four games: ``from ludarium.pettingzoo import axiom_v0``."""
