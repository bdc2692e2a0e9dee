"""Slips of the pen that weak models make, put right: the text of a query that cannot be read -> one that can.

In: a text with whole IRIs. Out: the text with as few changes as make a query of it; None where none do. Each
change has one meaning alone: what is compared without FILTER is a condition, what orders or limits the
rows stands behind the last brace, a subject begins a new sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kgqa.repair.text import readable
from kgqa.sparql import ParsedQuery, parse

LONGEST = 4_000  # characters that are looked at
_TEXT = r'"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^(?:<[^<>\s]*>|\w+:\w+))?'
_TERM = rf"(?:{_TEXT}|<[^<>\s]*>|[?$]\w+|[-+]?\d[\d.]*\d|\d)"
_OF = r"(?:,\s*(?:an?\s+)?(?:value of|where|with)?\s*<[^<>\s]*>(?:\s+leads to)?)?"
_SAID = rf"\s*=\s*{_TEXT}{_OF}"  # what the prompt tells beside a placeholder
_TOLD = re.compile(
    rf"((?:<[^<>\s]*>|[?$]\w+)\s+(?:<[^<>\s]*>|{_TEXT})){_SAID}(?:\s*;\s*or\s+{_TERM}(?:{_SAID})?)*(?=\s*[.;}}])"
)
_ALONE = re.compile(rf"([.;{{])\s*(?:<[^<>\s]*>|{_TEXT}){_SAID}\s*(?=[.;}}])")
_COMPARED = re.compile(rf"([.;{{}}])\s*([?$]\w+\s*(?:!=|<=|>=|=|<(?![^<>\s]*>)|>)\s*{_TERM})\s*(?=[.;}}])")
_INSIDE = re.compile(
    r"[.;]?\s*(\b(?:GROUP\s+BY|HAVING|ORDER\s+BY|LIMIT|OFFSET)\b[^{}]*)\}\s*\Z", re.IGNORECASE
)
_SUBJECT = re.compile(rf";\s*(?=[?$]\w+\s+(?:<[^<>\s]*>|a)\s+{_TERM})")
_STOPPED = re.compile(r"[.;]\s*(?=\Z|\b(?:LIMIT|OFFSET|ORDER\s+BY|GROUP\s+BY)\b)", re.IGNORECASE)
_BEHIND = re.compile(r"([?$]\w+|\w+\([?$]\w+\))\s+(ASC|DESC)\b,?", re.IGNORECASE)
_CALLED = re.compile(r"\s+AS\s+[?$]?(\w+)", re.IGNORECASE)
_SELECT = re.compile(r"\s*SELECT\s+(?:DISTINCT\s+|REDUCED\s+)?", re.IGNORECASE)
_PLAIN = re.compile(r"(?:[\s,]*[?$]\w+(?=\s*,|\s+[\w?$(]))*[\s,]*")  # columns that are variables
_COMPUTED = re.compile(r"((COUNT|SUM|AVG|MIN|MAX)\s*\([^()]*\)\s*)((?:WHERE\s*)?)", re.IGNORECASE)
_PATTERN = rf"(?:<[^<>\s]*>|[?$]\w+)\s+(?:<[^<>\s]*>|a)\s+{_TERM}"
_EITHER = re.compile(rf"({_PATTERN})\s+OR\s+({_PATTERN})", re.IGNORECASE)
_AND_OR = re.compile(rf"({_TEXT}|<[^<>\s]*>)|\b(AND|OR)\b", re.IGNORECASE)


def _told_twice(text: str) -> str:
    """Without the name that the prompt tells beside a placeholder, and the model with it."""
    return _ALONE.sub(r"\1", _TOLD.sub(r"\1", text))


def _conditions(text: str) -> str:
    return _COMPARED.sub(lambda m: f"{'.' if m[1] == ';' else m[1]} FILTER({m[2]})", text)


def _modifiers(text: str) -> str:
    """What orders and limits the rows, behind the last brace and in its words: `ORDER BY ?x DESC`."""
    head, brace, tail = _INSIDE.sub(r"} \1", text).rpartition("}")
    tail = _BEHIND.sub(r"\2(\1)", _STOPPED.sub(" ", tail))
    return head + brace + tail.rstrip(" .;\n")


def _subjects(text: str) -> str:
    return _SUBJECT.sub(". ", text)


def _either(text: str) -> str:
    """`?x :p {v1} OR ?x :p {v2}`: patterns of which one is enough."""
    return _EITHER.sub(r"{ \1 } UNION { \2 }", text)


def _signs(text: str) -> str:
    """AND and OR as SPARQL has them, behind the columns."""
    head, brace, tail = text.partition("{")
    return head + brace + _AND_OR.sub(lambda m: m[1] or ("&&" if m[2].upper() == "AND" else "||"), tail)


def _columns(text: str) -> str:
    """`SELECT SUM(?a) / 2 AS ?b`, `SELECT COUNT(?a)`: what is computed stands in brackets with its name."""
    head, brace, tail = text.partition("{")
    start = _SELECT.match(head)
    if start is None:
        return text
    made, begun, depth = [start[0]], start.end(), 0
    for at in range(start.end(), len(head)):
        depth += (head[at] == "(") - (head[at] == ")")
        called = _CALLED.match(head, at) if depth == 0 else None
        if called and at >= begun:
            made.append(_named(head[begun:at], called[1]))
            begun = called.end()
    rest = head[begun:]
    if begun == start.end() and (alone := _COMPUTED.fullmatch(rest)):
        rest = f"({alone[1].strip()} AS ?{alone[2].lower()}) {alone[3]}"
    return "".join(made) + rest + brace + tail


def _named(said: str, name: str) -> str:
    """Columns of which the last is computed: that in brackets, with its name."""
    plain = _PLAIN.match(said)
    first = plain.end() if plain else 0
    return f"{said[:first].replace(',', ' ')}({said[first:].strip()} AS ?{name}) "


MENDS: tuple[Callable[[str], str], ...] = (
    _told_twice,
    _conditions,
    _modifiers,
    _subjects,
    _either,
    _signs,
    _columns,
)


def mended(text: str, prefixes: Sequence[tuple[str, str]]) -> tuple[str, ParsedQuery] | None:
    """The query and its text, after one mend or after all of them, and what else makes a text readable."""
    if len(text) > LONGEST:
        return None
    whole = text
    for mend in MENDS:
        whole = mend(whole)
    for changed in dict.fromkeys((*(mend(text) for mend in MENDS), whole)):
        parsed = parse(changed, prefixes) if changed != text else None
        if isinstance(parsed, ParsedQuery):
            return changed, parsed
    rest = readable(whole, prefixes) if whole != text else None
    parsed = parse(rest[0], prefixes) if rest else None
    return (rest[0], parsed) if rest and isinstance(parsed, ParsedQuery) else None
