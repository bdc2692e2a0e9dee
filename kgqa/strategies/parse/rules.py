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
    Order,
)
from kgqa.forms.periods import is_dated
from kgqa.language import Language
from kgqa.schema import Schema
from kgqa.strategies.parse.asking import WHOSE_DATE, Asking
from kgqa.strategies.parse.besides import is_lead
from kgqa.strategies.parse.columns import Listing
from kgqa.strategies.parse.comparing import Comparing
from kgqa.strategies.parse.counting import Counting
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.current import known_nodes
from kgqa.strategies.parse.dates import Dates
from kgqa.strategies.parse.exchanging import DIRECTIONS, Exchanges
from kgqa.strategies.parse.groups import Groups, by_years
from kgqa.strategies.parse.limits import Limits, is_count
from kgqa.strategies.parse.meaning import (
    Again,
    Columns,
    Dropped,
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
    is_bare,
    swapped,
)
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.pairs import EXISTS, Pairs
from kgqa.strategies.parse.patterns import MISFIT, Patterns
from kgqa.strategies.parse.phrasing import Phrasing
from kgqa.strategies.parse.places import Places
from kgqa.strategies.parse.ranks import Ranks
from kgqa.strategies.parse.shares import Shares
from kgqa.strategies.parse.superlatives import Superlatives
from kgqa.strategies.parse.totals import Totals, is_worked
from kgqa.strategies.parse.trade import Trade
from kgqa.strategies.parse.values import Values

# What it costs to put two stretches together so.
LEFT_OUT = 0.2  # that what is left out is something between the things that are asked for
DENIED = 0.3  # that what is denied has something that is denied itself: "no unpaid invoices"
ON = 0.4  # that a superlative leads to no noun behind it: "which one has the longest guarantee"
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
    def phrasing(self) -> Phrasing:
        return Phrasing(self.lang, self.words)

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
    def counting(self) -> Counting:
        return Counting(
            self.patterns, self.measures, self.totals, self.trade, self.phrasing, self.lang, self.words
        )

    @cached_property
    def asking(self) -> Asking:
        return Asking(
            self.patterns,
            self.measures,
            self.places,
            self.trade,
            self.counting,
            self.phrasing,
            self.lang,
            self.words,
        )

    @cached_property
    def superlatives(self) -> Superlatives:
        return Superlatives(self.patterns, self.measures, self.trade, self.lang, self.words)

    @cached_property
    def pairs(self) -> Pairs:
        return Pairs(
            self.patterns,
            self.measures,
            self.groups,
            self.listing,
            self.values,
            self.phrasing,
            self.lang,
            self.words,
            self.owned,
        )

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
            both = self.pairs.together(one.changed(like=None), other.changed(like=None), gap, last)
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
            yield from self.pairs.coordinated(one, other, last)
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
            for made, dear in self.superlatives.ranked(order.ranked, one, leads=True):
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
        elif one.open and self.phrasing.says_whose and self.pairs.equals(one, other, gap, last):
            # "whose mentor is Ann": who has her as one
            yield from self.patterns.filled(one.changed(focus=one.open, open=one.focus), other)
        else:
            beside = list(self.pairs.with_their(one, other, gap, last))
            yield from beside
            # "the top 5 customers" in Norway are not the most customers that Norway has
            are_several = one.role is Role.MOST and other.role is not Role.MOST and (one.limit or 1) > 1
            if beside or are_several or is_lead(gap, self.lang):
                return
            dear = EXISTS if self.pairs.leads_beside(gap) else 0.0  # columns are those of what is listed
            made = (*self.pairs.compound(one, other, gap, last), *self.pairs.together(one, other, gap, last))
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
            yield from self.pairs.numbers(one, other)
        if not other.is_plain:
            return
        if isinstance(one, Set):
            yield from self.pairs.coordinated(one, Second(other, any=False), last)
        elif not other.also:
            yield replace(one, also=(*one.also, Grouper(other))), 0.0

    # ── two sets ─────────────────────────────────────────────────────────────────────────────────

    def _counts_at(self, first: int) -> bool:
        """Whether a word that counts stands there: not "budget and number of projects"."""
        phrases = (" ".join(self.words[first : first + size]) for size in (1, 2, 3))
        return any(p in self.lang.phrases("count_phrases") for p in phrases)

    @cached_property
    def _leading_to_nouns(self) -> frozenset[str]:
        return self.lang.phrases("before_nouns") | self.lang.phrases("belonging")

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
                yield from self.asking.asked(operator, other)
            case Cue.AGGREGATE:
                yield from self.counting.summed(operator, other)
            case Cue.SUPERLATIVE if operator.summed or other.summed or self.totals.is_total(other):
                yield from self.totals.highest(operator, other)
            case Cue.SUPERLATIVE:
                listed = list(self.ranks.listed(operator, other)) if operator.cut.every else []
                chosen = listed or self.superlatives.ranked(operator, other, leads=leads)
                yield from self.ranks.taken(operator, other, chosen)
            case Cue.RANK:
                yield from self.ranks.placed(operator, other, leads=leads)
            case Cue.DATE:
                yield from ((m, c + (0.2 if leads else 0.0)) for m, c in self.dates.dated(other, operator))
            case Cue.TEXT:
                yield from self.limits.texted(other, found, behind=not leads)
            case Cue.COUNT if found.units:
                yield from self.counting.measured(other, found)
            case Cue.COUNT:
                times = self.words[found.last] in self.lang.phrases("trade.times")
                yield from self.counting.counted(other, times=times)
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

    # ── superlatives ─────────────────────────────────────────────────────────────────────────────


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
