"""Regular expressions that may take for ever: those in which one text can be matched in very many ways.

In: a pattern as REGEX and REPLACE take it. Out: what is wrong with it, in words; "" for nothing. A repetition
of what is itself repeated or may be empty, or of alternatives that begin alike, is such a one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.wording.said import number, say

LONGEST = 500  # characters
MOST_OPEN = 10  # repetitions without an end, in one pattern
_NESTED = say("it repeats what is repeated itself")
_ALIKE = say("it repeats alternatives that begin alike")


@dataclass
class _Group:
    repeats: bool = False  # something in it is repeated without an end
    starts: list[str] = field(default_factory=lambda: [""])  # how its alternatives begin


def trouble(pattern: str) -> str:
    """Why a pattern is not run, "" if it may be."""
    if len(pattern) > LONGEST:
        return say("it has more than {most} characters", most=number(LONGEST))
    open_groups, at, repeated = [_Group()], 0, 0
    closed: _Group | None = None  # the group that ended just before
    while at < len(pattern):
        atom, at = _atom(pattern, at)
        group = open_groups[-1]
        if atom == "(":
            open_groups.append(_Group())
        elif atom == ")":
            closed = open_groups.pop() if len(open_groups) > 1 else group
            open_groups[-1].repeats |= closed.repeats
            open_groups[-1].starts[-1] = open_groups[-1].starts[-1] or "("
        elif atom == "|":
            group.starts.append("")
        elif _is_endless(atom):
            repeated += 1
            if closed is not None and closed.repeats:
                return _NESTED
            if closed is not None and len(closed.starts) > len(set(closed.starts)):
                return _ALIKE
            group.repeats = True
        elif not group.starts[-1]:
            group.starts[-1] = atom
        if atom != ")":
            closed = None
    return say("it repeats without an end in too many places") if repeated > MOST_OPEN else ""


def _atom(pattern: str, at: int) -> tuple[str, int]:
    """The next atom or mark, and where the one after it begins."""
    char = pattern[at]
    if char == "\\":
        return pattern[at : at + 2], at + 2
    if char == "[":
        end = pattern.find("]", at + 2)
        return (pattern[at : end + 1], end + 1) if end > 0 else (pattern[at:], len(pattern))
    if char == "{":
        end = pattern.find("}", at)
        return (pattern[at : end + 1], end + 1) if end > 0 else (char, at + 1)
    if pattern.startswith("(?:", at):
        return "(", at + 3
    return char, at + 1


def _is_endless(atom: str) -> bool:
    if atom in ("*", "+"):
        return True
    if not (atom.startswith("{") and atom.endswith("}")):
        return False
    least, comma, most = atom[1:-1].partition(",")
    most = most if comma else least
    return not most.isdigit() or int(most) > 20  # noqa: PLR2004 - so many times are as good as no end
