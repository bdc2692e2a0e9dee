"""What an expression may be, whether it can hold, and where it does with a value what cannot be done with it.

In: an expression, and what is known of its variables. Out: a Reading. By SPARQL 1.1 (section 17) a function
of the wrong argument, and an order between values of different kinds, is an error: a condition with an error
does not hold, and what is calculated with one has no value. Two values of different kinds are never equal.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.check.functions import JUDGED, NUMBER, SIGNATURES, SUMMED, YES_NO, How, Signature, cast
from kgqa.check.kinds import (
    ANY,
    CALENDAR,
    NUMBERS,
    TEXTS,
    UNKNOWN,
    Kind,
    Kinds,
    Value,
    alike,
    any_of,
    of_constant,
    value,
)
from kgqa.check.readings import Fault, Known, Outcome, Reading
from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Exists,
    Expr,
    Iri,
    Lit,
    Not,
    OneOfList,
    Or,
    Product,
    Signed,
    Sum,
    TripleTerm,
    Var,
)
from kgqa.sparql.walk import variables

_YES_NO = value(YES_NO)
_NUMBER = value(NUMBER)
_POINTS: Kinds = CALENDAR - {Kind.OTHER}
_COUNTABLE: Kinds = SUMMED | (CALENDAR - {Kind.YEAR, Kind.MONTH})


def read(expr: Expr, known: Known) -> Reading:
    """What an expression is where these variables are known. One that is not among them may be anything."""
    match expr:
        case Var(name):
            return Reading(known.get(name, UNKNOWN))
        case Iri() | Lit() | TripleTerm():
            return Reading(UNKNOWN if isinstance(expr, TripleTerm) else of_constant(expr))
        case Compare():
            return _compared(expr, known)
        case OneOfList():
            return _listed(expr, known)
        case And(parts):
            return _all_of([judged(p, known) for p in parts])
        case Or(parts):
            return _one_of(parts, [judged(p, known) for p in parts])
        case Not(inner):
            found = judged(inner, known)
            outcome = Outcome.FAILS if found.outcome is Outcome.FAILS else Outcome.OPEN
            return Reading(_YES_NO, outcome, found.faults)
        case Sum(steps) | Product(steps):
            return _calculated(expr, [step for _, step in steps], known)
        case Signed(_, inner):
            return _applied(expr, (inner,), Signature((NUMBERS,), How.CALCULATED, NUMBER), known)
        case Call():
            return _called(expr, known)
        case Aggregate():
            return _aggregated(expr, known)
        case Exists():
            return Reading(_YES_NO)


def judged(expr: Expr, known: Known) -> Reading:
    """The reading of an expression that stands as a condition."""
    found = read(expr, known)
    fault = _fault(How.JUDGED, expr, found.kinds, JUDGED, expr)
    return replace(found, outcome=Outcome.FAILS, faults=(*found.faults, fault)) if fault else found


# ── comparing ────────────────────────────────────────────────────────────────────────────────────


def _compared(expr: Compare, known: Known) -> Reading:
    sides = left, right = read(expr.left, known), read(expr.right, known)
    faults = left.faults + right.faults
    if max(s.outcome for s in sides) is Outcome.FAILS:
        return Reading(_YES_NO, Outcome.FAILS, faults)
    ordered = expr.op not in ("=", "!=")
    fault = _clash(How.ORDERED if ordered else How.COMPARED, expr, (expr.left, left), (expr.right, right))
    if fault is None:
        return Reading(_YES_NO, Outcome.OPEN, faults)
    # Some stores know that a thing is not less than itself.
    same = expr.op in ("<=", ">=") and alike(left.kinds.observed, right.kinds.observed)
    if same or expr.op == "!=":
        return Reading(_YES_NO, Outcome.OPEN, (*faults, replace(fault, harmless=True)))
    fails = ordered and not alike(left.kinds.observed, right.kinds.observed)
    return Reading(_YES_NO, Outcome.FAILS if fails else Outcome.FALSE, (*faults, fault))


def _listed(expr: OneOfList, known: Known) -> Reading:
    subject = read(expr.subject, known)
    items = [read(i, known) for i in expr.items]
    faults = [*subject.faults, *(f for i in items for f in i.faults)]
    if subject.outcome is Outcome.FAILS:
        return Reading(_YES_NO, Outcome.FAILS, tuple(faults))
    clashes = [
        clash
        for item, found in zip(expr.items, items, strict=True)
        if (clash := _clash(How.COMPARED, expr, (expr.subject, subject), (item, found)))
    ]
    never = 0 < len(clashes) == len(items) and not expr.negated
    faults += [replace(c, harmless=not never) for c in clashes[:1]]  # the others say the same
    return Reading(_YES_NO, Outcome.FALSE if never else Outcome.OPEN, tuple(faults))


def _clash(how: How, inside: Expr, left: tuple[Expr, Reading], right: tuple[Expr, Reading]) -> Fault | None:
    """The fault of two values that are of no common kind; the first is the one to speak of."""
    if isinstance(left[0], Iri | Lit):
        left, right = right, left
    one, other = left[1].kinds, right[1].kinds
    fits = _ordered if how is How.ORDERED else alike
    if fits(one.observed, other.observed):
        return None  # where the data has it, the ontology is not asked
    unseen = fits(one.declared, other.declared)
    return Fault(how, left[0], one, right[0], other, unseen=unseen, inside=inside)


def _ordered(one: Kinds, other: Kinds) -> bool:
    return alike(one - {Kind.THING}, other - {Kind.THING})


# ── logic ────────────────────────────────────────────────────────────────────────────────────────


def _all_of(found: list[Reading]) -> Reading:
    never = any(r.outcome is not Outcome.OPEN for r in found)
    return Reading(_YES_NO, Outcome.FALSE if never else Outcome.OPEN, _faults(found))


def _one_of(parts: tuple[Expr, ...], found: list[Reading]) -> Reading:
    if all(r.outcome is not Outcome.OPEN for r in found):
        return Reading(_YES_NO, min(r.outcome for r in found), found[0].faults)  # the others say the same
    # Who compares one value in two ways, of which one can hold, knows what he does.
    meant = {v for p, r in zip(parts, found, strict=True) if r.outcome is Outcome.OPEN for v in variables(p)}
    faults: list[Fault] = []
    for part, reading in zip(parts, found, strict=True):
        if reading.outcome is Outcome.OPEN:
            faults += reading.faults
        elif not variables(part) <= meant:
            faults += [replace(f, harmless=True) for f in reading.faults]
    return Reading(_YES_NO, Outcome.OPEN, tuple(faults))


# ── calculating and calling ──────────────────────────────────────────────────────────────────────


def _calculated(expr: Sum | Product, operands: list[Expr], known: Known) -> Reading:
    """Stores calculate with dates and lengths of time too; numbers and dates do not mix."""
    found = [read(o, known) for o in operands]
    wanted = _COUNTABLE if isinstance(expr, Sum) else SUMMED
    numbers = any(r.kinds.only(NUMBER) for r in found)
    if numbers and isinstance(expr, Sum):
        wanted -= _POINTS
    result = _NUMBER if all(r.kinds.only(NUMBERS) for r in found) else value(wanted | {Kind.OTHER})
    faults = [
        f
        for o, r in zip(operands, found, strict=True)
        if (f := _fault(How.CALCULATED, o, r.kinds, wanted, expr))
    ]
    failed = bool(faults) or any(r.outcome is Outcome.FAILS for r in found)
    return Reading(result, Outcome.FAILS if failed else Outcome.OPEN, (*_faults(found), *faults))


def _called(call: Call, known: Known) -> Reading:
    arguments = call.arguments
    if isinstance(call.function, Iri):
        signature = cast(call.function.value)
        return _applied(call, arguments, signature, known) if signature else _opaque(arguments, known)
    match call.function:
        case "COALESCE":
            found = [read(a, known) for a in arguments]
            fails = bool(found) and all(r.outcome is Outcome.FAILS for r in found)
            kinds = any_of([r.kinds for r in found if r.outcome is not Outcome.FAILS])
            return Reading(kinds, Outcome.FAILS if fails else Outcome.OPEN, _faults(found) if fails else ())
        case "IF" if len(arguments) == 3:  # noqa: PLR2004 - condition, then, else
            return _if(arguments, known)
        case "BOUND" | "SAMETERM":
            return _opaque(arguments, known, _YES_NO)
        case name:
            signature = SIGNATURES.get(name)
            return _applied(call, arguments, signature, known) if signature else _opaque(arguments, known)


def _if(arguments: tuple[Expr, ...], known: Known) -> Reading:
    condition, then, otherwise = judged(arguments[0], known), *(read(a, known) for a in arguments[1:])
    branches = [then, otherwise] if condition.outcome is Outcome.OPEN else [otherwise]
    outcome = min(b.outcome for b in branches)
    if condition.outcome is Outcome.FAILS:
        outcome = Outcome.FAILS
    faults = _faults([condition, *branches])
    return Reading(
        any_of([b.kinds for b in branches]),
        outcome,
        faults if outcome is not Outcome.OPEN else tuple(replace(f, harmless=True) for f in faults),
    )


def _applied(expr: Expr, arguments: tuple[Expr, ...], signature: Signature, known: Known) -> Reading:
    found = [read(a, known) for a in arguments]
    faults = []
    for index, (argument, reading) in enumerate(zip(arguments, found, strict=True)):
        wanted = signature.arguments[min(index, len(signature.arguments) - 1)] if signature.arguments else ANY
        if fault := _fault(signature.how, argument, reading.kinds, wanted, expr):
            faults.append(fault)
    failed = bool(faults) or any(r.outcome is Outcome.FAILS for r in found)
    return Reading(
        _result(signature, found),
        Outcome.FAILS if failed else Outcome.OPEN,
        (*_faults(found), *faults),
    )


def _result(signature: Signature, found: list[Reading]) -> Value:
    if signature.result:
        return value(signature.result)
    texts = [Value(r.kinds.declared & TEXTS or TEXTS, r.kinds.observed & TEXTS or TEXTS) for r in found]
    return any_of(texts) if len(texts) > 1 else (texts[0] if texts else value(TEXTS))


def _aggregated(aggregate: Aggregate, known: Known) -> Reading:
    if aggregate.argument is None:
        return Reading(_NUMBER)
    found = read(aggregate.argument, known)
    match aggregate.name:
        case "SUM" | "AVG":
            how = How.ADDED_UP if aggregate.name == "SUM" else How.AVERAGED
            fault = _fault(how, aggregate.argument, found.kinds, SUMMED, aggregate)
            kinds = _NUMBER if found.kinds.only(NUMBER) else value(SUMMED)
            faults = (*found.faults, *((fault,) if fault else ()))
            return Reading(kinds, Outcome.FAILS if fault else found.outcome, faults)
        case "COUNT":
            return replace(found, kinds=_NUMBER)
        case "GROUP_CONCAT":
            return replace(found, kinds=value(TEXTS - {Kind.OTHER}))
        case _:
            return found


def _opaque(arguments: tuple[Expr, ...], known: Known, kinds: Value = UNKNOWN) -> Reading:
    """A function that takes what it is given."""
    return Reading(kinds, faults=_faults([read(a, known) for a in arguments]))


def _fault(how: How, operand: Expr, kinds: Value, wanted: Kinds, inside: Expr) -> Fault | None:
    if kinds.observed & wanted:
        return None
    return Fault(how, operand, kinds, unseen=bool(kinds.declared & wanted), inside=inside)


def _faults(found: list[Reading]) -> tuple[Fault, ...]:
    return tuple(f for r in found for f in r.faults)
