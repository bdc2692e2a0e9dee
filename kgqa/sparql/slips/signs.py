"""Slips in single signs: quotation marks, blanks, addresses, short names."""

from __future__ import annotations

import re

from kgqa.sparql.grammar import Stuck
from kgqa.sparql.pieces import place
from kgqa.wording.said import Said, say

SMART_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2039\u203a\u00b4`"
STRANGE_BLANKS = re.compile(
    "[\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\x0b\x0c\x85]"
)

ESCAPES = re.compile(r"\\(.)", re.DOTALL)
ESCAPED = "tbnrf\"'\\uU"  # what may follow a backslash in a text


def fence(stuck: Stuck) -> Said | None:
    return say("Give the query alone, without the ``` around it.") if "```" in stuck.text else None


def smart_quotes(stuck: Stuck) -> Said | None:
    quote = stuck.found.text
    is_smart = bool(quote) and quote in SMART_QUOTES
    return say("Quotation marks in a query are straight: \" or '.") if is_smart else None


def strange_blank(stuck: Stuck) -> Said | None:
    sign = stuck.found.text
    if not STRANGE_BLANKS.fullmatch(sign):
        return None
    return say(
        "This sign ({code}) only looks like a blank, or like nothing: write a plain blank.",
        code=f"U+{ord(sign):04X}",
    )


def nothing_there(stuck: Stuck) -> Said | None:
    only_comments = not stuck.taken and stuck.found.kind == "end" and stuck.text.strip()
    return say("Every line is a comment.") if only_comments else None


def open_string(stuck: Stuck) -> Said | None:
    found = stuck.found
    if found.kind != "open":
        return None
    if stuck.text[found.start - 1 : found.start].isalnum():  # rather an apostrophe than the start of a text
        mark = found.text[0]
        return say("A {mark} is no part of a name: write \\{mark}, or the whole address in < >.", mark=mark)
    mark = found.text[:3] if found.text[:3] in ("'''", '"""') else found.text[0]
    line, column = place(stuck.text, found.start)
    return say(
        "The quotation mark {mark} opened at line {line}, column {column} is not closed.",
        mark=mark,
        line=str(line),
        column=str(column),
    )


def quote_in_string(stuck: Stuck) -> Said | None:
    """'O'Brien', "a 5" disk"."""
    if stuck.after not in ("STRING", "LONG_STRING") or stuck.found.kind not in ("word", "number", "name"):
        return None
    string = stuck.taken[-1]
    mark = string.value[0]
    line = stuck.text[stuck.offset :].partition("\n")[0]
    is_inside = string.end_pos == stuck.offset or line.count(mark) % 2
    return say("A {mark} inside of a text is written \\{mark}.", mark=mark) if is_inside else None


def bad_escape(stuck: Stuck) -> Said | None:
    r"""REGEX(?x, '\d')"""
    escapes = ESCAPES.finditer(stuck.found.text) if stuck.found.kind == "string" else ()
    wrong = next((e[0] for e in escapes if e[0][1] not in ESCAPED), "")
    if not wrong:
        return None
    return say("“{escape}” is no escape: a backslash in a text is written \\\\.", escape=wrong)


def broken_address(stuck: Stuck) -> Said | None:
    if stuck.found.text != "<" or "IRIREF" not in stuck.accepts:
        return None
    inside = re.match(r"<([^<>\n]*)>", stuck.text[stuck.offset :])
    if inside is None:
        return say("An address that starts with < ends with >.")
    wrong = next((c for c in inside[1] if c in '"{}|^`\\' or c <= " "), "")
    if not wrong:
        return None
    return say(
        "An address in < > has no {sign} in it: write {code} for it.",
        sign=say("blank") if wrong.isspace() else wrong,
        code=f"%{ord(wrong):02X}",
    )


def bare_address(stuck: Stuck) -> Said | None:
    begun = re.search(r"\bhttps?:/*$", stuck.text[max(0, stuck.offset - 9) : stuck.offset])
    is_bare = begun or re.match(r"https?:/", stuck.text[stuck.offset :])
    return say("An address stands in < >.") if is_bare else None


def bare_prefix(stuck: Stuck) -> Said | None:
    if stuck.after == "PREFIX" and stuck.found.kind == "word":
        return say("A prefix ends with a colon: {prefix}:.", prefix=stuck.found.text)
    return None


def name_with_marks(stuck: Stuck) -> Said | None:
    """ex:a(b), ex:a&b: the name ends before a sign that belongs to it."""
    if not stuck.after.startswith("PNAME") or stuck.taken[-1].end_pos != stuck.offset:
        return None
    sign = stuck.found.text[:1]
    if not sign or sign in "{}.;,)]":
        return None
    return say("A short name has no “{sign}” in it: write \\{sign}, or the whole address in < >.", sign=sign)
