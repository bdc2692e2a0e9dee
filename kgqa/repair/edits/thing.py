"""*Thing*: a text in the place of a thing becomes the name by which the thing is found.

In: a case. Out: the query in which the thing is a node of its own that has this name, for each text that
stands behind a property that leads to things; also where a thing is compared with a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.check.claims import Side, is_datatype
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import name, quoted
from kgqa.linking.names import naming_of
from kgqa.ontology import RDF_LANG_STRING, XSD, Ontology, Union
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import called, fresh
from kgqa.repair.naming import all_have, is_plain, names_of
from kgqa.repair.places import MARK, Place, place_of, places, put, with_iri, with_part
from kgqa.repair.wordings import names, words
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Call, Compare, Element, Filter, Iri, Lit, Triple, Var
from kgqa.sparql.walk import all_elements, parts
from kgqa.wording.said import say

NAME = "thing"
_TEXTS = frozenset((XSD + "string", RDF_LANG_STRING))


def propose(case: Case) -> Iterator[Edit]:
    yield from _in_patterns(case)
    yield from _in_filters(case)


def _in_patterns(case: Case) -> Iterator[Edit]:
    found, ontology = places(case), case.ontology
    for node, claims in case.claims.by_node.items():
        if not isinstance(node, Lit) or not _is_text(node):
            continue
        ends = tuple(c.classes for c in claims if c.side is Side.RANGE)
        for claim in claims:
            place = place_of(claim.fact, found)
            if claim.side is not Side.RANGE or not _are_things(ends, ontology) or place is None:
                continue
            if not place.leads_to(node):
                continue
            thing = Var(fresh(case.query, called(claim.classes, claim.fact.property)))
            triple = place.triple
            link = Triple(triple.subject, triple.predicate, thing)
            for naming in _namings(case, node, ends):
                yield Edit(
                    kind=NAME,
                    query=put(case.query, triple, link, *_named(case, thing, naming, node)),
                    what=say(
                        "{text} is the {name} of a thing, not the thing.",
                        text=quoted(node.value),
                        name=name(naming, ontology),
                    ),
                    tier=Tier.ADDED,
                )
            yield from _its_own(case, claim.fact, place, node)


def _namings(case: Case, text: Lit, ends: tuple[Union, ...]) -> Iterator[str]:
    """By what the thing may have this text: as the graph has it, where that was asked; else as usual."""
    ontology, having = case.ontology, case.conditions.texts.get(text.value)
    usual = (*_names(ends, ontology), *_codes(text, ends, ontology))
    if having is None:
        yield from usual if _is_name(text) else ()
        return
    has = {p for p, c in having if c and all(fit(frozenset((c,)), union, ontology) for union in ends)}
    yield from [p for p in usual if p in has] or sorted(has)


def _its_own(case: Case, fact: Fact, place: Place, text: Lit) -> Iterator[Edit]:
    """The text may be one of what the property starts at: certain where the graph has it so, and a doubt
    where nobody has looked.
    """
    ontology, having = case.ontology, case.conditions.texts.get(text.value)
    ends = tuple(dict.fromkeys(c.classes for c in case.claims.by_node.get(fact.subject, ())))
    if having is None:
        own = [p for p in sorted(ontology.properties) if _has_texts(p, ends, ontology)]
    else:
        has = {p for p, c in having if c and all(fit(frozenset((c,)), union, ontology) for union in ends)}
        own = sorted(has - set(names_of(ends, ontology))) or sorted(has)
    for iri in own if ends else ():
        yield Edit(
            kind=NAME,
            query=put(case.query, place.triple, with_iri(place.triple, fact.property, iri)),
            what=say(
                "{text} is asked of {name}, which has such texts.",
                text=quoted(text.value),
                name=name(iri, ontology),
            ),
            tier=Tier.THINKABLE if having is None else Tier.ADDED,
            doubts=Tier.ADDED,
        )


def _has_texts(iri: str, starts: tuple[Union, ...], ontology: Ontology) -> bool:
    """Whether things there are declared to have texts by a property that is nobody's name."""
    domains, ranges = ontology.domains(iri), ontology.ranges(iri)
    return (
        bool(domains and ranges)
        and all(r & _TEXTS for r in ranges)
        and iri not in naming_of(ontology).all
        and all(fit(d, s, ontology) for d in domains for s in starts)
    )


def _names(ends: tuple[Union, ...], ontology: Ontology) -> tuple[str, ...]:
    """By what things there are called: the first property by which all of them are, else any."""
    naming = names_of(ends, ontology)
    return next(((n,) for n in naming if ontology.uses and all_have(ends, n, ontology)), naming)


def _codes(text: Lit, ends: tuple[Union, ...], ontology: Ontology) -> Iterator[str]:
    """By what else things there may be known, where the text looks like a code: no small letters."""
    naming = names_of(ends, ontology)
    if text.value != text.value.upper():
        return
    for iri in sorted(ontology.known_properties):
        starts = frozenset(u.subject for u in ontology.uses_of(iri) if u.literal and u.object in _TEXTS)
        if iri not in naming and starts and all(fit(starts, union, ontology) for union in ends):
            yield iri


def _in_filters(case: Case) -> Iterator[Edit]:
    """`FILTER(?s = "Acme")`, where ?s is a thing: the name is compared instead."""
    ontology = case.ontology
    for element in all_elements(case.query):
        if not isinstance(element, Filter):
            continue
        for variable in _compared(element):
            ends = tuple(c.classes for c in case.claims.by_node.get(variable, ()))
            if not _are_things(ends, ontology) or _is_called_otherwise(variable, ends, ontology):
                continue
            for naming in _names(ends, ontology):
                own = Var(fresh(case.query, f"{variable.name}_name"))
                text = own if is_plain(naming, ontology) else Call("STR", (own,))
                condition = with_part(element, variable, text)
                yield Edit(
                    kind=NAME,
                    query=put(case.query, element, Triple(variable, Iri(naming), own), condition),
                    what=say(
                        "The {name} of {thing} is compared.",
                        name=name(naming, ontology),
                        thing=quoted(variable.name),
                    ),
                    tier=Tier.ADDED,
                )


def _compared(element: Filter) -> set[Var]:
    found = set()
    for part in parts(element.condition):
        if isinstance(part, Compare) and part.op in ("=", "!="):
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, Var) and isinstance(other, Lit) and _is_name(other):
                    found.add(one)
        elif isinstance(part, Call) and part.function in ("CONTAINS", "REGEX", "STRSTARTS", "STRENDS"):
            found |= {a for e in part.arguments[:1] for a in parts(e) if isinstance(a, Var)}
    return found


def _named(case: Case, thing: Var, naming: str, text: Lit) -> Iterable[Element]:
    if is_plain(naming, case.ontology):
        return (Triple(thing, Iri(naming), Lit(text.value)),)
    if text.language:
        return (Triple(thing, Iri(naming), text),)
    own = Var(fresh(case.query, f"{thing.name}_name"))
    return (Triple(thing, Iri(naming), own), Filter(Compare("=", Call("STR", (own,)), Lit(text.value))))


def _is_text(literal: Lit) -> bool:
    return literal.datatype in (None, XSD + "string", RDF_LANG_STRING)


def _is_name(literal: Lit) -> bool:
    """Whether a text is written as names are: in small letters alone it is only said, and found by no look-up
    that compares letters.
    """
    return _is_text(literal) and literal.value != literal.value.lower()


def _is_called_otherwise(variable: Var, ends: tuple[Union, ...], ontology: Ontology) -> bool:
    """Whether the variable has the name of a term that has nothing to do with what it stands for."""
    own = words(variable.name.partition(MARK)[0])
    mine = {n for union in ends for c in union for b in ontology.subclasses(c) for n in names(b, ontology)}
    if not own or own in mine:
        return False
    return any(own in names(c, ontology) for c in ontology.known_classes)


def _are_things(ends: tuple[Union, ...], ontology: Ontology) -> bool:
    return bool(ends) and not any(is_datatype(c, ontology) for union in ends for c in union)


KIND = EditKind(
    name=NAME,
    why="Models write the name that the question has where the graph has a thing with that name.",
    propose=propose,
)
