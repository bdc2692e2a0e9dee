"""Values that count more than once in an amount, since another pattern of the query matches several times.

In: a query that passed the check, and what runs a query. Out: sentences, one for each such amount.
"""

from __future__ import annotations

from kgqa.multiplied import Multiplied, multiplied
from kgqa.numbers import readable, written
from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery
from kgqa.sparql.model import Iri
from kgqa.types import Term
from kgqa.wording import Words

SECONDS = 3.0  # that one look takes
DIGITS = 2  # behind the point


async def multiplying(
    parsed: ParsedQuery, trials: Trials, ontology: Ontology, words: Words
) -> tuple[str, ...]:
    """The sentences of a query."""
    found = await multiplied(parsed, ontology, trials.ran, SECONDS)
    return tuple(dict.fromkeys(_told(each, ontology, words) for each in found))


def _told(found: Multiplied, ontology: Ontology, words: Words) -> str:
    name = "merged" if found.merges else "multiplied"
    by = found.by.predicate if found.by and not found.merges else None
    is_named = isinstance(by, Iri) and by.value != RDF_TYPE
    label = ontology.label(by.value, words.code) if isinstance(by, Iri) else ""
    suffix = "_by" if is_named else ""
    if found.groups > 1:
        count, total = words.count(found.different), words.count(found.groups)
        return words.say(f"{name}_groups{suffix}", count=count, total=total, property=label)
    return words.say(
        f"{name}{suffix}",
        written=_amount(found.written, words),
        once=_amount(found.once, words),
        property=label,
    )


def _amount(term: Term, words: Words) -> str:
    number = readable(term.value)
    return term.value if number is None else written(round(number, DIGITS), words.code)
