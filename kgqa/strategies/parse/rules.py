"""The rules by which neighbouring stretches of a question become one.

In: two meanings, one behind the other, and the words between them. Out: what they mean together, each with
its cost. A rule says which of the two stays the subject (the head) and what the other one does to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.forms.form import (
    Absent,
    Fact,
    Order,
    Thing,
)
from kgqa.forms.periods import is_dated, period
from kgqa.forms.quantities import Line, is_quantity, line_of_thing
from kgqa.language import Language, everywhere, fold
from kgqa.linking.pronouns import points_back
from kgqa.schema import Schema
from kgqa.schema.amounts import extends, is_additive
from kgqa.schema.durations import is_duration
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.about import asks_relation
from kgqa.strategies.parse.besides import is_lead
from kgqa.strategies.parse.columns import Listing, asks_again
from kgqa.strategies.parse.comparing import Comparing
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.current import between, known_nodes
from kgqa.strategies.parse.dates import Dates
from kgqa.strategies.parse.exchanging import DIRECTIONS, Exchanges
from kgqa.strategies.parse.groups import Groups, by_years
from kgqa.strategies.parse.limits import Limits, is_count
from kgqa.strategies.parse.meaning import (
    Again,
    Columns,
    Dropped,
    End,
    Found_,
    Grouper,
    Joint,
    Limited,
    Meaning,
    Operator,
    Role,
    Second,
    Set,
    Sorted,
    swapped,
)
from kgqa.strategies.parse.measures import GUESSED, NEXT, Measures
from kgqa.strategies.parse.patterns import (
    BACK,
    FREE,
    UNSAID,
    Patterns,
    all_of,
    any_kind,
    any_of,
    copied,
    every_of,
    mark_of,
    path,
)
from kgqa.strategies.parse.places import Places
from kgqa.strategies.parse.ranks import Ranks
from kgqa.strategies.parse.shares import Shares
from kgqa.strategies.parse.totals import Totals, is_worked
from kgqa.strategies.parse.trade import Trade
from kgqa.strategies.parse.twice import twice
from kgqa.strategies.parse.values import Values
from kgqa.strategies.parse.whether import begins_whether
from kgqa.values.units import same_dimension

# What it costs to put two stretches together so.
BESIDE = 0.15  # nothing stands between the two
LACKED = 1.5  # that who is "without a manager" is no manager, where employees have managers
EITHER = 0.2  # "customers and suppliers" are what is one or the other
LEFT_OUT = 0.2  # that what is left out is something between the things that are asked for
COLUMN = 0.3  # what is joined by "and" stands beside the first: "policies and their agents"
BEFORE = 0.3  # what fills a relation stands before it
KIND_OF = 0.05  # a noun says what the thing behind it is
COMPOUND = 0.5  # the subject stands behind what limits it: "Norwegian customers"
NOT_ITS_OWN = 4.5  # a value of what stands beside a thing that is named: what Ada weighs
EXISTS = 0.5  # a relation whose other end nobody named
AGAINST = 0.8  # a relation read against the words that lead to its ends
LIKE_PEOPLE = 0.2  # that an organisation has what somebody is asked for
WHOEVER = 0.6  # "who" for all people whom a way that nobody named leads to
WHOSE_DATE = 4.0  # a date of what rows are grouped by, of which no word of the question speaks
TIMES = 0.5  # that what was done so many times is what has a date, and not who did it
UNSAID_KIND = 6.0  # that things are counted of which nobody spoke: the lines or the parts of a product
SPOKEN_OF = 0.4  # a date that a word of the question names, though no rule joins the two
WHOSE = 0.3  # "the highest price" for what has it, or "costs the most" for the price
SOMEBODY = 6  # ways that are tried from a thing to the people who are there
NOUNS = 1.2  # that the first of two nouns that stand together is what is asked for
DENIED = 0.3  # that what is denied has something that is denied itself: "no unpaid invoices"
ON = 0.4  # that a superlative leads to no noun behind it: "which one has the longest guarantee"
MISFIT = 1.0  # a thing that is no place for "where"; what is no date costs twice as much for "when"
DROPPING = ("drop", "every")
# What it costs that an operator stands behind what it works on; a date does mostly, and costs before it.
BEHIND = {
    **dict.fromkeys((Cue.ASK, Cue.WHO, Cue.WHERE, Cue.WHEN, Cue.COUNT), 0.4),
    Cue.AGGREGATE: 0.2,
    Cue.SUPERLATIVE: 0.3,
}


@dataclass(frozen=True)
class Rules:
    """The rules over one schema and one question. `between(a, b)` are the folded words of the tokens from a
    to before b.
    """

    patterns: Patterns
    lang: Language
    words: tuple[str, ...]
    owned: frozenset[int]  # tokens behind which a possessive stands
    commas: frozenset[int]  # tokens behind which a comma stands
    breaks: frozenset[int] = frozenset()  # tokens behind which a list of columns goes on

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    @cached_property
    def measures(self) -> Measures:
        return Measures(self.patterns, self.lang, self.words)

    @cached_property
    def limits(self) -> Limits:
        return Limits(self.measures, self.lang, self.words)

    @cached_property
    def dates(self) -> Dates:
        return Dates(self.measures, self.lang, self.words)

    @cached_property
    def values(self) -> Values:
        return Values(self.patterns, self.measures)

    @cached_property
    def groups(self) -> Groups:
        return Groups(self.patterns, self.measures, self.dates)

    @cached_property
    def listing(self) -> Listing:
        return Listing(self.groups, self.lang, self.words, self.breaks)

    @cached_property
    def comparing(self) -> Comparing:
        return Comparing(self.patterns, self.measures, self.lang)

    @cached_property
    def places(self) -> Places:
        return Places(self.measures)

    @cached_property
    def ranks(self) -> Ranks:
        return Ranks(self.measures)

    @cached_property
    def shares(self) -> Shares:
        return Shares(self.lang, self.words)

    @cached_property
    def totals(self) -> Totals:
        return Totals(self.patterns, self.measures, self.lang, self.words)

    @cached_property
    def trade(self) -> Trade:
        return Trade(self.totals)

    @cached_property
    def exchanges(self) -> Exchanges:
        return Exchanges(self.measures)

    def between(self, last: int, first: int) -> tuple[str, ...]:
        """The words between two tokens."""
        return self.words[last + 1 : first]

    def together(self, one: Meaning, other: Meaning, last: int, first: int) -> Iterator[Found_]:
        """What two stretches mean together: one that ends with token `last`, one that begins at `first`."""
        gap = self.between(last, first)
        yield from self.comparing.together(one, other, gap)
        same = next((m.like for m in (other, one) if isinstance(m, Set) and m.like), None)
        if same is not None and isinstance(one, Set) and isinstance(other, Set):
            both = self._sets(one.changed(like=None), other.changed(like=None), gap, last)
            yield from self.comparing.sharing.shared(same, both)
        elif isinstance(one, Columns) or isinstance(other, Columns):
            yield from self._in_list(one, other, last, first)
        elif not _parts_numbers(one, other):
            apart = 0.0
            if self.listing.is_break(last, first):
                yield from self.listing.next(one, other)
                apart = self.listing.apart(one, other)
            yield from ((m, dear + apart) for m, dear in self._next_to(one, other, last, first))

    def _in_list(self, one: Meaning, other: Meaning, last: int, first: int) -> Iterator[Found_]:
        """A list of columns with what stands beside it."""
        if isinstance(one, Operator):
            if one.found.cue in (Cue.ASK, Cue.EDIT) and not one.found.function:
                yield other, 0.0
        elif isinstance(one, Joint):
            yield from _second(one, other)
        elif self.listing.is_break(last, first):
            yield from self.listing.next(one, other)
        else:
            yield from self.listing.beside(one, other, last, first)

    def _next_to(self, one: Meaning, other: Meaning, last: int, first: int) -> Iterator[Found_]:
        """What two stretches mean together that are no comparison."""
        gap = self.between(last, first)
        if isinstance(one, Set | Grouper) and isinstance(other, Set) and self._is_listed(gap, last):
            yield from self._next(one, other, last)
            if isinstance(one, Set) and one.is_value and other.is_value:
                return
        if isinstance(one, Set) and not isinstance(other, Operator):
            yield from self._behind_set(one, other, gap, last)
        elif isinstance(one, Again):
            yield from self.exchanges.exchanged(one, other)
        elif isinstance(one, Joint):
            yield from _second(one, other)
            if isinstance(other, Limited) and not (one.any or one.apart):
                yield other, 0.0  # "open and over 20,000 euros"
        elif isinstance(one, Operator):
            yield from self._led_by(one, other, near=not gap)
            is_near = set(gap) <= self._leading_to_nouns
            if isinstance(other, Set) and is_near and (not other.counted or self._counts_at(first)):
                yield from self.totals.over(one, other)
        elif isinstance(one, Sorted):
            if isinstance(other, Operator) and other.found.function in DIRECTIONS:
                yield replace(one, descending=other.found.function == "descending"), 0.0
        elif isinstance(other, Operator):
            yield from self._led_back(one, other, gap)
        elif isinstance(one, Limited):
            yield from self._limiting(one, other, gap)
        elif isinstance(one, Grouper) and not is_worked(one):
            yield from self.groups.grouping(one, other)

    def _led_back(self, one: Meaning, operator: Operator, gap: tuple[str, ...]) -> Iterator[Found_]:
        """An operator with what stands before it: "… in total", "orders the most"."""
        if operator.found.cue is Cue.SUPERLATIVE and set(gap) & self.lang.phrases("columns.with"):
            return  # "the department with the most employees": of what follows
        behind = self.shares.apart(one, gap) if isinstance(one, Set) else 0.0
        found = self._operated(operator, one, leads=False, near=not gap)
        yield from ((m, c + behind) for m, c in found)
        if isinstance(one, Set) and operator.found.cue is Cue.AGGREGATE:  # "… on average"
            yield from self.totals.over(operator, one)

    def _behind_set(self, one: Set, other: Meaning, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """What stands behind a set."""
        is_whole = one.open is None and one.role is Role.PLAIN
        if isinstance(other, Set) and other.role is Role.WITHOUT and is_whole and self._leaves_out:
            yield from self._left_out(one, other)
        if one.whole is not None and isinstance(other, Set | Limited):
            behind = self.shares.apart(one, gap)
            yield from ((m, c + behind) for m, c in self._beside(one, other, gap, last))
        elif isinstance(other, Set | Limited):
            yield from self._beside(one, other, gap, last)
        elif isinstance(other, Grouper) and is_worked(other):
            yield from self.totals.ranked(one, other)
        elif isinstance(other, Grouper):
            yield from self.groups.grouped(one, other)
        elif isinstance(other, Second):
            yield from self._coordinated(one, other, last)
        elif isinstance(other, Sorted):
            yield from self._sorted(one, other)

    @cached_property
    def _leaves_out(self) -> bool:
        """Whether the question leaves something out: "without the cancelled ones"."""
        return not self.lang.phrases("leaving_out").isdisjoint(self.words)

    def _left_out(self, one: Set, other: Set) -> Iterator[Found_]:
        """“Sales per shop, without cancelled orders": of whatever stands between, those are left out."""
        kinds = [m for m, _ in self.patterns.of_kind(other.changed(role=Role.PLAIN))]
        for kind in kinds or [other]:
            if kind.is_value or not isinstance(kind.focus.node, str) or not kind.facts:
                continue
            for node, classes in known_nodes(one.facts, self.schema).items():
                if node != one.focus.node and self.schema.overlap(classes, kind.focus.classes):
                    left = swapped(kind, kind.focus.node, node)
                    yield one.changed(absent=(*one.absent, Absent(left.facts, left.filters))), LEFT_OUT

    def _sorted(self, one: Set, order: Sorted) -> Iterator[Found_]:
        """All of a set in an order: "those sorted by price", "the same, cheapest first"."""
        if not one.is_plain or one.is_value:
            return
        if order.ranked is not None:
            for made, dear in self._ranked(order.ranked, one, leads=True):
                if isinstance(made, Set) and made.order is not None:
                    yield made.changed(limit=None), dear
        elif order.by is not None:
            for made, dear in self.patterns.filled(order.by, one):
                by = Order(str(made.focus.node), order.descending)
                yield made.changed(focus=one.focus, order=by), dear

    def _beside(self, one: Set, other: Set | Limited, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """Two sets, or one and a limit."""
        if one.apart:
            yield from _each_of(one, lambda part: self._beside(part, other, gap, last))
        elif isinstance(other, Limited) and (other.summed or self.totals.is_total(one)):
            yield from self.totals.limited(one, other)
        elif isinstance(other, Limited):
            yield from self.limits.limited(one, other, behind=True)
            yield from self.trade.limited(one, other)
        elif other.summed:
            dear = self._dated_by_guess(one)
            yield from ((m, c + dear) for m, c in self.totals.of(one, other))
        elif one.summed and not gap:  # "our best-selling lamps"
            dear = self._dated_by_guess(other)
            yield from ((m, c + dear) for m, c in self.totals.of(other, one))
        elif one.role is other.role is Role.MOST and one.limit and one.high == other.high:
            # "the top 3 departments with the most employees"
            head, most = one.changed(role=Role.PLAIN, limit=None), other.changed(limit=one.limit)
            yield from self._beside(head, most, gap, last)
        elif one.open and self._says_whose and self._equals(one, other, gap, last):
            # "whose mentor is Ann": who has her as one
            yield from self.patterns.filled(one.changed(focus=one.open, open=one.focus), other)
        else:
            beside = list(self._with_their(one, other, gap, last))
            yield from beside
            # "the top 5 customers" in Norway are not the most customers that Norway has
            are_several = one.role is Role.MOST and other.role is not Role.MOST and (one.limit or 1) > 1
            if beside or are_several or is_lead(gap, self.lang):
                return
            dear = EXISTS if self._leads_beside(gap) else 0.0  # columns are those of what is listed
            made = (*self._compound(one, other, gap, last), *self._sets(one, other, gap, last))
            yield from ((m, c + dear) for m, c in made)

    def _led_by(self, one: Operator, other: Meaning, *, near: bool) -> Iterator[Found_]:
        """An operator with what stands behind it."""
        if isinstance(other, Second):
            yield from by_years(one, other)
            if isinstance(other.one, Operator) and not other.any:
                yield from self.ranks.both(one, other.one)
        elif isinstance(other, Operator):
            yield from self._operators(one, other)
        else:
            yield from self._operated(one, other, leads=True, near=near)

    def _limiting(self, one: Limited, other: Meaning, gap: tuple[str, ...]) -> Iterator[Found_]:
        """A limit with what stands behind it."""
        many, has = one.found.number or 0.0, self.lang.phrases("columns.with").intersection(gap)
        if isinstance(other, Set) and other.order and has and one.operator == "=" and is_count(many):
            yield other.changed(limit=int(many)), 0.0  # "the 2 with the lowest weight"
        elif isinstance(other, Set) and other.summed:  # "the 5 best-selling"
            if one.operator == "=" and is_count(many) and not gap:
                yield other.changed(limit=int(many)), 0.0
        elif isinstance(other, Set) and (one.summed or self.totals.is_total(other)):
            yield from self.totals.limited(other, one)
        elif isinstance(other, Set):
            yield from self.limits.limited(other, one, behind=False)
            yield from self.trade.limited(other, one)
        elif isinstance(other, Grouper) and other.by is None:
            yield one, 0.1  # "2,600 euros per year"

    def _is_listed(self, gap: tuple[str, ...], last: int) -> bool:
        """Whether the second of two is the next one of a list: a comma stands between them."""
        first = last + 1 + len(gap)
        comma = next((i for i in range(last, first) if i in self.commas), None)
        return comma is not None and set(self.words[comma + 1 : first]) <= self.lang.phrases("before_nouns")

    def _next(self, one: Set | Grouper, other: Set, last: int) -> Iterator[Found_]:
        """The next one of a list: "weight, price", "by claim number, policy number"."""
        if isinstance(one, Set):
            yield from self._numbers(one, other)
        if not other.is_plain:
            return
        if isinstance(one, Set):
            yield from self._coordinated(one, Second(other, any=False), last)
        elif not other.also:
            yield replace(one, also=(*one.also, Grouper(other))), 0.0

    # ── two sets ─────────────────────────────────────────────────────────────────────────────────

    def _sets(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        lang = self.lang
        owning = last in self.owned
        relative = bool(set(gap) & (lang.phrases("attributive") | lang.phrases("relative")))
        led = bool(gap) if lang.code == "de" else bool(set(gap) - lang.phrases("before_nouns") & lang.stop)
        verbal = bool(set(gap) & lang.phrases("yes_no"))  # "which country has", "the price is"
        adjectival = not gap and bool(other.types) and not one.towards
        bare = 0.0 if led or owning else BESIDE
        found = False
        of_noun = NOUNS if self._is_compound(one, gap, last) else 0.0
        equals = self._equals(one, other, gap, last)
        for made, dear in self.patterns.filled(one, other):
            found = True
            extra = (0.8 if verbal and not self._asks_of(gap) else 0.0) + (0.45 if adjectival else 0.0)
            extra += 2 * MISFIT if equals else 0.0
            yield made, dear + bare + extra + self._against(one, led=led)
        belongs = self._belongs(gap)
        for made, dear in self.patterns.filled(other, one) if other.role is not Role.WITHOUT else ():
            found = True
            extra = 0.5 if verbal and other.is_value else 0.3 if led and not relative else 0.0
            extra += 2 * MISFIT if equals else 0.0
            extra += 0.0 if owning else self._acted_on(other)
            has = other.function and set(gap) & lang.phrases("columns.with")
            extra += EXISTS if has else 0.0  # "the order with the earliest date" is an order
            yield made, dear + (0.0 if owning else BEFORE) + extra
        for made, dear in self.patterns.same(one, other):
            found = True
            extra = (0.0 if relative or verbal or not one.open else EXISTS) + (1.0 if belongs else 0.0)
            extra += 2 * MISFIT if isinstance(one.focus.node, Thing) and not self._says_is else 0.0
            extra += self._relates_itself(other, gap, owning=owning)
            is_kind = other.role is Role.WITHOUT and any(v == other.focus.node for v, _ in other.types)
            extra += self._lacks(one, other, gap) if is_kind else 0.0
            yield (
                self._as_role(one, other, made),
                dear + (0.0 if relative or led else BESIDE) + extra + (of_noun if other.open else 0.0),
            )
        if not (gap or owning or points_back(self.words[last], lang)) and self._is_kind_of(other, one):
            yield one, KIND_OF  # "the Skills Map project"
        for made, dear in self._turned(one, other, led=led, near=not gap):
            found = True
            yield made, dear
        for made, dear in self.patterns.attached(one, other):
            named = other.named or other.role is not Role.WITHOUT  # "no supervisor": what they have none of
            extra = self._backward(other) + (0.0 if named else AGAINST)
            yield made, dear + (0.1 if relative or verbal else EXISTS) + extra + of_noun
        if one.open is not None:
            far = AGAINST if set(gap) & lang.phrases("belonging") else 0.0  # "the boss of the boss of Ada"
            for made, dear in self.patterns.attached(other, one):
                yield made, dear + far + (0.3 if adjectival else EXISTS + COMPOUND)
        yield from (*self._is_so(one, other, gap), *self._done_to(one, other), *self._done_to(other, one))
        yield from self.groups.ordered_by(one, other)
        if one.open is None and other.open is None:
            headed = one.named or not other.types
            nouns = of_noun if adjectival else 0.0  # "client projects" are projects
            for made, dear in self.patterns.joined(one, other) if headed and not equals else ():
                yield made, FREE + UNSAID * dear + (0.0 if led or relative else BESIDE) + nouns
            if other.types or not isinstance(other.focus.node, Thing):
                yield from self._behind_its_noun(one, other, gap, last)
            yield from self._owned(one, other)
        elif not found:
            yield from self._apart(one, other, gap)

    def _behind_its_noun(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """“Norwegian customers": the second set, limited by the first on a way that nobody named; but where
        it says by what the first is ordered.
        """
        is_ordered = self._is_ordered(one, gap, last)
        if is_ordered:
            yield from self._ordered_by(one, other)
        for made, dear in self.patterns.joined(other, one):
            yield made, FREE + UNSAID * dear + COMPOUND + (AGAINST if is_ordered else 0.0)

    def _ordered_by(self, one: Set, other: Set) -> Iterator[Found_]:
        """“the top 3 teachers by number of courses": those with the most of them."""
        if other.types and not (other.is_value or other.facts):
            head = one.changed(role=Role.PLAIN, limit=None)
            most = other.changed(role=Role.MOST, counted=False, high=one.high, limit=one.limit)
            for made, dear in self.patterns.joined(head, most):
                yield made, FREE + UNSAID * dear

    def _is_ordered(self, one: Set, gap: tuple[str, ...], last: int) -> bool:
        """Whether what stands behind a superlative says by what its things are ordered."""
        between = self.words[max(last - 1, 0) : last + 2 + len(gap)]
        return one.role is Role.MOST and not self.lang.phrases("group").isdisjoint(between)

    def _as_role(self, one: Set, other: Set, made: Set) -> Set:
        """“Is Hallam the supplier of Goldings": the noun names the way from the one to the other."""
        node = other.focus.node
        is_noun = len(other.facts) == 1 and any(v == node for v, _ in other.types)
        return made.changed(guessed=False) if self._says_is and is_noun and is_bare(one) else made

    def _relates_itself(self, other: Set, gap: tuple[str, ...], *, owning: bool) -> float:
        """What it costs that a relation is one of what stands before it: "Ada's boss's boss" is another
        one.
        """
        if other.open is None:
            return 0.0
        return (EXISTS if not gap and other.open.literal else 0.0) + (AGAINST if owning else 0.0)

    def _is_compound(self, one: Set, gap: tuple[str, ...], last: int) -> bool:
        """Whether a noun in the singular stands right before another one, as it does in English alone."""
        if gap or last in self.owned or self.lang.code != "en":
            return False
        return bool(one.types) and one.role is Role.PLAIN and not (one.many or one.facts)

    def _compound(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """“Laptop models" are models, and "application owners" own: of things of that class."""
        is_noun = other.is_value or not self._is_done(last + 1)
        if other.open is None or other.open.literal or not (is_noun and self._is_compound(one, gap, last)):
            return
        if (narrowed := self.patterns.of_owner(other, one)) is not None:
            yield narrowed, KIND_OF

    def _is_done(self, i: int) -> bool:
        """Whether a word is the verb at the end of a question: "how many ships does each firm manage"."""
        return i == len(self.words) - 1 and not self.lang.phrases("do_support").isdisjoint(self.words)

    def _with_their(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """“employees with their weekly hours": what each has stands beside it."""
        is_head = one.named and one.changed(order=None).is_plain and not one.is_value
        if self.lang.phrases("columns.with").intersection(gap) and _lists_numbers(one, other):
            yield from self.groups.grouped(other, Grouper(one))  # "departments with their number of staff"
            return
        if self._leads_beside(gap) and is_head and other.is_plain and not other.also:
            every = self.listing.says_every(last, last + 1)
            for made, dear in self.groups.beside(one, other):
                shown = self.listing.known(one, made, every=every)
                yield shown.changed(also=(*made.also, other.focus)), dear

    def _leads_beside(self, gap: tuple[str, ...]) -> bool:
        own, having = self.lang.phrases("compare.own"), self.lang.phrases("columns.with")
        return bool(own.intersection(gap) and having.intersection(gap)) or is_lead(gap, self.lang)

    def _is_so(self, one: Set, other: Set, gap: tuple[str, ...]) -> Iterator[Found_]:
        """“Is Storm Warning public domain", "has Ada got her licence": whether a thing has the other one by a
        property of its kind.
        """
        thing, value = one.focus.node, other.focus.node
        is_asked = self._says_is and set(gap) <= self.lang.phrases("indefinite")
        if not (is_bare(one) and is_bare(other) and isinstance(thing, Thing) and isinstance(value, Thing)):
            return
        edges = sorted(e.property for e in self.patterns.edges.get(value.iri, ()) if e.reached)
        fitting = [p for p in edges if self.schema.overlap(one.focus.classes, self.schema.subjects(p))]
        if is_asked or (len(fitting) == 1 and self._has_it(gap)):
            for number, prop in enumerate(fitting):
                yield one.changed(facts=(Fact(thing, prop, value),)), FREE + NEXT * number

    def _done_to(self, doer: Set, done: Set) -> Iterator[Found_]:
        """“Has Ada paid invoice 12", "was it paid by her": it was, and the only step between the two joins
        them.
        """
        of = {f.subject for f in done.facts}
        if not (is_bare(doer) and done.is_plain and len(of) == 1):
            return
        date, (who, what) = done.facts[0].property, (doer.focus.node, of.pop())
        if not (self.schema.is_temporal(date) and isinstance(who, Thing) and isinstance(what, Thing)):
            return
        if not self.schema.overlap(doer.focus.classes, (*self.schema.people, *self.schema.agents)):
            return
        hops = self.schema.steps(*sorted(self.schema.subjects(date)))
        fitting = {h.property for h in hops if h.forward and self.schema.overlap(h.to, doer.focus.classes)}
        fitting = {p for p in fitting if self.patterns.has_edge(what.iri, p, reached=False)}
        of_thing = begins_whether(self.words, self.lang) or self.words[0] in self.lang.phrases("how")
        if len(fitting) == 1 and (of_thing or self.words[0] in self.lang.phrases("when")):
            focus = End(what, frozenset(self.schema.subjects(date))) if of_thing else done.focus
            yield done.changed(focus=focus, facts=(*done.facts, Fact(what, fitting.pop(), who))), FREE

    def _has_it(self, gap: tuple[str, ...]) -> bool:
        """Whether only "has", or what says as little, stands between two things: "Ada has the licence"."""
        small = self.lang.phrases("before_nouns") | self.lang.phrases("compare.own")
        return begins_whether(self.words, self.lang) and all(
            w in small or self.lang.lemma(w) in self.lang.light_verbs for w in gap
        )

    def _apart(self, one: Set, other: Set, gap: tuple[str, ...]) -> Iterator[Found_]:
        """Two sets, one of them a relation, that only a way which nobody named joins."""
        ours = set(gap) & self.lang.phrases("belonging")
        of_it = bool(ours) and set(gap) <= ours | self.lang.phrases("before_nouns")
        yield from self._reached(one, other, near=not gap if one.is_value else of_it)
        if other.role is not Role.WITHOUT:
            before = self._reached(other, one, near=not gap and other.is_value)
            yield from ((m, c + BEFORE) for m, c in before)
        elif other.open is not None:  # "organs that we have never tuned": that no visit leads to
            lacked = other.changed(open=None, focus=other.open)
            is_own = self.schema.overlap(one.focus.classes, other.open.classes)  # what it may lack itself
            for made, dear in () if is_own else self.patterns.joined(one, lacked, most=2):
                yield made, FREE + UNSAID * dear

    def _owned(self, one: Set, other: Set) -> Iterator[Found_]:
        """The values of things that the other says more of: "delivered by Weir" and "larch"."""
        owner = self.measures.owner(one) if one.is_value and one.is_plain else None
        if owner is None or not isinstance(owner.node, str) or other.is_value:
            return
        for made, dear in self.patterns.joined(one.changed(focus=owner), other, most=1):
            yield made.changed(focus=one.focus), FREE + UNSAID * dear + BESIDE

    def _equals(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> bool:
        """“whose manager is Ada", "with Ada as their manager": she is the manager, who is not hers."""
        if isinstance(other.focus.node, Thing) and (one.open is not None or one.types):
            owners = self.lang.phrases("relative_owners") | self.lang.phrases("asking_owners")
            owners = owners.intersection(self.words[max(0, last - 3) : last])
            return bool(owners) and bool(self.lang.phrases("yes_no").intersection(gap))
        is_role = isinstance(one.focus.node, Thing) and other.open is not None
        return is_role and bool(self.lang.phrases("role_words").intersection(gap))

    def _belongs(self, gap: tuple[str, ...]) -> bool:
        """Whether the words between two nouns say that one is of the other; not so "ist der Nachfolger"."""
        is_article = bool(set(gap) & self.lang.phrases("yes_no")) and gap[-1] in self.lang.phrases("relative")
        of = self.lang.phrases("after_nouns") | self.lang.phrases("belonging")
        return not is_article and not of.isdisjoint(gap)

    def _asks_of(self, gap: tuple[str, ...]) -> bool:
        """“how many members does it have", "where is it based": the last verb only says that they are its."""
        is_light = self.lang.lemma(self.words[-1]) in self.lang.light_verbs
        helps = self.lang.phrases("do_support") | self.lang.phrases("copula")
        return is_light and any(w in helps or self.lang.lemma(w) in helps for w in gap)

    @cached_property
    def _says_lacking(self) -> bool:
        """Whether the question speaks of what things do not have: "without", and not "except"."""
        return not self.lang.phrases("lacking").isdisjoint(self.words)

    def _lacks(self, one: Set, other: Set, gap: tuple[str, ...]) -> float:
        """What it costs that things are not of a kind, where they may have one of it: employees "without a
        manager" are not those who are none.
        """
        kinds = [c for v, c in other.types if v == other.focus.node]
        steps = self.schema.steps(*sorted(one.focus.classes)) if self._says_lacking else ()
        may_have = any(h.forward and self.schema.overlap(frozenset(h.to), kinds) for h in steps)
        return (MISFIT if self._possesses(gap) else 0.0) + (LACKED if may_have else 0.0)

    def _possesses(self, gap: tuple[str, ...]) -> bool:
        """“employees have no manager": what they have, and not what they are."""
        having = set(map(self.lang.lemma, self.lang.phrases("possessing")))
        return any(self.lang.lemma(w) in having for w in gap)

    def _is_kind_of(self, one: Set, other: Set) -> bool:
        """Whether a noun says what a thing is that is named behind it: "order SO-1042"."""
        kinds = [c for v, c in one.types if v == one.focus.node]
        is_noun = bool(kinds) and one == Set(focus=one.focus, types=one.types, named=True, many=one.many)
        above = self.schema.ontology.is_a
        return is_noun and is_bare(other) and any(above(c, kinds[0]) for c in other.focus.classes)

    def _turned(self, one: Set, other: Set, *, led: bool, near: bool) -> Iterator[tuple[Set, float]]:
        """The subject behind what limits it: "Norwegian customers"."""
        if near and self._is_kind_of(one, other):
            yield other, KIND_OF
        if one.open is not None or not (isinstance(other.focus.node, Thing) or (other.types and not led)):
            return
        for made, dear in self.patterns.same(other, one):
            if not (led and made.lacking):  # "authors in Berlin": nobody asks if the town is one
                yield made, dear + COMPOUND

    def _reached(self, relation: Set, other: Set, *, near: bool) -> Iterator[Found_]:
        """A relation of what is joined with the other: "revenue" of a "region", by its customers' orders.
        Right beside a thing that is named (`near`) it is mostly its own.
        """
        end = relation.open
        if end is None or end.literal or other.open is not None or not end.classes:
            return
        if other.role is Role.WITHOUT and not relation.is_value:
            return  # "clients without a bill" have none for any of their projects
        held = relation.changed(open=None, focus=end)
        adds = relation.is_value and is_additive(self.schema, relation.focus.literal)
        is_own = near and isinstance(other.focus.node, Thing) and not adds
        between = not relation.is_value and not any(map(self._is_said, end.classes))
        for made, dear in self.patterns.joined(held, other, most=2):
            if not adds or self.measures.adds_up(made, end.node, other.focus.node):
                is_near = between and len(made.facts) == len(relation.facts) + len(other.facts) + 1
                far = NOT_ITS_OWN if is_own and not is_near else 0.0
                far += BACK if _is_beside(relation, made, end) else 0.0
                yield made.changed(focus=relation.focus), FREE + UNSAID * dear + far

    def _is_said(self, cls: str) -> bool:
        """Whether things of a class have names; a membership that has none stands between two that have."""
        return self.schema.has_own_name(cls, self.patterns.naming)

    def _backward(self, relation: Set) -> float:
        """What it costs that a subject stands where the words of its relation lead to: who "reports to"."""
        end = relation.open
        if end is None or not relation.towards or not self._is_even(relation):
            return 0.0
        return AGAINST if _is_object(relation, end) else 0.0

    def _is_even(self, relation: Set) -> bool:
        """Whether both ends of a relation may be of the same kind."""
        end = relation.open
        return end is not None and self.schema.overlap(relation.focus.classes or [""], end.classes or [""])

    def _against(self, relation: Set, *, led: bool) -> float:
        """What it costs to fill a relation on the side that its words do not lead to."""
        end = relation.open
        if end is None or not self._is_even(relation):
            return 0.0
        is_object = _is_object(relation, end)
        if relation.towards or not led:  # "manages Boris": what stands behind a verb is its object
            return 0.0 if is_object else AGAINST
        return AGAINST if is_object else 0.0

    def _acted_on(self, relation: Set) -> float:
        """What it costs that what stands before a verb is its object."""
        end = relation.open
        if end is None or not self._is_even(relation):
            return 0.0
        return AGAINST if _is_object(relation, end) else 0.0

    def _numbers(self, one: Set, other: Set, second: Second | None = None) -> Iterator[Found_]:
        """“the average price and the number of products": two numbers of the same."""
        joins = second is None or not (second.any or second.apart)
        if joins and one.is_number and other.is_number and not (other.by or one.order or other.order):
            yield from self.values.beside(one, other)

    def _coordinated(self, one: Set, second: Second, last: int) -> Iterator[Found_]:
        other = second.one
        if not isinstance(other, Set) or other.also:
            return
        if one.counted and other.types and other.is_plain and not other.facts:  # "how many sites and plants"
            yield from self._numbers(one, other.changed(counted=True), second)
        if other.is_number:
            yield from self._with_number(one, other, second)
            return
        if second.apart:
            if (listed := any_of(one, other, f"{last}")) is not None:
                key = listed.filters[-1].variable
                yield Grouper(listed, key="" if key == listed.focus.node else key), 0.0
            return
        both = self._says_both and not second.any
        if both and not other.facts:
            yield from self._both(one, other)
        listed = any_of(one, other, f"{last}") if self._are_alike(one, other) else None
        if listed is not None:
            listed = listed if second.any else every_of(listed)
            yield listed, 3.0 if both else 0.0 if second.any else 0.1
            return
        owned = self.lang.phrases("columns.owned").intersection(self.words[last + 1 : last + 3])
        kinds = None if owned else any_kind(self.schema, one, other, f"{last}")
        if kinds is not None and not (self._asks_apart or self._says_both or self._refers):
            yield kinds, EITHER
        if one.open is not None and other.open is not None and one.is_plain:
            yield from self._of_one(one, other, one.open)
            return
        if second.any:
            return
        nouns = EXISTS if one.types and other.types else 0.0  # "and" mostly joins two nouns side by side
        nouns *= 2 if self._asks_apart else 1
        for made, dear in () if owned else self.patterns.same(one, other):
            yield made, dear + 0.1 + nouns
        apart = other.open or (other.types and not (self._says_each_of_two and one.types))
        if one.open is None and one.is_plain and not one.is_value and apart:
            every = bool(owned) and self.listing.says_every(last, last + 1)
            for made, dear in self.groups.beside(one, other):
                shown = self.listing.known(one, made, every=every)
                yield shown.changed(also=(*made.also, other.focus)), dear + COLUMN

    def _are_alike(self, one: Set, other: Set) -> bool:
        """Whether two that are named may be of one kind: a department and a language are not."""
        parents = self.schema.ontology.superclasses
        kinds = [{p for c in each.focus.classes for p in (c, *parents(c))} for each in (one, other)]
        return not all(kinds) or not kinds[0].isdisjoint(kinds[1])

    def _with_number(self, one: Set, other: Set, second: Second) -> Iterator[Found_]:
        """“departments and how many employees they have": of each; else both numbers."""
        if _lists_numbers(one, other) and not second.any:
            yield from self.groups.grouped(other, Grouper(one))
        else:
            yield from self._numbers(one, other, second)

    def _of_one(self, one: Set, other: Set, end: End) -> Iterator[tuple[Set, float]]:
        """“weight and price": two relations of the same things, side by side."""
        if other.open is None or not self.schema.overlap(end.classes or [""], other.open.classes or [""]):
            return
        for made, dear in self.patterns.attached(one.changed(open=None, focus=end), other):
            held = replace(end, classes=made.focus.classes)
            yield made.changed(focus=one.focus, open=held, also=(*made.also, other.focus)), dear

    def _both(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """“written by both Mick and Keith": what is said of the first thing is said of the second as well, or
        what joins that one.
        """
        node = other.focus.node
        if not isinstance(node, Thing):
            yield from self._both_kinds(one, other) if self._says_each_of_two else ()
            return
        for fact in reversed(one.facts):
            is_object = isinstance(fact.object, Thing)
            if is_object == isinstance(fact.subject, Thing):
                continue
            is_direct = one.focus.node in (fact.subject, fact.object)
            if is_direct and leads_to_one(self.schema.ontology, fact.property, forward=is_object):
                break  # nothing has two: the second is joined some other way
            if self.patterns.has_edge(node.iri, fact.property, reached=is_object):
                yield twice(one, fact, node), 0.0
                return
        for made, dear in self.patterns.joined(one, other):
            yield made, FREE + UNSAID * dear

    def _both_kinds(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """“Firms that build both lamps and lenses": a lamp, and in the same way a lens."""
        focus = one.focus.node
        kind = next((v for v, _ in reversed(one.types) if v != focus), None)
        way = path(one.facts, focus, kind) if kind is not None else ()
        if kind is not None and way and isinstance(other.focus.node, str):
            more = copied(way, {focus: focus, kind: other.focus.node})
            yield one.changed(facts=(*one.facts, *more), types=(*one.types, *other.types)), 0.0

    def _counts_at(self, first: int) -> bool:
        """Whether a word that counts stands there: not "budget and number of projects"."""
        phrases = (" ".join(self.words[first : first + size]) for size in (1, 2, 3))
        return any(p in self.lang.phrases("count_phrases") for p in phrases)

    @cached_property
    def _leading_to_nouns(self) -> frozenset[str]:
        return self.lang.phrases("before_nouns") | self.lang.phrases("belonging")

    @cached_property
    def _says_both(self) -> bool:
        return bool(set(self.words) & self.lang.phrases("formula.both"))

    @cached_property
    def _says_each_of_two(self) -> bool:
        return bool(set(self.words) & self.lang.phrases("each_of_two"))

    @cached_property
    def _refers(self) -> bool:
        """Whether one of two is told by the other: "agents and the policies they sold"."""
        return bool(set(self.words) & self.lang.phrases("follow_up.any"))

    @cached_property
    def _says_is(self) -> bool:
        """Whether the question may ask what something is: "is Tembo a keeper", not "has Tembo a keeper"."""
        return any(self.lang.lemma(w) in self.lang.phrases("copula") for w in self.words)

    @cached_property
    def _is_inside(self) -> bool:
        """Whether the question asks who is in or at something: "who works in the dairy"."""
        return not self.lang.phrases("standing").isdisjoint(self.words)

    @cached_property
    def _says_whose(self) -> bool:
        """Whether the question asks for owners from its first word."""
        return not self.lang.phrases("asking_owners").isdisjoint(self.words[:1])

    @cached_property
    def _says_a(self) -> bool:
        """Whether the question asks for one of a kind: "who is a keeper"."""
        return bool(set(self.words) & self.lang.phrases("indefinite"))

    @cached_property
    def _asks_apart(self) -> bool:
        """Whether two things are asked for: "how many sites and departments", "which products, which …"."""
        asked = [w for w in self.words if w in self.lang.phrases("ask_phrases")]
        return len(asked) > 1 or bool(set(self.words) & self.lang.phrases("how"))

    # ── words that do something ──────────────────────────────────────────────────────────────────

    def _operators(self, one: Operator, other: Operator) -> Iterator[Found_]:
        kinds = one.found.cue, other.found.cue
        edits = one.found.function, other.found.function
        if edits[0] == "sort" and edits[1] in DIRECTIONS:
            yield Sorted(descending=edits[1] == "descending"), 0.0
        yield from self.ranks.operators(one, other)
        if kinds == (Cue.COMPARISON, Cue.NUMBER):
            yield Limited(one.found.operator, other.found), 0.0
        if kinds == (Cue.ASK, Cue.COUNT):
            yield other, 0.2
        if kinds == (Cue.WHO, Cue.DATE) and one.date is None:
            yield replace(one, date=other), 0.0
        if kinds == (Cue.AGGREGATE, Cue.COUNT):  # "total number of orders", "average number of pages"
            yield (other if one.found.function == "SUM" else replace(one, counts=True)), 0.2
        if one.found.cue in (Cue.ASK, Cue.YES_NO) and other.found.cue in (
            *(Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.NEGATION, Cue.ASK, Cue.AMOUNT),
        ):
            yield other, 0.0

    def _operated(self, operator: Operator, other: Meaning, *, leads: bool, near: bool) -> Iterator[Found_]:
        """An operator, which stands before (`leads`) or behind the other."""
        if isinstance(other, Limited):
            if operator.found.cue is not Cue.EDIT or (leads and near):
                yield from self._numbered(operator, other)
        elif isinstance(other, Set) and other.apart and operator.found.cue is Cue.DATE:
            yield from _each_of(other, lambda part: self._done(operator, part, leads=leads))
        elif isinstance(other, Set):
            for meaning, cost in self._done(operator, other, leads=leads):
                dear = cost + (0.0 if leads else self._behind(operator))
                if operator.date is not None and isinstance(meaning, Set):
                    yield from ((m, dear + c) for m, c in self.dates.dated(meaning, operator.date))
                elif operator.date is None:
                    yield meaning, dear

    def _behind(self, operator: Operator) -> float:
        """What it costs that an operator stands behind what it works on; "most" hardly does."""
        found = operator.found
        if operator.cut.every:  # "heaviest first"
            return 0.0
        counts = found.cue is Cue.SUPERLATIVE and not (
            found.measures or found.function or operator.cut.percent
        )
        behind = self.words[found.last + 1 : found.last + 2]
        leads = found.cue is Cue.SUPERLATIVE and bool(behind) and self.lang.stop.isdisjoint(behind)
        return MISFIT if counts else BEHIND.get(found.cue, 0.0) + (ON if leads else 0.0)

    def _numbered(self, operator: Operator, limit: Limited) -> Iterator[Found_]:
        """“more than 20", "the top five"."""
        found, number = operator.found, limit.found.number or 0.0
        if limit.operator != "=":
            if found.cue is Cue.AGGREGATE and found.function in ("AVG", "SUM") and not limit.summed:
                yield replace(limit, summed=found.function), 0.0
            return
        if found.cue is Cue.SUPERLATIVE:
            yield from self.ranks.percent(operator, limit)
        if found.cue is Cue.COMPARISON and not found.function:
            is_exact = found.operator == "="
            yield Limited(found.operator, limit.found, found.measures, is_exact=is_exact), 0.0
        elif found.cue in (Cue.SUPERLATIVE, Cue.EDIT) and not limit.found.units and is_count(number):
            yield replace(operator, limit=int(number)), 0.0

    def _done(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        found = operator.found
        match found.cue:
            case Cue.ASK | Cue.WHO | Cue.WHERE | Cue.WHEN | Cue.AMOUNT:
                yield from self._asked(operator, other)
            case Cue.AGGREGATE:
                yield from self._summed(operator, other)
            case Cue.SUPERLATIVE if operator.summed or other.summed or self.totals.is_total(other):
                yield from self.totals.highest(operator, other)
            case Cue.SUPERLATIVE:
                listed = list(self.ranks.listed(operator, other)) if operator.cut.every else []
                chosen = listed or self._ranked(operator, other, leads=leads)
                yield from self.ranks.taken(operator, other, chosen)
            case Cue.RANK:
                yield from self.ranks.placed(operator, other, leads=leads)
            case Cue.DATE:
                yield from ((m, c + (0.2 if leads else 0.0)) for m, c in self.dates.dated(other, operator))
            case Cue.TEXT:
                yield from self.limits.texted(other, found, behind=not leads)
            case Cue.COUNT if found.units:
                yield from self._measured(other, found)
            case Cue.COUNT:
                times = self.words[found.last] in self.lang.phrases("trade.times")
                yield from self._counted(other, times=times)
            case Cue.SHARE if leads:
                yield from self.shares.of(other)
            case Cue.SORTED if not leads:
                yield from self.ranks.sorted(operator, other)
            case Cue.FURTHER if not leads:
                yield from self.ranks.shown(other)
            case _ if leads:
                yield from self._led(operator, other)

    def _led(self, operator: Operator, other: Set) -> Iterator[Found_]:
        """What works on what stands behind it alone."""
        found = operator.found
        match found.cue:
            case Cue.YES_NO:
                yield other, 0.0
            case Cue.NEGATION if other.role is Role.PLAIN and not (
                other.counted or other.order or other.function or other.by
            ):
                neither = self.words[found.first] in self.lang.phrases("neither.open")
                if neither and not any(f.operator == "in" for f in other.filters):
                    return  # "neither FSC nor PEFC": of both
                nouns = self.lang.phrases("lacking") | self.lang.phrases("denying")
                lacks = self.words[found.first] in nouns
                # "without overdue invoices": what has none of them, and not invoices that are not overdue
                dear = DENIED if other.absent else 0.0
                yield other.changed(role=Role.WITHOUT), dear + (MISFIT if lacks and other.near else 0.0)
            case Cue.GROUP if other.is_plain and not other.also:
                yield Grouper(other, each=self._says_each(found)), self._dated_by_guess(other)
            case Cue.GROUP if self.totals.is_total(other) or self.totals.is_number(other):
                yield Grouper(other), 0.0
            case Cue.EDIT if is_bare(other) and not found.function:
                yield other.changed(told=True), 0.0
            case Cue.EDIT if found.function == "sort" and other.is_value and other.is_plain:
                yield Sorted(other), 0.0
            case Cue.EDIT if found.function in DROPPING and other.is_plain:
                yield Dropped(other), 0.0

    def _dated_by_guess(self, other: Set) -> float:
        """“Orders per driver in 2025": the orders are of 2025, and not the drivers who joined then."""
        dated = {f.variable for f in other.filters}
        props = {f.property for f in other.facts if f.object in dated and is_dated(self.schema, f.property)}
        return WHOSE_DATE if any(not self.measures.is_spoken_of(p) for p in props) else 0.0

    def _says_each(self, found: Found) -> bool:
        """“for each", "für alle", and not "per"."""
        said = self.words[found.first : found.last + 1]
        return not self.lang.phrases("columns.universal").isdisjoint(said)

    def _asked(self, operator: Operator, other: Set) -> Iterator[Found_]:
        found = operator.found
        if found.cue is Cue.AMOUNT:
            yield from self._amount(found, other)
            return
        is_one = found.cue is Cue.WHO and is_bare(other)
        of_thing = is_one and asks_relation(self.words[found.last + 1 :], self.lang)
        if is_one and self._says_is and not of_thing:
            yield other.changed(told=True), 0.0
        if found.cue is Cue.WHO and _is_chosen(other):  # "who has the bigger one, A or B"
            yield other, 0.0
            return
        if found.cue is Cue.WHO and self.asks_owner(found) and self._may_be_owned(other):
            yield from self._owners(other, found.first)
            return
        if found.cue is Cue.WHO:
            other = self._of_people(other)
            yield from self._anyone(other, found, of_thing=of_thing)
            yield from self._whose_person(other, found.first)
        is_told = False
        if found.cue is Cue.WHEN:
            last = self._date_of_extreme(other)
            asking = self.lang.phrases("columns.asked") | self.lang.phrases("how")
            if last is not None and asking.isdisjoint(self.words[found.last + 1 :]):
                yield last, self._whose_date(other.focus.classes, last.focus.literal)
                return
            # of what joins two things, and not of a project that somebody is in
            joins = any(isinstance(f.object, Thing) for f in other.facts)
            is_told = joins and not self.patterns.are_named(other.focus.classes)
        if isinstance(other.focus.node, Thing) or other.open is not None or other.types or is_told:
            yield from self._completed(found, other)
        if found.cue is Cue.WHERE:
            places = list(self.places.beside_date(other) if other.is_value else self.places.of(other))
            yield from places
            yield other, self._misfit(found.cue, other) + (MISFIT if places else 0.0)
            return
        if (
            found.cue is Cue.ASK
            and other.is_plain
            and other.types
            and asks_again(self.words, found.first, self.lang)
        ):
            other = other.changed(asked=(other.focus,))
        goods = self.trade.goods(other) if self.asks_goods(found) else None
        if goods is not None:
            yield goods, 0.0
        yield other, self._misfit(found.cue, other)

    def asks_goods(self, found: Found) -> bool:
        """“What did Porto order", "was hat Porto gekauft": goods, and not the orders."""
        asked, behind = " ".join(self.words[found.first : found.last + 1]), self.words[found.last + 1 :]
        does = bool(set(behind[:1]) & self.lang.phrases("do_support"))
        verbs = self.lang.phrases("trade_verbs")
        is_done = any(self.lang.lemma(w) in verbs and w not in verbs and not w.endswith("s") for w in behind)
        traded = (does and self._trades) or (is_done and bool(set(behind[:1]) & self.lang.phrases("yes_no")))
        return traded and asked in self.lang.phrases("trade.asked")

    def _amount(self, found: Found, other: Set) -> Iterator[Found_]:
        """“How much did we invoice", "how heavy is the Spar 3"."""
        if found.measures and other.is_value:  # "how long is the average lead time"
            lasts = is_duration(other.focus.literal) and found.measures in self.lang.lasting_measures
            if lasts or self.measures.is_called(other.focus.literal, found.measures):
                yield other, 0.0
            return
        if found.measures:
            named = list(self.measures.named(other.focus.classes, found.measures))
            named += self.measures.lasted(other, found.measures)
            for prop, dear in named:
                if (made := self.measures.valued(other, prop)) is not None:
                    yield made, dear
            return
        prop = other.focus.literal
        numeric = other.is_value and self.schema.is_numeric(prop)
        owner = self.measures.owner(other) if numeric and other.is_plain else None
        adds = is_additive(self.schema, prop) or extends(self.schema, prop)
        if owner is not None and isinstance(owner.node, str) and adds:
            yield other.changed(function="SUM"), 0.0
        if other.is_value:
            yield other, 0.2 if numeric else 2 * MISFIT
        if isinstance(other.focus.node, Thing) and other.is_plain:  # "how much is the Gale 200"
            for prop, dear in self.measures.named(other.focus.classes, self._amounts):
                made = self.measures.valued(other, prop)
                if made is not None and self.schema.is_numeric(made.focus.literal):
                    yield made, GUESSED + dear
        if other.types and other.is_plain and not other.is_value:
            if any(map(self.schema.names_person, other.focus.classes)):  # "wieviel Mitarbeiter"
                yield from ((m, c + 0.2) for m, c in self._counted(other))
            yield from self._totalled(other)

    def _anyone(self, other: Set, found: Found, *, of_thing: bool) -> Iterator[Found_]:
        """Who it is, where a way that nobody named leads there: "who is a keeper", "who has no project", or
        "who is based at" it. What people stand beside may stand beside companies as well, so that all are
        meant who do.
        """
        kinds = self.schema.agents if self.asks_source(found) else self.schema.people
        people = all_of(self.schema, kinds, f"p{found.first}")
        is_asked = other.role is not Role.PLAIN or (self._says_is and self._says_a) or of_thing
        if people is None or other.open is not None or not is_asked:
            return
        if other.role is Role.MOST and self._says_is and not of_thing:
            return  # "who are our biggest customers" asks for customers
        lacked = self._lacked(other)
        if self.schema.overlap(people.focus.classes, lacked.focus.classes):
            if other.role is Role.WITHOUT and other.facts:  # "who does not work in Finance": everybody else
                yield from ((m, FREE + c) for m, c in self.patterns.same(people, lacked))
            return
        is_held = other.role is not Role.WITHOUT
        head = Set(focus=people.focus, named=True) if is_held else people
        is_place = of_thing and self._is_inside
        for made, dear in self.patterns.joined(head, other, SOMEBODY if is_place else 3):
            alone = MISFIT if is_place and self._has_only_one(made, other) else 0.0
            yield made, WHOEVER + FREE + UNSAID * dear + alone

    def _of_people(self, other: Set) -> Set:
        """“Who left in May": of all that may have ended then, the people."""
        node, classes = other.focus.node, other.focus.classes
        has_all = all(f.subject == node for f in other.facts)
        if not isinstance(node, str) or other.types or not (has_all and other.is_plain):
            return other
        people = [c for c in self.schema.people if self.schema.overlap(classes, (c,))]
        if len(people) != 1 or all(map(self.schema.names_person, classes)):
            return other
        return other.changed(focus=End(node, frozenset(people)), types=((node, people[0]),))

    def _whose_person(self, other: Set, at: int) -> Iterator[Found_]:
        """“Who is assigned to Aurora": the only person that an assignment, which has no name, leads to."""
        node, classes = other.focus.node, other.focus.classes
        if not isinstance(node, str) or not other.is_plain or other.is_value or other.open is not None:
            return
        if not other.facts or not classes or (other.guessed and self._says_is):
            return
        if self.schema.overlap(classes, (*self.schema.people, *self.schema.agents)):
            return
        hops = {h.property for h in self.schema.steps(*sorted(classes)) if h.forward}
        people = [p for p in sorted(hops) if self._leads_to_people(p)]
        if len(people) == 1 and not any(f.property == people[0] for f in other.facts):
            end = End(f"p{at}", frozenset(c for c in self.schema.objects(people[0]) if c))
            fact = Fact(node, people[0], end.node)
            yield other.changed(focus=end, facts=(*other.facts, fact)), GUESSED

    def _has_only_one(self, made: Set, other: Set) -> bool:
        """Whether a thing leads to one person alone: who works in a department is not its head."""
        ways = [f.property for f in made.facts if f not in other.facts and f.subject == other.focus.node]
        return any(leads_to_one(self.schema.ontology, prop, forward=True) for prop in ways)

    def asks_owner(self, found: Found) -> bool:
        """“Whose projects end in May", "who has open orders": who has them, and not what they have."""
        said = " ".join(self.words[found.first : found.last + 1])
        is_whose = said in self.lang.phrases("asking_owners")
        return is_whose or self._possesses(self.words[found.last + 1 : found.last + 2])

    def asks_source(self, found: Found) -> bool:
        """“Who do we get it from", "von wem beziehen wir es"."""
        getting, sources = self.lang.phrases("getting"), self.lang.phrases("source_words")
        gets = any(self.lang.lemma(w) in getting for w in self.words)
        beside = (*self.words[found.first : found.last], self.words[-1])
        return found.function == "source" or (gets and not sources.isdisjoint(beside))

    def _may_be_owned(self, other: Set) -> bool:
        """Whether a set is of things of a kind that are nobody."""
        is_kind = bool(other.focus.classes) and isinstance(other.focus.node, str)
        if (
            not is_kind
            or other.open is not None
            or other.is_value
            or other.role is not Role.PLAIN
            or other.is_answer
        ):
            return False
        return not self.schema.overlap(other.focus.classes, self.schema.people)

    def _owners(self, other: Set, at: int) -> Iterator[Found_]:
        """All people whom one step joins to what they have, or all who act as people do."""
        for kinds, dearer in ((self.schema.people, 0.0), (self.schema.agents, LIKE_PEOPLE)):
            head = Set(focus=End(f"p{at}", frozenset(kinds)), named=True)
            for made, dear in self.patterns.joined(head, other) if kinds else ():
                if len(made.facts) == len(other.facts) + 1:
                    yield made, WHOEVER + UNSAID * dear + dearer

    def _lacked(self, other: Set) -> Set:
        """A thing that is denied, as a set of those that have it: "arbeitet nicht in der Logistik"."""
        if other.role is not Role.WITHOUT or not isinstance(other.focus.node, Thing) or len(other.facts) != 1:
            return other
        (fact,) = other.facts
        forward = fact.object == other.focus.node
        node = fact.subject if forward else fact.object
        ends = self.schema.subjects(fact.property) if forward else self.schema.objects(fact.property)
        return other.changed(focus=End(node, frozenset(e for e in ends if e)))

    def _completed(self, found: Found, other: Set) -> Iterator[Found_]:
        """“When was it", "who did batch 42": its date or person, by a property that nobody named."""
        if other.open is not None or other.is_value:
            return
        cue = found.cue
        if cue is Cue.WHEN:
            dates = self.measures.dates(other.focus.classes)
            if self.words[found.first] in self.lang.phrases("spans.end_dates"):  # "until when"
                dates = [p for p in dates if self.measures.label(p) & everywhere("end_words")]
            elif self.measures.says_end:
                dates = [p for p in dates if self.measures.is_end(p)]
            elif self.words[found.first] in self.lang.phrases("current.starts"):  # "since when"
                dates = [p for p in dates if not self.measures.label(p) & everywhere("end_words")]
            for number, prop in enumerate(dates):
                if (made := self.measures.valued(other, prop)) is not None:
                    dear = SPOKEN_OF if self.measures.is_spoken_of(prop) else GUESSED
                    unlike = (
                        0.0
                        if isinstance(other.focus.node, Thing)
                        else self._whose_date(other.focus.classes, prop)
                    )
                    yield made, dear + unlike + NEXT * number
        elif (
            cue is Cue.WHO and isinstance(other.focus.node, Thing) and not (self._says_is or self._is_inside)
        ):
            edges = self.patterns.edges.get(other.focus.node.iri, ())
            fitting = {e.property for e in edges if not e.reached and self._leads_to_people(e.property)}
            if len(fitting) == 1:
                prop = fitting.pop()
                literal = prop if self.schema.is_data(prop) else ""
                end = End("who", frozenset(self.schema.objects(prop)), literal)
                fact = Fact(other.focus.node, prop, end.node)
                yield other.changed(focus=end, facts=(*other.facts, fact)), GUESSED

    def _date_of_extreme(self, other: Set) -> Set | None:
        """“When did we finish the last check": the latest date, and not the check."""
        order = other.order
        if order is None or order.count or order.function or other.by or other.nested:
            return None
        props = {f.property for f in other.facts if f.object == order.variable}
        if len(props) != 1 or not is_dated(self.schema, *props):
            return None
        end = End(order.variable, literal=props.pop())
        function = "MAX" if order.descending else "MIN"
        return other.changed(focus=end, order=None, limit=None, also=(), function=function)

    def _whose_date(self, classes: frozenset[str], prop: str) -> float:
        """What it costs that a date is of a person and nobody spoke of it: "when did we last order flour"
        asks for no birthday of who ordered it.
        """
        is_guessed = not self.measures.is_spoken_of(prop)
        return WHOSE_DATE if is_guessed and any(map(self.schema.names_person, classes)) else 0.0

    def _leads_to_people(self, prop: str) -> bool:
        return any(self.schema.names_person(o) for o in self.schema.objects(prop) if o)

    def _misfit(self, cue: Cue, other: Set) -> float:
        if cue is Cue.WHEN:
            return 0.0 if other.is_value and is_dated(self.schema, other.focus.literal) else 2 * MISFIT
        if cue is Cue.WHERE:
            if other.is_value and (
                is_dated(self.schema, other.focus.literal) or self.schema.is_numeric(other.focus.literal)
            ):
                return 2 * MISFIT
            if isinstance(other.focus.node, Thing):
                return MISFIT
            leading = (f.property for f in other.facts if f.object == other.focus.node)
            named = {w for iri in (*other.focus.classes, *leading) for w in self.measures.label(iri)}
            return 0.0 if named & everywhere("place_words") else 0.4
        return 0.0

    def _counted(self, other: Set, *, times: bool = False) -> Iterator[Found_]:
        """How many there are; how many `times` something was done counts neither pieces nor customers."""
        if not other.is_plain or other.also or isinstance(other.focus.node, Thing):
            return
        if other.is_value and self.schema.is_numeric(other.focus.literal):
            # "the number of employees": the graph holds the number; "how many pieces": their sum
            prop = other.focus.literal
            adds = is_quantity(self.schema, prop) or is_additive(self.schema, prop)
            adds = adds or extends(self.schema, prop)
            yield (other.changed(function="SUM") if adds else other), 0.3
            return
        ways = between(other, self.schema).items() if times else ()
        done = [End(node, classes) for node, classes in ways if self.measures.dates(classes)]
        yield from ((other.changed(focus=end, counted=True), 0.0) for end in done)
        is_said = other.is_value or self._is_noun_said(other)
        line = None if is_said or times else line_of_thing(self.schema, other.facts)
        pieces = self._pieces(other, line) if self._trades and not (is_said or times) else None
        if pieces is not None:
            yield pieces, 0.0
        is_unsaid = (
            line is not None or pieces is not None or (other.guessed and not other.named and not times)
        )
        dear = 0.5 if other.is_value else UNSAID_KIND if is_unsaid else 0.0
        yield other.changed(counted=True), dear + (TIMES if done else 0.0)

    @cached_property
    def _trades(self) -> bool:
        """Whether the question speaks of goods that are bought or sold."""
        return not self.lang.phrases("trade_verbs").isdisjoint(map(self.lang.lemma, self.words))

    def _pieces(self, other: Set, line: Line | None) -> Set | None:
        """“How many Gale 400 were ordered": what the lines of that product come to, of those that are sold
        where lines of several kinds have it.
        """
        if line is None:
            return self.trade.pieces(other)
        held = other.changed(focus=replace(other.focus, node=line.node))
        made = None if line.spelled else self.measures.valued(held, line.property)
        return made and made.changed(function="SUM")

    def _is_noun_said(self, other: Set) -> bool:
        """Whether the question has the noun of what is counted: "orders", and not only "ordered"."""
        nouns = {
            fold(self.schema.ontology.label(c, self.lang.code))
            for v, c in other.types
            if v == other.focus.node
        }
        return any(w in nouns or (w[-1:] == "s" and self.lang.lemma(w) in nouns) for w in self.words)

    def _measured(self, other: Set, found: Found) -> Iterator[Found_]:
        """“How many km of ski runs": what is measured so is added up, and things are not counted."""
        if not other.is_plain or other.also or isinstance(other.focus.node, Thing):
            return
        if other.is_value:
            if any(same_dimension(u, self.measures.unit(other.focus.literal)) for u in found.units):
                yield other.changed(function="SUM"), 0.0
            return
        for prop, dear in self.measures.in_units(other, found):
            if (made := self.measures.valued(other, prop)) is not None:
                yield made.changed(function="SUM"), dear

    def _summed(self, operator: Operator, other: Set) -> Iterator[Found_]:
        function = operator.found.function
        if other.each and function == "SUM":  # "total stock per hop" is no total of what each hop has
            return
        if function == "SUM" and (other.counted or other.function == "SUM"):  # "how many in total"
            yield other, 0.2
        if other.function == "SUM" and is_worked_out(other):
            return  # the average of what each order comes to is that of no lines
        if function == "AVG" and other.function == "SUM":  # "how many hours does it take on average"
            yield other.changed(function="AVG"), 0.2
        if function == "SUM" and other.is_plain and other.types and not operator.counts:
            yield from self._totalled(other)
        if not other.is_plain or not other.is_value or not function:
            return
        prop = other.focus.literal
        is_ordered = function in ("MIN", "MAX") and is_dated(self.schema, prop)
        if (self.schema.is_numeric(prop) or is_ordered) and not self.schema.is_key(prop):
            yield other.changed(function=self.totals.function(function)), 0.0

    def _totalled(self, other: Set) -> Iterator[Found_]:
        """Things added up by the amount of each: "how much did we invoice"."""
        if isinstance(other.focus.node, Thing):
            return
        for prop, dear in self.measures.named(other.focus.classes, self._amounts):
            made = self.measures.valued(other, prop)
            if made is not None and self.schema.is_numeric(made.focus.literal):
                yield made.changed(function="SUM"), 2 * GUESSED + dear

    @cached_property
    def _amounts(self) -> tuple[str, ...]:
        """The words for what something comes to, those for its price first."""
        added = sorted(everywhere("amount_words")) + sorted(everywhere("additive_words"))
        return tuple(dict.fromkeys((*self.lang.money_measures, *added)))

    # ── superlatives ─────────────────────────────────────────────────────────────────────────────

    def _ranked(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        found, limit = operator.found, max(operator.limit or 1, other.limit or 1)
        if not other.is_plain:
            return
        if other.is_value:
            yield from self._by_value(operator, other, leads=leads)
            return
        if isinstance(other.focus.node, Thing) and found.measures:
            is_measured = any(True for _ in self.measures.named(other.focus.classes, found.measures))
            for kind, dear in () if is_measured or not leads else self.patterns.of_kind(other):
                yield from ((m, dear + c) for m, c in self._ranked(operator, kind, leads=leads))
            return
        if isinstance(other.focus.node, Thing) or (other.open is not None and other.open.literal):
            return
        if other.open is not None and (found.measures or found.function):
            return
        if found.measures:
            named = list(self.measures.named(other.focus.classes, found.measures))
            lasts = found.measures in self.lang.lasting_measures
            # "open the longest" began first; "the longest film" did not
            takes = lasts and (leads or self.measures.takes)
            guessed = self.measures.lasted if takes else self.measures.ages
            for prop, dear in named or guessed(other, found.measures):
                is_less = self.measures.is_inverse(found.measures, prop) if named else lasts and not takes
                high = found.high != is_less
                if (made := self._ordered(other, prop, high=high, limit=limit)) is not None:
                    yield made, dear + self._unlike_spoken(other, prop)
        elif found.function == "time":
            for number, prop in enumerate(self.measures.dates(other.focus.classes)):
                if (made := self._ordered(other, prop, high=found.high, limit=limit)) is not None:
                    dear = GUESSED + NEXT * number + self._unlike_spoken(other, prop)
                    yield self._to_come(made, made.order, prop, found), dear
        elif not self._is_of_values(found):
            worthiest = list(self.trade.greatest(found, other, limit))
            yield from worthiest
            many = other.changed(role=Role.MOST, high=found.high, limit=limit)
            yield many, MISFIT if worthiest or (leads and self._has_a_size(found, other)) else 0.0

    def _unlike_spoken(self, other: Set, prop: str) -> float:
        """What it costs to go by another date than one of which a word speaks: "opened earlier"."""
        spoken = self.measures.is_spoken_of
        if not is_dated(self.schema, prop) or spoken(prop):
            return 0.0
        return MISFIT if any(map(spoken, self.measures.dates(other.focus.classes))) else 0.0

    def _is_of_values(self, found: Found) -> bool:
        """“The highest revenue" counts nothing; "the highest number of orders" does."""
        counted = " ".join(self.words[found.last + 1 : found.last + 3])
        counts = any(counted.startswith(phrase) for phrase in self.lang.phrases("count_phrases"))
        return self.words[found.last] in self.lang.phrases("of_values") and not counts

    def _has_a_size(self, found: Found, other: Set) -> bool:
        """“The biggest stand": the one of the largest area, and not the most stands."""
        word, adjectives = self.words[found.last], self.lang.adjectives
        measures = next((a.measures for key, a in adjectives.items() if word.startswith(key.rstrip("e"))), ())
        return any(True for _ in self.measures.named(other.focus.classes, measures))

    def _by_value(self, operator: Operator, other: Set, *, leads: bool) -> Iterator[Found_]:
        """“the highest price": the price itself, or what has it; "costs the most" asks for what does."""
        found, limit, prop = operator.found, max(operator.limit or 1, other.limit or 1), other.focus.literal
        dated = is_dated(self.schema, prop)
        if not (self.schema.is_numeric(prop) or dated) or self.schema.is_key(prop):
            return
        lasts = dated and found.measures in self.lang.lasting_measures  # "electrified the longest"
        if dated and not (lasts or self._tells_time(found, prop)):
            return
        if not dated and self._tells_time(found, prop) and not self.measures.is_called(prop, found.measures):
            yield from self._latest_value(other, found, limit)
            return
        is_meant = lasts or not found.measures or self.measures.is_called(prop, found.measures)
        dear = 0.0 if is_meant else 0.2
        high = found.high
        if found.measures and dated:
            high = found.high != (lasts or self.measures.is_inverse(found.measures, prop))
        variable = str(other.focus.node)
        owner = self.measures.owner(other)
        order = Order(variable, descending=high)
        other = self._to_come(other, order, prop, found)
        if owner is not None and isinstance(owner.node, str):
            rest = other.open if other.open != owner else None
            yield (
                other.changed(focus=owner, open=rest, order=order, limit=limit),
                (WHOSE if leads else 0.0) + dear,
            )
        if limit == 1:
            yield other.changed(function="MAX" if high else "MIN"), (0.0 if leads else WHOSE) + dear

    def _to_come(self, one: Set, order: Order | None, prop: str, found: Found) -> Set:
        """What has the date that an order goes by, from today on where the next one is asked for."""
        if found.since is None or order is None:
            return one
        held = period(self.schema, order.variable, prop, ">=", found.since, found.since)
        return one.changed(filters=(*one.filters, *held))

    def _latest_value(self, other: Set, found: Found, limit: int) -> Iterator[Found_]:
        """“The latest reading of the meter": the value that has the latest date, and not the highest one."""
        owner = self.measures.owner(other)
        if owner is None or not isinstance(owner.node, str):
            return
        for number, prop in enumerate(self.measures.dates(owner.classes)):
            when = f"{owner.node}_{mark_of(Thing(prop))}"
            facts = (*other.facts, Fact(owner.node, prop, when))
            made = other.changed(facts=facts, order=Order(when, descending=found.high), limit=limit)
            yield self._to_come(made, made.order, prop, found), NEXT * number

    def _tells_time(self, found: Found, prop: str) -> bool:
        """Whether a superlative may choose by a date: "the latest", "the newest", and not "the biggest"."""
        measures = found.measures
        ages = self.lang.inverse_measures.get(measures, ())
        is_time = found.function == "time" or bool(set(measures) & everywhere("plain_date_words"))
        return is_time or self.measures.is_called(prop, (*measures, *ages))

    def _ordered(self, other: Set, prop: str, *, high: bool, limit: int) -> Set | None:
        made = self.measures.valued(other, prop)
        if made is None:
            return None
        order = Order(str(made.focus.node), descending=high)
        return made.changed(focus=other.focus, order=order, limit=limit)


def _is_chosen(one: Set) -> bool:
    """Whether one of several things that are named is chosen by an order."""
    named = (f for f in one.filters if f.variable == one.focus.node and f.operator == "in")
    return one.order is not None and any(all(isinstance(v, Thing) for v in f.values) for f in named)


def _lists_numbers(one: Set, other: Set) -> bool:
    """Whether things of a class stand beside how many others there are: of each, its number of them."""
    return bool(one.types and one.is_plain and not one.is_value and other.counted and other.types)


def _each_of(one: Set, limited: Callable[[Set], Iterator[Found_]]) -> Iterator[Found_]:
    """Numbers of different things, each limited by what stands behind them all: "how many customers and how
    many suppliers are in Norway".
    """
    parts: list[Set] = []
    dearest = 0.0
    for part in (one.changed(apart=()), *one.apart):
        bare = part.changed(counted=False, function="")
        found = (
            (made, dear)
            for made, dear in limited(bare)
            if isinstance(made, Set) and made.is_plain and made.focus.node == bare.focus.node
        )
        best = min(found, key=lambda one: one[1], default=None)
        if best is None:
            return
        parts.append(best[0].changed(counted=part.counted, function=part.function))
        dearest = max(dearest, best[1])
    yield parts[0].changed(apart=tuple(parts[1:])), dearest


def _second(joint: Joint, other: Meaning) -> Iterator[Found_]:
    """What stands behind a word that joins."""
    is_date = isinstance(other, Operator) and other.found.cue is Cue.DATE
    is_plain = isinstance(other, Grouper) or (isinstance(other, Set) and (other.is_plain or other.is_number))
    is_plain |= isinstance(other, Operator) and other.found.cue is Cue.SUPERLATIVE
    is_plain |= isinstance(other, Columns) and len(other.items) == 1
    if isinstance(other, Set | Grouper | Operator | Columns) and (is_plain or is_date):
        yield Second(other, joint.any, joint.apart), 0.0


def _parts_numbers(one: Meaning, other: Meaning) -> bool:
    """Whether two numbers of different things would be parted by what is said of the first one alone."""
    if isinstance(one, Set) and one.apart:
        is_date = isinstance(other, Operator) and other.found.cue is Cue.DATE
        return not (is_date or isinstance(other, Grouper | Second | Set | Limited))
    asks = isinstance(one, Operator) and one.found.cue is Cue.ASK
    return isinstance(other, Set) and bool(other.apart) and not asks


def _is_object(relation: Set, end: End) -> bool:
    """Whether an end of a relation is the object of the property that its words name."""
    return any(f.object == end.node for f in relation.facts) != relation.turned


def _is_beside(relation: Set, made: Set, end: End) -> bool:
    """Whether a way leads to another thing as the relation does: who else tuned what Ada tuned."""
    new = [f for f in made.facts if f not in relation.facts]
    return any(
        one.property == two.property and (one.subject == end.node) == (two.subject == end.node)
        for one in relation.facts
        for two in new
        if end.node in (one.subject, one.object) and end.node in (two.subject, two.object)
    )


def is_worked_out(one: Set) -> bool:
    """Whether the values of a set are worked out of others."""
    return any(column.name == one.focus.node for column in one.bound)


def is_bare(one: Set) -> bool:
    """Whether a set is one thing that is named, and nothing is said of it."""
    return isinstance(one.focus.node, Thing) and one == Set(focus=one.focus, named=True, told=one.told)
