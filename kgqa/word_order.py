"""Questions in an order of words that is read less surely -> the same question in the usual order.

In: an English text. Out: "Which suppliers are in Norway?" for "In Norway, which suppliers are?", and "What is
the street address of the Oslo Office?" for "What is the Oslo Office's street address?". Others stay.
"""

from __future__ import annotations

import re

from kgqa.language import Language

_FRONTED = re.compile(
    r"(?P<where>(?:in|at|from|with|since|before|after|during|within)\s[^,?:;“\"]{2,60}),\s+"
    r"(?P<what>(?:which|who|what|how many|how much|is|are|does|do|list|show|name)\b[^?]*?)\s*(?P<end>[?.!]*)",
    re.IGNORECASE,
)
_POSSESSED = re.compile(
    r"(?P<asks>(?:what|who)(?:\s+(?:is|are|was|were)|['\u2019]s))\s+(?P<owner>[^'\u2019?,]+)['\u2019]s\s+"
    r"(?P<owned>\w[\w-]*(?:\s+\w[\w-]*)+)\s*(?P<end>[?.!]*)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\b(?:of|in|at|for|and|or|per|by|that|who|which|with|than)\b", re.IGNORECASE)


def straightened(text: str, lang: Language) -> str:
    """The text in the usual order of its words."""
    if lang.code != "en":
        return text
    if m := _FRONTED.fullmatch(text.strip()):
        return f"{m['what'][0].upper()}{m['what'][1:]} {m['where'][0].lower()}{m['where'][1:]}{m['end']}"
    if (m := _POSSESSED.fullmatch(text.strip())) and not _GOES_ON.search(m["owned"]):
        return f"{m['asks']} the {m['owned']} of {m['owner']}{m['end']}"
    return text
