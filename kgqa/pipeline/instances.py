"""What a yes is about: whoever asks "is there a customer without an account manager?" wants to know which.

In: a query that passed the check, the sentence that tells its yes, and what runs a query. Out: the sentence
with the things in it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.pipeline.trying import Trials
from kgqa.restate.wording import wording
from kgqa.sparql import ParsedQuery, spelled
from kgqa.sparql.model import Column, Triple, Var
from kgqa.types import Limits, ResultTable
from kgqa.wording import Words

FEW = 5  # things that are all named
LOOK = Limits(seconds=3.0, rows=FEW + 1)

Labels = Callable[[ResultTable], Awaitable[Mapping[str, str]]]


async def with_instances(
    said: str, parsed: ParsedQuery, trials: Trials, labels: Labels, ontology: Ontology, words: Words
) -> str:
    """The sentence with the names of what it says there is: all of a few, some of many. It stays as it is
    where the query asks about a named thing, or they have no names.
    """
    asked = _asked_for(parsed) if parsed.form == "ask" else None
    if asked is None:
        return said
    select = replace(parsed.select, columns=(Column(asked),), distinct=True, limit=FEW + 1)
    try:
        ran = await trials.ran(
            spelled(replace(parsed, form="select", select=select), ontology.prefixes), LOOK
        )
    except OperatorsMove:
        return said
    if not isinstance(ran, ResultTable) or not ran.rows:
        return said
    iris = [row[0].value for row in ran.rows if row[0] is not None and row[0].kind == "iri"]
    known = await labels(ran)
    named = sorted(known[iri] for iri in iris if iri in known)
    if len(named) < len(ran.rows):
        return said
    is_all, has_commas = len(named) <= FEW, any("," in name for name in named)
    names = ("; " if has_commas else ", ").join(named[:FEW])
    if is_all and not has_commas:
        names = wording(words.code).all_of(named)
    return words.say("instances" if is_all else "instances_among", said=said.removesuffix("."), names=names)


def _asked_for(parsed: ParsedQuery) -> Var | None:
    """The variable that the query is about: the subject of its first triple."""
    triples = (e for e in parsed.select.where.elements if isinstance(e, Triple))
    subject = next((t.subject for t in triples), None)
    return subject if isinstance(subject, Var) else None
