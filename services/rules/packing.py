"""Small JSON texts made smaller: deflated against a dictionary of what stands in every log entry."""

import zlib
from typing import Final

_WORDS: Final = (
    '"scores":[,"places":[],"name":"","bot":null}],"options":{},"rules_version":"1","seeded":false,"spectators":true'
    '[{"code":"tree_society.","text":"Seat 3 [{"code":"click_a_tree.","text":"Seat 2 '
    '[{"code":"applejack.","text":"Seat 1 '
    '{"type":"resigned","seat":2,"by":"person","body":{}{"type":"joined","seat":3,"by":"fallback","body":{"name":"'
    '{"type":"played","seat":3,"by":"bot:greedy","body":{"move":{"type":"tree_society.'
    '{"type":"played","seat":2,"by":"bot:mcts","body":{"move":{"type":"click_a_tree.'
    '{"type":"played","seat":1,"by":"person","body":{"move":{"type":"applejack.'
    ' takes  from the pile of seat 0.","seat":1,"card":"cherry-blossom-royal-poinciana-tulip-poplar-blue-spruce-'
    'jacaranda-dogwood-cassia-willow-maple-oak-","source":"pile","seat":0}},"facts":[{"code":"arboretum.took'
    '","source":"deck"}},"facts":[{"code":"arboretum.drew_unseen","text":"Seat 0 draws from the deck.","seat":0}],'
    '"own":{"1":[{"code":"arboretum.drew","text":"Seat 1 draws  from the deck.","seat":1,"card":"'
    'discard","card":"facts":[{"code":"arboretum.discarded","text":"Seat 0 discards .","seat":0,"card":"'
    '{"type":"played","seat":0,"by":"person","body":{"move":{"type":"arboretum.plant","card":"'
    '","at":[0,-1]}},"facts":[{"code":"arboretum.planted","text":"Seat 0 plants  at 0, -1.","seat":0,"card":"'
)
_DICTIONARIES: Final = (_WORDS.encode(),)
"""The first byte of a packed text names its dictionary; a better one is added at the end, none is changed."""
WINDOW: Final = 12
"""4 kB hold a dictionary and an entry; the usual 32 kB would cost ten times the time to set up."""


_NEWEST: Final = len(_DICTIONARIES) - 1
_DEFLATER: Final = zlib.compressobj(wbits=-WINDOW, memLevel=4, zdict=_DICTIONARIES[_NEWEST])
"""Never used itself: to copy it costs less than to have the dictionary read again."""


def pack(text: bytes) -> bytes:
    """The text, deflated."""
    deflater = _DEFLATER.copy()
    return bytes([_NEWEST]) + deflater.compress(text) + deflater.flush()


def unpack(packed: bytes) -> bytes:
    """The text that was packed; raises zlib.error or IndexError."""
    inflater = zlib.decompressobj(wbits=-WINDOW, zdict=_DICTIONARIES[packed[0]])
    return inflater.decompress(packed[1:]) + inflater.flush()
