"""What an answer leaves out since the graph holds it in another way: a country code in place of a country.

In: a query that passed the check, and what runs a query. Out: sentences, one for each property of the query
whose like alone some of the things in question have.
"""

from __future__ import annotations

from kgqa.ontology import Ontology
from kgqa.otherways import OtherWay, other_ways
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery
from kgqa.wording import Words

SECONDS = 3.0  # that one look takes


async def held_otherwise(
    parsed: ParsedQuery, trials: Trials, ontology: Ontology, words: Words
) -> tuple[str, ...]:
    """The sentences of a query."""
    found = await other_ways(parsed, ontology, trials.ran, SECONDS)
    return tuple(_told(each, ontology, words) for each in found)


def _told(found: OtherWay, ontology: Ontology, words: Words) -> str:
    return words.say(
        "other_way" if found.kind else "other_way_unnamed",
        count=words.count(found.only),
        total=words.count(found.total),
        kind=ontology.label(found.kind, words.code) if found.kind else "",
        property=ontology.label(found.property, words.code),
        other=ontology.label(found.other, words.code),
    )
