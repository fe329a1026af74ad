"""Four out-of-print abstract games for research: Axiom, Abraxas, Archimedes and Ascension.

>>> import ludarium
>>> game = ludarium.Game("ascension", "seats=3", seed=7)
>>> game.seats, game.turn, len(game.legal_actions)
(3, 1, 78)
"""

from ludarium._native import Game, GameInfo, IllegalAction, OptionInfo, Thought, VecGame, explore, games

__all__ = ["Game", "GameInfo", "IllegalAction", "OptionInfo", "Thought", "VecGame", "explore", "games", "info"]


def info(name: str) -> GameInfo:
    """The game with this name.

    >>> import ludarium
    >>> ludarium.info("ascension").num_actions
    329
    """
    for game in games():
        if game.name == name:
            return game
    raise ValueError(f"there is no game `{name}`")
