"""Every game that Pomona plays, by slug."""

from typing import Any

from services.rules.contract import Game
from services.rules.games import arboretum, click_a_tree

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (arboretum.GAME, click_a_tree.GAME)}
