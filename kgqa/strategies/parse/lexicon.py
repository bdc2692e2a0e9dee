"""The words of a question with what each may mean: names of the graph, and words that do something.

In: a linked question, its cues, the schema. Out: entries over tokens, each a Meaning with its cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from zlib import crc32

from kgqa.forms.form import TRUE, Fact, Filter, Literal, Thing
from kgqa.forms.periods import period
from kgqa.language import Language, everywhere, fold
from kgqa.language.operations import places, without_ended
from kgqa.language.translation import dictionary
from kgqa.linking.near import denied
from kgqa.linking.tokens import Token
from kgqa.ontology import OWL_THING, SKOS, Ontology
from kgqa.schema import Schema
from kgqa.schema.durations import dates_of
from kgqa.strategies.parse.apart import apart
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.delays import delayed
from kgqa.strategies.parse.durations import durations
from kgqa.strategies.parse.meaning import (
    Compared,
    Cut,
    End,
    Grouper,
    Joint,
    Limited,
    Meaning,
    Operator,
    Role,
    Set,
    Standard,
)
from kgqa.strategies.parse.measures import with_duration, words_of
from kgqa.strategies.parse.patterns import people_of
from kgqa.strategies.parse.stock import NONE, held_to
from kgqa.strategies.parse.trade import best_sold
from kgqa.types import Link, LinkedQuestion, Match, TermKind
from kgqa.values.telling import plain
from kgqa.values.units import is_currency, names_unit, readings, same_dimension

TWO = 2  # classes that make a family
MOST = 5  # meanings of one phrase
LEAST = 0.45  # a name that is less like it is another one
WEAK = 4.0  # what it costs that a name is hardly like the words, against one that is the words
HOW = {
    "partial": 0.5,
    "fuzzy": 0.4,
    "semantic": 0.8,
    "abbreviation": 0.2,
    "alternative": 0.1,
    "inflected": 0.05,
}
PIECE = "piece"  # "the average price per piece"
KIND = "kind"  # what rows are grouped by: "how many of each type"
IDENTITY = "identity"  # what tells each thing apart: "policies and their holders by id"
OPPOSITE = 0.5  # what it costs that a word denies what a property says
SAID_SO, MET = 1.0, 0.9  # and more, where the graph has the word itself, so well met
FEWER = 0.1  # that of classes with one noun, one is meant that has fewer things: "orders"
NOUN_OF = 0.5  # that a class's noun is a property: that "orders" are what is "for order"
PART = 0.7  # what it costs more that a word is a part of the name of a class or property
APART = 0.4  # what it costs that the verb of a name stands elsewhere
SAID = 0.05  # how much that still costs where the question says the rest of the name elsewhere
ALL = 0.1  # what it costs that a property's noun stands for the class of what it leads to
UNSAID = 0.4  # that a no means what the graph says nothing of
FAMILY = 0.2  # that words are a part of the names of several
GOODS = 1.0  # that goods are meant that nobody names: "what sells best"
UNIT = 0.6  # that a unit stands for what is measured in it
WHOEVER = 0.3  # that "who" stands for all people
GUESS = 0.6  # what it costs at least to take a word for a name that is not quite the word
NEXT = 0.25  # each further meaning of words in a definition
WHOLE, INSIDE = 0.1, 2.0  # what it costs more to take a part of a name that is met so well
BRACKETED = 1.5  # and more, if it only stands in brackets behind a property's name
STATE = 0.9  # that a word for a state is a relation
NOUN, BESIDE_A_NOUN = 0.85, 0.4  # what names a class so well is hardly a property or a value
GUESSED = ("partial", "fuzzy", "semantic")
_GRADED = (Cue.SUPERLATIVE, Cue.COMPARISON, Cue.AMOUNT)
_NO_NOUNS = (TermKind.PROPERTY, TermKind.VALUE)
TERMS = (TermKind.CLASS, TermKind.PROPERTY)
OPERATORS = (
    *(Cue.COUNT, Cue.YES_NO, Cue.WHO, Cue.WHERE, Cue.WHEN, Cue.AMOUNT, Cue.AGGREGATE, Cue.SUPERLATIVE),
    *(Cue.COMPARISON, Cue.DATE, Cue.GROUP, Cue.NEGATION, Cue.ASK, Cue.TEXT),
    *(Cue.TIMES, Cue.THAN, Cue.DIFFERENCE, Cue.SAME),
    *(Cue.SHARE, Cue.RANK, Cue.SORTED, Cue.FURTHER),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A meaning of the tokens `first`..`last`, and what it costs to take them so. `apart` are tokens
    elsewhere that say the rest of a name.
    """

    first: int
    last: int
    meaning: Meaning
    cost: float
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Words:
    """What the entries are made of."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    cues: tuple[Found, ...]
    schema: Schema
    lang: Language
    naming: frozenset[str]

    @property
    def ontology(self) -> Ontology:
        return self.schema.ontology

    def entries(self) -> Iterator[Entry]:
        """All of them; what is a part of a longer name costs more."""
        names = [e for e in self._names() if not any(_tells(f, e) for f in self.cues)]
        sure = {(e.first, e.last) for e in names if e.cost < WHOLE}
        for e in names:
            inside = any(a <= e.first and e.last <= b and b - a > e.last - e.first for a, b in sure)
            yield replace(e, cost=e.cost + INSIDE) if inside else e
        for found in self.cues:
            if found.cue is Cue.FLAG:
                says_no = found.operator == "=" and not found.high  # "the eye test is on no"
                if says_no:
                    yield Entry(found.first, found.last, self._denied(found), 0.0)
                yield Entry(found.first, found.last, self._flag(found), UNSAID if says_no else 0.0)
            elif found.cue is Cue.STOCK:
                yield Entry(found.first, found.last, self._stock(found), 0.0)
            elif found.cue is Cue.GROUP and self._says(found.last + 1, "everything"):
                continue  # "across all sites": all of them together
            elif (made := self._operator(found)) is not None and not self._is_passive(found):
                yield Entry(found.first, found.last, made, self._doubt(found))
            if found.cue is Cue.GROUP and self._says(found.last + 1, "weighted.piece"):
                yield Entry(found.first, found.last + 1, Grouper(None, PIECE), 0.0)
            if found.cue is Cue.GROUP and self._is_rate(found.last + 1):
                yield Entry(found.first, found.last + 1, Grouper(None, PIECE), 0.0)
            if found.cue is Cue.GROUP and self._says(found.last + 1, "kind_words"):
                yield Entry(found.first, found.last + 1, Grouper(None, KIND), 0.1)
                yield from self._kinds_of(found, names)
            if found.cue is Cue.GROUP and self._says(found.last + 1, "identifying_words"):
                yield Entry(found.first, found.last + 1, Grouper(None, IDENTITY), 0.0)
        yield from self._twofold(names)
        yield from self._numbered(names)
        yield from self._families(names)
        yield from self._below(names)
        yield from self._recorded(names)
        yield from self._people(names)
        yield from self._whoever(names)
        yield from self._units(names)
        yield from self._ranges()
        yield from self._costs()
        yield from self._opposites()
        yield from self._past()
        yield from self._delayed()
        yield from self._durations()
        yield from self._apart()
        yield from self._sold()
        yield from self._of_any(names)
        yield from self._of_each(names)

    def _kinds_of(self, found: Found, names: Sequence[Entry]) -> Iterator[Entry]:
        """“By type of equipment": the noun says no more than what is grouped."""
        if self._says(found.last + 2, "belonging"):
            for e in names:
                if e.first == found.last + 3 and _things(e) is not None:
                    yield Entry(found.first, e.last, Grouper(None, KIND), e.cost)

    def _is_rate(self, i: int) -> bool:
        """Whether a word is the unit by which some number is a rate: "cheapest per kilo", where a cost is
        "per kg".
        """
        is_measured = i < len(self.tokens) and any(f.measures for f in self.cues)
        units = readings(self.tokens[i].text) if is_measured else ()
        return bool(units) and any(
            not set(units).isdisjoint(readings(word))
            for iri in self.ontology.properties
            if self.schema.is_numeric(iri)
            for word in _behind_per(self.ontology.label(iri), self.lang)
        )

    def _operator(self, found: Found) -> Meaning | None:
        """What a word does; a superlative before "first" orders all."""
        made = operator(found)
        leads = found.last > found.first and self._says(found.last, "leading")
        if isinstance(made, Operator) and found.cue is Cue.SUPERLATIVE and leads:
            return replace(made, cut=Cut(every=True))
        return made

    def elsewhere(self, words: str, iri: str = "") -> Iterator[tuple[Set, float]]:
        """What words name that stand in a definition of the company's, or in a compound of the question: the
        property `iri`, if it is known.
        """
        lemmas = [self.lang.lemma(w) for w in words.split()]
        english = dictionary().listed(words) if self.lang.code == "de" else ()
        forms = ((fold(words), " ".join(lemmas)), *((name,) for name in english))
        found = [(TermKind.PROPERTY, iri)] if iri else next(filter(None, map(self._called, forms)), [])
        for place, (kind, named) in enumerate(found[:MOST]):
            match = Match(kind=kind, iri=named, label=self.ontology.label(named), score=1.0, how="exact")
            link = Link(text=words, start=0, end=0, matches=(match,))
            for meaning, dear in self._meanings(match, f"d{crc32(words.encode()):x}_{place}", link):
                yield meaning, dear + NEXT * place

    def _called(self, wanted: Sequence[str]) -> list[tuple[TermKind, str]]:
        """The classes and properties that are called so, those with the shorter names first."""
        named = dict.fromkeys(p for form in wanted for p in self.schema.called(form, self.lang))
        shortest = sorted(named, key=lambda p: (len(self.ontology.label(p).split()), -self.schema.uses(p), p))
        kinds = (
            c for form in dict.fromkeys(wanted) for c in self.schema.classes_called(form, self.lang.code)
        )
        classes = [(TermKind.CLASS, iri) for iri in sorted(dict.fromkeys(kinds))]
        return classes + [(TermKind.PROPERTY, iri) for iri in shortest]

    def _says(self, i: int, name: str) -> bool:
        return i < len(self.tokens) and self.tokens[i].folded in self.lang.phrases(name)

    def _opposites(self) -> Iterator[Entry]:
        """“Open" reports have no date on which they were closed; "uncertified" suppliers are certified to
        nothing.
        """
        for i, token in enumerate(self.tokens):
            lacked = self._dates("opposites", token)
            for rest in denied(token.folded):
                called = [p for w in (rest, self.lang.lemma(rest)) for p in self.schema.called(w, self.lang)]
                lacked += (p for p in called if not self.schema.is_boolean(p))
            dear = OPPOSITE + (SAID_SO if self._is_value(token) else 0.0)
            yield from (Entry(i, i, m, dear) for m in self._ended(i, lacked, Role.WITHOUT))
        yield from self._phrased("opposites", Role.WITHOUT)
        yield from self._kept("kept.still", Role.WITHOUT)

    def _past(self) -> Iterator[Entry]:
        """“Former" employees, those "no longer with us", have a date on which they left, and it is past."""
        words = [t.folded for t in self.tokens]
        left_out = {i for p in without_ended(words, self.lang) for i in p}
        for i, token in enumerate(self.tokens):
            dear = OPPOSITE + (SAID_SO if self._is_value(token) else 0.0)
            dates = [] if i in left_out else self._dates("past", token)
            yield from (Entry(i, i, m, dear) for m in self._ended(i, dates, Role.PLAIN))
        yield from self._phrased("past", Role.PLAIN)
        yield from self._kept("kept.over", Role.PLAIN)

    def _delayed(self) -> Iterator[Entry]:
        """“Late", "in time" and "overdue", of what was done by a date, and what it was due by."""
        today = self.linked.question.asked_at.date()
        for late in delayed(self.tokens, self.schema, self.lang, today):
            yield Entry(late.first, late.last, late.things, OPPOSITE + NEXT * late.number, late.apart)

    def _durations(self) -> Iterator[Entry]:
        """“Days late", "duration", "from order to shipping": the days between two dates of some things."""
        spoken = durations(self.tokens, self.linked, self.schema, self.lang)
        for number, (first, last, prop) in enumerate(spoken):
            start, end = dates_of(prop)
            here = set(self.schema.subjects(start)) & set(self.schema.subjects(end))
            owner = End(f"n{first}_lasts_{number}", frozenset(filter(None, here)))
            made = with_duration(Set(focus=owner), prop, str(owner.node), self.schema)
            yield Entry(first, last, made.changed(open=owner, named=True), NEXT * number)

    def _apart(self) -> Iterator[Entry]:
        """“The same day they were reported", "within five days": how far apart two dates are."""
        for found in apart(self.tokens, self.linked, self.schema, self.lang):
            yield Entry(found.first, found.last, found.things, OPPOSITE + NEXT * found.number)

    def _sold(self) -> Iterator[Entry]:
        """“Best-selling" ranks goods by how many of them were sold."""
        words = [t.folded for t in self.tokens]
        for place, ranked in best_sold(words, self.schema, self.lang):
            yield Entry(place.start, place.stop - 1, ranked, 0.0 if ranked.summed else GOODS)

    def _phrased(self, table: str, role: Role) -> Iterator[Entry]:
        """The same for the phrases of several words."""
        words, known = [t.folded for t in self.tokens], self.lang.table(table)
        for place in places(words, (phrase for phrase in known if " " in phrase)):
            named = (p for word in known[" ".join(words[i] for i in place)] for p in self._temporal(word))
            for made in self._ended(place.start, [*named], role):
                yield Entry(place.start, place.stop - 1, made, OPPOSITE)

    def _kept(self, name: str, role: Role) -> Iterator[Entry]:
        """What is "still sold" has no date on which it was discontinued, and what is "no longer made" has
        one, of the things of which the question speaks.
        """
        best = [n.matches[0] for n in self.linked.links if n.matches]
        kinds = {m.iri for m in best if m.kind is TermKind.CLASS} | {c for m in best for c in m.classes}
        phrases = sorted(phrase for phrase in self.lang.phrases(name) if " " in phrase)
        for place in places([t.folded for t in self.tokens], phrases):
            dates = [p for word in sorted(everywhere("kept.no")) for p in self._temporal(word)]
            dates = [p for p in dates if not kinds or self.schema.overlap(kinds, self.schema.subjects(p))]
            for made in self._ended(place.start, dates, role):
                yield Entry(place.start, place.stop - 1, made, OPPOSITE)

    def _dates(self, table: str, token: Token) -> list[str]:
        """The dates by which a table of the language explains a word."""
        known, word = self.lang.table(table), token.folded
        # "offene" are open; what was "opened" need not be
        inflects = bool(self.lang.data["capital_nouns"])
        named = known.get(word) or (known.get(self.lang.lemma(token.text)) if inflects else ()) or ()
        return [p for word in named for p in self._temporal(word)]

    def _temporal(self, word: str) -> list[str]:
        return [p for p in self.schema.called(word, self.lang) if self.schema.is_temporal(p)]

    def _ended(self, i: int, props: Sequence[str], role: Role) -> Iterator[Set]:
        """Things that have a date, or none of it, where it is past if it ends what lasts."""
        for number, prop in enumerate(dict.fromkeys(props)):
            node, value = f"n{i}_{number}", f"n{i}_{number}_v"
            things = End(node, frozenset(self.schema.subjects(prop)))
            made = Set(focus=things, facts=(Fact(node, prop, value),), role=role, near=True)
            yield made.changed(filters=self._over(value, prop))

    def _is_value(self, token: Token) -> bool:
        """Whether the graph has a word itself: a project whose status is "running"."""
        links = (n for n in self.linked.links if (n.start, n.end) == (token.start, token.end))
        sorts = (TermKind.VALUE, TermKind.ENTITY)
        return any(m.kind in sorts and m.score >= MET for n in links for m in n.matches)

    def _of_any(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“The total that a customer has paid": what holds of any one of them is asked of each; so it is in
        "the highest number of employees in a department", "how many orders does a customer place on average".
        """
        kinds = {f.cue for f in self.cues}
        if not kinds & {Cue.AGGREGATE, Cue.COUNT}:
            return
        of_numbers = Cue.COUNT in kinds and bool(kinds & {Cue.AGGREGATE, Cue.SUPERLATIVE})
        for e in names:
            relative, article = e.first - 2, e.first - 1
            if (things := _things(e)) is None or not self._says(article, "indefinite"):
                continue
            if relative > 0 and self._says(relative, "relative"):
                yield Entry(relative, e.last, Grouper(things, is_any=True), e.cost)
            elif of_numbers:
                yield Entry(article, e.last, Grouper(things, is_any=True), e.cost)

    def _of_each(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“How many animals do the keepers have each": the noun before it, or before its verb."""
        counts = any(f.cue in (Cue.COUNT, Cue.AGGREGATE) for f in self.cues)
        each = next((i for i in range(len(self.tokens)) if counts and self._says(i, "trailing")), 0)
        nouns = [(e, things) for e in names if e.last < each and (things := _things(e)) is not None]
        last = max((e.last for e, _ in nouns), default=-1)
        for e, things in nouns:
            if e.last == last and all(self._is_light(i) for i in range(last + 1, each)):
                yield Entry(e.first, each, Grouper(things), e.cost)

    def _is_light(self, i: int) -> bool:
        return self.lang.lemma(self.tokens[i].text) in self.lang.light_verbs

    def _over(self, variable: str, prop: str) -> tuple[Filter, ...]:
        """What lasts is over once its end has passed: a project that ends next year is still running."""
        ends = everywhere("end_words") | everywhere("spans.end_dates")
        if not (self.schema.is_temporal(prop) and words_of(self.ontology.label(prop)) & ends):
            return ()
        today = self.linked.question.asked_at.date()
        return period(self.schema, variable, prop, "<", today, today)

    def _twofold(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“Membership contracts", "e-mail address": two names of one class or property beside each other; but
        somebody's "boss's boss" is another one.
        """
        terms = [(e, term) for e in names if (term := _term(e)) is not None]
        for (e, term), (other, same) in product(terms, terms):
            is_again = self.tokens[e.last].folded == self.tokens[other.first].folded
            if other.first == e.last + 1 and term == same and not is_again:
                is_class = _things(e) is not None  # each noun makes the other likelier
                cost = min(e.cost, other.cost) + WHOLE if is_class else max(e.cost, other.cost)
                yield Entry(e.first, other.last, other.meaning, cost)

    def _numbered(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“boat 4711": a thing without a name is known by its number."""
        numbers = {f.first: f for f in self.cues if f.cue is Cue.NUMBER and not f.units and f.last == f.first}
        for e in names:
            found, kind = numbers.get(e.last + 1), e.meaning
            if found is None or not isinstance(kind, Set) or len(kind.types) != 1 or kind.facts:
                continue
            cls, here = kind.types[0][1], kind.focus.node
            own = set(fold(self.ontology.label(cls)).split())
            keys = {p for p in self.schema.data_properties(cls) if self.schema.is_key(p)}
            keys = {p for p in keys if self.schema.is_numeric(p)}
            if self.schema.has_own_name(cls, self.naming) or not keys or found.number is None:
                continue
            key = min(keys, key=lambda p: (not own & set(fold(self.ontology.label(p)).split()), p))
            same = Filter(f"{here}_k", "=", (Literal(plain(found.number), number=True),))
            one = kind.changed(facts=(Fact(here, key, f"{here}_k"),), filters=(same,), many=())
            yield Entry(e.first, found.last, one, e.cost)

    def _families(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“Gale products": those with it in their names, where several have it and none is called just so."""
        starts = {t.start: i for i, t in enumerate(self.tokens)}
        ends = {t.end: i for i, t in enumerate(self.tokens)}
        takes_one = any(f.cue is Cue.SUPERLATIVE for f in self.cues)  # "the cheapest Gale product"
        for link in self.linked.links:
            first, last = starts.get(link.start), ends.get(link.end)
            if first is None or last is None or any(m.how != "partial" for m in link.matches):
                continue
            for e in names:
                kind = e.meaning
                if e.first != last + 1 or not isinstance(kind, Set) or not kind.types or kind.facts:
                    continue
                is_plural = self.lang.lemma(self.tokens[e.last].text) != self.tokens[e.last].folded
                if not (kind.many or is_plural or takes_one):
                    continue  # "the Gale product" is one of them
                cls, here = kind.types[0][1], kind.focus.node
                held = {m.iri for m in link.matches if any(self.ontology.is_a(c, cls) for c in m.classes)}
                called = self.naming & set(self.schema.data_properties(cls))
                if len(held) < TWO or not called:
                    continue
                name = max(called, key=lambda p: (self.schema.uses(p), p))
                holds = Filter(f"{here}_n", "contains", (Literal(link.text),))
                some = kind.changed(facts=(Fact(here, name, f"{here}_n"),), filters=(holds,))
                yield Entry(first, e.last, some, e.cost + FAMILY)

    def _below(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“Below minimum stock": what has less than the limit that the graph has for it."""
        limits = {f.last: f for f in self.cues if f.cue is Cue.COMPARISON}
        for e in names:
            prop = e.meaning.focus.literal if isinstance(e.meaning, Set) else ""
            owned = self._says(e.first - 1, "compare.own") or self._says(e.first - 1, "calendar.articles")
            behind = 1 + owned
            found = limits.get(e.first - behind) or limits.get(e.first - 1)
            number = held_to(prop, self.schema) if prop and found is not None else None
            if found is None or number is None or e.cost > GUESS:
                continue
            node, value, limit = f"b{e.first}", f"b{e.first}_v", f"b{e.first}_l"
            facts = (Fact(node, number, value), Fact(node, prop, limit))
            things = End(node, frozenset(self.schema.subjects(prop)))
            held = (Filter(value, found.operator, (limit,)),)
            yield Entry(found.first, e.last, Set(focus=things, facts=facts, filters=held), e.cost)

    def _recorded(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“The average air temperature": a thing that is measured stands for the numbers of what records it
        (SOSA, observations: https://www.w3.org/TR/vocab-ssn/#SOSAObservation).
        """
        behind = {f.last + 1 for f in self.cues if f.cue in (Cue.AGGREGATE, Cue.SUPERLATIVE)}
        for n, e in enumerate(names):
            thing = e.meaning.focus if isinstance(e.meaning, Set) else None
            if thing is None or not isinstance(thing.node, Thing) or e.first not in behind:
                continue
            ways = {h.property for h in self.schema.steps(*sorted(thing.classes)) if not h.forward}
            for place, prop in enumerate(sorted(ways)):
                owner = End(f"m{n}_{place}", frozenset(c for c in self.schema.subjects(prop) if c))
                number = {self.schema.measure_of(c, self.naming) for c in owner.classes}
                if len(number) == 1 and (own := number.pop()) is not None:
                    value = End(f"m{n}_{place}_v", literal=own)
                    facts = (Fact(owner.node, prop, thing.node), Fact(owner.node, own, value.node))
                    yield Entry(e.first, e.last, Set(focus=value, facts=facts, named=True), e.cost + ALL)

    def _people(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """All people, though the graph has no kind that is called so: "our people", "everyone"."""
        taken = {i for e in names if e.cost < GUESS for i in range(e.first, e.last + 1)}
        for i, token in enumerate(self.tokens):
            is_said = token.folded in self.lang.phrases("people_words") and i not in taken
            if is_said and not self._is_told(i) and (people := people_of(self.schema, f"p{i}")) is not None:
                yield Entry(i, i, people, ALL)

    def _whoever(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“Who has been here the longest", "who started in 2023": all people, of whom only how they are
        chosen is said.
        """
        if any(isinstance(e.meaning, Set) and e.meaning.types for e in names if e.cost < GUESS):
            return
        starts = places([self.lang.lemma(t.text) for t in self.tokens], self.lang.phrases("spans.joins"))
        is_dated = any(f.cue is Cue.DATE for f in self.cues) and any(True for _ in starts)
        is_ranked = any(f.cue is Cue.SUPERLATIVE and f.measures for f in self.cues)
        who = next((f for f in self.cues if f.cue is Cue.WHO), None)
        if who is not None and (is_dated or is_ranked):
            people = people_of(self.schema, f"p{who.first}")
            if people is not None:
                yield Entry(who.first, who.last, people, WHOEVER)

    def _units(self, names: Sequence[Entry]) -> Iterator[Entry]:
        """“The most km", "average sqm": what is measured in a unit, where no name has the word and no number
        stands beside it. Of money there are too many.
        """
        taken = {i for e in names if e.cost < GUESS for i in range(e.first, e.last + 1)}
        taken |= {i for f in self.cues if f.units for i in range(f.first, f.last + 1)}
        taken |= {f.last + 1 for f in self.cues if f.cue is Cue.GROUP}  # "per kg"
        for i, token in enumerate(self.tokens):
            units = () if i in taken or token.folded in self.lang.stop else readings(token.text)
            symbols = {u for u in units if names_unit(u, token.text) and not is_currency(u)}
            known = self.ontology.properties.items() if symbols else ()
            held = [p for p, prop in known if prop.unit in symbols and self.schema.is_numeric(p)]
            held = [p for p in held if self.schema.uses(p)]
            for place, iri in enumerate(sorted(held, key=lambda p: (-self.schema.uses(p), p))[:MOST]):
                match = Match(kind=TermKind.PROPERTY, iri=iri, label=token.text, score=1.0, how="exact")
                link = Link(text=token.text, start=token.start, end=token.end, matches=(match,))
                for meaning, dear in self._meanings(match, f"u{i}_{place}", link):
                    if meaning.is_value:  # that there is such a number is not what a unit says
                        made = meaning.changed(named=False)
                        yield Entry(i, i, made, dear + UNIT + NEXT * place)

    def _is_told(self, i: int) -> bool:
        """Whether the question also says the rest of what a word may name: "people … trapped" is a number."""
        token = self.tokens[i]
        said = {t.folded for t in self.tokens if t is not token} - self.lang.stop
        links = (n for n in self.linked.links if n.start <= token.start < n.end)
        return any(said & set(fold(m.label).split()) for n in links for m in n.matches)

    def _family(self, link: Link) -> Iterator[tuple[Set, float]]:
        """What several classes have in common that are named by one noun: "lifts" are gondola lifts, chair
        lifts and the other kinds of the class above them, where these are most of it.
        """
        found = [m for m in link.matches if m.kind is TermKind.CLASS and not self._is_a_part(m, link)]
        kinds = [m.iri for m in found if m.how == "partial"]
        if len(kinds) < TWO or len(kinds) < len(found):
            return
        ontology = self.ontology
        shared = frozenset.intersection(*(ontology.superclasses(k) for k in kinds)) - {OWL_THING, *kinds}
        below = {c for k in kinds for c in ontology.subclasses(k)}
        for above in sorted(shared, key=lambda c: (len(ontology.subclasses(c)), c)):
            every = sum(ontology.instances(c) for c in ontology.subclasses(above))
            if sum(ontology.instances(c) for c in below) * 2 >= every > 0:
                node = f"c{link.start}_f"
                made = Set(focus=End(node, frozenset({above})), types=((node, above),), named=True)
                yield made, WEAK * -math.log(max(found[0].score, 0.05))
                return

    def _costs(self) -> Iterator[Entry]:
        """“barrels cost less than …": a verb that asks for the own price of what stands before it."""
        limits = {f.first for f in self.cues if f.cue in (Cue.COMPARISON, Cue.SUPERLATIVE)}
        for i, token in enumerate(self.tokens):
            behind = i + 1 + self._says(i + 1, "calendar.articles")  # "costs the most"
            if behind in limits and self.lang.lemma(token.text) in self.lang.money_measures:
                verb = Found(cue=Cue.AMOUNT, first=i, last=i, measures=self.lang.money_measures)
                yield Entry(i, i, Operator(verb), 0.0)

    def _is_passive(self, found: Found) -> bool:
        """Whether a word that groups stands before a question word: "by which customers"."""
        behind = self.tokens[found.last + 1 : found.last + 2]
        is_name = any(
            n.start <= t.start < n.end for t in behind for n in self.linked.links
        )  # "by list price"
        asks = any(f.cue in (Cue.ASK, Cue.WHO) and f.first == found.last + 1 for f in self.cues)
        return found.cue is Cue.GROUP and asks and not is_name

    def _names(self) -> Iterator[Entry]:
        """The names of the graph."""
        for number, link in enumerate(self.linked.links):
            span = [i for i, t in enumerate(self.tokens) if link.start <= t.start and t.end <= link.end]
            if not span:
                continue
            seen = 0
            is_graded = any(
                f.measures and f.cue in _GRADED and f.first <= span[0] and span[-1] <= f.last
                for f in self.cues
            )
            is_noun = any(m.kind is TermKind.CLASS and m.score >= NOUN for m in link.matches)
            for family, dear in self._family(link):
                yield Entry(span[0], span[-1], family, dear)
            for place, match in enumerate(link.matches):
                if match.score < LEAST or seen >= MOST:
                    break
                if self._is_half_a_name(match, link):
                    continue
                for turn, (meaning, dear) in enumerate(self._meanings(match, f"{number}_{place}", link)):
                    seen += not turn
                    if self._is_said_apart(match, link):
                        yield Entry(span[0], span[-1], meaning, dear + APART)
                        continue
                    part = PART if self._is_a_part(match, link) else 0.0
                    if is_graded and match.kind in _NO_NOUNS:
                        if match.how in GUESSED:
                            continue
                        part += 1.0
                    # what has a course is further from "courses" than what the course of something is
                    if is_noun and match.kind in _NO_NOUNS:
                        part += 2 * BESIDE_A_NOUN if turn == 1 else BESIDE_A_NOUN
                    part += self._as_unit(match, link) + self._as_state(match, link)
                    part += FEWER * self._outnumbered(match, link)
                    name = WEAK * -math.log(max(match.score, 0.05)) + HOW.get(match.how, 0.0) + part
                    apart = frozenset[int]() if is_noun else self._prepositions(match, link)
                    name *= 1.0 if is_noun else SAID if apart else self._unsaid(match, link)
                    yield Entry(span[0], span[-1], meaning, dear + name, apart)

    def _outnumbered(self, match: Match, link: Link) -> int:
        """How many other classes that the words name as well have more things."""
        if match.kind is not TermKind.CLASS:
            return 0
        others = (m for m in link.matches if m.kind is TermKind.CLASS and m.score == match.score)
        return sum(self.ontology.instances(m.iri) > self.ontology.instances(match.iri) for m in others)

    def _as_state(self, match: Match, link: Link) -> float:
        """What it costs that a word is a relation, where it is just what a code says: "delivered"."""
        is_relation = match.kind is TermKind.PROPERTY and not self.schema.is_data(match.iri)
        codes = (m for m in link.matches if m.kind is TermKind.ENTITY and m.how == "exact")
        is_code = any(cls.startswith(SKOS) for m in codes for cls in m.classes)
        return STATE if is_relation and is_code and fold(match.label) != fold(link.text) else 0.0

    def _as_unit(self, match: Match, link: Link) -> float:
        """What it costs that a noun of a class is only the unit in a property's name: "capacity (items)"."""
        is_unit = match.kind is TermKind.PROPERTY and match.label.endswith(f"({match.matched})")
        names_class = any(m.kind is TermKind.CLASS and not self._is_a_part(m, link) for m in link.matches)
        return BRACKETED if is_unit and names_class else 0.0

    def _is_half_a_name(self, match: Match, link: Link) -> bool:
        """Whether a word is half of a name that the graph does not know: “Josefine Wagner" is neither another
        Josefine nor another Wagner.
        """
        text = self.linked.question.text
        beside = (
            n.matches
            for n in self.linked.links
            if n.matches and not text[min(n.end, link.end) : max(n.start, link.start)].strip(" ")
            if n.end < link.start or link.end < n.start
        )
        return _is_part_of_thing(match) and any(
            _is_part_of_thing(other[0])
            and self.schema.overlap(match.classes, other[0].classes)
            and not {m.iri for m in link.matches} & {m.iri for m in other}
            for other in beside
        )

    def _is_said_apart(self, match: Match, link: Link) -> bool:
        """Whether the verb of a number's or text's name stands elsewhere: "sold the most tickets"."""
        if match.how != "partial" or not self.schema.is_data(match.iri):
            return False
        rest = set(fold(match.matched or match.label).split()) - set(fold(link.text).split())
        said = {t.folded for t in self.tokens}
        return bool(rest) and all(w in said and self.lang.lemma(w) in self.lang.light_verbs for w in rest)

    def _is_a_part(self, match: Match, link: Link) -> bool:
        """Whether words are a part of a term's name, and not a class's noun: "vessel" of storage vessels."""
        if match.how != "partial" or match.kind not in TERMS:
            return False
        noun = fold(match.matched or match.label).split()[-1:]
        said = {self.lang.lemma(w) for w in link.text.split()[-1:]} | set(fold(link.text).split()[-1:])
        return match.kind is not TermKind.CLASS or not said & {*noun, *map(self.lang.lemma, noun)}

    def _unsaid(self, match: Match, link: Link) -> float:
        """How much of the rest of a property's name the question does not say: "the size of the port" is its
        port size.
        """
        if match.how != "partial" or match.kind is not TermKind.PROPERTY:
            return 1.0
        rest = {self.lang.lemma(w) for w in fold(match.matched or match.label).split()}
        rest -= {self.lang.lemma(w) for w in fold(link.text).split()} | self.lang.stop
        said = {self.lang.lemma(t.text) for t in self.tokens if not link.start <= t.start < link.end}
        return max(len(rest - said) / len(rest), SAID) if rest else 1.0

    def _prepositions(self, match: Match, link: Link) -> frozenset[int]:
        """The tokens elsewhere that say all of a property's name that is missing: "certified to" in German is
        "nach ISO 9001 zertifiziert", and "units sold" are the "units that we sell".
        """
        if match.how != "partial" or match.kind is not TermKind.PROPERTY:
            return frozenset()
        rest = set(fold(match.matched or match.label).split()) - set(fold(link.text).split())
        said = {i: t.folded for i, t in enumerate(self.tokens) if not link.start <= t.start < link.end}
        found = frozenset(i for i, word in said.items() if word in rest)
        if rest <= self.lang.stop:
            return found if rest == {said[i] for i in found} else frozenset()
        verbs = {self.lang.lemma(word) for word in rest} & self.lang.light_verbs
        done = frozenset(
            i for i in said if self.lang.lemma(self.tokens[i].text) in verbs and not self._is_met(i)
        )
        is_whole = len(verbs) == len(rest) == len(done)
        return done if is_whole else frozenset()

    def _is_met(self, i: int) -> bool:
        """Whether a token names something of the graph itself."""
        start = self.tokens[i].start
        links = (n for n in self.linked.links if n.start <= start < n.end and n.matches)
        return any(n.matches[0].how not in GUESSED for n in links)

    def _doubt(self, found: Found) -> float:
        """What it costs that "number" alone counts: it may belong to a name."""
        how = self.lang.phrases("how")
        is_how = any(self.tokens[i].folded in how for i in range(found.first, found.last + 1))
        return 0.3 if found.cue is Cue.COUNT and not is_how else 0.0

    def _flag(self, found: Found) -> Set:
        """What is true of things, or not: "active", "inactive"."""
        node = f"f{found.first}"
        holds = Fact(node, found.iri, TRUE)
        things = End(node, frozenset(self.schema.subjects(found.iri)))
        return Set(focus=things, facts=(holds,), role=Role.PLAIN if found.high else Role.WITHOUT)

    def _denied(self, found: Found) -> Set:
        """What the graph says is not so."""
        node = f"f{found.first}"
        things = End(node, frozenset(self.schema.subjects(found.iri)))
        return Set(focus=things, facts=(Fact(node, found.iri, replace(TRUE, value="false")),))

    def _stock(self, found: Found) -> Set:
        """What there is some of, or none: "in stock", "sold out"."""
        if not self.schema.is_numeric(found.iri):
            return self._flag(found)
        node, value = f"f{found.first}", f"f{found.first}_v"
        things = End(node, frozenset(self.schema.subjects(found.iri)))
        limit = Filter(value, ">" if found.high else "=", (NONE,))
        return Set(focus=things, facts=(Fact(node, found.iri, value),), filters=(limit,))

    def _ranges(self) -> Iterator[Entry]:
        """“between 1,000 and 5,000 m²”."""
        numbers = [f for f in self.cues if f.cue is Cue.NUMBER]
        opening = self.lang.phrases("between.open")
        joining = self.lang.phrases("between.join")
        for low in numbers:
            if not low.first or self.tokens[low.first - 1].folded not in opening:
                continue
            for high in numbers:
                if high.first != low.last + 2 or self.tokens[low.last + 1].folded not in joining:
                    continue
                if (
                    low.units
                    and high.units
                    and not any(same_dimension(*u) for u in product(low.units, high.units))
                ):
                    continue  # "between 10 kg and 5 euro"
                least, most = sorted((low, high), key=lambda f: f.number or 0.0)
                limit = Limited("between", replace(least, units=low.units or high.units), until=most)
                yield Entry(low.first - 1, high.last, limit, 0.0)

    def _meanings(self, match: Match, mark: str, link: Link) -> Iterator[tuple[Set, float]]:
        schema = self.schema
        if match.how == "defined":
            return  # terms.py
        if match.kind is TermKind.ENTITY:
            yield Set(focus=End(Thing(match.iri), frozenset(c for c in match.classes if c)), named=True), 0.0
        elif match.kind is TermKind.CLASS:
            node = f"c{mark}"
            of = frozenset({match.iri})
            empty = not any(self.ontology.instances(c) for c in self.ontology.subclasses(match.iri))
            many = (node,) if match.how == "inflected" else ()
            made = Set(focus=End(node, of), types=((node, match.iri),), named=True, many=many)
            yield made, 2.0 if empty else 0.0
        elif match.kind is TermKind.VALUE and match.value is not None:
            node = f"h{mark}"
            literal = Literal(match.value, match.datatype or "", match.language or "")
            fact = Fact(node, match.iri, literal)
            yield Set(focus=End(node, frozenset(schema.subjects(match.iri))), facts=(fact,)), 0.05
        elif match.kind is TermKind.PROPERTY:
            yield from self._relations(match, mark, link)

    def _relations(self, match: Match, mark: str, link: Link) -> Iterator[tuple[Set, float]]:
        schema = self.schema
        stated, straight = schema.stated(match.iri)
        if not self.ontology.uses_of(stated) and schema.observed:
            return
        here, there = f"s{mark}", f"o{mark}"
        fact = Fact(here, stated, there)
        data = schema.is_data(stated)
        if data and schema.is_boolean(stated):
            so = Fact(here, stated, TRUE)
            yield Set(focus=End(here, frozenset(schema.subjects(stated))), facts=(so,)), 0.0
        subject = End(here, frozenset(c for c in schema.subjects(stated) if c))
        object_ = End(there, frozenset(c for c in schema.objects(stated) if c), stated if data else "")
        tails = self.lang.phrases("label_tails")
        said, name = fold(link.text).split(), fold(match.matched or match.label).split()
        leads = said[-1] in tails or bool(set(name[1:]) & tails)
        if self._acts(link) and name[-1:] and name[-1] in self.lang.phrases("agents"):
            straight, leads = not straight, False  # "does Ben mentor Ada" by "mentored by"
        labels = [fold(self.ontology.label(match.iri, code)).split() for code in ("en", self.lang.code)]
        behind = next((t.folded for t in self.tokens if t.start >= link.end), "")
        leads = leads or (behind in tails and [*said, behind] in labels)  # "reports" of "reports to"
        owning = self.lang.phrases("belonging") | {"of"}
        if any(label[-2:-1] == said[-1:] and label[-1] in owning for label in labels):
            straight = not straight  # the "successor" of a product is what is "successor of" it
        if data:
            yield from self._amounts(stated, subject, mark)
        if not data and (number := self._number(stated)) is not None:
            value = End(f"v{mark}", literal=number)
            facts = (fact, Fact(there, number, f"v{mark}"))
            yield Set(focus=value, open=subject, facts=facts, named=straight, towards=leads), 0.0
            yield Set(focus=object_, open=subject, facts=(fact,), named=straight, towards=leads), 0.6
            return
        either = Set(focus=object_, facts=(fact,), towards=leads, turned=not straight)
        is_led = len(name) > 1 and name[0] in self.lang.phrases("besides.before")
        nouns = (fold(m.label).split()[-1:] for m in link.matches if m.kind is TermKind.CLASS)
        in_part = is_led and [self.lang.lemma(said[-1])] == name[1:] and name[1:] in nouns
        yield either.changed(open=subject, named=straight), NOUN_OF if in_part else 0.0
        if straight and self._is_noun_for(match, link):
            return  # the boss of somebody is never the one who "reports to"
        if not in_part:
            yield either.changed(focus=subject, open=object_, named=not straight), 0.0
        kind = schema.nearest(tuple((object_ if straight else subject).classes)) if not data else None
        if kind and said[-1:] and self.lang.lemma(said[-1]) == fold(self.ontology.label(kind)).split()[-1]:
            node = f"k{mark}"  # "how many vessels": all of them, and not those that something has
            of = End(node, frozenset({kind}))
            yield Set(focus=of, types=((node, kind),), named=True), ALL

    def _amounts(self, prop: str, subject: End, mark: str) -> Iterator[tuple[Set, float]]:
        """The number that things stand for, as that of what has them: the amount of its price."""
        led = {h.property for h in self.schema.steps(*sorted(subject.classes)) if not h.forward}
        for via in sorted(p for p in led if self._number(p) == prop):
            owner = End(f"w{mark}", frozenset(c for c in self.schema.subjects(via) if c))
            value = End(f"o{mark}", literal=prop)
            facts = Fact(owner.node, via, subject.node), Fact(subject.node, prop, value.node)
            yield Set(focus=value, open=owner, facts=facts, named=True), 0.0

    def _acts(self, link: Link) -> bool:
        """Whether a word is a verb whose subject acts: "does Ben mentor Ada", "who mentors Ada"."""
        place = next((i for i, t in enumerate(self.tokens) if t.start == link.start), 0)
        if not place or self.tokens[place].end != link.end:
            return False
        word, lemma = self.tokens[place].folded, self.lang.lemma(link.text)
        if word == lemma:
            return any(t.folded in self.lang.phrases("do_support") for t in self.tokens[:place])
        return word == lemma + "s" and self._says(place - 1, "who")

    def _is_noun_for(self, match: Match, link: Link) -> bool:
        """Whether a word is a noun for a relation by the language alone: "the boss of" for "reports to"."""
        prop = self.ontology.properties.get(match.iri)
        own = {word for n in prop.names for word in fold(n.text).split()} if prop else set()
        if match.how != "alternative" or fold(link.text) in own:
            return False
        end = next((i for i, t in enumerate(self.tokens) if t.end == link.end), len(self.tokens))
        return self._says(end + 1, "belonging")

    def _number(self, prop: str) -> str | None:
        """The number that the things stand for to which a property leads: the amount of a price."""
        return self.schema.number_of(prop, self.naming)


def _tells(found: Found, e: Entry) -> bool:
    """Whether a cue already says what a name in it would: "active suppliers" are not all with a value."""
    if not (found.first <= e.first and e.last <= found.last and isinstance(e.meaning, Set)):
        return False
    is_flag = found.cue is Cue.FLAG and any(f.property == found.iri for f in e.meaning.facts)
    return is_flag or found.cue is Cue.STOCK


@cache
def span_ends(lang: Language) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of words for the beginning and for the end of what lasts."""
    begins, ends = (frozenset(map(lang.stem, everywhere(k))) for k in ("start_words", "end_words"))
    return begins, ends


def _behind_per(label: str, lang: Language) -> Iterator[str]:
    """The words of a name that stand behind "per"."""
    words = fold(label).split()
    yield from (word for per, word in pairwise(words) if per in lang.phrases("group") or per == "per")


def _is_part_of_thing(match: Match) -> bool:
    return match.kind is TermKind.ENTITY and match.how == "partial"


def _things(entry: Entry) -> Set | None:
    """The things of a class that an entry names."""
    return entry.meaning if isinstance(entry.meaning, Set) and entry.meaning.types else None


def _term(entry: Entry) -> tuple[str, bool] | None:
    """The class that an entry names, or the property, with whether its values are meant."""
    one = entry.meaning
    if not isinstance(one, Set) or len(one.types) + len(one.facts) != 1:
        return None
    if not all(isinstance(f.object, str) for f in one.facts):
        return None  # a value
    return (one.types[0][1] if one.types else one.facts[0].property), one.is_value


def operator(found: Found) -> Meaning | None:
    """What a word does."""
    if found.cue in (Cue.AND, Cue.OR, Cue.NOR, Cue.VERSUS):
        return Joint(found.cue in (Cue.OR, Cue.NOR), apart=found.cue is Cue.VERSUS)
    if found.cue is Cue.GROUP and found.function:
        return Grouper(None, found.function)
    if found.cue is Cue.NUMBER:
        return Limited("=", found, found.measures)
    if found.cue is Cue.CHOICE:  # "which is heavier, A or B": the heaviest of the two
        return Operator(replace(found, cue=Cue.SUPERLATIVE))
    if found.cue is Cue.STANDARD:
        return Standard(None, found.function)
    if found.cue is Cue.COMPARISON and found.function == "AVG":
        return Compared(found.operator, found, Standard(None, found.function))
    if found.function == "places" and found.number and found.until:  # "the 6th to 10th", "zweitgrößte"
        first, last = int(found.number), int(found.until)
        return Operator(found, limit=last - first + 1, cut=Cut(offset=first - 1))
    if found.cue is Cue.SUPERLATIVE and "%" in found.units:  # "the upper quartile"
        return Operator(found, cut=Cut(percent=found.number or 0.0))
    if found.cue in OPERATORS:
        return Operator(found)
    return None
