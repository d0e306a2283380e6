"""Every game that Pomona plays, by slug."""

from typing import Any

from services.rules.contract import Game
from services.rules.games import applejack, arboretum, click_a_tree, tree_society

GAMES: dict[str, Game[Any]] = {
    game.slug: game for game in (arboretum.GAME, applejack.GAME, click_a_tree.GAME, tree_society.GAME)
}
