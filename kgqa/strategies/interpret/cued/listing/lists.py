"""Lists of what is to be shown: "with name, city and fee", "teachers and the courses they have given",
"by teacher id, course number and room".

In: a reading. Out: its lists, each with what leads to it and its items in the question's order. What is said
of an item ("the team *they are in*") is part of no list, and an item with a condition of its own
("with a price above 5") ends one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kgqa.strategies.interpret.bare import is_bare_name, is_name
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.types import TermKind

_LONGEST = 3  # words of what leads to a list, or joins its items: "as well as"
_MARKS = (":", "?", " - ", "\u2013", "\u2014")  # that set what is to be shown apart
_CONDITIONS = (Cue.COMPARISON, Cue.NUMBER, Cue.DATE, Cue.BETWEEN, Cue.TEXT)


class Lead(StrEnum):
    WITH = "with"
    ASK = "ask"  # "give me", "I need", what stands behind a colon
    BY = "by"
    AND = "and"  # "and their manager", "and which suppliers"
    WHICH = "which"  # "who supplies which component"


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be shown: a piece, or a word such as "name" that no piece takes (then `piece` is None).
    `owned` tells "their manager" from "managers", `asked` "which suppliers" from "suppliers", `single` "a
    phone number" from "phone number".
    """

    first: int
    last: int
    piece: int | None
    owned: bool = False
    asked: bool = False
    definite: bool = False  # "the policies they have sold"
    required: bool = False  # "the corresponding policy"
    single: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with what leads to it; `of_things` tells "orders by customer" from "delivered by customers"."""

    lead: Lead
    items: tuple[Item, ...]
    of_things: bool = False


def listings(on: Context) -> tuple[Listing, ...]:
    """The lists of a reading, in the question's order."""
    return tuple(_Lists(on).all())


class _Lists:
    def __init__(self, on: Context) -> None:
        self.on = on
        self.words = [t.folded for t in on.tokens]
        self.starts = {p.first: n for n, p in enumerate(on.reading.pieces)}
        self.taken = {i for p in on.reading.pieces if p.link for i in range(p.first, p.last + 1)}

    def all(self) -> Iterator[Listing]:
        i = 0
        while i < len(self.words):
            lead = self.lead(i)
            items, end = self.items_of(*lead) if lead else ((), i)
            if lead and items:
                yield Listing(lead[0], items, self.is_behind_things(i))
            i = max(end, i + 1) if items else i + 1

    # ── what leads to a list ─────────────────────────────────────────────────────────────────────

    def lead(self, i: int) -> tuple[Lead, int] | None:
        for lead in (Lead.ASK, Lead.WITH, Lead.BY):
            if end := self.phrase(i, f"columns.{lead}"):
                return lead, end
        is_apart = i > 0 and self.has(i, *_MARKS) and len(self.items(i)[0]) > 1
        if is_apart or (not i and self.item(i)):
            return Lead.ASK, i
        end = self.joined(i)
        if end and end < len(self.words) and (self.is_one(end, "owned") or self.is_one(end, "asked")):
            return Lead.AND, end
        is_asked = i > 1 and self.is_one(i, "asked") and self.item(i + 1) is not None
        return (Lead.WHICH, i) if is_asked and i - 1 not in self.starts_of_cues() else None

    def starts_of_cues(self) -> set[int]:
        return {p.last for p in self.on.reading.pieces if p.found and p.found.cue is Cue.AND}

    def is_behind_things(self, i: int) -> bool:
        """Whether a noun for things ends right before a token."""
        return any(
            p.last == i - 1 and self.on.reading.meanings[n].kind is TermKind.CLASS
            for n, p in enumerate(self.on.reading.pieces)
            if n in self.on.reading.meanings
        )

    # ── its items ────────────────────────────────────────────────────────────────────────────────

    def items_of(self, lead: Lead, i: int) -> tuple[tuple[Item, ...], int]:
        """The items behind what leads to them; first what each row is of, where that is said in between:
        "give me for each course number the teacher and the fee".
        """
        each = self.phrase(i, "group") if lead is Lead.ASK else 0
        key = self.item(self.past_determiners(each)) if each and each < len(self.words) else None
        if key is None:
            return self.items(i)
        begin = key.last + 1
        items, end = self.items(begin) if begin < len(self.words) else ((), begin)
        return ((key, *items), end) if items else self.items(i)

    def items(self, i: int) -> tuple[tuple[Item, ...], int]:
        found: list[Item] = []
        said_more = False  # an item with something said of it went before
        while i < len(self.words):
            begin = i
            owned = asked = definite = required = single = False
            while i < len(self.words) and self.is_one(i, "determiners", "owned", "asked", "told"):
                if i in self.starts and self.item(i):
                    break
                owned |= self.is_one(i, "owned")
                asked |= self.is_one(i, "asked")
                definite |= self.is_one(i, "definite")
                required |= self.is_one(i, "required")
                single |= self.words[i] in self.on.lang.phrases("indefinite")
                i += 1
            item = self.item(i)
            if item is None or (said_more and not (owned or asked or definite)):
                return tuple(found), begin
            i = item.last + 1
            if self.has_condition(i):
                return tuple(found), i
            found.append(Item(item.first, item.last, item.piece, owned, asked, definite, required, single))
            said_more, i = self.said_of(i)
            comma = self.has(i, ",") if i < len(self.words) else False
            following = self.joined(i)
            if not comma and not following:
                return tuple(found), i
            said_more = said_more and not comma
            i = following or i
            if comma and not following and self.item(self.past_determiners(i)) is None:
                i = self.clause(i)  # "die Abteilung, in der sie arbeiten, und …"
        return tuple(found), i

    def item(self, i: int) -> Item | None:
        """The item that begins at a token."""
        n = self.starts.get(i)
        if n is not None and (found := self.on.reading.pieces[n].found) and found.cue is Cue.COLUMN:
            return Item(i, i, n)
        if n is not None and n in self.on.reading.meanings:
            kind = self.on.reading.meanings[n].kind
            if is_bare_name(self.on.reader, self.on.reading, n):
                return Item(i, i, None)
            is_shown = kind in (TermKind.CLASS, TermKind.PROPERTY)
            return Item(i, self.on.reading.pieces[n].last, n) if is_shown else None
        if i < len(self.words) and i not in self.taken and is_name(self.on.reader, i):
            return Item(i, i, None)
        return None

    def has_condition(self, i: int) -> bool:
        """Whether what stands right behind an item is its value, or what its value is compared with."""
        n = self.starts.get(i)
        if n is None or self.has(i, ","):
            return False
        piece = self.on.reading.pieces[n]
        if piece.found:
            return piece.found.cue in _CONDITIONS
        return self.on.reading.meanings[n].kind in (TermKind.ENTITY, TermKind.VALUE)

    def said_of(self, i: int) -> tuple[bool, int]:
        """Whether something is said of the item before `i`, and where it ends: "they belong to"."""
        if i >= len(self.words) or self.has(i, ",", *_MARKS):
            return False, i
        if self.is_one(i, "relative"):
            return True, self.clause(i)
        after = i + 1
        is_last = after == len(self.words) or self.has(after, ",") or bool(self.joined(after))
        is_word = i not in self.starts and not self.on.lang.phrases("columns.determiners") & {self.words[i]}
        return False, after if is_word and is_last and not self.joined(i) else i

    def clause(self, i: int) -> int:
        """Where a clause ends: before the next comma, the next "and", or what leads to another list."""
        i += 1
        while i < len(self.words) and not (self.has(i, ",", *_MARKS) or self.joined(i)):
            leads = self.phrase(i, "columns.by") or self.phrase(i, "columns.with")
            if leads and self.item(self.past_determiners(leads)):
                break
            i += 1
        return i

    def past_determiners(self, i: int) -> int:
        while i < len(self.words) and self.item(i) is None and self.is_one(i, "determiners", "owned"):
            i += 1
        return i

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def is_one(self, i: int, *names: str) -> bool:
        return any(self.words[i] in self.on.lang.phrases(f"columns.{name}") for name in names)

    def joined(self, i: int) -> int:
        """Where the words that join two items end ("and", "as well as"); 0 where there are none."""
        return self.phrase(i, "conjunction")

    def phrase(self, i: int, name: str) -> int:
        """Where a phrase of a list that begins at `i` ends; 0 where there is none."""
        phrases = self.on.lang.phrases(name)
        for size in range(min(_LONGEST, len(self.words) - i), 0, -1):
            if " ".join(self.words[i : i + size]) in phrases:
                return i + size
        return 0

    def has(self, i: int, *marks: str) -> bool:
        """Whether one of the marks stands right before token `i`."""
        if not 0 < i < len(self.words):
            return False
        between = self.on.reader.source[self.on.tokens[i - 1].end : self.on.tokens[i].start]
        return any(m in between for m in marks)
