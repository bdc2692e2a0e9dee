"""What a stretch of a question means: a set of things or values, or a word that does something to one.

In: variables and terms of the graph. Out: frozen values that the rules put together. A set is a pattern with
a focus, the variable or term that stands for its members. A relation is a set whose other end is still open
("the price of …", "brewed by …"): what is said beside it takes that place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kgqa.forms.form import (
    Absent,
    Calculation,
    Computed,
    Expression,
    Fact,
    Filter,
    Form,
    Having,
    Node,
    Order,
    Thing,
    Variable,
    renamed,
    renamed_in,
    within,
)
from kgqa.strategies.parse.cues import Found

Classes = frozenset[str]
NAME, KEY = "name", "key"  # what a thing is called, and what tells it apart
WAS = "was_"  # begins the variables of what an earlier question was about
LIMIT = "_limit"  # ends a variable that a value is held to: twice the average
# What a number is called that an aggregate comes to.
AGGREGATED = {"COUNT": "number of", "AVG": "average", "SUM": "total", "MIN": "lowest", "MAX": "highest"}
TURNED = str.maketrans("<>", "><")  # at least as cheap is at most as expensive
TITLE = "="  # begins a variable that has a name of its own: "where load is weight divided by height"


class Role(StrEnum):
    """What a set does where it is put beside another one."""

    PLAIN = "plain"  # it is joined
    WITHOUT = "without"  # it must not be there
    MOST = "most"  # by how many there are of it, rows are ordered
    BOUND = "bound"  # so many there are of it


@dataclass(frozen=True, slots=True)
class End:
    """One end of a relation: what stands there, of which classes it may be (() where nothing is known), and
    the property whose literals it stands for, "" for a thing.
    """

    node: Node
    classes: Classes = frozenset()
    literal: str = ""


@dataclass(frozen=True, slots=True)
class Like:
    """Who has the same: a thing ("as Ada"), or None for each of two that are named before. `shared` is what
    they have.
    """

    shared: Node
    thing: End | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Which part of an order is meant: the best so many percent, both ends, those behind the first few
    (`offset`), or all of it. `shown` says that what orders the rows stands beside them.
    """

    percent: float = 0.0
    both: bool = False
    offset: int = 0
    every: bool = False
    shown: bool = False

    def __add__(self, other: Cut) -> Cut:
        return Cut(
            self.percent or other.percent,
            self.both or other.both,
            self.offset or other.offset,
            self.every or other.every,
            self.shown or other.shown,
        )

    @property
    def is_part(self) -> bool:
        """Whether it is more than the first rows of an order."""
        return bool(self.percent) or self.both


FIRST = Cut()  # the first rows


@dataclass(frozen=True, kw_only=True)  # no slots: its copies are made of its dictionary
class Set:
    """A set. `types` are class conditions that were said. `by` are variables that rows are grouped by, and
    `also` those that are shown beside the focus. `high` and `number` go with the roles MOST and BOUND.
    `named` says that a noun of the question names what the members are.
    """

    focus: End
    open: End | None = None
    facts: tuple[Fact, ...] = ()
    types: tuple[tuple[Variable, str], ...] = ()
    filters: tuple[Filter, ...] = ()
    absent: tuple[Absent, ...] = ()
    nested: tuple[Form, ...] = ()
    bound: tuple[Computed, ...] = ()
    among: tuple[str, ...] = ()  # the things that the focus is one of
    order: Order | None = None
    limit: int | None = None
    cut: Cut = FIRST
    having: Having | None = None
    function: str = ""
    summed: str = ""  # what the values of each come to, by which rows are ordered or limited: SUM, AVG
    over: str = ""  # what the numbers of the groups come to: the AVG of the orders per customer
    whole: Set | None = None  # what the members are a share of
    counted: bool = False
    by: tuple[Variable, ...] = ()
    also: tuple[End, ...] = ()
    asked: tuple[End, ...] = ()  # what further question words ask for: "who supplies which component"
    worked: Expression | None = None  # what is worked out of all members, or of each group
    title: str = ""  # what the formula is called by which it is worked out
    columns: tuple[Computed, ...] = ()  # further numbers of all members, or of each group
    apart: tuple[Set, ...] = ()  # what else is counted or added up, which has nothing to do with the members
    role: Role = Role.PLAIN
    high: bool = True
    operator: str = ""
    number: float = 0.0
    named: bool = False
    many: tuple[Variable, ...] = ()  # what was named in the plural
    every: tuple[Variable, ...] = ()  # lists of which each was named: "Java and Python"
    each: bool = False  # the values of each of some things, of which there is no total
    guessed: bool = False  # a way that nobody named joins a part of it
    lacking: bool = False  # a thing that is named has no such edge: nothing is found, or the answer is no
    turned: bool = False  # the words name the inverse of the property that the data has
    towards: bool = False  # the words that name the relation lead on to its object: "member of", "brewed by"
    like: Like | None = None  # who has the same: "the same department as Ada"
    told: bool = False  # what there is to say of the thing is asked for
    near: bool = False  # it holds of what it stands beside, or of what is one step away: "expired"

    def changed(self, **changes: Any) -> Set:
        """The set with other fields. `dataclasses.replace` takes many times as long."""
        made = object.__new__(Set)
        made.__dict__.update(self.__dict__, **changes)
        return made

    @property
    def is_value(self) -> bool:
        return bool(self.focus.literal)

    @property
    def is_answer(self) -> bool:
        """Whether what is asked of it is worked out of all its members, so that it is no part of another."""
        worked = self.counted or self.function or self.summed or self.over or self.worked
        return bool(worked or self.by or self.having or self.also or self.whole) or (
            self.order is not None and self.is_value
        )

    @property
    def is_plain(self) -> bool:
        """Whether it is a pattern and nothing is asked of it yet."""
        return self.role is Role.PLAIN and not (
            self.function or self.counted or self.by or self.order or self.having or self.worked
        )

    @property
    def is_number(self) -> bool:
        """Whether a number of all members is asked for, or of each group."""
        return self.role is Role.PLAIN and bool(self.function or self.counted or self.worked)


@dataclass(frozen=True, slots=True)
class Operator:
    """A word that does something to what stands beside it. `limit` is how many a superlative takes, `cut`
    which ones, `summed` what it chooses by: the highest "SUM". It `counts` where a number of things is meant:
    "the average number of". A `date` that stands between a question word and the rest is one of the whole:
    "wer hatte am 13. März Nachtschicht".
    """

    found: Found
    limit: int | None = None
    cut: Cut = FIRST
    summed: str = ""
    counts: bool = False
    date: Operator | None = None


@dataclass(frozen=True, slots=True)
class Limited:
    """A comparison with its number: "more than 20 kg"; a number alone is one that equals it. It `is_exact` if
    that is said: "exactly two".
    """

    operator: str
    found: Found
    measures: tuple[str, ...] = ()
    until: Found | None = None  # the end of a range
    summed: str = ""  # what the values of each come to that are limited: "on average more than 20 kg"
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Standard:
    """What something is compared with: a thing or a value (`of`), or what many come to: AVG, MEDIAN or ALL of
    a number, or of what things have. `own` says that it is a relation of the thing itself ("their manager"),
    `key` what the thing shares with the many: "the average of their department".
    """

    of: Set | None
    function: str = ""
    own: bool = False
    key: Set | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, with what it is made (None where that is still to be said), how many `times` as much
    there is, and how much `more`.
    """

    operator: str
    found: Found
    than: Standard | None = None
    times: float = 1.0
    more: Limited | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """What two have in common: "the same department"; with the other of the two it is a set."""

    of: Set


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things, or their values, that are held against each other: how much heavier "A is than B"."""

    one: Set
    other: Set


@dataclass(frozen=True, slots=True)
class Grouper:
    """What rows are grouped by: "per department"; a set, or a unit of time; `also` are further ones. It
    `is_any` where the words speak of any one of them: "that a customer has paid"; `each` where they speak of
    each: "for every customer".
    """

    by: Set | None
    unit: str = ""
    also: tuple[Grouper, ...] = ()
    within: Found | None = None  # the span of dates of which the rows are
    key: Variable = ""  # the value by which, where it is not the set's focus
    is_any: bool = False
    each: bool = False
    of_numbers: bool = False  # whether only a number is told apart so, and not what is listed


@dataclass(frozen=True, slots=True)
class Columns:
    """A list of what is to be shown of something, one behind the other: relations, classes, its NAME, its
    KEY.
    """

    items: tuple[Set | str, ...]


@dataclass(frozen=True, slots=True)
class Joint:
    """A word that joins two of a kind: and, or; or sets them side by side: versus."""

    any: bool
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Second:
    """The second of two that are joined: "and Sweden", "per customer and year", "versus 2024"."""

    one: Set | Grouper | Operator | Columns
    any: bool
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """An earlier question asked again, with parts exchanged: "and in Norway?". `turn` counts back from the
    last question, which is 0. With `also` the new part stands beside the old one.
    """

    form: Form
    turn: int = 0
    also: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Sorted:
    """The order in which rows are wanted: "sorted by price", "cheapest first", "descending". `by` are the
    values; `ranked` is a superlative that names them. With neither the rows are sorted by what they show.
    """

    by: Set | None = None
    ranked: Operator | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A condition that no longer holds: "without the rating condition", "all countries"."""

    of: Set


Meaning = (
    Set
    | Operator
    | Limited
    | Standard
    | Compared
    | Shared
    | Pair
    | Grouper
    | Columns
    | Joint
    | Second
    | Again
    | Sorted
    | Dropped
)
Found_ = tuple[Meaning, float]  # what two stretches may mean together, and what it costs


def swapped(meaning: Set, old: Node, new: Node) -> Set:
    """The set with one node in place of another one, everywhere."""
    if old == new:
        return meaning

    def node(n: Node) -> Node:
        return new if n == old else n

    def variable(v: Variable) -> Variable:
        return new if v == old and isinstance(new, str) else v

    def fact(f: Fact) -> Fact:
        is_other = old in (f.subject, f.object)
        return Fact(node(f.subject), f.property, node(f.object), f.optional) if is_other else f

    def filter_(f: Filter) -> Filter:
        return replace(f, variable=variable(f.variable), values=tuple(node(v) for v in f.values))

    def end(e: End) -> End:
        return End(new, e.classes, e.literal) if e.node == old else e

    names = {old: new} if isinstance(old, str) and isinstance(new, str) else {}
    bound = tuple(Computed(c.name, renamed_in(c.value, names)) for c in meaning.bound)
    return meaning.changed(
        bound=bound,
        worked=renamed_in(meaning.worked, names) if meaning.worked else None,
        columns=tuple(replace(c, value=renamed_in(c.value, names)) for c in meaning.columns),
        focus=end(meaning.focus),
        open=end(meaning.open) if meaning.open else None,
        facts=tuple(dict.fromkeys(map(fact, meaning.facts))),  # two may become one
        types=tuple((variable(v), c) for v, c in meaning.types),
        filters=tuple(map(filter_, meaning.filters)),
        absent=tuple(a.mapped(fact, filter_) for a in meaning.absent),
        nested=tuple(renamed(f, names) for f in meaning.nested) if names else meaning.nested,
        order=meaning.order and replace(meaning.order, variable=variable(meaning.order.variable)),
        having=meaning.having and replace(meaning.having, variable=variable(meaning.having.variable)),
        whole=meaning.whole and swapped(meaning.whole, old, new),
        by=tuple(variable(v) for v in meaning.by),
        many=tuple(variable(v) for v in meaning.many),
        every=tuple(variable(v) for v in meaning.every),
        like=meaning.like and replace(meaning.like, shared=node(meaning.like.shared)),
        also=tuple(end(e) for e in meaning.also),
        asked=tuple(end(e) for e in meaning.asked),
    )


def measured(meaning: Set) -> Node:
    """The number or date that the focus is, or the first one that it is worked out of."""
    node = meaning.focus.node
    for made in reversed(meaning.bound):
        if made.name == node and isinstance(made.value, Calculation):
            node = next((o for o in within(made.value) if isinstance(o, str)), node)
    return node


def is_bare(one: Set) -> bool:
    """Whether a set is one thing that is named, and nothing is said of it."""
    return isinstance(one.focus.node, Thing) and one == Set(focus=one.focus, named=True, told=one.told)
