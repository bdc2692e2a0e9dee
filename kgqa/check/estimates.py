"""How much a pattern matches, as far as the observed data tells before it runs.

In: patterns and the ontology with its uses. Out: numbers, None where they are not known. They are low rather
than high, since a query is refused by them: of a property that several classes have, the largest use counts;
a part of several patterns has as many results as its smallest pattern; with a constant or a filter in it, it
is not known at all. Joins that multiply inside a part are not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.sparql.model import Alternative, Inverse, Iri, Lit, Path, Repeat, Sequence, Triple, Var


def results(part: Iterable[Triple], ontology: Ontology) -> int | None:
    """About how many results a connected part of a query has."""
    sizes = [_matches(t, ontology) for t in part]
    return None if None in sizes else min((s for s in sizes if s is not None), default=None)


def starts(path: Path, ontology: Ontology) -> int | None:
    """From about how many things a path is followed whose ends are both open; where it may have no step, from
    everything there is.
    """
    if may_be_empty(path):
        counted = sum(c.instances for c in ontology.classes.values())
        return counted or None
    return _first(path, ontology)


def may_be_empty(path: Path) -> bool:
    """Whether a path may be followed without any step."""
    match path:
        case Repeat(inner, mark):
            return mark != "+" or may_be_empty(inner)
        case Inverse(inner):
            return may_be_empty(inner)
        case Sequence(parts):
            return all(may_be_empty(p) for p in parts)
        case Alternative(parts):
            return any(may_be_empty(p) for p in parts)
        case _:
            return False


def within(path: Path) -> Iterator[Path]:
    """A path and all paths in it."""
    yield path
    match path:
        case Inverse(inner) | Repeat(inner, _):
            yield from within(inner)
        case Sequence(parts) | Alternative(parts):
            for part in parts:
                yield from within(part)


def _matches(triple: Triple, ontology: Ontology) -> int | None:
    if isinstance(triple.subject, Iri):
        return None
    if isinstance(triple.predicate, Var):
        return sum(u.count for u in ontology.uses) or None
    if triple.is_type and isinstance(triple.object, Iri):
        return _things(triple.object.value, ontology)
    if isinstance(triple.object, Iri | Lit):
        return None
    return _first(triple.predicate, ontology, of_triples=True)


def _things(cls: str, ontology: Ontology) -> int | None:
    known = ontology.classes.get(cls)
    return known.instances or None if known is not None else None


def _first(path: Path, ontology: Ontology, *, of_triples: bool = False) -> int | None:
    match path:
        case Iri(iri) if iri != RDF_TYPE:
            uses = ontology.uses_of(iri)
            return max((u.count if of_triples else u.subjects for u in uses), default=None)
        case Inverse(inner) | Repeat(inner, _):
            return _first(inner, ontology, of_triples=of_triples)
        case Sequence(parts):
            return _first(parts[0], ontology, of_triples=of_triples)
        case Alternative(parts):
            sizes = [_first(p, ontology, of_triples=of_triples) for p in parts]
            return max((s for s in sizes if s is not None), default=None)
        case _:
            return None
