"""What an expression does wrongly with a value, in words.

In: a fault. Out: the sentence for a business user, and the hint for who writes the query.
"""

from __future__ import annotations

import re

from kgqa.check.casts import cast_of
from kgqa.check.functions import How
from kgqa.check.kinds import LITERALS, TEXTS, Kind, Kinds, Value, of_constant, of_datatype
from kgqa.check.readings import Fault
from kgqa.check.words import kinds, name, quoted, shown
from kgqa.ontology import Ontology
from kgqa.restate.english import indefinite
from kgqa.sparql.model import Aggregate, Call, Expr, Iri, Lit, Var
from kgqa.sparql.writing import Writer
from kgqa.wording.said import Said, either, in_language, say, together

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_YEAR = re.compile(r"\d{4}")
_CLOCK = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*")
_PLAIN: Kinds = LITERALS - {Kind.OTHER}


def told(fault: Fault, ontology: Ontology) -> tuple[Said, Said]:
    """The sentence and the hint for a fault."""
    for expr, found in ((fault.operand, fault.kinds), (fault.other, fault.other_kinds)):
        if fault.how is How.ORDERED and expr is not None and found.observed == {Kind.THING}:
            who = name(found.behind, ontology) if found.behind else _called(expr)
            written = Writer().expr(expr)
            return (
                say("The query puts {what} in an order, but things are only the same or not.", what=who),
                say("{expr} is an IRI; sort or compare a name or another value of it.", expr=written),
            )
    said = say("{it_is}, but here {done}.", it_is=_is(fault, ontology), done=done(fault, ontology))
    return said, _hint(fault, ontology)


# ── the sentence ─────────────────────────────────────────────────────────────────────────────────


def _is(fault: Fault, ontology: Ontology) -> str:
    """What the value is: "“price” is a number that a product has"."""
    found, property_ = fault.kinds, fault.kinds.behind
    in_data = fault.unseen
    known = _words(found.observed if fault.unseen else found.declared)
    if not property_:
        subject = _called(fault.operand)
        return _start(
            say("in the data, {name} is {what}" if in_data else "{name} is {what}", name=subject, what=known)
        )
    subject = name(property_, ontology)
    if found.observed == {Kind.THING}:
        ends = ontology.ranges(property_) if not fault.unseen else ()
        known = kinds(ends[0], ontology) if ends else say("a thing")
        pattern = "in the data, {name} leads to {what}" if in_data else "{name} leads to {what}"
        return _start(say(pattern, name=subject, what=known))
    starts = ontology.domains(property_)
    if not starts:
        return _start(
            say("in the data, {name} is {what}" if in_data else "{name} is {what}", name=subject, what=known)
        )
    pattern = "{name} is {what} that {owner} has"
    if in_data:
        pattern = "in the data, {name} is {what} that {owner} has"
    return _start(say(pattern, name=subject, what=known, owner=kinds(starts[0], ontology)))


def done(fault: Fault, ontology: Ontology) -> str:
    """What is done with the value: "it is compared with the text “5”"."""
    match fault.how:
        case How.COMPARED | How.ORDERED if fault.other is not None:
            what = _other(fault.other, fault.other_kinds, ontology)
            return say("it is compared with {what}", what=what)
        case How.DATED | How.TIMED if isinstance(fault.inside, Call):
            return say("it is asked for its {part}", part=say(str(fault.inside.function).lower()))
        case How.READ if isinstance(fault.inside, Call) and isinstance(fault.inside.function, Iri):
            wanted = fault.inside.function.value.rpartition("#")[2]
            return say("it is turned into a value of the type {type}", type=quoted(wanted))
        case how:
            return say(f"it is {how.value}")


def _other(expr: Expr, found: Value, ontology: Ontology) -> str:
    if isinstance(expr, Lit):
        (kind,) = of_constant(expr).observed
        noun = {Kind.YES_NO: "the value", Kind.TAGGED: "the text"}.get(kind, f"the {kind.value}")
        return say("{noun} {value}", noun=say(noun), value=quoted(expr.value))
    if isinstance(expr, Iri):
        return say("the thing {node}", node=shown(expr))
    what = name(found.behind, ontology) if found.behind else _called(expr)
    return say("{name}, which is {what}", name=what, what=_words(found.observed))


def _called(expr: Expr) -> str:
    """How a reader knows an expression: a variable by its name, another by its function."""
    match expr:
        case Var(text):
            return quoted(text.partition("#")[0])
        case Call(str() as function, _) | Aggregate(function, _):
            return say("what {function} gives", function=function)
        case Lit() | Iri():
            return shown(expr)
        case _:
            return say("what is calculated")


def _words(found: Kinds) -> str:
    if found >= _PLAIN:
        return say("a value") if Kind.THING not in found else say("anything")
    texts = {Kind.TAGGED} if Kind.TEXT in found else set()
    nouns = [k for k in Kind if k in found and k not in texts]
    return either([say(k.value if k is Kind.YES_NO else indefinite(k.value)) for k in nouns])


def _start(said: Said) -> Said:
    def begun(text: str) -> str:
        return text[:1].upper() + text[1:]

    return Said(begun(said), lambda language: begun(in_language(said, language)))


# ── the hint ─────────────────────────────────────────────────────────────────────────────────────


def _hint(fault: Fault, ontology: Ontology) -> Said:
    written = Writer().expr(fault.operand)
    it, is_ = written, _words(fault.kinds.observed)
    if isinstance(fault.operand, Var) and (datatype := ontology.read_as(fault.kinds.behind)):
        what = _words(frozenset((of_datatype(datatype),)))
        cast = cast_of(written, datatype)
        return say("{expr} is a text that spells {what}. Write {cast}.", expr=it, what=what, cast=cast)
    match fault.how:
        case How.COMPARED | How.ORDERED if isinstance(fault.other, Lit):
            wanted = _words(fault.other_kinds.observed)
            said = say("{expr} is {what}, not {wanted}.", expr=it, what=is_, wanted=wanted)
            return together(said, _instead(fault, fault.other))
        case How.COMPARED | How.ORDERED:
            other = "" if fault.other is None else Writer().expr(fault.other)
            return say(
                "{expr} is {what}, and {other} is {other_what}; SPARQL compares like with like.",
                expr=it,
                what=is_,
                other=other,
                other_what=_words(fault.other_kinds.observed),
            )
        case How.SEARCHED if Kind.THING in fault.kinds.observed:
            return say(
                "{expr} is {what}. Search in a name of it, for instance {expr} rdfs:label ?label.",
                expr=it,
                what=is_,
            )
        case How.SEARCHED:
            return say("{expr} is {what}. Write STR({expr}).", expr=it, what=is_)
        case How.CALCULATED | How.ADDED_UP | How.AVERAGED if fault.kinds.observed & TEXTS:
            return say(
                "{expr} is {what}. If it is written in digits, xsd:decimal({expr}) is its number.",
                expr=it,
                what=is_,
            )
        case _:
            return say("{expr} is {what}; it has no such value.", expr=it, what=is_)


def _instead(fault: Fault, literal: Lit) -> str:
    """The literal as it should be written, where that can be told from the one that was."""
    wanted, text = fault.kinds.observed, literal.value
    if wanted == {Kind.THING}:
        return say("Compare a name of it, or write the thing's IRI.")
    if Kind.NUMBER in wanted and _NUMBER.fullmatch(text):
        return say("Write {text} without quotation marks.", text=text)
    if Kind.DATE in wanted and _DATE.match(text):
        return say("Write {text}.", text=f'"{text[:10]}"^^xsd:date')
    if Kind.MOMENT in wanted and _DATE.fullmatch(text):
        return say("Write {text}.", text=f'"{text}T00:00:00"^^xsd:dateTime')
    if Kind.MOMENT in wanted and _CLOCK.fullmatch(text):
        return say("Write {text}.", text=f'"{text}"^^xsd:dateTime')
    if Kind.YEAR in wanted and _YEAR.match(text):
        return say("Write {text}.", text=f'"{text[:4]}"^^xsd:gYear')
    if wanted & {Kind.DATE, Kind.MOMENT} and _YEAR.fullmatch(text):
        return say("YEAR({expr}) is a number.", expr=Writer().expr(fault.operand))
    if Kind.YES_NO in wanted:
        return say("Write true or false, without quotation marks.")
    return say('Write "{text}" as a text, in quotation marks.', text=text) if wanted & TEXTS else say("")
