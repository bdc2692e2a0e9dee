"""The kind of answer that a question word expects: "which orders" are orders, and "who" is a person.

In: the meaning of a whole question. Out: what it costs that it is of another kind. A question word is used
somewhere inside the meaning, so that only the whole can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.forms.form import Fact, Node, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import everywhere
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import Set
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.rules import Rules
from kgqa.strategies.parse.worth import orders

ANOTHER_NOUN = 0.5  # "which orders" answered by their customers
ONE_OF_ALL = 1.0  # "everybody at the desk" answered by its head
NO_PERSON = 1.3
NO_GOODS = 1.3  # "what did they buy" answered by orders
NO_TIME = 1.3  # "since when" answered by no date
NO_ACTOR = 2.0  # nor what a verb leads to, which acts whatever it is
MIXED = 0.6  # people or other things, whichever has what is asked for
SURELY = 0.3  # what a noun costs at most that surely names a class
AGENT = 0.8  # an organisation, which may act as a person does


@dataclass(frozen=True)
class Expected:
    """What one question expects: `nouns` are what the nouns behind "which" stand for, `who` are the tokens
    that ask for a person, `owner` says that they ask who has something, as companies do as well, `source`
    that they ask from whom something comes, which is a company first. `which` are the tokens of the nouns
    behind "which", `unnamed` says that one of them is no name. `everyone` are people who are said to be all;
    `are_several` says that "who are" asks for more than one. `how_many` are the tokens that ask for one
    number, `chosen` the nouns right behind a superlative: "our newest vehicle". `relations` are the
    properties whose noun is asked for, `kinds` the classes that the nouns behind "which" name, and the noun
    that a question without a question word begins with, and the people who are counted. `orders`
    are the classes of orders, where goods are asked for: "what did they buy"; `when` are the tokens
    that ask for a time.
    """

    measures: Measures
    nouns: frozenset[Node]
    who: frozenset[int]
    owner: bool = False
    source: bool = False
    which: frozenset[int] = frozenset()
    unnamed: bool = False
    everyone: frozenset[Node] = frozenset()
    are_several: bool = False
    how_many: frozenset[int] = frozenset()
    chosen: frozenset[Node] = frozenset()
    relations: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    when: frozenset[int] = frozenset()

    def dear(self, meaning: Set, passed: Sequence[int]) -> float:
        """What it costs that a meaning is of another kind, where it uses the question word."""
        asked = {e.node for e in meaning.asked}
        dear = ANOTHER_NOUN if asked == {meaning.focus.node} else 0.0  # not what the first word asks for
        if self.nouns.isdisjoint((meaning.focus.node, *meaning.by, *asked)):
            dear += self._of_another_noun(meaning) + self._of_another_kind(meaning)
        if self.relations and not any(v == meaning.focus.node for v, _ in meaning.types):
            has_one = any(
                f.property in self.relations and f.subject == meaning.focus.node for f in meaning.facts
            )
            dear += ONE_OF_ALL if has_one else 0.0  # "which drivers" answered by the trips that have one
        if self.how_many.difference(passed) and self._lists_numbers(meaning):
            dear += NO_ACTOR  # "how many metres of film": not how long each piece is
        if self.when.difference(passed) and not self._tells_time(meaning):
            dear += NO_TIME
        if not self.orders.isdisjoint(meaning.focus.classes):
            dear += NO_GOODS
        dear += sum(ONE_OF_ALL for f in meaning.facts if self._is_only_one(f, meaning))
        if meaning.function in ("MAX", "MIN") and self._asks_for_thing(meaning, passed):
            dear += NO_ACTOR  # "which show had the biggest budget": not the budget
        if self.who.difference(passed):
            no_value = NO_ACTOR + NO_PERSON if self.owner or self._is_no_text(meaning) else NO_PERSON
            dear += no_value if meaning.is_value else self._unlike_a_person(meaning)
        return dear

    def _tells_time(self, meaning: Set) -> bool:
        """Whether a date is told, or things are chosen by one."""
        shown = {e.literal for e in (meaning.focus, *meaning.also)}
        by = meaning.order.variable if meaning.order else None
        shown |= {f.property for f in meaning.facts if f.object == by}
        return any(is_dated(self.measures.schema, p) for p in shown if p) or bool(meaning.by)

    def _of_another_noun(self, meaning: Set) -> float:
        """What it costs that the noun behind "which" is in the meaning and not what it is about: too much for
        values of something else, as if "which products were hired" were told when their makers were.
        """
        if not any(v in self.nouns for v, _ in meaning.types):
            return 0.0
        owner = self.measures.owner(meaning) if meaning.is_value and meaning.is_plain else None
        return ANOTHER_NOUN if owner is None or owner.node in self.nouns else NO_ACTOR + NO_PERSON

    def _of_another_kind(self, meaning: Set) -> float:
        """What it costs that the noun behind "which" is read as a relation, and what is listed is nothing
        that the noun names: "which customers ordered …" answered by orders.
        """
        is_said = any(v in self.nouns for v, _ in meaning.types)
        is_thing = not (meaning.is_value or meaning.by or meaning.asked)
        if is_said or not (is_thing and self.kinds and meaning.focus.classes):
            return 0.0
        return 0.0 if self.measures.schema.overlap(self.kinds, meaning.focus.classes) else NO_ACTOR

    def _is_only_one(self, fact: Fact, meaning: Set) -> bool:
        """Whether people who are said to be all, or what is counted for each of some things, are those of
        whom a thing has one.
        """
        several = self.everyone | ({meaning.focus.node} if self.are_several else frozenset())
        is_all = isinstance(fact.subject, Thing) and fact.object in several
        is_counted = meaning.counted and fact.object == meaning.focus.node and fact.subject in meaning.by
        single = is_all or is_counted
        return single and leads_to_one(self.measures.schema.ontology, fact.property, forward=True)

    def _lists_numbers(self, meaning: Set) -> bool:
        """Whether the numbers of several things are listed, where one number is asked for."""
        is_number = meaning.is_value and self.measures.schema.is_numeric(meaning.focus.literal)
        owner = self.measures.owner(meaning) if is_number and meaning.is_plain else None
        return owner is not None and isinstance(owner.node, str) and not meaning.also

    def _asks_for_thing(self, meaning: Set, passed: Sequence[int]) -> bool:
        """Whether "which" asks for what has a number, and not for the number."""
        is_passed = self.unnamed or not self.which.isdisjoint(passed)
        return is_passed or any(v in self.nouns | self.chosen for v, _ in meaning.types)

    def _is_no_text(self, meaning: Set) -> bool:
        """Whether the values are numbers, dates or a yes, which name nobody."""
        schema, prop = self.measures.schema, meaning.focus.literal
        return schema.is_numeric(prop) or schema.is_temporal(prop) or schema.is_boolean(prop)

    def _unlike_a_person(self, meaning: Set) -> float:
        schema, classes = self.measures.schema, meaning.focus.classes
        known = {w for c in classes for a in schema.ontology.superclasses(c) for w in self.measures.label(a)}
        by_values = bool(meaning.facts) and all(schema.is_data(f.property) for f in meaning.facts)
        is_keyed = by_values and any(schema.is_key(f.property) for f in meaning.facts)
        if is_keyed and not all(map(schema.names_person, classes)):
            return 2 * NO_ACTOR  # "who did order 42": the order has that number
        if not known or known & everywhere("person_words") or any(map(schema.names_person, classes)):
            mixed = not meaning.types and not all(map(schema.names_person, classes))
            return NO_ACTOR if self.source else MIXED if known and mixed else 0.0
        if known & everywhere("agent_words"):
            return 0.0 if self.owner or self.source else AGENT
        if by_values:
            return 2 * NO_ACTOR  # "who left in 2024": no project that ended then
        return NO_ACTOR if meaning.guessed else NO_PERSON


def expected_of(entries: Sequence[Entry], cues: Sequence[Found], rules: Rules) -> Expected:
    """What the question words among the cues expect."""
    nouns = frozenset(_asked_nouns(entries, cues, rules.owned))
    who = [f for f in cues if f.cue is Cue.WHO]
    owner = any(map(rules.asking.asks_owner, who))
    source = any(map(rules.asking.asks_source, who))
    asking = [f for f in cues if f.cue is Cue.ASK]
    asks = [f for f in asking if rules.words[f.last] in rules.lang.phrases("columns.which")]
    which = frozenset(f.last + 1 for f in asks)
    sets = (e for e in entries if isinstance(e.meaning, Set))
    named = {i for e in sets for i in range(e.first, e.last + 1)}
    is_what = not any(f.cue in (Cue.WHEN, Cue.WHERE, Cue.AMOUNT) for f in cues)
    every, plural = rules.lang.phrases("everyone"), rules.lang.phrases("plural_copula")
    everyone = {
        e.meaning.focus.node for e in entries if isinstance(e.meaning, Set) and rules.words[e.first] in every
    }
    return Expected(
        rules.measures,
        nouns,
        frozenset(f.first for f in who),
        owner=owner,
        source=source,
        which=which,
        unnamed=not which <= named,
        everyone=frozenset(everyone),
        how_many=frozenset(f.first for f in cues if f.cue is Cue.COUNT and f.units),
        relations=frozenset(_asked_relations(entries, asks)),
        kinds=frozenset(
            (
                *_kinds_at(entries, which),
                *_people_counted(entries, cues, rules),
                *_kinds_first(entries, cues, rules),
            )
        ),
        chosen=frozenset(_nouns_behind(entries, [f for f in cues if f.cue is Cue.SUPERLATIVE and is_what])),
        when=frozenset(f.first for f in cues if f.cue is Cue.WHEN),
        orders=orders(rules.schema) if any(map(rules.asking.asks_goods, asking)) else frozenset(),
        are_several=any(not plural.isdisjoint(rules.words[f.last + 1 : f.last + 2]) for f in who),
    )


def _asked_nouns(entries: Sequence[Entry], cues: Sequence[Found], owners: frozenset[int]) -> Iterator[Node]:
    """What the nouns behind "which" and "how many" stand for, but for owners: "which customer's orders"."""
    asking = [f for f in cues if f.cue in (Cue.ASK, Cue.COUNT)]
    yield from _nouns_behind([e for e in entries if e.last not in owners], asking)


def _kinds_at(entries: Sequence[Entry], places: frozenset[int]) -> Iterator[str]:
    """The classes that nouns at these tokens surely name."""
    for e in entries:
        one = e.meaning
        if isinstance(one, Set) and one.types and e.first in places and e.cost <= SURELY:
            yield from one.focus.classes


def _people_counted(entries: Sequence[Entry], cues: Sequence[Found], rules: Rules) -> Iterator[str]:
    """The people right behind "how many": "how many people work in Brno" counts no departments."""
    behind = frozenset(f.last + 1 for f in cues if f.cue is Cue.COUNT)
    return (c for c in _kinds_at(entries, behind) if rules.schema.names_person(c))


def _kinds_first(entries: Sequence[Entry], cues: Sequence[Found], rules: Rules) -> Iterator[str]:
    """What a question lists that asks by no question word: "customers in Norway without orders"."""
    asking = (Cue.ASK, Cue.COUNT, Cue.WHO, Cue.WHEN, Cue.WHERE, Cue.AMOUNT, Cue.YES_NO, Cue.GROUP)
    if any(f.cue in asking for f in cues):
        return iter(())
    longest = max((e.last for e in entries if e.first == 0), default=0)
    nouns = [e for e in entries if e.last == longest and e.last not in rules.owned]
    return _kinds_at(nouns, frozenset((0,)))


def _asked_relations(entries: Sequence[Entry], asks: Sequence[Found]) -> Iterator[str]:
    """The properties whose noun stands right behind "which", if it is a relation to things."""
    behind = {f.last + 1 for f in asks}
    for e in entries:
        one = e.meaning
        is_relation = isinstance(one, Set) and one.named and one.open is not None and not one.is_value
        if isinstance(one, Set) and is_relation and e.first in behind:
            yield from (f.property for f in one.facts if len(one.facts) == 1 and f.object == one.focus.node)


def _nouns_behind(entries: Sequence[Entry], cues: Sequence[Found]) -> Iterator[Node]:
    """What the nouns of classes right behind cues stand for, where they are no part of a longer name."""
    behind = {f.last + 1 for f in cues}
    longest = {i: max((e.last for e in entries if e.first == i), default=i) for i in behind}
    for e in entries:
        if (
            isinstance(e.meaning, Set)
            and e.meaning.types
            and e.first in behind
            and e.last == longest[e.first]
        ):
            yield e.meaning.focus.node
