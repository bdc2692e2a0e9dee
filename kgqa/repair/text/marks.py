"""Operators, brackets, and what stands between triples."""

from __future__ import annotations

from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql.grammar import Stuck
from kgqa.wording.said import say, together

_CLOSING = {"LPAR": ")", "LBRACE": "}", "LBRACKET": "]"}
_LOGICAL = {"AND": "&&", "OR": "||"}
_CLAUSES = ("GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET")
_SEPARATORS = {".": say("a full stop"), ";": say("a semicolon"), ",": say("a comma")}


def one_equals_sign(broken: Broken) -> Mended | None:
    """?x == 5"""
    stuck = broken.stuck
    if stuck is None or stuck.found.text != "=" or not _adjoins(stuck, "EQUAL"):
        return None
    return Mended(broken.put("", stuck.offset, stuck.offset + 1), say("“==” is written “=”."))


def unequal_sign(broken: Broken) -> Mended | None:
    """?x <> 5"""
    stuck = broken.stuck
    if stuck is None or stuck.found.text != ">" or not _adjoins(stuck, "LESS"):
        return None
    return Mended(broken.put("!=", stuck.offset - 1, stuck.offset + 1), say("“<>” is written “!=”."))


def logical_signs(broken: Broken) -> Mended | None:
    """?x > 5 AND ?x < 9"""
    stuck = broken.stuck
    if stuck is None or stuck.found.word not in _LOGICAL or stuck.found.word not in stuck.accepts:
        return None
    word, sign = stuck.found.text, _LOGICAL[stuck.found.word]
    return Mended(
        broken.put(sign, stuck.offset, stuck.found.end),
        say("“{word}” is written “{sign}”.", word=word, sign=sign),
    )


def small_letters(broken: Broken) -> Mended | None:
    """TRUE, False"""
    stuck = broken.stuck
    if stuck is None or stuck.found.word not in ("TRUE", "FALSE") or stuck.found.word not in stuck.accepts:
        return None
    word, small = stuck.found.text, stuck.found.text.lower()
    return Mended(
        broken.put(small, stuck.offset, stuck.found.end),
        say("“{word}” is written “{sign}”.", word=word, sign=small),
    )


def closed_brackets(broken: Broken) -> Mended | None:
    """The brackets that are open where the text ends, where a brace closes, or where ORDER BY starts."""
    stuck = broken.stuck
    if stuck is None or not stuck.open:
        return None
    kinds = [token.type for token in stuck.open]
    if stuck.found.kind == "end":
        closing = "".join(_CLOSING[kind] for kind in reversed(kinds))
    elif stuck.found.text == "}" and "RPAR" in stuck.accepts and "LBRACE" in kinds:
        closing = ")" * kinds[::-1].index("LBRACE")
    elif stuck.found.word in _CLAUSES and kinds == ["LBRACE"]:
        closing = "}"
    else:
        return None
    end = stuck.taken[-1].end_pos or 0
    spaced = " ".join(closing) if "}" in closing else closing
    blank = " " if "}" in closing else ""
    missing = together(*(say("“{text}”", text=mark) for mark in closing), by=", ")
    done = say("What was not closed is closed with {marks}.", marks=missing)
    return Mended(broken.put(blank + spaced, end, end), done)


def separated_triples(broken: Broken) -> Mended | None:
    """Two triples with nothing between them, or with a comma for a semicolon: of the marks, one reads."""
    stuck = broken.stuck
    if stuck is None or not {"DOT", "SEMICOLON"} <= stuck.accepts or len(stuck.taken) < 2:  # noqa: PLR2004
        return None
    comma = stuck.taken[-2]
    start, end = stuck.taken[-1].end_pos or 0, stuck.taken[-1].end_pos or 0
    if comma.type == "COMMA":
        start, end = comma.start_pos or 0, comma.end_pos or 0
    attempts = [(broken.put(f" {mark}", start, end), mark) for mark in _SEPARATORS]
    reading = [(text, mark) for text, mark in attempts if broken.reads(text)]
    if len(reading) != 1 or reading[0][1] == ",":  # what one value more would be is not certain
        return None
    ((text, mark),) = reading
    before = _said(stuck, comma.type == "COMMA")
    return Mended(text, say("Before “{word}” stands {mark}.", word=before, mark=_SEPARATORS[mark]))


def _said(stuck: Stuck, before: bool) -> str:
    return stuck.taken[-1].value if before else stuck.found.text


def _adjoins(stuck: Stuck, terminal: str) -> bool:
    return stuck.after == terminal and stuck.taken[-1].end_pos == stuck.offset
