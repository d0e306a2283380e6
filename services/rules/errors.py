"""What the rules refuse; the texts are for players."""


class RulesError(Exception):
    """A request that the rules refuse; the text is for the player."""


class BadOption(RulesError):
    """An option that the game does not have, or a value that it does not take."""

    def __init__(self, name: str, text: str) -> None:
        """`name` of the option, and what is wrong with its value."""
        super().__init__(text)
        self.name = name


class BadMove(RulesError):
    """Something that is not the notation of a move of this game; `pointer` is a JSON pointer into it."""

    def __init__(self, pointer: str, text: str) -> None:
        """`pointer` to the place, and what is wrong there."""
        super().__init__(text)
        self.pointer = pointer


class BadPosition(RulesError):
    """A position that cannot be scored; `pointer` is a JSON pointer into it."""

    def __init__(self, pointer: str, text: str) -> None:
        """`pointer` to the place, and what is wrong there."""
        super().__init__(text)
        self.pointer = pointer
