"""Lines with a quantity: what stands between a bill, an order, a basket and the things in it, and says how
many of each there are (a reified relation: W3C, Defining N-ary Relations on the Semantic Web, pattern 1).

In: the facts of a pattern and one of its numbers. Out: the line whose quantity says how often it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kgqa.forms.form import Calculation, Expression, Fact, Node, Thing, Variable, within
from kgqa.language import LANGUAGES, everywhere, fold, language
from kgqa.linking.names import without_verb
from kgqa.linking.tokens import tokenise
from kgqa.ontology import XSD, local_name
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one
from kgqa.values.units import without_unit

_TEXT = XSD + "string"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a pattern and the property of its quantity; `spelled` when that is text."""

    node: Variable
    property: str
    spelled: bool

    def quantity_in(self, facts: Iterable[Fact]) -> Variable:
        """The variable of its quantity in a pattern; "" where it has none there."""
        found = (f.object for f in facts if (f.subject, f.property) == (self.node, self.property))
        return next((v for v in found if isinstance(v, str)), "")

    def number(self, quantity: Variable) -> Expression:
        """Its quantity as a number."""
        return Calculation("number", (quantity,)) if self.spelled else quantity


def line_of(schema: Schema, naming: frozenset[str], facts: Iterable[Fact], variable: Variable) -> Line | None:
    """The line that says how many there are of what has the number `variable`; None where there is none, and
    for a number of the line itself that is of all its pieces. `naming` are the properties that name things.
    """
    pattern = tuple(facts)
    fact = next((f for f in pattern if f.object == variable), None)
    if fact is None or is_quantity(schema, fact.property):
        return None
    last, thing = fact, fact.subject
    while (behind := held(schema, naming, pattern, thing)) is not None:
        last, thing = behind, behind.subject
    if (own := _line(schema, _classes(schema, pattern, thing), thing, None)) is not None:
        return own if is_of_a_piece(schema, last.property) else None
    for step in pattern:
        forward = step.object == thing
        if not forward and step.subject != thing:
            continue
        node = step.subject if forward else step.object
        line = _line(schema, _classes(schema, pattern, node), node, step)
        if line is not None and leads_to_one(schema.ontology, step.property, forward=forward):
            return line
    return None


def line_of_thing(schema: Schema, facts: Iterable[Fact]) -> Line | None:
    """The line of a named thing that says how many of it there are."""
    pattern = tuple(facts)
    ways = [f for f in pattern if isinstance(f.subject, str) and isinstance(f.object, Thing)]
    ways = [f for f in ways if leads_to_one(schema.ontology, f.property, forward=True)]
    lines = (_line(schema, _classes(schema, pattern, f.subject), f.subject, f) for f in ways)
    return next(filter(None, lines), None)


def quantities(schema: Schema) -> Iterator[tuple[str, str, str]]:
    """The classes of lines, each with the property that leads to what stands in it, and the one that says how
    many of it there are.
    """
    counts = {p for p in schema.ontology.properties if is_quantity(schema, p)}
    for cls in sorted(schema.ontology.classes):
        if not counts.isdisjoint(schema.data_properties(cls)) and (held := goods_of(schema, cls)) is not None:
            yield cls, *held


def goods_of(schema: Schema, cls: str) -> tuple[str, str] | None:
    """Of a class of lines, the property that leads to what stands in one, and that of its quantity."""
    node = "line"
    for hop in schema.steps(cls):
        if not hop.forward or any(is_order(schema, c) for c in hop.to):
            continue
        if leads_to_one(schema.ontology, hop.property, forward=True):
            line = _line(schema, frozenset((cls,)), node, Fact(node, hop.property, "thing"))
            if line is not None and not line.spelled:
                return hop.property, line.property
    return None


def is_order(schema: Schema, cls: str) -> bool:
    """Whether a class is called what goods are bought by: "customer order", "Bestellung", "invoice"."""
    heads = {name[-1] for name in _names(schema, cls) if name}
    ends = tuple(language("de").phrases("trade.orders"))  # compounds: "Kundenbestellung"
    return bool(heads & everywhere("trade.orders")) or any(h.endswith(ends) for h in heads)


def is_of_a_piece(schema: Schema, prop: str) -> bool:
    """Whether a number is named as that of one piece: "unit price", "Preis je Stück"."""
    return any(set(name) & everywhere("weighted.piece") for name in _names(schema, prop))


def is_quantity(schema: Schema, prop: str) -> bool:
    """Whether a number is named as a quantity, whatever it is a quantity of."""
    return any(set(name) & everywhere("weighted.quantity") for name in _names(schema, prop))


def held(schema: Schema, naming: frozenset[str], facts: tuple[Fact, ...], node: Node) -> Fact | None:
    """What gives a thing a structured value: the price of a product."""
    fact = next((f for f in facts if f.object == node), None)
    if fact is None or schema.is_data(fact.property):
        return None
    classes = schema.objects(fact.property)
    is_value = bool(classes) and _line(schema, _classes(schema, facts, node), node, None) is None
    is_value = is_value and all(schema.measure_of(c, naming) is not None for c in classes)
    return fact if is_value else None


def noun_of(
    schema: Schema, naming: frozenset[str], facts: Iterable[Fact], number: Expression, code: str = "en"
) -> str:
    """What a number is called: the price, not its amount."""
    pattern = tuple(facts)
    variable = next((e for e in within(number) if isinstance(e, str)), "")
    fact = next((f for f in pattern if f.object == variable), None)
    while fact is not None and (behind := held(schema, naming, pattern, fact.subject)):
        fact = behind
    label = schema.ontology.label(fact.property, code) if fact else variable
    return without_unit(without_verb(label))


def _line(schema: Schema, classes: frozenset[str], node: Node, step: Fact | None) -> Line | None:
    """A node of these classes as a line: its things relate two others at least, and have a quantity of the
    one that a step leads to (of any, without one).
    """
    links = {h.property for c in classes for h in schema.steps(c)}
    if not isinstance(node, str) or not classes or len(links) < 2:  # noqa: PLR2004  # it relates two
        return None
    shared = frozenset.intersection(*(schema.data_properties(c) for c in classes))
    ways = links if step is None else {step.property}
    ends = {c for p in ways for c in (*schema.subjects(p), *schema.objects(p))}
    about = frozenset(w for iri in (*classes, *ways, *ends) for name in _names(schema, iri) for w in name)
    found = [p for p in sorted(shared) if _counts(schema, p, about)]
    return Line(node, found[0], not schema.is_numeric(found[0])) if len(found) == 1 else None


def _classes(schema: Schema, facts: tuple[Fact, ...], node: Node) -> frozenset[str]:
    """The classes that a node may be of: those that all its facts leave, as far as any do."""
    sides = [frozenset(schema.subjects(f.property)) for f in facts if f.subject == node]
    sides += [frozenset(schema.objects(f.property)) for f in facts if f.object == node]
    sides = [s for s in sides if s]
    return frozenset.intersection(*sides) or frozenset().union(*sides) if sides else frozenset()


def _counts(schema: Schema, prop: str, about: frozenset[str]) -> bool:
    """Whether a property is the quantity of a line, and of nothing else: "quantity (pieces)", "number of
    parts", "Bestellmenge"; a flight's number of passengers says nothing of its aircraft.
    """
    if schema.is_key(prop) or not (schema.is_numeric(prop) or _TEXT in schema.datatypes(prop)):
        return False
    quantity, beside = everywhere("weighted.quantity"), everywhere("weighted.beside")
    known = {_stemmed(w) for w in (*about, *beside, *quantity)} - {()}
    return any(set(n) & quantity and all(_stemmed(w) in known for w in n) for n in _names(schema, prop))


def _names(schema: Schema, iri: str) -> tuple[tuple[str, ...], ...]:
    """The names of a class or a property, in folded words."""
    known = schema.ontology.properties.get(iri) or schema.ontology.classes.get(iri)
    own = [n.text for n in known.names] if known else []
    return tuple(
        tuple(t.folded for t in tokenise(n)) for n in (*own, schema.ontology.label(iri), local_name(iri))
    )


@cache
def _stemmed(word: str) -> tuple[str, ...]:
    return tuple(language(code).stem(fold(word)) for code in LANGUAGES)
