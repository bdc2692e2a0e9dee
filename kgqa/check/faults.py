"""What an expression does wrongly with a value, in words.

In: a fault. Out: the sentence for a business user, and the hint for who writes the query.
"""

from __future__ import annotations

import re

from kgqa.check.functions import How
from kgqa.check.kinds import LITERALS, TEXTS, Kind, Kinds, Value, of_constant
from kgqa.check.readings import Fault
from kgqa.check.words import either, kinds, name, quoted, shown
from kgqa.ontology import Ontology
from kgqa.restate.english import indefinite
from kgqa.sparql.model import Aggregate, Call, Expr, Iri, Lit, Var
from kgqa.sparql.writing import Writer

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_YEAR = re.compile(r"\d{4}")
_CLOCK = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*")
_PLAIN: Kinds = LITERALS - {Kind.OTHER}


def told(fault: Fault, ontology: Ontology) -> tuple[str, str]:
    """The sentence and the hint for a fault."""
    for expr, found in ((fault.operand, fault.kinds), (fault.other, fault.other_kinds)):
        if fault.how is How.ORDERED and expr is not None and found.observed == {Kind.THING}:
            who = name(found.behind, ontology) if found.behind else _called(expr)
            written = Writer().expr(expr)
            return (
                f"The query puts {who} in an order, but things are only the same or not.",
                f"{written} is an IRI; sort or compare a name or another value of it.",
            )
    return f"{_is(fault, ontology)}, but here {_done(fault, ontology)}.", _hint(fault)


# ── the sentence ─────────────────────────────────────────────────────────────────────────────────


def _is(fault: Fault, ontology: Ontology) -> str:
    """What the value is: "“price” is a number that a product has"."""
    found, property_ = fault.kinds, fault.kinds.behind
    is_ = "" if not fault.unseen else "in the data, "
    known = _words(found.observed if fault.unseen else found.declared)
    if not property_:
        return _start(f"{is_}{_called(fault.operand)} is {known}")
    subject = f"{is_}{name(property_, ontology)}"
    if found.observed == {Kind.THING}:
        ends = ontology.ranges(property_) if not fault.unseen else ()
        known = kinds(ends[0], ontology) if ends else "a thing"
        return _start(f"{subject} leads to {known}")
    starts = ontology.domains(property_)
    return _start(f"{subject} is {known}" + (f" that {kinds(starts[0], ontology)} has" if starts else ""))


def _done(fault: Fault, ontology: Ontology) -> str:
    match fault.how:
        case How.COMPARED | How.ORDERED if fault.other is not None:
            return f"it is compared with {_other(fault.other, fault.other_kinds, ontology)}"
        case How.DATED | How.TIMED if isinstance(fault.inside, Call):
            return f"it is asked for its {str(fault.inside.function).lower()}"
        case How.READ if isinstance(fault.inside, Call) and isinstance(fault.inside.function, Iri):
            wanted = fault.inside.function.value.rpartition("#")[2]
            return f"it is turned into a value of the type {quoted(wanted)}"
        case how:
            return f"it is {how.value}"


def _other(expr: Expr, found: Value, ontology: Ontology) -> str:
    if isinstance(expr, Lit):
        (kind,) = of_constant(expr).observed
        noun = {Kind.YES_NO: "the value", Kind.TAGGED: "the text"}.get(kind, f"the {kind.value}")
        return f"{noun} {quoted(expr.value)}"
    if isinstance(expr, Iri):
        return f"the thing {shown(expr)}"
    if found.behind:
        return f"{name(found.behind, ontology)}, which is {_words(found.observed)}"
    return f"{_called(expr)}, which is {_words(found.observed)}"


def _called(expr: Expr) -> str:
    """How a reader knows an expression: a variable by its name, another by its function."""
    match expr:
        case Var(text):
            return quoted(text.partition("#")[0])
        case Call(str() as function, _):
            return f"what {function} gives"
        case Aggregate(function, _):
            return f"what {function} gives"
        case Lit() | Iri():
            return shown(expr)
        case _:
            return "what is calculated"


def _words(found: Kinds) -> str:
    if found >= _PLAIN:
        return "a value" if Kind.THING not in found else "anything"
    texts = {Kind.TAGGED} if Kind.TEXT in found else set()
    nouns = [k for k in Kind if k in found and k not in texts]
    return either(tuple(k.value if k is Kind.YES_NO else indefinite(k.value) for k in nouns))


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


# ── the hint ─────────────────────────────────────────────────────────────────────────────────────


def _hint(fault: Fault) -> str:
    written = Writer().expr(fault.operand)
    is_ = f"{written} is {_words(fault.kinds.observed)}"
    match fault.how:
        case How.COMPARED | How.ORDERED if isinstance(fault.other, Lit):
            return f"{is_}, not {_words(fault.other_kinds.observed)}. {_instead(fault, fault.other)}".rstrip()
        case How.COMPARED | How.ORDERED:
            other = "" if fault.other is None else Writer().expr(fault.other)
            return (
                f"{is_}, and {other} is {_words(fault.other_kinds.observed)}; SPARQL compares like with like."
            )
        case How.SEARCHED if Kind.THING in fault.kinds.observed:
            return f"{is_}. Search in a name of it, for instance {written} rdfs:label ?label."
        case How.SEARCHED:
            return f"{is_}. Write STR({written})."
        case How.CALCULATED | How.ADDED_UP | How.AVERAGED if fault.kinds.observed & TEXTS:
            return f"{is_}. If it is written in digits, xsd:decimal({written}) is its number."
        case _:
            return f"{is_}; it has no such value."


def _instead(fault: Fault, literal: Lit) -> str:
    """The literal as it should be written, where that can be told from the one that was."""
    wanted, text = fault.kinds.observed, literal.value
    if wanted == {Kind.THING}:
        return "Compare a name of it, or write the thing's IRI."
    if Kind.NUMBER in wanted and _NUMBER.fullmatch(text):
        return f"Write {text} without quotation marks."
    if Kind.DATE in wanted and _DATE.match(text):
        return f'Write "{text[:10]}"^^xsd:date.'
    if Kind.MOMENT in wanted and _DATE.fullmatch(text):
        return f'Write "{text}T00:00:00"^^xsd:dateTime.'
    if Kind.MOMENT in wanted and _CLOCK.fullmatch(text):
        return f'Write "{text}"^^xsd:dateTime.'
    if Kind.YEAR in wanted and _YEAR.match(text):
        return f'Write "{text[:4]}"^^xsd:gYear.'
    if wanted & {Kind.DATE, Kind.MOMENT} and _YEAR.fullmatch(text):
        return f"YEAR({Writer().expr(fault.operand)}) is a number."
    if Kind.YES_NO in wanted:
        return "Write true or false, without quotation marks."
    return f'Write "{text}" as a text, in quotation marks.' if wanted & TEXTS else ""
