"""The same terms in another shape: a property turned round, a hop left out; and the head without its body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.check.mutants.edits import beside, exchanged, rebuilt, turned, without
from benchmarks.check.mutants.vocabulary import Chance, Vocabulary
from kgqa.ontology import RDF
from kgqa.sparql.model import Column, Inverse, Iri, Lit, ParsedQuery, Repeat, Sequence, Triple, Var
from kgqa.sparql.walk import parts, path_iris, triples


def reversed_property(query: ParsedQuery, _: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    for triple in chance.shuffled(triples(query)):
        predicate, end = triple.predicate, triple.object
        if isinstance(predicate, Var) or any(i.value.startswith(RDF) for i in path_iris(predicate)):
            continue
        if isinstance(predicate, Iri) and not isinstance(end, Lit):
            yield exchanged(query, triple, Triple(end, predicate, triple.subject))
        elif isinstance(predicate, Inverse | Repeat):
            yield exchanged(query, triple, replace(triple, predicate=turned(predicate)))
        elif isinstance(predicate, Sequence):
            at = chance.below(len(predicate.parts))
            steps = (*predicate.parts[:at], turned(predicate.parts[at]), *predicate.parts[at + 1 :])
            yield exchanged(query, triple, replace(triple, predicate=Sequence(steps)))


def skipped_hop(query: ParsedQuery, _: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    """`?a p ?b . ?b q ?c` of one group as `?a q ?c` or as `?a p ?c`; a path without one of its steps."""
    for first in chance.shuffled(triples(query)):
        if isinstance(first.predicate, Sequence):
            at = chance.below(len(first.predicate.parts))
            left = (*first.predicate.parts[:at], *first.predicate.parts[at + 1 :])
            predicate = left[0] if len(left) == 1 else Sequence(left)
            if not any(i.value.startswith(RDF) for i in path_iris(first.predicate)):
                yield exchanged(query, first, replace(first, predicate=predicate))
            continue
        for second in beside(query, first):
            if first is second or first.object != second.subject or first.is_type or second.is_type:
                continue
            if isinstance(first.predicate, Var) or isinstance(second.predicate, Var):
                continue
            shorter = without(query, first)
            yield exchanged(shorter, second, replace(second, subject=first.subject))
            if not isinstance(second.object, Lit):
                yield exchanged(without(query, second), first, replace(first, object=second.object))


def unbound_projection(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    """The head shows a variable that the body calls something else. What stands for a thing is not called a
    name or a label: that would ask for another value.
    """
    values = {t.object.name for t in triples(query) if isinstance(t.object, Var) and _fetches_value(t, known)}
    taken = {n.name for t in triples(query) for n in (t.subject, t.predicate, t.object) if isinstance(n, Var)}
    taken |= {c.variable.name for c in query.select.columns}
    for column in chance.shuffled(query.select.columns):
        shown = _shown(column)
        if not shown:
            continue
        old = chance.pick(shown)
        forms = _renamings(old.name, chance, value=old.name in values)
        name = next(n for n in forms if n not in taken)
        new = Column(Var(name)) if column.value is None else _with_variable(column, old, Var(name))
        columns = tuple(new if c is column else c for c in query.select.columns)
        yield replace(query, select=replace(query.select, columns=columns))


def label_missing(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    """The pattern that fetches a name, or another value, is gone; the head still shows it. A path of several
    steps is no name that was forgotten: what it leads to is a question of its own.
    """
    shown = {v.name for c in query.select.columns for v in _shown(c)}
    found = list(triples(query))
    for triple in chance.shuffled(found):
        end = triple.object
        if isinstance(triple.predicate, Sequence) or not _fetches_value(triple, known):
            continue
        if not (isinstance(end, Var) and end.name in shown):
            continue
        elsewhere = [t for t in found if t is not triple and end in (t.subject, t.object)]
        if not elsewhere and len(found) > 1:
            yield without(query, triple)


def _fetches_value(triple: Triple, known: Vocabulary) -> bool:
    if isinstance(triple.predicate, Var):
        return False
    last = list(path_iris(triple.predicate))[-1:]
    return any(known.is_data(i.value) or i.value.endswith(("#label", "Label", "#notation")) for i in last)


def _shown(column: Column) -> list[Var]:
    value = column.variable if column.value is None else column.value
    return list(dict.fromkeys(p for p in parts(value) if isinstance(p, Var)))


def _with_variable(column: Column, old: Var, new: Var) -> Column:
    return Column(column.variable, rebuilt(column.value, lambda p: new if p == old else None))


def _renamings(name: str, chance: Chance, *, value: bool) -> Iterator[str]:
    forms = [f"{name}s", name[:-1] or f"{name}x", name.upper(), f"{name}_", f"{name}1"]
    more = [f"{name}Name", f"{name}Label", f"{name}Value"] if value else [f"{name}Id", f"{name}Uri"]
    yield from chance.shuffled(forms + more)
    yield from (f"{name}{n}" for n in range(2, 1000))
