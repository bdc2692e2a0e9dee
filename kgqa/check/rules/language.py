"""*Language*: a value is looked up as the data writes it: with or without a language, by its datatype."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.bindings import Meeting, Place
from kgqa.check.kinds import TEXTS, Kind, Value, alike, of_constant, of_property
from kgqa.check.kinds_of import read
from kgqa.check.readings import Known
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, quoted
from kgqa.ontology import RDF_LANG_STRING, XSD, Ontology, Part, local_name, spaced
from kgqa.restate.english import indefinite
from kgqa.sparql.model import And, Call, Compare, Expr, Lit, OneOfList, Or, Var
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import either, say

NAME = "language"
_WHOLE = XSD + "integer"
# Stores keep all whole numbers alike.
_SAME = dict.fromkeys(
    (
        XSD + n
        for n in (
            "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
            "negativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
        )
    ),
    _WHOLE,
)  # fmt: skip
_SPOKEN = frozenset((Kind.TAGGED, Kind.OTHER))


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    if not ontology.uses:
        return
    for fact in case.facts.facts:
        if isinstance(fact.object, Lit):
            yield from _matched(fact.object, of_property(fact.property, ontology), ontology)
    found = case.bindings
    for meeting in found.meetings:
        yield from _given(meeting, ontology)
    for stated in found.stated:
        if stated.place in (Place.CONDITION, Place.KEPT):
            yield from _never(stated.expr, stated.known, ontology)


# ── patterns ─────────────────────────────────────────────────────────────────────────────────────


def _given(meeting: Meeting, ontology: Ontology) -> Iterator[Issue]:
    literals = [c for c in meeting.given.constants if isinstance(c, Lit)]
    issues = [issue for each in literals for issue in _matched(each, meeting.found, ontology)]
    if len(issues) == len(meeting.given.constants):
        yield from issues[:1]


def _matched(literal: Lit, found: Value, ontology: Ontology) -> Iterator[Issue]:
    """A pattern matches a literal only as it is written. That it is of another kind is for other rules."""
    written = _written(found.behind, ontology)
    asked = RDF_LANG_STRING if literal.language else _as_kept(literal.datatype or XSD + "string")
    if not written or asked in written or not alike(of_constant(literal).observed, found.observed):
        return
    property_ = name(found.behind, ontology)
    tagged = RDF_LANG_STRING
    if tagged in (asked, *written) and {asked, *written} <= {tagged, XSD + "string"}:
        yield _spoken(literal, found, ontology)
        return
    value = quoted(literal.value)
    yield _issue(
        say(
            "In the data, {name} is written as {written}, but here {value} is looked up as {asked}.",
            name=property_,
            written=_types(written),
            value=value,
            asked=_types({asked}),
        ),
        say(
            "A pattern matches only the same datatype. Bind the value, and compare it: FILTER(?value = "
            "{literal}).",
            literal=Writer().literal(literal),
        ),
    )


def _written(property_: str, ontology: Ontology) -> frozenset[str]:
    """The datatypes of a property's values in the data; none where they could not all be read."""
    if Part.VALUES in ontology.unread:
        return frozenset()
    uses = (u for p in ontology.subproperties(property_) for u in ontology.uses_of(p))
    return frozenset(_as_kept(u.object) for u in uses if u.literal)


def _as_kept(datatype: str) -> str:
    return _SAME.get(datatype, datatype)


def _types(datatypes: frozenset[str] | set[str]) -> str:
    words = {XSD + "string": "text", RDF_LANG_STRING: "text with a language", _WHOLE: "whole number"}
    nouns = (words.get(d, spaced(local_name(d))) for d in sorted(datatypes))
    return either(tuple(say(indefinite(n)) for n in nouns))


# ── conditions ───────────────────────────────────────────────────────────────────────────────────


def _never(expr: Expr, known: Known, ontology: Ontology) -> Iterator[Issue]:
    """What keeps a condition from ever holding. Of alternatives, all have to be kept from it."""
    match expr:
        case And(parts):
            for part in parts:
                yield from _never(part, known, ontology)
        case Or(parts):
            found = [tuple(_never(p, known, ontology)) for p in parts]
            if all(found):
                yield from found[0]
        case Compare("=", Call("LANG", (subject,)), Lit(language)) if language:
            yield from _unspoken(subject, known, ontology)
        case OneOfList(Call("LANG", (subject,)), items, False) if _all_literals(items):
            yield from _unspoken(subject, known, ontology)
        case Call("LANGMATCHES", (Call("LANG", (subject,)), Lit())):
            yield from _unspoken(subject, known, ontology)
        case Compare("=", Lit() as literal, subject) | Compare("=", subject, Lit() as literal):
            yield from _equal(subject, (literal,), known, ontology)
        case OneOfList(subject, items, False):
            literals = tuple(i for i in items if isinstance(i, Lit))
            if literals and len(literals) == len(items):
                yield from _equal(subject, literals, known, ontology)


def _all_literals(items: tuple[Expr, ...]) -> bool:
    return all(isinstance(i, Lit) and i.value for i in items)


def _unspoken(subject: Expr, known: Known, ontology: Ontology) -> Iterator[Issue]:
    found = read(subject, known).kinds
    if found.observed & _SPOKEN or not found.behind or Kind.THING in found.observed:
        return
    yield _issue(
        say(
            "The query asks for {name} in a language, but in the data it has none.",
            name=name(found.behind, ontology),
        ),
        say('LANG({expr}) is "" for every value; leave the condition out.', expr=Writer().expr(subject)),
        Ground.UNSEEN if found.declared & _SPOKEN else Ground.ENTAILED,
    )


def _equal(subject: Expr, literals: tuple[Lit, ...], known: Known, ontology: Ontology) -> Iterator[Issue]:
    found = read(subject, known).kinds
    kinds = {k for each in literals for k in of_constant(each).observed}
    if not isinstance(subject, Var) or not found.behind or Kind.OTHER in kinds | found.observed:
        return
    if kinds < TEXTS and found.observed < TEXTS and not kinds & found.observed:
        yield _spoken(literals[0], found, ontology)


def _spoken(literal: Lit, found: Value, ontology: Ontology) -> Issue:
    property_ = name(found.behind, ontology)
    text = quoted(literal.value)
    if literal.language:
        return _issue(
            say(
                "In the data, {name} is written without a language, but here {text} has one.",
                name=property_,
                text=text,
            ),
            say(
                "Write {literal} without @{tag}.",
                literal=Writer().literal(Lit(literal.value)),
                tag=literal.language,
            ),
        )
    return _issue(
        say(
            "In the data, {name} is written with a language, but here {text} has none.",
            name=property_,
            text=text,
        ),
        say(
            "Bind the text, and compare it without its language: FILTER(STR(?text) = {literal}).",
            literal=Writer().literal(literal),
        ),
    )


def _issue(message: str, hint: str, ground: Ground = Ground.UNSEEN) -> Issue:
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


RULE = Rule(
    name=NAME,
    why="“Valve” and “Valve” in English are two texts for a graph, and 20 and 20.0 two numbers for a "
    "pattern: what is looked up in another spelling than the data's is not found.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p ex:name 'Valve' ; ex:price 20.0 }",
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v = 20) }",  # a comparison is by value
        "SELECT ?p WHERE { ?p ex:name ?n FILTER(LANG(?n) = '' || LANG(?n) = 'en') }",
        "SELECT ?p WHERE { ?p ex:name ?n FILTER(STR(?n) = 'Valve') }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:name 'Valve'@en }",
            message="In the data, “name” is written without a language, but here “Valve” has one.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:name ?n FILTER(?n = 'Valve'@en) }",
            message="In the data, “name” is written without a language, but here “Valve” has one.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?n WHERE { ?p ex:name ?n FILTER(LANGMATCHES(LANG(?n), 'en')) }",
            message="The query asks for “name” in a language, but in the data it has none.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price 20 }",
            message="In the data, “price” is written as a decimal, but here “20” is looked up as a whole "
            "number.",
            ground=Ground.UNSEEN,
            observed=True,
        ),
    ),
)
