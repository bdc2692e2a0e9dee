"""Things that are asked for by what they amount to, as a price is: the node of a price has no name and is no
number, its amount is.

In: a query. Out: the query in which the number stands where such a thing is shown, compared, added up or
ordered by, with what was changed, in sentences.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from kgqa.declared import is_datatype
from kgqa.declared.vocabulary import NUMERIC
from kgqa.language import everywhere, fold
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology
from kgqa.repair.fresh import unused
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import Aggregate, Element, Filter, Group, Iri, Select, Triple, Var
from kgqa.vocabulary.edges import Edge, Edges


def amounts(cls: str, edges: Edges, naming: Naming) -> list[Edge]:
    """The numbers of a class's things, the most used first, where those have no names or only values."""
    used, ontology = list(edges.used(cls)), edges.ontology
    is_value = all(end and is_datatype(end) for e in used for end in e.ends or ("",))
    if not (is_value or _is_nameless(cls, ontology, naming)):
        return []
    numbers = [e for e in used if e.ends and NUMERIC.issuperset(e.ends) and not _identifies(e, ontology)]
    return sorted(numbers, key=lambda e: -e.count)


def with_amounts(query: ParsedQuery, edges: Edges, naming: Naming) -> tuple[ParsedQuery, tuple[str, ...]]:
    """The query with the numbers of such things, where they have one alone."""
    select, changes = query.select, []
    for triple in [e for e in select.where.elements if isinstance(e, Triple)]:
        if not isinstance(triple.object, Var) or not _is_measured(triple.object, select):
            continue
        is_shown = any(c.variable == triple.object and c.value is None for c in select.columns)
        number = _number_behind(triple, edges, naming, is_shown=is_shown)
        if number is None:
            continue
        node, name = triple.object, edges.ontology.label(number, "en")
        known = (
            e.object
            for e in select.where.elements
            if isinstance(e, Triple) and e.subject == node and e.predicate == Iri(number)
        )
        value = next((v for v in known if isinstance(v, Var)), None)
        if value is None:
            taken = {part.name for part in inside(select) if isinstance(part, Var)}
            value = Var(unused(f"{node.name}Amount", taken))
            added = Triple(node, Iri(number), value)
            select = replace(select, where=Group((*select.where.elements, added)))
        select = _measured_by(value, node, select)
        changes.append(f"It is measured by its “{name}”.")
    return replace(query, select=select), tuple(dict.fromkeys(changes))


def _number_behind(triple: Triple, edges: Edges, naming: Naming, *, is_shown: bool) -> str | None:
    """The one number of what a pattern leads to; of what is shown and has a name none."""
    if not isinstance(triple.predicate, Iri):
        return None
    ends = {end for e in edges.of_property.get(triple.predicate.value, ()) for end in e.ends}
    cls = ends.pop() if len(ends) == 1 else ""
    if not cls or (is_shown and not _is_nameless(cls, edges.ontology, naming)):
        return None
    found = amounts(cls, edges, naming)
    return found[0].property if len(found) == 1 else None


def _is_measured(node: Var, select: Select) -> bool:
    """Whether a variable stands where values do: not in patterns alone, nor counted."""
    conditions = [e for e in select.where.elements if isinstance(e, Filter)]
    every = inside((select.columns, select.order_by, select.having, conditions))
    counted = [a.argument for a in inside(select) if isinstance(a, Aggregate) and a.name == "COUNT"]
    return node in every and node not in counted


def _measured_by(value: Var, node: Var, select: Select) -> Select:
    def change(part: object) -> object:
        return value if part == node else None

    elements = (exchanged(e, change) if isinstance(e, Filter) else e for e in select.where.elements)
    return replace(
        select,
        columns=exchanged(select.columns, change),
        order_by=exchanged(select.order_by, change),
        having=exchanged(select.having, change),
        where=Group(tuple(cast("Element", e) for e in elements)),
    )


def _identifies(edge: Edge, ontology: Ontology) -> bool:
    return not everywhere("identifying_words").isdisjoint(fold(ontology.label(edge.property)).split())


def _is_nameless(cls: str, ontology: Ontology, naming: Naming) -> bool:
    named = {u.subject for p in naming.all for u in ontology.uses_of(p) if u.subject}
    return bool(ontology.uses) and not any(ontology.is_a(n, cls) or ontology.is_a(cls, n) for n in named)
