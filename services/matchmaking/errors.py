"""What matchmaking refuses: small named errors whose text is for the player."""

from services.rules.errors import BadInput, Refused


class PlayerNeeded(Refused):
    """This is for players: it needs the token of one."""

    code = "player_needed"


class PlayerRevoked(Refused):
    """The token of the player was good once, but a newer one has been made, or the player is gone."""

    code = "player_token_revoked"


class OtherPlayer(Refused):
    """What is asked for is for the player itself."""

    code = "not_your_profile"


class NoSuchPlayer(Refused):
    """There is no such player, or it is another app's."""

    code = "no_such_player"


class BadParty(BadInput):
    """A member of the party who has not consented, stands there twice, or is another app's."""

    code = "bad_party"


class BadTicket(BadInput):
    """A ticket that could never end in a match."""

    code = "bad_ticket"


class DoubleTicket(Refused):
    """A member of the party waits for this game already."""

    code = "double_ticket"


class TooManyTickets(Refused):
    """A member of the party waits for as many games as one may."""

    code = "too_many_tickets"


class QueueFull(Refused):
    """As many tickets of the app wait as may."""

    code = "queue_full"


class NoSuchTicket(Refused):
    """There is no such ticket for this player, or it was kept long enough."""

    code = "no_such_ticket"


class TicketPaired(Refused):
    """The ticket has its match; nothing is left to be cancelled."""

    code = "ticket_paired"


class NoSuchInvitation(Refused):
    """There is no such invitation, or it has expired."""

    code = "no_such_invitation"


class NotYourInvitation(Refused):
    """Only whoever has invited may withdraw it."""

    code = "not_your_invitation"


class InvitationOver(Refused):
    """The invitation was withdrawn."""

    code = "invitation_over"


class TooManyInvitations(Refused):
    """The player has as many invitations open as one may."""

    code = "too_many_invitations"
