"""The rules for question words: who, where, when, what, how much.

In: a question word and what stands behind it. Out: what is asked for: the people, the place, the date or the
amount of it, each with its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.forms.form import Fact, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import Language, everywhere
from kgqa.schema import Schema
from kgqa.schema.amounts import extends, is_additive
from kgqa.schema.durations import is_duration
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.about import asks_relation
from kgqa.strategies.parse.columns import asks_again
from kgqa.strategies.parse.counting import Counting
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.meaning import End, Found_, Operator, Role, Set, is_bare
from kgqa.strategies.parse.measures import GUESSED, NEXT, Measures
from kgqa.strategies.parse.patterns import FREE, MISFIT, UNSAID, Patterns, all_of
from kgqa.strategies.parse.phrasing import Phrasing
from kgqa.strategies.parse.places import Places
from kgqa.strategies.parse.trade import Trade

LIKE_PEOPLE = 0.2  # that an organisation has what somebody is asked for
WHOEVER = 0.6  # "who" for all people whom a way that nobody named leads to
SPOKEN_OF = 0.4  # a date that a word of the question names, though no rule joins the two
SOMEBODY = 6  # ways that are tried from a thing to the people who are there
WHOSE_DATE = 4.0  # a date of what rows are grouped by, of which no word of the question speaks


@dataclass(frozen=True)
class Asking:
    """Question words over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    places: Places
    trade: Trade
    counting: Counting
    phrasing: Phrasing
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def asked(self, operator: Operator, other: Set) -> Iterator[Found_]:
        found = operator.found
        if found.cue is Cue.AMOUNT:
            yield from self._amount(found, other)
            return
        is_one = found.cue is Cue.WHO and is_bare(other)
        of_thing = is_one and asks_relation(self.words[found.last + 1 :], self.lang)
        if is_one and self.phrasing.says_is and not of_thing:
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
        traded = (does and self.phrasing.trades) or (
            is_done and bool(set(behind[:1]) & self.lang.phrases("yes_no"))
        )
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
            for prop, dear in self.measures.named(other.focus.classes, self.counting.amounts):
                made = self.measures.valued(other, prop)
                if made is not None and self.schema.is_numeric(made.focus.literal):
                    yield made, GUESSED + dear
        if other.types and other.is_plain and not other.is_value:
            if any(map(self.schema.names_person, other.focus.classes)):  # "wieviel Mitarbeiter"
                yield from ((m, c + 0.2) for m, c in self.counting.counted(other))
            yield from self.counting.totalled(other)

    def _anyone(self, other: Set, found: Found, *, of_thing: bool) -> Iterator[Found_]:
        """Who it is, where a way that nobody named leads there: "who is a keeper", "who has no project", or
        "who is based at" it. What people stand beside may stand beside companies as well, so that all are
        meant who do.
        """
        kinds = self.schema.agents if self.asks_source(found) else self.schema.people
        people = all_of(self.schema, kinds, f"p{found.first}")
        is_asked = (
            other.role is not Role.PLAIN or (self.phrasing.says_is and self.phrasing.says_a) or of_thing
        )
        if people is None or other.open is not None or not is_asked:
            return
        if other.role is Role.MOST and self.phrasing.says_is and not of_thing:
            return  # "who are our biggest customers" asks for customers
        lacked = self._lacked(other)
        if self.schema.overlap(people.focus.classes, lacked.focus.classes):
            if other.role is Role.WITHOUT and other.facts:  # "who does not work in Finance": everybody else
                yield from ((m, FREE + c) for m, c in self.patterns.same(people, lacked))
            return
        is_held = other.role is not Role.WITHOUT
        head = Set(focus=people.focus, named=True) if is_held else people
        is_place = of_thing and self.phrasing.is_inside
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
        if not other.facts or not classes or (other.guessed and self.phrasing.says_is):
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
        return is_whose or self.phrasing.possesses(self.words[found.last + 1 : found.last + 2])

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
            cue is Cue.WHO
            and isinstance(other.focus.node, Thing)
            and not (self.phrasing.says_is or self.phrasing.is_inside)
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


def _is_chosen(one: Set) -> bool:
    """Whether one of several things that are named is chosen by an order."""
    named = (f for f in one.filters if f.variable == one.focus.node and f.operator == "in")
    return one.order is not None and any(all(isinstance(v, Thing) for v in f.values) for f in named)
