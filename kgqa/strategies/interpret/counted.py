"""The noun that a count belongs to: in "the department with the most employees" the employees are counted of
a department, whatever else the question asks of departments and employees.

In: a reading and the piece of a counted noun. Out: the piece of the noun that has so many of them.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

_NEAR = 3  # tokens from a noun to what it has: "the department that has the most"


def noun_before(reader: Reader, n: int, reading: Reading) -> int | None:
    """The class that stands before piece `n` with "with the", "that has the" between them."""
    nouns = [k for k, m in reading.meanings.items() if m.kind is TermKind.CLASS and k < n]
    if not nouns:
        return None
    first, last = reading.pieces[n].first, reading.pieces[nouns[-1]].last
    if not 0 < first - last <= _NEAR or last + 1 == first:
        return None
    return nouns[-1] if reader.tokens[last + 1].folded in reader.lang.phrases("attributive") else None


def is_part_of_name(reader: Reader, n: int, reading: Reading) -> bool:
    """Whether the count of piece `n` belongs to a number that the graph states: "the average number of seats"
    of halls that each have their seats as a number.
    """
    meaning, before = reading.meanings.get(n + 1), reading.pieces[n - 1].found if n else None
    if meaning is None or meaning.kind is not TermKind.PROPERTY or before is None:
        return False
    is_averaged = before.cue is Cue.AGGREGATE and before.last == reading.pieces[n].first - 1
    return (
        is_averaged
        and reader.schema.is_data(meaning.match.iri)
        and reader.schema.is_numeric(meaning.match.iri)
    )


def counted_of(reader: Reader, n: int, reading: Reading) -> int | None:
    """The noun that has the most (or more than three) of what piece `n` names."""
    before = reading.pieces[n - 1].found if n else None
    if before is None or reading.pieces[n].first != before.last + 1:
        return None
    numbered = before.cue is Cue.COUNT and n > 1  # "with the highest number of employees"
    if numbered:
        n, before = n - 1, reading.pieces[n - 2].found
    if before is None:
        return None
    if before.cue is Cue.SUPERLATIVE and (numbered or not before.measures):
        return noun_before(reader, n - 1, reading)
    compared = reading.pieces[n - 2].found if before.cue is Cue.NUMBER and n > 1 else None
    if compared is not None and compared.cue is Cue.COMPARISON:
        return noun_before(reader, n - 2, reading)
    return None
