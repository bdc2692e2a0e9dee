"""Hierarchies: a property that leads from things to their like, many to one and on and on.

In: an Ontology with its chains. Out: a Pattern for each such property, with the properties that lead up and
down, and whether what holds of what lies below holds of what is above.

The shape of "part of" is that of "reports to": inclusive is only what a vocabulary or its name says to be,
and nothing of people.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.ontology import Chain, Ontology, Pattern, PatternKind, Role
from kgqa.patterns.known import known
from kgqa.patterns.outline import Outlines, is_called, words_of

ONE = 1.1  # of something that each thing has one of; a slip here and there is let pass
JOINED = 0.75  # how many things there are above for each one below, at most: else they only follow each other
ON = 0.25  # how many of those that are led to lead on, at least: else two kinds of steps may have one name
LEVELS = 2


def hierarchies(outlines: Outlines) -> Iterator[Pattern]:
    """Those that the data shows, and those that a vocabulary names and the data has."""
    ontology = outlines.ontology
    by_property = {chain.property: chain for chain in ontology.chains}
    for iri in sorted(ontology.known_properties):
        if ontology.uses_of(iri) and (found := _recognised(iri, by_property.get(iri), outlines)):
            yield found


def hierarchy_of(iri: str, chain: Chain | None, outlines: Outlines) -> Pattern:
    """What a property makes of which somebody says that it is a hierarchy."""
    upward = chain is None or chain.ends <= chain.starts
    if (pair := known().pairs.get(iri)) is not None:
        upward = iri == pair.up
    return _pattern(iri, outlines, upward=upward)


def _recognised(iri: str, chain: Chain | None, outlines: Outlines) -> Pattern | None:
    pair = known().pairs.get(iri)
    if pair is not None and not (chain and chain.cyclic):
        why = "its vocabulary says so"
        return _pattern(iri, outlines, upward=iri == pair.up, inclusive=pair.inclusive, why=why)
    prop = outlines.ontology.properties.get(iri)
    if chain is None or chain.cyclic or chain.levels < LEVELS or (prop and prop.symmetric):
        return None
    upward = chain.ends <= chain.starts
    few, many = (chain.ends, chain.starts) if upward else (chain.starts, chain.ends)
    inclusive, because = _inclusive(iri, outlines, upward=upward)
    if chain.steps > ONE * many or few > JOINED * many or (chain.on < ON * few and not inclusive):
        return None
    above = "leads to one above it" if upward else "has one that leads to it"
    seen = f"each of {many} things {above}, of {few}, through {chain.levels} levels, and none leads back"
    return _pattern(iri, outlines, upward=upward, inclusive=inclusive, why=f"{seen}; {because}")


def _inclusive(iri: str, outlines: Outlines, *, upward: bool) -> tuple[bool, str]:
    """Whether what holds below holds above, and why."""
    ontology = outlines.ontology
    not_so = "that what holds below holds above is not assumed"
    if any(_is_of_people(c, outlines) for u in ontology.uses_of(iri) for c in (u.subject, u.object) if c):
        return False, f"it is of people, so {not_so}"
    pairs = ((iri, upward), *((other, not upward) for other in ontology.inverses(iri)))
    ends = {c for u in ontology.uses_of(iri) for c in (u.subject, u.object)}
    own = frozenset[str]().union(*(words_of(ontology, c) for c in ends))
    for each, up in pairs:
        said = f"its name {outlines.label(each)} says"
        if is_called(ontology, each, "wider_words" if up else "narrower_words", without=own):
            return True, f"{said} that what holds below holds above"
        if is_called(ontology, each, "whole_words" if up else "part_words", without=own):
            if any(_is_of_people(u.subject, outlines) for c in ends for u in outlines.into(c)):
                return False, f"{said} that these are parts, but people belong to them, so {not_so}"
            return True, f"{said} that these are parts, so what holds below holds above"
    return False, f"its name says nothing of parts or places, so {not_so}"


def _is_of_people(cls: str, outlines: Outlines) -> bool:
    """Whether things of a class are people: by their vocabulary, or by given and family names."""
    if known().people & outlines.ontology.superclasses(cls):
        return True
    held = {h.iri for h in outlines.of(cls).held}
    return any(given in held and family in held for given, family in outlines.naming.parts)


def _pattern(
    iri: str, outlines: Outlines, *, upward: bool, inclusive: bool = False, why: str = ""
) -> Pattern:
    back = _backwards(iri, outlines.ontology)
    own, other = (Role.UP, Role.DOWN) if upward else (Role.DOWN, Role.UP)
    roles = ((own, iri), *((other, each) for each in back))
    return Pattern(kind=PatternKind.HIERARCHY, of=iri, roles=roles, inclusive=inclusive, why=why)


def _backwards(iri: str, ontology: Ontology) -> tuple[str, ...]:
    """The properties that say the same the other way round, and that the data has."""
    pair = known().pairs.get(iri)
    other = (pair.down if iri == pair.up else pair.up) if pair else ""
    return tuple(p for p in sorted({*ontology.inverses(iri), other} - {""}) if ontology.uses_of(p))
