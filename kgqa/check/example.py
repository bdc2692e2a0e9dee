"""The small ontology that the examples of the rules speak of. It is made up; prefix `ex:`."""

from __future__ import annotations

from dataclasses import replace

from kgqa.ontology import (
    OWL_THING,
    XSD,
    Chain,
    Class,
    Name,
    Ontology,
    Pattern,
    PatternKind,
    Property,
    PropertyKind,
    Role,
    Sample,
    Use,
)
from kgqa.types import Term

EX = "https://example.org/shop/"
WD = "http://www.wikidata.org/"
_CLAIMS = tuple(
    (prefix, f"{WD}{path}")
    for prefix, path in {
        "wd": "entity/",
        "p": "prop/",
        "ps": "prop/statement/",
        "pq": "prop/qualifier/",
        "wdt": "prop/direct/",
    }.items()
)


def _class(local: str, label: str, *parents: str, **ranges: str) -> Class:
    return Class(
        iri=EX + local,
        names=(Name(label, "en"),),
        parents=tuple(EX + p for p in parents),
        ranges=tuple((EX + p, frozenset((EX + end,))) for p, end in ranges.items()),
    )


def _link(local: str, label: str, start: str, end: str, **more: str) -> Property:
    return Property(
        iri=EX + local,
        kind=PropertyKind.OBJECT,
        names=(Name(label, "en"),),
        domains=(frozenset(EX + s for s in start.split()),) if start else (),
        ranges=(frozenset(EX + e for e in end.split()),) if end else (),
        inverses=tuple(EX + i for i in more.get("inverse", "").split()),
        parents=tuple(EX + p for p in more.get("parent", "").split()),
    )


def _data(local: str, label: str, start: str, datatype: str = "") -> Property:
    domains = () if not start else (frozenset(EX + s for s in start.split()),)
    return Property(
        iri=EX + local,
        kind=PropertyKind.DATA,
        names=(Name(label, "en"),),
        domains=domains,
        ranges=(frozenset((XSD + datatype,)),) if datatype else (),
    )


_CLASSES = (
    _class("Order", "Order"),
    _class("OrderLine", "Order line"),
    _class("Product", "Product"),
    _class("Hardware", "Hardware", "Product"),
    _class("Service", "Service", "Product", handledBy="Employee"),
    _class("Supplier", "Supplier", "Agent"),
    _class("Agent", "Agent"),
    _class("Employee", "Employee", "Agent"),
    _class("Country", "Country"),
    _class("Voucher", "Voucher"),
    _class("Sum", "Sum"),
    _class("Inspection", "Inspection"),
)
_PROPERTIES = (
    _link("hasLine", "has line", "Order", "OrderLine"),
    _link("product", "product", "OrderLine", "Product"),
    _link("hasSupplier", "has supplier", "Product", "Supplier", inverse="supplies"),
    Property(iri=EX + "supplies", kind=PropertyKind.OBJECT, names=(Name("supplies", "en"),)),
    _link("soldBy", "sold by", "Order", "Employee"),
    _link("handledBy", "handled by", "Order Service", "Agent"),
    _link("country", "country", "Supplier", "Country"),
    _link("within", "within", "Country", "Country"),
    _link("inspector", "inspector", "", ""),
    _link("inspected", "inspected", "", ""),
    _link("cost", "cost", "Order", "Sum"),
    _data("amount", "amount", "Sum", "decimal"),
    _data("currency", "currency", "Sum", "string"),
    _data("price", "price", "Product", "decimal"),
    _data("placedOn", "placed on", "Order", "date"),
    _data("shippedAt", "shipped at", "Order", "dateTime"),
    _data("name", "name", "", "string"),
    _data("code", "code", "Voucher"),
)

EXAMPLE = Ontology(
    classes={c.iri: c for c in _CLASSES} | {OWL_THING: Class(iri=OWL_THING, names=(Name("Thing", "en"),))},
    properties={p.iri: p for p in _PROPERTIES},
    disjoint_pairs=frozenset((frozenset((EX + "Order", EX + "Country")),)),
    disjoint_properties=frozenset((frozenset((EX + "soldBy", EX + "handledBy")),)),
    prefixes=(("ex", EX), ("xsd", XSD), *_CLAIMS),
    mentioned=frozenset(f"{WD}prop/{p}" for p in ("P39", "statement/P39", "direct/P39", "qualifier/P580")),
    missing_imports=("https://example.org/parts",),
)


def _use(subject: str, local: str, end: str, count: int = 12) -> Use:
    literal = end[0].islower()
    return Use(
        subject=EX + subject,
        property=EX + local,
        object=(XSD if literal else EX) + end,
        count=count,
        subjects=count,
        literal=literal,
    )


# The same ontology with what its data shows: no service has a supplier, only employees handle anything, there
# are no vouchers, every agent is an employee or a supplier, moments have a time zone, two properties have
# texts that spell dates and numbers, three countries lie within the United Kingdom, and a cost is a sum.
_SPELLED = (
    _data("packedOn", "packed on", "OrderLine", "string"),
    _data("mass", "mass", "OrderLine", "string"),
)
OBSERVED = replace(
    EXAMPLE,
    properties={**EXAMPLE.properties, **{p.iri: p for p in _SPELLED}},
    patterns=(
        Pattern(kind=PatternKind.DATE_TEXT, of=EX + "packedOn", datatype=XSD + "date"),
        Pattern(kind=PatternKind.NUMBER_TEXT, of=EX + "mass", datatype=XSD + "decimal"),
        Pattern(
            kind=PatternKind.HIERARCHY, of=EX + "within", roles=((Role.UP, EX + "within"),), inclusive=True
        ),
        Pattern(
            kind=PatternKind.STATEMENT,
            of=f"{WD}prop/P39",
            roles=(
                (Role.VALUE, f"{WD}prop/statement/P39"),
                (Role.DIRECT, f"{WD}prop/direct/P39"),
                (Role.QUALIFIER, f"{WD}prop/qualifier/P580"),
            ),
        ),
        Pattern(
            kind=PatternKind.RELATION,
            of=EX + "Inspection",
            roles=((Role.JOINS, EX + "inspector"), (Role.JOINS, EX + "inspected")),
        ),
        Pattern(
            kind=PatternKind.QUANTITY,
            of=EX + "Sum",
            roles=((Role.NUMBER, EX + "amount"), (Role.UNIT, EX + "currency")),
        ),
    ),
    chains=(
        Chain(
            property=EX + "within",
            steps=3,
            starts=3,
            ends=1,
            on=0,
            levels=1,
            cyclic=False,
            fewer=(EX + "UnitedKingdom",),
        ),
    ),
    uses=(
        _use("Order", "hasLine", "OrderLine", 40),
        _use("OrderLine", "product", "Hardware", 30),
        _use("OrderLine", "product", "Service", 10),
        _use("Hardware", "hasSupplier", "Supplier"),
        _use("Order", "soldBy", "Employee", 20),
        _use("Order", "handledBy", "Employee", 20),
        _use("Service", "handledBy", "Employee", 5),
        _use("Supplier", "country", "Country", 4),
        _use("Country", "within", "Country", 3),
        _use("Inspection", "inspector", "Employee", 9),
        _use("Inspection", "inspected", "Supplier", 9),
        _use("Order", "cost", "Sum", 20),
        _use("Sum", "amount", "decimal", 20),
        _use("Sum", "currency", "string", 20),
        _use("Hardware", "price", "decimal"),
        _use("Service", "price", "decimal", 5),
        _use("Product", "price", "decimal", 3),
        _use("Order", "placedOn", "date", 20),
        _use("Order", "shippedAt", "dateTime", 18),
        _use("OrderLine", "packedOn", "string", 40),
        _use("OrderLine", "mass", "string", 40),
        *(
            Use(subject="", property=f"{WD}prop/{p}", object="", count=3, subjects=3, literal=False)
            for p in ("P39", "statement/P39", "direct/P39")
        ),
        *(_use(c, "name", "string") for c in ("Hardware", "Service", "Supplier", "Employee", "Country")),
    ),
    samples=(
        Sample(
            subject=EX + "Sum",
            property=EX + "currency",
            having=20,
            count=20,
            looked=20,
            values=((Term(kind="literal", value="EUR"), 15), (Term(kind="literal", value="USD"), 5)),
        ),
        Sample(
            subject=EX + "Order",
            property=EX + "shippedAt",
            having=18,
            count=18,
            looked=18,
            least="2019-03-04T08:15:00Z",
            most="2024-11-30T17:40:00Z",
        ),
        Sample(
            subject=EX + "Supplier",
            property=EX + "country",
            having=4,
            count=4,
            looked=4,
            values=(
                (Term(kind="iri", value=EX + "UnitedKingdom"), 2),
                (Term(kind="iri", value=EX + "Peru"), 2),
            ),
        ),
    ),
)
