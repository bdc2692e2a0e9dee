"""Slips of the pen that weak models make, put right: the text of a query that cannot be read -> one that can.

In: a text with whole IRIs. Out: the text with as few changes as make a query of it; None where none do. Each
change has one meaning alone: what is compared without FILTER is a condition, what orders or limits the
rows stands behind the last brace, a subject begins a new sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kgqa.sparql import ParsedQuery, parse

LONGEST = 4_000  # characters that are looked at
_TEXT = r'"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^(?:<[^<>\s]*>|\w+:\w+))?'
_TERM = rf"(?:{_TEXT}|<[^<>\s]*>|[?$]\w+|[-+]?\d[\d.]*\d|\d)"
_TOLD = re.compile(rf"((?:<[^<>\s]*>|[?$]\w+)\s+(?:<[^<>\s]*>|{_TEXT}))\s*=\s*{_TEXT}(?=\s*[.;}}])")
_COMPARED = re.compile(rf"([.;{{}}])\s*([?$]\w+\s*(?:!=|<=|>=|=|<(?![^<>\s]*>)|>)\s*{_TERM})\s*(?=[.;}}])")
_INSIDE = re.compile(
    r"[.;]?\s*(\b(?:GROUP\s+BY|HAVING|ORDER\s+BY|LIMIT|OFFSET)\b[^{}]*)\}\s*\Z", re.IGNORECASE
)
_SUBJECT = re.compile(rf";\s*(?=[?$]\w+\s+(?:<[^<>\s]*>|a)\s+{_TERM})")
_STOPPED = re.compile(r"[.;]\s*(?=\Z|\b(?:LIMIT|OFFSET|ORDER\s+BY)\b)", re.IGNORECASE)


def _told_twice(text: str) -> str:
    """Without the name that the prompt tells beside a placeholder, and the model with it."""
    return _TOLD.sub(r"\1", text)


def _conditions(text: str) -> str:
    return _COMPARED.sub(lambda m: f"{'.' if m[1] == ';' else m[1]} FILTER({m[2]})", text)


def _modifiers(text: str) -> str:
    head, brace, tail = _INSIDE.sub(r"} \1", text).rpartition("}")
    return head + brace + _STOPPED.sub(" ", tail).rstrip(" .;\n")


def _subjects(text: str) -> str:
    return _SUBJECT.sub(". ", text)


MENDS: tuple[Callable[[str], str], ...] = (_told_twice, _conditions, _modifiers, _subjects)


def mended(text: str, prefixes: Sequence[tuple[str, str]]) -> tuple[str, ParsedQuery] | None:
    """The query and its text, after one mend or after all of them."""
    if len(text) > LONGEST:
        return None
    whole = text
    for mend in MENDS:
        whole = mend(whole)
    for changed in dict.fromkeys((*(mend(text) for mend in MENDS), whole)):
        parsed = parse(changed, prefixes) if changed != text else None
        if isinstance(parsed, ParsedQuery):
            return changed, parsed
    return None
