"""One thing with what the graph says of it, as a card: name, kind, facts; mail and phone can be pressed.

In: an answer whose rows are about one thing. Out: a ShownThing; None for what a sentence or a table says
better.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards.rows import Rows, ShownCell, ShownColumn
from kgqa.types import Answer, Cell, DisplayColumn, Term

FEWEST = 2  # facts; fewer stand in the sentence, or in a row
_MAIL = re.compile(r"(?:mailto:)?([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(?:\.[\w-]+)+)")
_PHONE = re.compile(r"(?:tel:)?(\+\d[\d\s()./-]{5,24}\d)")  # as it is called from everywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFact:
    """`link` leads to a page, or begins a mail or a call; "" for nowhere."""

    title: str
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownThing:
    """`is_said` tells that the answer's sentence has its name and its kind."""

    name: str
    kind: str
    link: str
    facts: tuple[ShownFact, ...]
    is_said: bool = False


def thing_of(answer: Answer, columns: tuple[ShownColumn, ...], rows: Rows) -> ShownThing | None:
    """The thing that all rows are about, with the values that it has: of one property perhaps several.
    `columns` and `rows` are the answer's own in finished words.
    """
    display = answer.display
    if display is None or not rows or len(rows) != len(display.rows) or len(display.columns) <= FEWEST:
        return None
    first = display.rows[0][0].term
    if first is None or first.kind != "iri" or any(row[0].term != first for row in display.rows):
        return None
    values = [_distinct(display.rows, rows, n) for n in range(1, len(columns))]
    if sum(len(each) > 1 for each in values) > 1:
        return None  # what belongs together stands in a row
    name, kind = rows[0][0], columns[0].title
    told = (
        _fact(head.title, each, column)
        for head, each, column in zip(columns[1:], values, display.columns[1:], strict=True)
        if each
    )
    facts = tuple(fact for fact in told if fact.text != name.text)  # an order may be called by its number
    if len(facts) < FEWEST:
        return None
    is_said = name.text in answer.text and kind.casefold() in answer.text.casefold()
    return ShownThing(name=name.text, kind=kind, link=name.link, facts=facts, is_said=is_said)


def _distinct(cells: Sequence[Sequence[Cell]], rows: Rows, at: int) -> list[tuple[Term, ShownCell]]:
    """The values of a column, each once."""
    once = {row[at].term: shown[at] for row, shown in zip(cells, rows, strict=True)}
    return [(term, shown) for term, shown in once.items() if term is not None]


def _fact(title: str, values: list[tuple[Term, ShownCell]], column: DisplayColumn) -> ShownFact:
    """What it is; a mail address or a number to call is one to press."""
    if len(values) > 1:
        return ShownFact(title=title, text=", ".join(shown.text for _, shown in values))
    ((term, shown),) = values
    value = term.value.strip()
    if column.kind in ("text", "thing") and (mail := _MAIL.fullmatch(value)):
        return ShownFact(title=title, text=mail[1], link=f"mailto:{mail[1]}")
    if column.kind in ("text", "thing") and (phone := _PHONE.fullmatch(value)):
        digits = re.sub(r"\D", "", phone[1])
        return ShownFact(title=title, text=phone[1], link=f"tel:+{digits}")
    return ShownFact(title=title, text=shown.text, link=shown.link)
