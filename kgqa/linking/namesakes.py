"""Things of one name, told apart by what is said right behind it: "Riverside Pharmacy, the one in Totnes".

In: a linked question and its graph. Out: the question, where all these words name the only one of the things
that has the value or leads to the other thing; as it was where none or several do, or the graph does not say
so in time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.errors import OperatorsMove
from kgqa.language import Language, fold
from kgqa.linking.edges import LOOKING, MOST
from kgqa.linking.mentions import unlinked
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.sparql.model import Lit
from kgqa.types import Link, LinkedQuestion, Match, TermKind

_BETWEEN = 3  # small words between a name and what tells the thing: ", the one in"
_CLOSE = 0.05  # what is as like the words as the best
_TELLING = (TermKind.VALUE, TermKind.ENTITY)


@dataclass(frozen=True, slots=True)
class _Shared:
    """A name of several things, and what is said behind it."""

    name: Link
    things: tuple[Match, ...]
    behind: Link
    telling: tuple[Match, ...]


async def told_apart(
    linked: LinkedQuestion, graph: Graph, ontology: Ontology, lang: Language
) -> LinkedQuestion:
    """The question, where one thing alone has a shared name and what is said behind it: as one phrase."""
    for shared in _shared(linked, lang):
        meant = await _meant(shared, graph, ontology)
        if meant is None:
            continue
        start, end = shared.name.start, shared.behind.end
        text = linked.question.text
        whole = Link(text=text[start:end], start=start, end=end, matches=(meant,))
        links = (*(n for n in linked.links if n.end <= start or end <= n.start), whole)
        links = tuple(sorted(links, key=lambda n: (n.start, n.end)))
        return replace(linked, links=links, unlinked=unlinked(text, links, lang))
    return linked


def _shared(linked: LinkedQuestion, lang: Language) -> Iterator[_Shared]:
    """The shared names of a question, the longest first, each with the longest name right behind it."""
    by_size = sorted((n for n in linked.links if n.matches), key=lambda n: n.start - n.end)
    shared = [(n, things) for n in by_size if len(things := _namesakes(n.matches)) > 1]
    tokens = tokenise(linked.question.text) if shared else ()
    for name, things in shared:
        behind = next((n for n in by_size if _stands_behind(name, n, tokens, lang)), None)
        telling = tuple(m for m in _best(behind.matches) if m.kind in _TELLING) if behind else ()
        if behind and telling:
            yield _Shared(name, things, behind, telling)


def _best(matches: Sequence[Match]) -> Iterator[Match]:
    return (m for m in matches if m.score >= matches[0].score - _CLOSE)


def _namesakes(matches: Sequence[Match]) -> tuple[Match, ...]:
    """The things that are called as the likeliest one is."""
    things = [m for m in _best(matches) if m.kind is TermKind.ENTITY]
    return tuple(m for m in things if fold(m.label) == fold(things[0].label))[:MOST]


def _stands_behind(name: Link, other: Link, tokens: Iterable[Token], lang: Language) -> bool:
    between = [t.folded for t in tokens if name.end <= t.start < other.start]
    is_near = name.end < other.start and 0 < len(between) <= _BETWEEN
    return is_near and all(w in lang.stop or w in lang.fillers for w in between)


async def _meant(shared: _Shared, graph: Graph, ontology: Ontology) -> Match | None:
    """The only one of the things of which what is said behind the name is so."""
    texts = list(dict.fromkeys(Lit(m.value) for m in shared.telling if m.value is not None))
    others = sorted({m.iri for m in shared.telling if m.kind is TermKind.ENTITY})
    things = [m.iri for m in shared.things]
    # not every server takes an empty list
    asked = query("namesakes", things=things, texts=texts or [Lit("")], others=others or things)
    try:
        table = await graph.run(asked, LOOKING)
    except OperatorsMove:
        return None
    values = {(m.iri, m.value) for m in shared.telling if m.kind is TermKind.VALUE}
    having = {}
    for thing, prop, value in table.rows:
        if thing and prop and value and _is_open(prop.value, value.value, values, others, ontology):
            having[thing.value] = prop.value
    meant = [m for m in shared.things if m.iri in having]
    if len(meant) != 1 or table.truncated:
        return None
    return replace(meant[0], told_by=(having[meant[0].iri], shared.behind.text))


def _is_open(
    prop: str,
    value: str,
    values: Collection[tuple[str, str | None]],
    others: Collection[str],
    ontology: Ontology,
) -> bool:
    """Whether it is said by a property that the asker may read: a value by the one that it was found at."""
    return (prop, value) in values or (value in others and prop in ontology.properties)
