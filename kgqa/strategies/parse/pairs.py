"""The rules for two sets side by side: "the manager of Ada", "Norwegian customers", "weight and price".

In: two sets, one behind the other, and the words between them. Out: what they mean together: one fills the
other, limits it, stands beside it, or is joined to it on a way that nobody named; each with its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import Fact, Thing
from kgqa.language import Language
from kgqa.linking.pronouns import points_back
from kgqa.schema import Schema
from kgqa.schema.amounts import is_additive
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.besides import is_lead
from kgqa.strategies.parse.columns import Listing
from kgqa.strategies.parse.groups import Groups
from kgqa.strategies.parse.meaning import End, Found_, Grouper, Role, Second, Set, is_bare
from kgqa.strategies.parse.measures import NEXT, Measures
from kgqa.strategies.parse.patterns import (
    BACK,
    FREE,
    MISFIT,
    UNSAID,
    Patterns,
    any_kind,
    any_of,
    copied,
    every_of,
    path,
)
from kgqa.strategies.parse.phrasing import Phrasing
from kgqa.strategies.parse.twice import twice
from kgqa.strategies.parse.values import Values
from kgqa.strategies.parse.whether import begins_whether

BESIDE = 0.15  # nothing stands between the two
LACKED = 1.5  # that who is "without a manager" is no manager, where employees have managers
EITHER = 0.2  # "customers and suppliers" are what is one or the other
COLUMN = 0.3  # what is joined by "and" stands beside the first: "policies and their agents"
BEFORE = 0.3  # what fills a relation stands before it
KIND_OF = 0.05  # a noun says what the thing behind it is
COMPOUND = 0.5  # the subject stands behind what limits it: "Norwegian customers"
NOT_ITS_OWN = 4.5  # a value of what stands beside a thing that is named: what Ada weighs
EXISTS = 0.5  # a relation whose other end nobody named
AGAINST = 0.8  # a relation read against the words that lead to its ends
NOUNS = 1.2  # that the first of two nouns that stand together is what is asked for


@dataclass(frozen=True)
class Pairs:
    """Pairs of sets over one schema, for one question's words. `owned` are the tokens behind which a
    possessive stands.
    """

    patterns: Patterns
    measures: Measures
    groups: Groups
    listing: Listing
    values: Values
    phrasing: Phrasing
    lang: Language
    words: tuple[str, ...]
    owned: frozenset[int]

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def together(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        lang = self.lang
        owning = last in self.owned
        relative = bool(set(gap) & (lang.phrases("attributive") | lang.phrases("relative")))
        led = self._is_led(gap)
        verbal = bool(set(gap) & lang.phrases("yes_no"))  # "which country has", "the price is"
        adjectival = not gap and bool(other.types) and not one.towards
        bare = 0.0 if led or owning else BESIDE
        found = False
        of_noun = NOUNS if self._is_compound(one, gap, last) else 0.0
        equals = self.equals(one, other, gap, last)
        for made, dear in self.patterns.filled(one, other):
            found = True
            extra = (0.8 if verbal and not self._asks_of(gap) else 0.0) + (0.45 if adjectival else 0.0)
            extra += (2 * MISFIT if equals else 0.0) + self._against(one, led=led)
            yield from self._unless_turned(one, made, dear + bare + extra, of=self._belongs(gap))
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
            extra += 2 * MISFIT if isinstance(one.focus.node, Thing) and not self.phrasing.says_is else 0.0
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

    def _is_led(self, gap: tuple[str, ...]) -> bool:
        """Whether a small word leads from one to the other; so does the "by" of a passive."""
        if self.lang.code == "de" or not self.lang.phrases("agents").isdisjoint(gap):
            return bool(gap)
        return bool(set(gap) - self.lang.phrases("before_nouns") & self.lang.stop)

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
        return made.changed(guessed=False) if self.phrasing.says_is and is_noun and is_bare(one) else made

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

    def compound(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """“Laptop models" are models, and "application owners" own: of things of that class."""
        is_noun = other.is_value or not self._is_done(last + 1)
        if other.open is None or other.open.literal or not (is_noun and self._is_compound(one, gap, last)):
            return
        if (narrowed := self.patterns.of_owner(other, one)) is not None:
            yield narrowed, KIND_OF

    def _is_done(self, i: int) -> bool:
        """Whether a word is the verb at the end of a question: "how many ships does each firm manage"."""
        return i == len(self.words) - 1 and not self.lang.phrases("do_support").isdisjoint(self.words)

    def with_their(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> Iterator[Found_]:
        """“employees with their weekly hours": what each has stands beside it."""
        is_head = one.named and one.changed(order=None).is_plain and not one.is_value
        if self.lang.phrases("columns.with").intersection(gap) and lists_numbers(one, other):
            yield from self.groups.grouped(other, Grouper(one))  # "departments with their number of staff"
            return
        if self.leads_beside(gap) and is_head and other.is_plain and not other.also:
            every = self.listing.says_every(last, last + 1)
            for made, dear in self.groups.beside(one, other):
                shown = self.listing.known(one, made, every=every)
                yield shown.changed(also=(*made.also, other.focus)), dear

    def leads_beside(self, gap: tuple[str, ...]) -> bool:
        own, having = self.lang.phrases("compare.own"), self.lang.phrases("columns.with")
        return bool(own.intersection(gap) and having.intersection(gap)) or is_lead(gap, self.lang)

    def _is_so(self, one: Set, other: Set, gap: tuple[str, ...]) -> Iterator[Found_]:
        """“Is Storm Warning public domain", "has Ada got her licence": whether a thing has the other one by a
        property of its kind.
        """
        thing, value = one.focus.node, other.focus.node
        is_asked = self.phrasing.says_is and set(gap) <= self.lang.phrases("indefinite")
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

    def equals(self, one: Set, other: Set, gap: tuple[str, ...], last: int) -> bool:
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

    def _lacks(self, one: Set, other: Set, gap: tuple[str, ...]) -> float:
        """What it costs that things are not of a kind, where they may have one of it: employees "without a
        manager" are not those who are none.
        """
        kinds = [c for v, c in other.types if v == other.focus.node]
        steps = self.schema.steps(*sorted(one.focus.classes)) if self.phrasing.says_lacking else ()
        may_have = any(h.forward and self.schema.overlap(frozenset(h.to), kinds) for h in steps)
        return (MISFIT if self.phrasing.possesses(gap) else 0.0) + (LACKED if may_have else 0.0)

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

    def _unless_turned(self, relation: Set, made: Set, dear: float, *, of: bool) -> Iterator[Found_]:
        """Nothing where what stands behind "reports to" would be who reports, and not to whom; but "the boss
        `of` Ada" is no other than that.
        """
        end = relation.open
        is_even = relation.towards and self._is_even(relation) and not of
        if end is None or not is_even or _is_object(relation, end):
            yield made, dear

    def _acted_on(self, relation: Set) -> float:
        """What it costs that what stands before a verb is its object."""
        end = relation.open
        if end is None or not self._is_even(relation):
            return 0.0
        return AGAINST if _is_object(relation, end) else 0.0

    def numbers(self, one: Set, other: Set, second: Second | None = None) -> Iterator[Found_]:
        """“the average price and the number of products": two numbers of the same."""
        joins = second is None or not (second.any or second.apart)
        if joins and one.is_number and other.is_number and not (other.by or one.order or other.order):
            yield from self.values.beside(one, other)

    def coordinated(self, one: Set, second: Second, last: int) -> Iterator[Found_]:
        other = second.one
        if not isinstance(other, Set) or other.also:
            return
        if one.counted and other.types and other.is_plain and not other.facts:  # "how many sites and plants"
            yield from self.numbers(one, other.changed(counted=True), second)
        if other.is_number:
            yield from self._with_number(one, other, second)
            return
        if second.apart:
            if (listed := any_of(one, other, f"{last}")) is not None:
                key = listed.filters[-1].variable
                yield Grouper(listed, key="" if key == listed.focus.node else key), 0.0
            return
        both = self.phrasing.says_both and not second.any
        if both and not other.facts:
            yield from self._both(one, other)
        listed = any_of(one, other, f"{last}") if self._are_alike(one, other) else None
        if listed is not None:
            listed = listed if second.any else every_of(listed)
            yield listed, 3.0 if both else 0.0 if second.any else 0.1
            return
        owned = self.lang.phrases("columns.owned").intersection(self.words[last + 1 : last + 3])
        kinds = None if owned else any_kind(self.schema, one, other, f"{last}")
        if kinds is not None and not (
            self.phrasing.asks_apart or self.phrasing.says_both or self.phrasing.refers
        ):
            yield kinds, EITHER
        if one.open is not None and other.open is not None and one.is_plain:
            yield from self._of_one(one, other, one.open)
            return
        if second.any:
            return
        nouns = EXISTS if one.types and other.types else 0.0  # "and" mostly joins two nouns side by side
        nouns *= 2 if self.phrasing.asks_apart else 1
        for made, dear in () if owned else self.patterns.same(one, other):
            yield made, dear + 0.1 + nouns
        apart = other.open or (other.types and not (self.phrasing.says_each_of_two and one.types))
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
        if lists_numbers(one, other) and not second.any:
            yield from self.groups.grouped(other, Grouper(one))
        else:
            yield from self.numbers(one, other, second)

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
            yield from self._both_kinds(one, other) if self.phrasing.says_each_of_two else ()
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


def lists_numbers(one: Set, other: Set) -> bool:
    """Whether things of a class stand beside how many others there are: of each, its number of them."""
    return bool(one.types and one.is_plain and not one.is_value and other.counted and other.types)


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
