"""Questions in an order of words that is read less surely -> the same question in the usual order.

In: a text. Out: "Which suppliers are in Norway?" for "In Norway, which suppliers are?", "What is the street
address of the Oslo Office?" for "What is the Oslo Office's street address?", "Welche Kollegen sind hier?" for
"Welche Kolleginnen und Kollegen sind hier?", "… haben nichts bestellt in 2025" for "… haben 2025 nichts
bestellt", "How many orders per status?" for "What is the split of orders by status?" and for "Orders per
status, how many is that?", "… exactly one supplier" for "… only one supplier", "… without the cancelled ones"
for "…? Leave the cancelled ones out.", "nichts" for "nix", nothing for "…, cancelled ones included", "What is
the total cost of parts?" for "How much have we spent on parts?". "Headcount" is the number of employees.
Others stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from kgqa.language import Language, language

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
_PAIRED = re.compile(
    r"\b(?:(?P<stem>\w{3,})innen\s+(?:und|oder|bzw\.)\s+(?P<second>(?P=stem)\w*)"
    r"|(?P<first>(?P<root>\w{3,}?)\w*)\s+(?:und|oder|bzw\.)\s+(?P=root)innen)\b"
)
_SPREAD = re.compile(
    r"wie\s+verteil(?:en|t)\s+sich\s+(?:(?:die|der|das|unsere?)\s+)?(?P<what>[^?]+?)\s+"
    r"(?:auf|über)\s+(?:(?:die|unsere|einzelnen|alle)\s+)*(?P<each>[^?]+)",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"(?:what(?:\s+is|['\u2019]?s)\s+)?the\s+split\s+of\s+(?:(?:the|our|all)\s+)*(?P<what>[^?]+?)\s+"
    r"(?:by|per|across|between|among)\s+(?:(?:the|our|all)\s+)*(?P<each>[^?]+)",
    re.IGNORECASE,
)
_ADVERBS = re.compile(  # "wer berichtet direkt an …": a verb and its preposition are one name
    r"\b(?P<verb>[a-zäöüß]+t|arbeiten|gehören|berichten)\s+(?:(?:alles|direkt|unmittelbar|eigentlich)\s+)+"
    r"(?P<led>an|für|in|im|bei|beim|von|vom|am|mit|zu|zum|zur)\b"
)
_LEFT_OUT = re.compile(
    r"\s*[,;.?]\s*(?:(?:die|den)\s+)?(?P<what>\w+(?:\s+\w+)??)\s+(?:bitte\s+)?"
    r"(?:raus|weglassen|ausgenommen|nicht\s+(?:mit|ein)(?:ge)?(?:zählt|zählen|rechnet|rechnen))\s*[.!?]*",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\s*[,;.?]\s*(?:please\s+)?(?:(?:not\s+counting|leaving\s+out|leave\s+out)\s+(?P<what>[\w'\u2019]+(?:\s[\w'\u2019]+){0,5})"
    r"|leave\s+(?P<that>\w+(?:\s\w+){0,3}?)\s+out|(?P<those>\w+(?:\s\w+)?)\s+(?:(?:are\s+)?(?:excluded|not\s+included|left\s+out)|(?:don[\u2019\']?t|do\s+not)\s+count))"
    r"(?:\s*,?\s*please)?\s*[.!?]*",
    re.IGNORECASE,
)
_WHEN_BEFORE_MOST = re.compile(
    r"(?P<head>[^?]*?\b(?:hat|haben|hatte|hatten|gab\s+es)(?:\s+wir)?)\s+"
    r"(?P<when>(?:(?:im|in)\s+)?(?:Jahr\s+)?(?:[A-ZÄ]\w+\s+)?\d{4})\s+"
    r"(?P<most>(?:die|den|das)\s+\w+sten\s[^?]+?)\s*(?P<end>[?.!]*)"
)
_SPENT = re.compile(
    r"(?:how\s+much|what)(?:\s+money)?\s+(?:have|did|has)\s+(?:we|they)\s+spen[dt]\s+on\s+(?P<what>[^?]+)",
    re.IGNORECASE,
)
# "finden im Mai statt": what takes place is
_TAKES_PLACE = re.compile(
    r"\b(?P<verb>find(?:et|en)|fand(?:en)?)\b(?P<rest>.*?)\s+statt(?P<end>[\s?.!]*)$", re.IGNORECASE
)
_IS_THERE = {"findet": "ist", "finden": "sind", "fand": "war", "fanden": "waren"}
_AUSGEGEBEN = re.compile(
    r"(?:wie\s*viel|was)(?:\s+geld)?\s+haben\s+wir\s+(?P<before>[^?]*?)\bfür\s+(?P<what>[^?]+?)\s+"
    r"(?:insgesamt\s+)?ausgegeben",
    re.IGNORECASE,
)
_DENIED = re.compile(  # "haben 2025 nichts bestellt"
    r"\b(?P<aux>hab\w+|hat\w*|wurden?|sind|ist|war(?:en)?)\s+(?P<who>(?:wir|sie|bei\s+uns)\s+)?"
    r"(?P<when>(?:(?:im|in|seit)\s+)?(?:(?:jahr|letzten?|letztes|diese[sm]?|vorigen?|voriges|\w+)\s+)??"
    r"(?:(?:19|20)\d\d|jahr|monat|quartal|woche))\s+"
    r"(?P<not>(?:noch\s+)?(?:nichts|nicht|kein\w*|nie))\b(?P<rest>[^?]*?)\s*(?P<end>[?.!]*)$",
    re.IGNORECASE,
)
_ONLY = {  # "only one supplier", "nur einen einzigen Lieferanten": exactly one
    "en": re.compile(
        r"(?<!the\s)\b(?:only|just)\s+(?:a\s+single|(?P<many>one|two|three|four|five|\d+))\s+"
        r"(?!(?:of|who|that|which|with|in|at|for|more|per)\b)(?=[a-z])",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\bnur\s+(?P<many>ein(?:en|e|em|er)?|zwei|drei|vier|fünf|\d+)\s+(?:einzig\w+\s+)?(?=[A-ZÄÖÜ])"
    ),
}
_BIDS = re.compile(  # "show only three products", and "only three" as what goes on
    r"\s*(?:(?:please|bitte|and|und)\s+)?(?:show|list|give|name|display|zeig|nenn|gib|only|just|nur)",
    re.IGNORECASE,
)
_EXACTLY = {"en": "exactly", "de": "genau"}
_HOW_MANY = {"de": "Wie viele", "en": "How many"}
_HOW_MANY_BEHIND = {  # "customers per country, how many is that"
    "de": re.compile(
        r"(?P<what>[^?,]+?)\s*[,:-]\s*wie\s*viele?\s+(?:sind|ist|wären)\s+(?:das|es)\s*[?.!]*", re.IGNORECASE
    ),
    "en": re.compile(
        r"(?P<what>[^?,]+?)\s*[,:-]\s*how\s+many\s+(?:is|are)\s+(?:that|those|they|there)\s*[?.!]*",
        re.IGNORECASE,
    ),
}
_GOES_ON = re.compile(r"\b(?:of|in|at|for|and|or|per|by|that|who|which|with|than)\b", re.IGNORECASE)


def straightened(text: str, lang: Language) -> str:
    """The text in the usual order of its words."""
    text = _written_out(text, lang)
    if not _BIDS.match(text):
        text = _ONLY[lang.code].sub(lambda m: f"{_EXACTLY[lang.code]} {m['many'] or 'one'} ", text)
    if m := _HOW_MANY_BEHIND[lang.code].fullmatch(text.strip()):
        text = f"{_HOW_MANY[lang.code]} {m['what']}"
    if lang.code == "de":
        text = _PAIRED.sub(lambda pair: pair["second"] or pair["first"], text)
        if m := _WHEN_BEFORE_MOST.fullmatch(text.strip()):
            text = f"{m['head']} {m['most']} {m['when']}{m['end']}"
        text = _ADVERBS.sub(r"\g<verb> \g<led>", text)
        text = _DENIED.sub(_denied, text)
        text = _last(_LEFT_OUT, text, ", ohne die {}")
        text = _TAKES_PLACE.sub(lambda m: f"{_IS_THERE[m['verb'].lower()]}{m['rest']}{m['end']}", text)
        text = _AUSGEGEBEN.sub(r"Wie hoch sind die gesamten Kosten \g<before>für \g<what>", text)
        return _SPREAD.sub(r"Wie viele \g<what> je \g<each>", text)
    if lang.code != "en":
        return text
    text = _last(_NOT_COUNTED, text, " without {}")
    text = _SPENT.sub(r"What is the total cost of \g<what>", text)
    text = _SPLIT.sub(r"How many \g<what> per \g<each>", text)
    if m := _FRONTED.fullmatch(text.strip()):
        return f"{m['what'][0].upper()}{m['what'][1:]} {m['where'][0].lower()}{m['where'][1:]}{m['end']}"
    if (m := _POSSESSED.fullmatch(text.strip())) and not _GOES_ON.search(m["owned"]):
        return f"{m['asks']} the {m['owned']} of {m['owner']}{m['end']}"
    return text


def _written_out(text: str, lang: Language) -> str:
    """The text with small words as they are written in full: "nix" is "nichts"; capitals are names."""
    known: dict[str, str] = lang.data["written_out"]
    return _written_as(lang.code).sub(lambda found: known[found[0].strip()], text)


@cache
def _written_as(code: str) -> re.Pattern[str]:
    """Where such a word stands, with the blank before one that says nothing."""
    known = language(code).data["written_out"]
    written = "|".join(re.escape(word) for word, full in known.items() if full)
    unsaid = "|".join(re.escape(word) for word, full in known.items() if not full)
    return re.compile(rf"(?:(?<![\w.])(?:{written})|\s?(?<![\w.])(?:{unsaid}))(?!\w)")


def with_heads(text: str, lang: Language, named: Callable[[str], bool]) -> str:
    """The text with "number of employees" for "headcount", which a graph may have a number for itself."""
    said, heads = lang.table("headcount")["said"], lang.table("headcount")["words"]
    found = re.search(rf"\b(?:{'|'.join(heads)})\b", text, re.IGNORECASE)
    if found is None or named(found[0]):
        return text
    return f"{text[: found.start()]}{said}{text[found.end() :]}"


def _denied(found: re.Match[str]) -> str:
    """What was not done in a period, said before the period."""
    when = f"in {found['when']}" if found["when"].isdigit() else found["when"]
    return f"{found['aux']} {found['who'] or ''}{found['not']}{found['rest']} {when}{found['end']}"


def _last(pattern: re.Pattern[str], text: str, said: str) -> str:
    """The text with what a pattern finds at its end said in another way."""
    for found in pattern.finditer(text):
        if found.end() == len(text) and found.start():
            what = next(part for part in found.groups() if part)
            is_one = " " not in what  # "die Ausgeschiedenen": an adjective
            return text[: found.start()] + said.format(what[0].lower() + what[1:] if is_one else what)
    return text
