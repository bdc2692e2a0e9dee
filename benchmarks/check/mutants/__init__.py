"""Mutants: what a model would have written for a gold query.

In: a gold query, and the vocabulary of its ontology. Out: for each kind of slip a bounded number of queries,
the same each time; none twice, and none equal to the gold (by its normal spelling). Nothing of the check is
used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.check.mutants import shape, terms, text
from benchmarks.check.mutants.vocabulary import Chance, Vocabulary
from kgqa.sparql import ParsedQuery, parse, write

SEED = 11
AT_MOST = 3  # of one kind and one query

Kind = Callable[[ParsedQuery, Vocabulary, Chance], Iterator[ParsedQuery]]
TextKind = Callable[[str, ParsedQuery, Chance], Iterator[str]]

KINDS: dict[str, Kind] = {
    "reversed property": shape.reversed_property,
    "skipped hop": shape.skipped_hop,
    "sibling property": terms.sibling_property,
    "wrong class": terms.wrong_class,
    "literal for IRI": terms.literal_for_iri,
    "invented property": terms.invented_property,
    "misspelt term": terms.misspelt_term,
    "unbound projection": shape.unbound_projection,
    "label missing": shape.label_missing,
}
TEXT_KINDS: dict[str, TextKind] = {
    "missing prefix": text.missing_prefix,
    "wrong prefix": text.wrong_prefix,
    "unescaped literal": text.unescaped_literal,
}
ALL_KINDS = (*KINDS, *TEXT_KINDS)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`text` is what would have been written instead of the gold query `gold` (its id)."""

    kind: str
    gold: str
    text: str


def mutants_of(
    gold: str, written: str, known: Vocabulary, *, at_most: int = AT_MOST, seed: int = SEED
) -> list[Mutant]:
    """The mutants of one gold query; `gold` is its id, `written` its text."""
    query = parse(written)
    if not isinstance(query, ParsedQuery):
        raise TypeError(f"{gold} is no query: {query}")
    seen = {write(query)}
    found: list[Mutant] = []

    def take(kind: str, made: Iterator[str]) -> None:
        count = 0
        for text_ in made:
            mark = _normal(text_)
            if mark not in seen and count < at_most:
                seen.add(mark)
                found.append(Mutant(kind, gold, text_))
                count += 1

    for kind, make in KINDS.items():
        take(kind, (write(q) for q in make(query, known, Chance(f"{seed}/{gold}/{kind}"))))
    for kind, alter in TEXT_KINDS.items():
        take(kind, alter(written, query, Chance(f"{seed}/{gold}/{kind}")))
    return found


def _normal(written: str) -> str:
    """The normal spelling of a text; the text itself where it is no query as it stands."""
    parsed = parse(written)
    if isinstance(parsed, ParsedQuery) and parsed.text == written:
        return write(parsed)
    return written
