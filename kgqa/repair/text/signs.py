"""Quotation marks and blanks that are none."""

from __future__ import annotations

import re

from kgqa.repair.text.broken import Broken, Mended
from kgqa.sparql.grammar import stuck as stuck_in
from kgqa.sparql.pieces import pieces
from kgqa.sparql.slips.signs import ESCAPED, ESCAPES, STRANGE_BLANKS
from kgqa.wording.said import say

_MOST_MARKS = 30  # quotation marks of one line that are tried
_AFTER = re.compile(r"\s*[,;.)}&|=!<>@^]")
_PARTING = (",", ";", "(", "{", "&", "|", "=", "<", ">")
_NOTHING = "\u200b\u2060\ufeff"
_QUOTED = re.compile(
    '[\u201c\u201d\u201e\u201f\u00ab]([^\u201c\u201d\u201e\u201f\u00ab\u00bb"\n]*)[\u201c\u201d\u201f\u00bb]'
    '|[\u2018\u201a\u201b\u2039]([^\u2018\u201a\u201b\u2039\u203a"\n]*)[\u2018\u2019\u203a](?!\\w)'
)


def plain_blanks(broken: Broken) -> Mended | None:
    """Non-breaking blanks, byte order marks and the like, outside of strings."""
    text = "".join(_plain(p.text) if p.kind == "other" else p.text for p in pieces(broken.text))
    return Mended(text, say("Signs that only look like blanks are made plain."))


def _plain(sign: str) -> str:
    if not STRANGE_BLANKS.fullmatch(sign):
        return sign
    return "" if sign in _NOTHING else " "


def straight_quotes(broken: Broken) -> Mended | None:
    """“Bob”, outside of strings."""
    found: list[str] = []
    at = 0
    for piece in pieces(broken.text):
        quoted = _QUOTED.match(broken.text, piece.start) if piece.kind == "other" else None
        if piece.start < at or quoted is None:
            continue
        inside = (quoted[1] if quoted[1] is not None else quoted[2]).replace("\\", "\\\\")
        found += (broken.text[at : piece.start], f'"{inside}"')
        at = quoted.end()
    return Mended("".join(found) + broken.text[at:], say("Quotation marks are made straight."))


def escaped_quotes(broken: Broken) -> Mended | None:
    """'O'Brien': a mark between letters is an apostrophe, the first other one ends the text. Where that says
    nothing: of the marks of the line, only one ends the text so that the line reads.
    """
    stuck = broken.stuck
    if stuck is None or stuck.after != "STRING":
        return None
    text, start, mark = broken.text, stuck.taken[-1].start_pos or 0, stuck.taken[-1].value[0]
    after = start + len(text[start:].partition("\n")[0])
    marks = [i for i in range(start + 1, after) if text[i] == mark and text[i - 1] != "\\"]
    if len(marks) > _MOST_MARKS:
        return None
    first = next((i for i in marks if not text[i - 1 : i + 2 : 2].isalnum()), None)
    if first is not None and first > marks[0]:
        ends = [first]
    else:
        ends = [end for end in marks[1:] if not any(_parts(text, m) for m in marks if m < end)]
        ends = [end for end in ends if _reads_line(_escaped(text, marks, end), len(text) - after)]
    if len(ends) != 1:
        return None
    done = say(
        "The {mark} inside of {text} is a part of the text.", mark=mark, text=text[start : ends[0] + 1]
    )
    return Mended(_escaped(text, marks, ends[0]), done)


def escaped_backslashes(broken: Broken) -> Mended | None:
    r"""REGEX(?x, '\d'): a backslash that escapes nothing stands for itself."""
    stuck = broken.stuck
    if stuck is None or stuck.found.kind != "string":
        return None
    piece = stuck.found
    text = ESCAPES.sub(lambda e: e[0] if e[1] in ESCAPED else f"\\{e[0]}", piece.text)
    done = say("The backslashes in {text} stand for themselves.", text=piece.text)
    return Mended(broken.put(text, piece.start, piece.end), done)


def _parts(text: str, mark: int) -> bool:
    """Whether a quotation mark stands at something that parts texts: a comma, a bracket, an operator."""
    return text[:mark].rstrip().endswith(_PARTING) or _AFTER.match(text, mark + 1) is not None


def _escaped(text: str, marks: list[int], end: int) -> str:
    """The text with those of the marks escaped that stand before its end."""
    for at in sorted((m for m in marks if m < end), reverse=True):
        text = f"{text[:at]}\\{text[at:]}"
    return text


def _reads_line(text: str, rest: int) -> bool:
    """Whether a text reads up to the last `rest` characters, at least."""
    there = stuck_in(text)
    return there is None or there.offset >= len(text) - rest
