"""*Term*: a property or a class that the graph does not have becomes the known one that was meant.

In: a case. Out: the query with a known term in the unknown one's place. A slip of the pen, a "has" too many
and another namespace are spelling; a name that says the same and where it belongs is another term; one that
is only somewhat like it casts doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from rapidfuzz.distance import OSA

from kgqa.check.claims import STANDARD, SUBCLASS
from kgqa.check.rule import Case
from kgqa.check.words import name, nearest_terms, quoted
from kgqa.ontology import RDF_TYPE, Ontology, Union, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.misspelt import is_misspelt
from kgqa.repair.places import with_iri
from kgqa.repair.wordings import directions, names, says_no_more, words
from kgqa.sparql.change import exchanged
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Inverse, Iri, ParsedQuery, Select, Var
from kgqa.sparql.walk import path_iris, triples
from kgqa.wording.said import Said, say

NAME = "term"
SAME_NAME = 95.0  # the same words, but for "has", a plural, a capital or the namespace
MARGIN = 7.0  # a name this much further away is not meant
FAR = 15.0  # where the next name is this much further away, nothing else can be meant
LETTERS_A_SLIP = 5  # letters of a name for each slip in it
SHORTEST = 4  # letters of a name in which a slip is seen
MANY_SLIPS = 2
MOST = 6


def propose(case: Case) -> Iterator[Edit]:
    ontology = case.ontology
    if known := ontology.known_properties:
        used = (
            iri.value
            for triple in triples(case.query)
            if not isinstance(triple.predicate, Var)
            for iri in path_iris(triple.predicate)
        )
        for iri in dict.fromkeys(used):
            if iri not in known and iri not in ontology.mentioned and not iri.startswith(STANDARD):
                yield from _known_for(case, iri, known)
    if known := ontology.known_classes:
        named = (f.object.value for f in _typing(case) if isinstance(f.object, Iri))
        for iri in dict.fromkeys(named):
            if iri not in known and iri not in ontology.mentioned and not iri.startswith(STANDARD):
                yield from _known_for(case, iri, known)


def _typing(case: Case) -> Iterator[Fact]:
    return (f for f in case.facts.facts if f.property in (RDF_TYPE, SUBCLASS))


def _known_for(case: Case, iri: str, known: frozenset[str]) -> Iterator[Edit]:
    ontology = case.ontology
    found = nearest_terms(iri, known, ontology, limit=MOST)
    best = found[0][1] if found else 0.0
    apart = len(found) == 1 or (len(found) > 1 and best - found[1][1] >= FAR)
    whole = {term for term, _ in found if says_no_more(iri, term, ontology) and not _is_role(iri, term)}
    for term, score in found:
        slip = _says_nothing_else(iri, term, ontology)
        spelled = slip and (score >= SAME_NAME or _is_slip(iri, term))
        if spelled and score < best - MARGIN:
            continue
        alone = slip and apart and score == best and _slips(iri, term) <= MANY_SLIPS
        if whole and not spelled and term not in whole:
            continue  # it leaves words unexplained that another one explains
        said = Tier.EXCHANGED if alone or term in whole else Tier.THINKABLE
        edit = Edit(
            kind=NAME,
            query=replace(case.query, select=with_iri(case.query.select, iri, term)),
            what=say("{name} is taken for {other}.", name=_written(iri), other=name(term, ontology)),
            tier=Tier.SPELLING if spelled else said,
            doubts=None if spelled else Tier.EXCHANGED,
        )
        yield edit
        if not spelled and _may_lead_back(iri, term) and term in ontology.known_properties:
            back = say(
                "{name} is taken for {other}, asked the other way round.",
                name=_written(iri),
                other=name(term, ontology),
            )
            turned = replace(edit, query=_turned(case.query, iri, term), what=back)
            yield turned if _is_held(case, iri) else replace(turned, tier=Tier.THINKABLE)
    yield from _leading_to(case, iri, known)


def _written(iri: str) -> Said:
    return quoted(spaced(local_name(iri)))


def _leading_to(case: Case, iri: str, known: frozenset[str]) -> Iterator[Edit]:
    """A "has department" may be any property that leads to a department: a name that is a class's is nobody's
    own, unless a property is written nearly so: one without the "has" is one of those that lead there.
    """
    ontology, said = case.ontology, words(local_name(iri))
    if not said or iri in ontology.classes or known is ontology.known_classes:
        return
    classes = {c for c in ontology.known_classes if said in names(c, ontology)}
    leading = [p for p in sorted(known) if any(classes & union for union in _ends(p, ontology))]
    if classes and not any(_is_slip(iri, p) and _slips(iri, p) <= MANY_SLIPS for p in leading):
        for term in leading[:MOST]:
            yield Edit(
                kind=NAME,
                query=replace(case.query, select=with_iri(case.query.select, iri, term)),
                what=say("{name} is taken for {other}.", name=_written(iri), other=name(term, ontology)),
                tier=Tier.THINKABLE,
                doubts=Tier.SPELLING,
            )


def _ends(iri: str, ontology: Ontology) -> tuple[Union, ...]:
    return ontology.ranges(iri) or (frozenset(u.object for u in ontology.uses_of(iri) if u.object),)


def _is_slip(iri: str, term: str) -> bool:
    length = len(local_name(iri))
    if directions(local_name(iri)) != directions(local_name(term)):
        return False  # “manager of” is no slip of “manager”
    if words(local_name(iri)) < words(local_name(term)) or words(local_name(term)) < words(local_name(iri)):
        return False  # a word more or less is no slip
    return length >= SHORTEST and _slips(iri, term) <= max(1, length // LETTERS_A_SLIP)


def _says_nothing_else(iri: str, term: str, ontology: Ontology) -> bool:
    """Whether a name of the term was written, with slips: what is another word may mean another thing."""
    known = (ontology.classes.get(term), ontology.properties.get(term))
    given = (n.text for thing in known if thing is not None for n in thing.names)
    return any(is_misspelt(local_name(iri), name) for name in (local_name(term), *given))


def _slips(iri: str, term: str) -> int:
    return int(OSA.distance(local_name(iri).casefold(), local_name(term).casefold()))


def _is_role(iri: str, term: str) -> bool:
    """Whether the name is a noun with "of" behind it: what it is the noun of, it leads to or comes from."""
    return _may_lead_back(iri, term) and not spaced(local_name(iri)).startswith("is ")


def _may_lead_back(iri: str, term: str) -> bool:
    """Whether the one is the way back of the other: "manager of" of "manager"."""
    return spaced(local_name(iri)).endswith(" of") and not spaced(local_name(term)).endswith(" of")


def _is_held(case: Case, iri: str) -> bool:
    """Whether something else is said of both ends of a property that nobody knows."""
    ends = [(f.subject, f.object) for f in case.facts.facts if f.property == iri]
    return all(case.claims.by_node.get(end) for pair in ends for end in pair)


def _turned(query: ParsedQuery, old: str, new: str) -> ParsedQuery:
    """The query that asks another property the other way round wherever one stands."""
    gone, back = Iri(old), Inverse(Iri(new))
    select = exchanged(query.select, lambda v: back if isinstance(v, Iri) and v == gone else None)
    return replace(query, select=cast("Select", select))


KIND = EditKind(
    name=NAME,
    why="Models misspell names, put a “has” before them, or take them from a vocabulary they know better.",
    propose=propose,
)
