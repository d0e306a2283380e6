"""The bots that may sit at a table, by name; who thinks how is for the bot library, which web processes never load."""

from dataclasses import dataclass

from services.rules.notation import Json
from services.shared.tasks import HEAVY, LIGHT


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as people see it, and the queue that its turns go through."""

    name: str
    description: str
    queue: str

    def json(self) -> Json:
        """The bot as it stands in lists."""
        return {"name": self.name, "description": self.description}


ROSTER = {
    bot.name: bot
    for bot in (
        Bot("random", "Plays any legal move.", LIGHT),
        Bot("greedy", "Looks one move ahead and takes what looks best now.", LIGHT),
        Bot(
            "flat",
            "Plays the best moves on in the same imagined worlds, and drops the worse half again and again.",
            HEAVY,
        ),
        Bot("mcts", "Searches many possible worlds with information-set Monte Carlo tree search.", HEAVY),
    )
}
