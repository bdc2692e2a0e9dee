"""The numbers and dates of things: which of them words name, whose they are, in which unit.

In: sets, classes, words. Out: properties, the likeliest first, each with what it costs to take it; sets with
a value for their focus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from kgqa.forms.form import Calculation, Computed, Fact, Literal, Node, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import Language, everywhere, fold
from kgqa.language.operations import places
from kgqa.schema import Schema
from kgqa.schema.durations import DAY_NUMBER, MOMENT_NUMBER, dates_of, duration, is_duration
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.current import span
from kgqa.strategies.parse.meaning import End, Limited, Set, measured
from kgqa.strategies.parse.patterns import Patterns, mark_of, path
from kgqa.values.units import convert, is_currency, same_dimension, without_unit

GUESSED = 0.7  # what a property costs that nobody named, of those that fit
NEXT = 0.25  # each further property that fits as well
_PRICES = 2  # measures that are prices: price and cost
_END = 3  # a date that ends what lasts
_PART = 3  # letters of the shortest other part of a compound
DAY = "d"
_LEFT_OUT = 3  # words that say what is left out: "without the cancelled ones"


@dataclass(frozen=True)
class Measures:
    """What is measured and dated in one schema, for one question's words."""

    patterns: Patterns
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def label(self, iri: str) -> frozenset[str]:
        return words_of(self.schema.ontology.label(iri))

    def valued(self, other: Set, prop: str) -> Set | None:
        """A thing's value of a property; the values are the focus."""
        if other.is_value:
            return None
        node = f"{mark_of(other.focus.node)}_{mark_of(Thing(prop))}"
        if is_duration(prop):
            return with_duration(other, prop, node, self.schema)
        fact = Fact(other.focus.node, prop, node)
        held = tuple(dict.fromkeys((*other.facts, fact)))
        if self.schema.is_data(prop):
            return other.changed(focus=End(node, literal=prop), facts=held)
        number = self.schema.number_of(prop, self.patterns.naming)
        if number is None:
            return None
        facts = tuple(dict.fromkeys((*held, Fact(node, number, f"{node}_n"))))
        return other.changed(focus=End(f"{node}_n", literal=number), facts=facts)

    def lasted(self, other: Set, measures: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
        """How long things lasted, from their start to their end, where that is what measures ask for, or a
        verb does: "took more than 30 days". People do not last.
        """
        asks = measures in self.lang.lasting_measures if measures else self.takes
        if not asks or self.schema.overlap(other.focus.classes, self.schema.people):
            return
        lasts = span(other.focus.classes, self.schema)
        if lasts is not None and all(map(self.schema.is_day, lasts)):
            yield duration(*lasts), GUESSED

    @cached_property
    def takes(self) -> bool:
        """Whether it asks how long something took: what took the longest need not have begun first."""
        return not self.lang.phrases("spans.taking").isdisjoint(map(self.lang.lemma, self.words))

    def named(self, classes: frozenset[str], words: tuple[str, ...]) -> Iterator[tuple[str, float]]:
        """The numbers and dates of things of these classes that the words name, the likeliest first."""
        schema, number = self.schema, 0
        held = {p for c in classes for p in schema.data_properties(c)}
        held |= {
            h.property
            for h in schema.steps(*sorted(classes))
            if h.forward and schema.number_of(h.property, self.patterns.naming) is not None
        }
        seen: set[str] = set()
        # Those of a German question are in both languages; translated, a "Menge" would be an amount of money.
        translated = self.lang.code != "de"
        for word in words:
            own = [p for p in schema.called(word, self.lang, translated=translated) if p in held]
            called = sorted(
                (p for p in own or self._compounds(held, word) if p not in seen),
                key=lambda p: (*self._lengths(p), -schema.uses(p), p),
            )
            for prop in called:
                measured = not schema.is_data(prop) or schema.is_numeric(prop) or is_dated(schema, prop)
                if self.takes and words in self.lang.lasting_measures and not self._is_of_time(prop):
                    continue  # "how long did it take" asks for no millimetres
                if measured and not schema.is_key(prop) and not self._measures_else(prop, words):
                    seen.add(prop)
                    yield prop, 0.1 + NEXT * number
                    number += 1

    def _is_of_time(self, prop: str) -> bool:
        unit = self.unit(prop)
        return not unit or same_dimension(unit, DAY)

    def _lengths(self, prop: str) -> tuple[int, int]:
        """The words of a property's name, without its unit and with it."""
        label = self.schema.ontology.label(prop)
        return len(words_of(without_unit(label))), len(words_of(label))

    def _measures_else(self, prop: str, words: tuple[str, ...]) -> bool:
        """Whether the last word of a property's name is what other adjectives measure: a "construction cost"
        tells no age.
        """
        label = self.schema.ontology.label(prop, self.lang.code)
        head = fold(without_unit(label)).rpartition(" ")[2]
        return head in self.lang.all_measures and not any(word.endswith(head) for word in words)

    def _compounds(self, held: set[str], word: str) -> list[str]:
        """The properties among these whose name ends in a German word: "Mietpreis" for "Preis"."""
        if self.lang.code != "de" or len(word) <= _PART:
            return []
        return [p for p in held if any(w != word and w.endswith(word) for w in self.label(p))]

    def ages(self, other: Set, measures: tuple[str, ...]) -> Iterator[tuple[str, float]]:
        """The dates that tell how old things are of which no age is known: the oldest began first. A person's
        are none: who joined last is not the youngest.
        """
        is_person = self.schema.overlap(other.focus.classes, self.schema.people)
        if self.lang.inverse_measures.get(measures) and not is_person:
            dates = (p for p in self.dates(other.focus.classes) if self._lateness(p) < _END)
            yield from ((prop, GUESSED + NEXT * number) for number, prop in enumerate(dates))

    def is_inverse(self, measures: tuple[str, ...], prop: str) -> bool:
        return self.is_called(prop, self.lang.inverse_measures.get(measures, ()))

    def is_called(self, prop: str, words: tuple[str, ...]) -> bool:
        """Whether a property has one of these words in its names."""
        return any(prop in self.schema.called(word, self.lang) for word in words)

    def dates(self, classes: frozenset[str], *, heard: bool = True) -> list[str]:
        """The dates of things of these classes: those that the question's own words speak of, if they are
        `heard`, the plain date, starts, then the others.
        """
        held = {p for c in classes for p in self.schema.data_properties(c) if is_dated(self.schema, p)}

        def rank(prop: str) -> tuple[bool, bool, int, int, str]:
            said, named = self.is_spoken_of(prop, classes), self.is_spoken_of(prop)
            return (
                heard and not said,
                heard and not named,
                self._lateness(prop),
                -self.schema.uses(prop),
                prop,
            )

        return sorted(held, key=rank)

    def is_spoken_of(self, prop: str, of: frozenset[str] = frozenset()) -> bool:
        """Whether the question has a word of the date's name, or one for that end of what lasts; the nouns of
        the classes that it is a date `of` do not count ("customer since").
        """
        nouns = {fold(word) for cls in of for word in self.schema.ontology.label(cls).split()}
        own = self.label(prop) - everywhere("date_words") - nouns
        if not self._stems.isdisjoint(map(self.lang.stem, own)):
            return True
        return self.says_end and self.is_end(prop)

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The stems of the question's words that say something; what it leaves out it does not speak of."""
        out = {i for i, w in enumerate(self.words) if w in self.lang.phrases("leaving_out")}
        said = (w for i, w in enumerate(self.words) if out.isdisjoint(range(i - _LEFT_OUT, i)))
        return frozenset(map(self.lang.stem, said)) - frozenset(map(self.lang.stem, self.lang.stop))

    def is_end(self, prop: str) -> bool:
        """Whether a date says by its name when something ends."""
        return bool(self.label(prop) & (everywhere("end_words") | everywhere("spans.end_dates")))

    @cached_property
    def says_end(self) -> bool:
        """Whether the question speaks of an end: "expires", "when does it run out"."""
        said = (self.words, [self.lang.lemma(w) for w in self.words])
        return any(any(places(words, self.lang.phrases("spans.ends"))) for words in said)

    def _lateness(self, prop: str) -> int:
        words = self.label(prop)
        if words <= everywhere("plain_date_words"):
            return 0
        if words & everywhere("end_words"):
            return _END
        return 1 if words & (everywhere("start_words") | everywhere("plain_date_words")) else 2

    def names(self, classes: frozenset[str]) -> list[str]:
        """The properties by which things of these classes are called, the most usual first."""
        held = {p for c in classes for p in self.schema.data_properties(c)} & self.patterns.naming
        return sorted(held, key=lambda p: (-self.schema.uses(p), p))

    def keys(self, classes: frozenset[str]) -> list[str]:
        """The properties by which things that have no name are told apart, the likeliest first."""
        is_named = self.patterns.are_named(classes)
        return [] if is_named else self.numbers(classes)

    def numbers(self, classes: frozenset[str]) -> list[str]:
        """The properties by which things are told apart, whether they have a name or not."""
        found = {p for c in classes for p in self.schema.data_properties(c) if self.schema.is_key(p)}
        own = {w for c in classes for w in self.label(c)}
        return sorted(found, key=lambda p: (not own & self.label(p), -self.schema.uses(p), p))

    def owner(self, one: Set) -> End | None:
        """What has the value that a set stands for: through the price entry to the product."""
        node, prop = measured(one), one.focus.literal
        seen: list[Fact] = []
        while (
            fact := next((f for f in one.facts if f.object == node), None)
        ) is not None and fact not in seen:
            seen.append(fact)
            node = fact.subject
            has_name = len(seen) > 1 or self.schema.number_of(prop, self.patterns.naming) is None
            inner = next((f for f in one.facts if f.object == node), None)
            is_value = (
                inner is not None and self.schema.number_of(inner.property, self.patterns.naming) == prop
            )
            if not is_value and has_name:
                break
        if not seen or isinstance(node, Literal):
            return None
        if one.open is not None and one.open.node == node:
            return one.open
        classes = frozenset(c for v, c in one.types if v == node) or frozenset(
            c for c in self.schema.subjects(seen[-1].property) if c
        )
        return End(node, classes)

    def own(self, one: Set, owner: End) -> str:
        """The property by which a thing has the value that a set stands for: its price, not the amount."""
        way = path(one.facts, owner.node, measured(one))
        return way[0].property if way else one.focus.literal

    def had(self, other: Set, prop: str) -> Set | None:
        """A thing's value of a property; None where it has none."""
        schema, node = self.schema, other.focus.node
        subjects = [c for c in schema.subjects(prop) if c]
        if subjects and other.focus.classes and not schema.overlap(other.focus.classes, subjects):
            return None
        if isinstance(node, Thing) and not self.patterns.has_edge(node.iri, prop, reached=False):
            return None
        return self.valued(other, prop)

    def adds_up(self, made: Set, measured: Node, head: Node) -> bool:
        """Whether each measured thing belongs to one head, so that a sum counts it once. An order belongs to
        one customer; a region's revenue belongs to no single customer in the region (a fan trap).
        """
        return head in self._single(made, measured)

    def is_one(self, made: Set, head: Node, end: Node) -> bool:
        """Whether each head has one of what it is averaged over, by properties that it has once."""
        return end in self._single(made, head, along=True)

    def _single(self, made: Set, begin: Node, *, along: bool = False) -> set[Node]:
        """What each beginning leads to one of, along properties alone where that is wanted."""
        reached, waiting = {begin}, [begin]
        while waiting:
            here = waiting.pop()
            for fact in made.facts:
                forward = fact.subject == here
                there = fact.object if forward else fact.subject
                if here not in (fact.subject, fact.object) or there in reached:
                    continue
                is_wanted = forward or not along
                if is_wanted and leads_to_one(self.schema.ontology, fact.property, forward=forward):
                    reached.add(there)
                    waiting.append(there)
        return reached

    def in_units(self, one: Set, found: Found) -> Iterator[tuple[str, float]]:
        """The numbers of things that are measured in the units of a quantity; amounts of money as well of
        which no currency is known, and prices before other amounts.
        """
        held = {p for c in one.focus.classes for p in self.schema.data_properties(c)}
        held = {p for p in held if self.schema.is_numeric(p)}
        fitting = [p for p in held if any(same_dimension(u, self.unit(p)) for u in found.units)]
        if any(map(is_currency, found.units)):
            words = (*self.lang.money_measures, *sorted(everywhere("amount_words")))
            fitting += [p for p in held if not self.unit(p) and self.is_called(p, words)]
        fitting.sort(key=lambda p: (-self.schema.uses(p), p))
        if any(map(is_currency, found.units)):
            prices = [p for p, _ in self.named(one.focus.classes, self.lang.money_measures[:_PRICES])]
            fitting = list(dict.fromkeys((*prices, *fitting)))
        for number, prop in enumerate(fitting):
            yield prop, GUESSED + 2 * NEXT * number
        if any(same_dimension(u, DAY) for u in found.units):
            yield from self.lasted(one)

    def unit(self, prop: str) -> str:
        if is_duration(prop):
            return DAY
        known = self.schema.ontology.properties.get(prop)
        return known.unit if known else ""

    def in_unit(self, prop: str, limit: Limited) -> float | None:
        """The number in the unit of a property; None where it measures something else, and where each value
        has a unit of its own beside it that is no currency.
        """
        number, unit = limit.found.number or 0.0, self.unit(prop)
        if not limit.found.units:
            return number
        if not unit:
            is_money = any(map(is_currency, limit.found.units))
            return None if prop in self.schema.with_units_beside and not is_money else number
        return next((v for u in limit.found.units if (v := convert(number, u, unit)) is not None), None)


def with_duration(other: Set, prop: str, node: str, schema: Schema, *, whole: bool = False) -> Set:
    """A set with the days from one date of each of its members to another one; parts of days too, where both
    have a time of day and no `whole` days are asked for.
    """
    start, end = dates_of(prop)
    is_timed = not whole and schema.is_moment(start) and schema.is_moment(end)
    number = MOMENT_NUMBER if is_timed else DAY_NUMBER
    dates = tuple(Fact(other.focus.node, date, f"{node}_{n}") for n, date in enumerate((start, end)))
    numbers = tuple(Computed(f"{f.object}_day", Calculation(number, (str(f.object),))) for f in dates)
    days = Computed(f"{node}_days", Calculation("-", tuple(c.name for c in reversed(numbers))))
    facts = tuple(dict.fromkeys((*other.facts, *dates)))
    return other.changed(
        focus=End(days.name, literal=prop), facts=facts, bound=(*other.bound, *numbers, days)
    )


@lru_cache(maxsize=20_000)
def words_of(label: str) -> frozenset[str]:
    """The words of a name, and those of a time that are parts of them: "Projektende", "Startdatum"."""
    words = frozenset(fold(label).split())
    return words | {part for word in words for part in _parts_of_time(word)}


def _parts_of_time(word: str) -> Iterator[str]:
    for part in _of_time():
        if len(word) >= len(part) + _PART and (word.endswith(part) or word.startswith(part)):
            yield part


@cache
def _of_time() -> tuple[str, ...]:
    names = ("start_words", "end_words", "date_words", "plain_date_words")
    return tuple(sorted({w for name in names for w in everywhere(name) if len(w) > _PART}))
