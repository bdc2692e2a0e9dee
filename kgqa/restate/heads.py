"""What the columns of a query hold: the head of each, its unit, and in which order the rows are read.

In: a query, the ontology, labels of the things in it. Out: "Customer", "Number of orders", "Total revenue" in
EUR; the column that rows without an order of their own are sorted by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kgqa.ontology import Ontology, spaced
from kgqa.restate.ordering import short
from kgqa.restate.sentence import body
from kgqa.restate.telling import Telling
from kgqa.restate.terms import calendar_part, percentage
from kgqa.restate.within import start
from kgqa.restate.wording import Wording, wording
from kgqa.sparql import ParsedQuery
from kgqa.sparql.model import Aggregate, And, Column, Compare, Expr, Product, Sum, Var
from kgqa.sparql.walk import parts, variables
from kgqa.types import ColumnRole

_LONGEST = 8  # words of a head
_ADDING = frozenset(("COUNT", "SUM"))
_UP, _DOWN = frozenset(("<", "<=")), frozenset((">", ">="))


@dataclass(frozen=True, slots=True)
class Head:
    """`is_made` says that its values are worked out, not looked up; `amount_of` is the variable that they are
    amounts of, where they are; `calendar` the part of a date that they are: MONTH, QUARTER. `role` is as in
    `kgqa.types.DisplayColumn`.
    """

    title: str
    unit: str = ""
    is_made: bool = False
    amount_of: str = ""
    role: ColumnRole = ""
    calendar: str = ""


@dataclass(frozen=True, slots=True)
class By:
    """The column that rows are sorted by."""

    column: str
    descending: bool = False


def heads(
    query: ParsedQuery, ontology: Ontology, labels: Mapping[str, str], language: str = "en"
) -> dict[str, Head]:
    """The heads of the columns by their names; none where the query shows whatever it finds."""
    telling = _told(query, ontology, labels, language)
    found = {
        c.variable.name: replace(_finished(_head(telling, c), telling.words), role=_role(telling, c))
        for c in query.select.columns
    }
    taken = set[str]()
    for name, head in found.items():
        if head.title in taken:
            found[name] = replace(head, title=_otherwise(telling, name))
        taken.add(found[name].title)
    return found


def order(query: ParsedQuery, ontology: Ontology) -> By | None:
    """How rows are sorted whose query leaves their order open; None where it does not. What groups are
    compared by, or things are chosen by, comes before names; time goes on from the earliest.
    """
    select = query.select
    if query.form != "select" or select.order_by or not select.columns:
        return None
    telling = _told(query, ontology, {}, "en")
    if any(inner.order_by for inner in (*telling.scene.picked.values(), *telling.scene.apart)):
        return None
    columns = [c.variable for c in select.columns]
    if telling.aggregated:
        made = [c.variable.name for c in select.columns if _is_aggregate(telling, c)]
        keys = [c for c in columns if c.name not in made]
        times = [c.name for c in keys if _is_time(telling, c)]
        if times:
            return By(times[0])
        return By(made[0], descending=True) if made and keys else By(columns[0].name)
    for column in columns:
        signs = {
            c.op if telling.unfolded(c.left) == column else {"<": ">", ">": "<"}.get(c.op[0], "")
            for condition in telling.scene.conditions.get(column.name, ())
            for c in (condition.parts if isinstance(condition, And) else (condition,))
            if isinstance(c, Compare)
        }
        signs |= {
            c.op
            for c in telling.scene.others
            if isinstance(c, Compare) and telling.unfolded(c.left) == column
        }
        if signs & (_UP | _DOWN):
            return By(column.name, descending=not signs <= _UP)
    return By(columns[0].name)


def _otherwise(telling: Telling, name: str) -> str:
    """The head of a column whose title another one has: the label of what leads to it."""
    edge = next((e for e in telling.names.edges() if e.object == Var(name) and len(e.iris) == 1), None)
    label = telling.ontology.label(edge.iris[0], telling.words.language) if edge else spaced(name)
    return _capital(label)


def _told(query: ParsedQuery, ontology: Ontology, labels: Mapping[str, str], language: str) -> Telling:
    telling = Telling(query.select, wording(language).aloud(), ontology, labels)
    start(telling, body)
    return telling


def _is_aggregate(telling: Telling, column: Column) -> bool:
    made = telling.speaker.made_of(column.variable.name)
    return made is not None and any(isinstance(p, Aggregate) for p in parts(made))


def _role(telling: Telling, column: Column) -> ColumnRole:
    if not telling.aggregated:
        return ""
    if not _is_aggregate(telling, column):
        return "key"
    value = telling.unfolded(column.variable)
    return "part" if isinstance(value, Aggregate) and value.name in _ADDING else ""


def _is_time(telling: Telling, column: Var) -> bool:
    made = telling.unfolded(column)
    if isinstance(made, Var):
        return telling.names.is_date(made.name)
    return calendar_part(made) is not None


def _head(telling: Telling, column: Column) -> Head:
    value = telling.unfolded(column.variable)
    unit = telling.names.unit(value)
    if isinstance(value, Var):
        made = value.name in telling.speaker.worked_out
        title = _worked_out(telling, value.name) if made else _title(telling, value)
        return Head(_capital(title), unit, made, _amount_of(telling, value))
    if isinstance(value, Product) and percentage(value.factors) is not None:
        return Head(_capital(telling.words.say("short", "percentage")), "%", is_made=True)
    owner = ""
    if isinstance(value, Aggregate) and value.name != "COUNT" and value.argument is not None:
        owner = _amount_of(telling, telling.unfolded(value.argument))
    part = calendar_part(value)
    taken = part[0] if part is not None else ""
    title = _capital(_made(telling, value, column.variable.name))
    return Head(title, unit, is_made=True, amount_of=owner, calendar=taken)


def _amount_of(telling: Telling, value: Expr) -> str:
    edges = [e for e in telling.names.edges() if e.object == value and telling.names.stands_for(e)]
    return edges[0].subject.name if len(edges) == 1 and isinstance(edges[0].subject, Var) else ""


def _made(telling: Telling, value: Expr, name: str) -> str:
    """What is worked out, in a few words; by the query's own name for it where there are none."""
    words = telling.words
    calculated = isinstance(value, Sum | Product) and calendar_part(value) is None
    nested = isinstance(value, Aggregate) and variables(value) & telling.speaker.worked_out.keys()
    if nested:  # "average number of orders per customer"
        inner = Telling(telling.select, words, telling.ontology, telling.labels)
        said: str | None = telling.words.without_the(body(inner))
    else:
        said = telling.speaker.term(value, telling.near) if calculated else short(telling, value)
        said = said and telling.words.without_the(said)
        if said and words.language == "en":
            said = said.replace(f" {telling.names.the('')}", " ")
    if said and said != words.say("short", "such") and len(said.split()) <= _LONGEST:
        return said
    if isinstance(value, Sum) and any(sign == "-" for sign, _ in value.terms):
        return words.say("short", "difference")
    return _own_name(words, name)


def _worked_out(telling: Telling, name: str) -> str:
    """What a subquery works out, in a few words; by the query's own name for it where there are none."""
    speaker, words = telling.speaker, telling.words
    said = speaker.shortened.get(name) or words.without_the(speaker.worked_out[name])
    return said if len(said.split()) <= _LONGEST else _own_name(words, name)


def _own_name(words: Wording, name: str) -> str:
    """What a query calls a value; queries are written in English."""
    return spaced(name) if words.language == "en" else words.say("short", "value")


def _title(telling: Telling, node: Var) -> str:
    """The noun of a thing or a value; a label that is no noun as it stands."""
    edge = next((e for e in telling.names.edges() if e.object == node), None)
    title = (telling.names.after_is(edge) if edge else "") or telling.names.title(node)
    if edge is not None and len(edge.iris) == 1 and title == telling.words.say("nouns", "thing"):
        title = telling.ontology.label(edge.iris[0], telling.words.language)  # "Connects to"
    if edge is not None:
        title = telling.names.without_owner(title, telling.names.title(edge.subject))
    note = telling.names.note(edge) if edge else ""
    return f"{title} ({note})" if note else title


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _finished(head: Head, words: Wording) -> Head:
    return replace(head, title=_capital(words.finished(head.title)))
