"""The small ontology that the examples of the rules speak of. It is made up; prefix `ex:`."""

from __future__ import annotations

from kgqa.ontology import OWL_THING, XSD, Class, Name, Ontology, Property, PropertyKind

EX = "https://example.org/shop/"


def _class(local: str, label: str, *parents: str) -> Class:
    return Class(iri=EX + local, names=(Name(label, "en"),), parents=tuple(EX + p for p in parents))


def _link(local: str, label: str, start: str, end: str, **more: str) -> Property:
    return Property(
        iri=EX + local,
        kind=PropertyKind.OBJECT,
        names=(Name(label, "en"),),
        domains=(frozenset(EX + s for s in start.split()),),
        ranges=(frozenset(EX + e for e in end.split()),),
        inverses=tuple(EX + i for i in more.get("inverse", "").split()),
        parents=tuple(EX + p for p in more.get("parent", "").split()),
    )


def _data(local: str, label: str, start: str, datatype: str) -> Property:
    domains = () if not start else (frozenset(EX + s for s in start.split()),)
    return Property(
        iri=EX + local,
        kind=PropertyKind.DATA,
        names=(Name(label, "en"),),
        domains=domains,
        ranges=(frozenset((XSD + datatype,)),),
    )


_CLASSES = (
    _class("Order", "Order"),
    _class("OrderLine", "Order line"),
    _class("Product", "Product"),
    _class("Hardware", "Hardware", "Product"),
    _class("Service", "Service", "Product"),
    _class("Supplier", "Supplier", "Agent"),
    _class("Agent", "Agent"),
    _class("Employee", "Employee", "Agent"),
    _class("Country", "Country"),
)
_PROPERTIES = (
    _link("hasLine", "has line", "Order", "OrderLine"),
    _link("product", "product", "OrderLine", "Product"),
    _link("hasSupplier", "has supplier", "Product", "Supplier", inverse="supplies"),
    Property(iri=EX + "supplies", kind=PropertyKind.OBJECT, names=(Name("supplies", "en"),)),
    _link("soldBy", "sold by", "Order", "Employee"),
    _link("handledBy", "handled by", "Order Service", "Agent"),
    _link("country", "country", "Supplier", "Country"),
    _data("price", "price", "Product", "decimal"),
    _data("placedOn", "placed on", "Order", "date"),
    _data("name", "name", "", "string"),
)

EXAMPLE = Ontology(
    classes={c.iri: c for c in _CLASSES} | {OWL_THING: Class(iri=OWL_THING, names=(Name("Thing", "en"),))},
    properties={p.iri: p for p in _PROPERTIES},
    prefixes=(("ex", EX), ("xsd", XSD)),
)
