"""A linked question -> its readings, the cheapest first.

In: names with their meanings, cues, the schema. Out: Readings, one a form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from kgqa.definitions.definition import Definitions
from kgqa.forms.form import Filter, Form, Kind, Literal, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import Language, fold
from kgqa.language.operations import lasting, places
from kgqa.linking.mentions import idle
from kgqa.linking.tokens import Token
from kgqa.linking.vocabulary import akin
from kgqa.ontology import SKOS
from kgqa.schema import Schema
from kgqa.schema.amounts import is_additive
from kgqa.strategies.parse.about import abouts, card_of
from kgqa.strategies.parse.besides import asks_how_many, asks_when, asks_which, besides, of_each
from kgqa.strategies.parse.chart import Derivation, parsed
from kgqa.strategies.parse.columns import breaks, where_known, with_names
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.currency import in_currency, told_in
from kgqa.strategies.parse.current import asks_now, current, may_be_past, not_yet, passes_over_now, says_ended
from kgqa.strategies.parse.events import as_one
from kgqa.strategies.parse.expected import NO_ACTOR, Expected, expected_of
from kgqa.strategies.parse.following import BEFORE, Following
from kgqa.strategies.parse.formulas import Formulas, formulas
from kgqa.strategies.parse.formulas.formula import phrases
from kgqa.strategies.parse.formulas.names import Names
from kgqa.strategies.parse.kinds import kinds
from kgqa.strategies.parse.levels import asks_all_levels, at_all_levels
from kgqa.strategies.parse.lexicon import GUESSED, Entry, Words
from kgqa.strategies.parse.meaning import Again, End, Operator, Set, is_bare
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import Patterns
from kgqa.strategies.parse.reckoning import Reckoning, metrics_in
from kgqa.strategies.parse.rules import Rules
from kgqa.strategies.parse.sentence import called, form_of
from kgqa.strategies.parse.skips import CONTENT, LITTLE, NAME, TOLD, Skips
from kgqa.strategies.parse.stock import goods_below, in_stock
from kgqa.strategies.parse.terms import terms
from kgqa.strategies.parse.whether import asks_whether
from kgqa.strategies.parse.worth import worths
from kgqa.types import Edge, Link, LinkedQuestion, TermKind

LONGEST = 40  # words that say something: of a longer question no chart is made
NO_ANSWER = 1.5  # what it costs to list what is asked for by yes or no
CLEARLY = 0.5  # what a reading guesses less that is a better one
ANOTHER = 2.0  # what each further word costs that is passed over and says something
DOUBTFUL = 0.3  # what a name costs at least that words are hardly taken for that ask for nothing
CHOICE = 4  # words within which "which of" stands
LEFT = 0.4  # that "at present" only leaves out people who have left, and says nothing of what joins them
BARE = 1.0  # what it costs to pass over one and ask for nothing but a class, or what is called so
# What is asked for by these is done, or the question is another one.
DONE = frozenset(
    (
        *(Cue.COMPARISON, Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.NEGATION, Cue.NUMBER, Cue.DATE, Cue.FLAG),
        *(Cue.WHEN, Cue.WHERE, Cue.WHO, Cue.STOCK, Cue.TEXT),
        *(Cue.SAME, Cue.DIFFERENCE, Cue.CHOICE, Cue.TIMES, Cue.STANDARD, Cue.THAN),
        *(Cue.SHARE, Cue.RANK, Cue.SORTED, Cue.FURTHER),
    )
)
_POSSESSIVE = ("'s", "\u2019s", "s'")


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: its form, how it was put together, what it costs, and the words that it does not use.
    It `overlooks` one of them that says something of its own, in other words than its properties do: "slow
    suppliers" are not all suppliers, and "delivered in 2024" is said by the delivery date. `assumed` says
    what it goes on from, `told` how its formulas were read. It `narrows` what an earlier question found.
    """

    form: Form
    derivation: Derivation
    cost: float
    unused: tuple[str, ...] = ()
    overlooks: bool = False
    assumed: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    narrows: bool = False

    @property
    def guessed(self) -> float:
        """What it costs beside its names."""
        return self.cost - self.derivation.names

    @property
    def steps(self) -> int:
        """How many steps it goes, those that must not be there among them."""
        return len(self.form.facts) + sum(len(a.facts) for a in self.form.absent)

    def is_plainer_than(self, other: Reading) -> bool:
        """Whether it does with no more steps, and guesses clearly less."""
        return len(self.form.facts) <= len(other.form.facts) and self.guessed < other.guessed - CLEARLY

    def goes_less_far_than(self, other: Reading) -> bool:
        """Whether it does with fewer steps, and guesses clearly less."""
        return len(self.form.facts) < len(other.form.facts) and self.is_plainer_than(other)


def readings(
    linked: LinkedQuestion,
    tokens: tuple[Token, ...],
    cues: tuple[Found, ...],
    schema: Schema,
    naming: frozenset[str],
    lang: Language,
    definitions: Definitions | None = None,
) -> list[Reading]:
    """All readings that the chart keeps. `naming` are the properties that name things, `definitions` what the
    company means by words of its own.
    """
    asked = _Asked(linked, tokens, cues, schema, naming, lang, definitions or Definitions())
    follow = Following(linked, tokens, schema, lang)
    found = _followed(asked, follow, cues) if follow.turns else asked.read()
    return [replace(r, overlooks=r.overlooks or follow.dangles) for r in found]


def _followed(asked: _Asked, follow: Following, cues: tuple[Found, ...]) -> list[Reading]:
    """The readings of a question in a thread: as one that goes on from what was asked before, or by
    itself.
    """
    if (thing := follow.more()) is not None:
        card = card_of(thing, asked.schema, asked.naming)
        last = len(asked.tokens) - 1
        whole = Derivation(Set(focus=thing, named=True, told=True), 0.0, follow.lead, last)
        return [Reading(called(card, asked.schema), whole, 0.0)] if card else []
    if follow.several and not (follow.adds or follow.excludes or follow.narrows):
        told = follow.told_several()
        return [replace(r, assumed=told) for r in asked.read(follow)]
    is_fragment = follow.is_fragment(cues)
    going_on = asked.going_on(follow) if is_fragment else []
    if going_on:
        return going_on
    alone = asked.read(follow)
    is_led = bool(follow.lead or follow.instead or follow.excludes) and not follow.single
    changes = follow.narrows or follow.adds or follow.instead or follow.excludes
    stands = not (is_led and (changes or not follow.asks(cues)))
    if stands and any(not r.unused for r in alone):
        return alone
    if is_led:
        return going_on if is_fragment else asked.going_on(follow)
    return alone


@dataclass(frozen=True)
class _Asked:
    """What is asked, with its parts."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    cues: tuple[Found, ...]
    schema: Schema
    naming: frozenset[str]
    lang: Language
    definitions: Definitions

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(t.folded for t in self.tokens)

    @cached_property
    def _besides(self) -> frozenset[int]:
        return besides(self._folded, self.lang)

    @cached_property
    def _told_in(self) -> tuple[int, tuple[str, ...]] | None:
        """The token of the currency that an answer is wanted in, and its codes."""
        return told_in(self.tokens, self.lang)

    @cached_property
    def _how_many(self) -> frozenset[int]:
        return asks_how_many(self._folded, self.lang)

    @cached_property
    def _when(self) -> frozenset[int]:
        return asks_when(self._folded, self.lang)

    @cached_property
    def _silent(self) -> frozenset[int]:
        """The tokens that say nothing of their own: what leads to a second question, and words that compare
        elsewhere, in a phrase that asks for nothing ("über alles").
        """
        nothing = idle(self._folded, self.lang)
        compared = [f.first for f in self.cues if f.cue is Cue.COMPARISON and f.first in nothing]
        compared += [f.first for f in self.cues if f.cue is Cue.COMPARISON and self._is_place(f)]
        named = (f.first for f in self.cues if f.cue is Cue.SUPERLATIVE and f.since and self._names(f.first))
        asks = any(f.cue is Cue.YES_NO for f in self.cues)  # "are there any? which ones?"
        which = asks_which(self._folded, self.lang) if asks else frozenset()
        each = of_each(self._folded, self.lang)
        return self._besides | self._how_many | self._when | each | which | frozenset((*compared, *named))

    def _is_place(self, found: Found) -> bool:
        """“Products under taps": where in a code list, and not a number."""
        behind = self.tokens[found.last + 1 : found.last + 2]
        is_small = found.first == found.last and self._folded[found.first] in self.lang.phrases("below")
        best = [n.matches[0] for t in behind for n in self.linked.links if n.start == t.start and n.matches]
        return is_small and bool(best) and all(set(m.classes) == {SKOS + "Concept"} for m in best)

    def _names(self, at: int) -> bool:
        """Whether a token names something in the graph: an option "on the next book"."""
        return any(n.start <= self.tokens[at].start < n.end for n in self.linked.links)

    @cached_property
    def _is_now(self) -> bool:
        return asks_now(self._folded, self.lang)

    @cached_property
    def _goes_deep(self) -> bool:
        return asks_all_levels(self._folded, self.lang)

    @cached_property
    def _lasting(self) -> list[range]:
        return lasting(self._folded, self.lang)

    def _is_lasting(self, derivation: Derivation, prices: Mapping[int, float]) -> bool:
        """Whether it asks for what has not ended, in words that are nothing else to this derivation."""
        passed = derivation.passed
        return any(not any(prices[i] and i not in passed for i in phrase) for phrase in self._lasting)

    def _current(self, meaning: Set, *, lasts: bool) -> Set:
        return current(meaning, self.schema, self.linked.question.asked_at.date(), first=lasts)

    @cached_property
    def _is_not_yet(self) -> bool:
        return any(places(self._folded, self.lang.phrases("current.yet")))

    def _leaves_question(self, cues: tuple[Found, ...], derivation: Derivation) -> bool:
        """Whether who, where or when it is stays unanswered: "who sold it, and in which shop"."""
        asking = {f.first for f in cues if f.cue in (Cue.WHO, Cue.WHERE, Cue.WHEN)}
        return not asking.isdisjoint(derivation.passed)

    def _asks(self, cues: tuple[Found, ...]) -> bool:
        """Whether it asks for a yes or a no."""
        asks = any(f.cue is Cue.YES_NO for f in cues) or asks_whether(self.tokens, self.lang)
        return asks and not self._lists

    @cached_property
    def _lists(self) -> bool:
        """Whether what a yes would be about is to be listed: "Which ones?"."""
        return bool(asks_which(self._folded, self.lang))

    def going_on(self, follow: Following) -> list[Reading]:
        """Its readings as what goes on from an earlier question, with every word."""
        return [r for r in self.read(follow, goes_on=True) if not r.unused]

    def read(self, follow: Following | None = None, *, goes_on: bool = False) -> list[Reading]:
        """Its readings on its own, or as what goes on from an earlier question. Words that lead to such a
        question ("and", "only") say nothing else.
        """
        tokens, lang, begin = self.tokens, self.lang, follow.lead if follow else 0
        linked = follow.apart if follow else self.linked
        text = linked.question.text
        names = Names(linked, tokens, self.schema, self.naming, lang)
        given = (*metrics_in(self.definitions, text, lang), *worths(tokens, linked, self.schema, lang))
        reckoned = formulas(text, tokens, lang, names, given)
        known = where_known(tokens, lang)
        cut, apart = {i for a, b in reckoned.cuts for i in range(a, b + 1)} | known, reckoned.taken | known
        silent = self._silent
        cues = tuple(f for f in self.cues if f.first >= begin and f.first not in silent)
        words = Words(linked, tokens, cues, self.schema, lang, self.naming)
        edges = _edges(linked)
        every = self._named(linked, words, edges)
        patterns = Patterns(self.schema, edges, self.naming)
        reckoning = Reckoning(patterns, Measures(patterns, lang, self._folded), every, words)
        made = [list(reckoning.entry(m)) for m in reckoned.mentions]
        if not all(made):
            return []  # what cannot be worked out is asked for
        cues = tuple(f for f in cues if not apart & set(range(f.first, f.last + 1)))
        entries = [e for e in (*every, *abouts(tokens, lang)) if e.first >= begin]
        entries = [e for e in entries if not apart & set(range(e.first, e.last + 1))]
        entries += [e for mention in made for e in mention]
        listed = {at: begin for at, begin in breaks(linked, tokens, lang).items() if at not in apart}
        entries = with_names(entries, linked, tokens, lang, listed)
        pronouns = list(follow.pronouns()) if follow and not goes_on else []
        entries += pronouns
        prices = Skips(tokens, cues, entries, lang).prices() | dict.fromkeys(range(begin), 0.0)
        pointing = {*(e.first for e in pronouns), *(follow.single if follow else ())}
        prices |= dict.fromkeys((*pointing, BEFORE), NAME) | dict.fromkeys(silent, 0.0)
        prices |= dict.fromkeys(self._reckoned_with(reckoned), 0.0)
        prices |= {i: CONTENT for i in (*listed, *listed.values()) if 0 < prices[i] < CONTENT}
        openings: list[Entry] = []
        if follow and goes_on:
            prices |= dict.fromkeys((*follow.several, *follow.marks), 0.0)
            openings = list(follow.openings(self.cues))
            orders = {Operator(f) for f in follow.orders(self.cues)}
            entries = [e for e in entries if e.meaning not in orders]
        taken = _tokens_of((*entries, *openings))
        places = [i for i in range(len(tokens)) if i not in cut and (i in taken or prices[i])]
        if len(places) > LONGEST:
            return []
        rules = Rules(
            patterns,
            lang,
            self._folded,
            frozenset(_owners(text, tokens)),
            frozenset(_commas(text, tokens)),
            frozenset(listed),
        )
        done = self._done(cues, entries, begin) - silent | pointing | ({BEFORE} if openings else set())
        done |= {i for m in reckoned.mentions if m.is_named for i in range(m.first, m.last + 1)}
        expected = expected_of(entries, cues, rules)
        places = [BEFORE, *places] if openings else places
        found: list[Reading] = []
        for each in parsed([*openings, *entries], rules, places, prices, done):
            derivation = _identified(each, rules)
            told = tuple(m.told for m in reckoned.mentions if m.told and m.first not in derivation.passed)
            whole = self._whole(derivation, cues, prices, follow, expected)
            found += (replace(one, told=told) if told else one for one in whole)
        return _cheapest(found)

    def _named(
        self, linked: LinkedQuestion, words: Words, edges: Mapping[str, frozenset[Edge]]
    ) -> list[Entry]:
        """What the words may name; of words that ask for nothing ("im Betrieb") what they surely name."""
        named = [*words.entries(), *terms(linked, self.tokens, self.definitions, self.schema)]
        idling = idle(self._folded, self.lang)
        every = (*named, *kinds(named, edges, words))
        return [e for e in every if e.cost < DOUBTFUL or not idling.issuperset(range(e.first, e.last + 1))]

    def _reckoned_with(self, reckoned: Formulas) -> Iterator[int]:
        """The tokens that name what a formula has in it already: "our stock level" beside what it is
        worth.
        """
        iris = {p.iri for m in reckoned.mentions for p in phrases(m.formula) if p.iri}
        for link in self.linked.links:
            if link.matches and link.matches[0].iri in iris:
                yield from (i for i, t in enumerate(self.tokens) if link.start <= t.start < link.end)

    def _done(self, cues: tuple[Found, ...], entries: list[Entry], begin: int) -> set[int]:
        """The words that no reading may pass over."""
        done = {i for f in cues if _is_done(f) for i in range(f.first, f.last + 1)}
        telling = {w for name in ("distributive", "how", "telling") for w in self.lang.phrases(name)}
        done |= {i for i, t in enumerate(self.tokens) if t.folded in telling and i >= begin}
        apart = {i for e in entries for i in e.apart}
        return done - apart | set(_keys(entries, self.tokens, self.schema, self.lang))

    def _whole(
        self,
        derivation: Derivation,
        cues: tuple[Found, ...],
        prices: dict[int, float],
        follow: Following | None,
        expected: Expected,
    ) -> Iterator[Reading]:
        """The readings of a derivation, as a question or as one that goes on."""
        meaning = derivation.meaning
        if isinstance(meaning, Again) and meaning.changed and follow is not None:
            if expected.when.difference(derivation.passed) and not self._tells_time(meaning.form):
                return  # "since when" asks for more than the same again
            unused = self._unused(derivation, prices)
            said = tuple(self.tokens[i].text for i in unused)
            told = follow.told(meaning.turn)
            yield Reading(meaning.form, derivation, derivation.cost, said, bool(said), told)
        if not isinstance(meaning, Set):
            return
        if derivation.first != BEFORE:
            still = self._is_lasting(derivation, prices) and self._asks(cues)
            still = still and self._current(meaning, lasts=True) is not meaning
            if not still and is_bare(meaning) and (meaning.told or self._is_all(derivation)):
                if self._unused(derivation, prices):
                    return  # "the heft of Pip" asks for something of its own
                if not meaning.told and expected.dear(meaning, derivation.passed):
                    return  # "who did order 42" asks for a person
                card = card_of(meaning.focus, self.schema, self.naming)
                if card is not None:
                    yield Reading(called(card, self.schema), derivation, derivation.cost)
                return
            dear = expected.dear(meaning, derivation.passed)
            if dear > NO_ACTOR:
                return  # nobody did it
            if follow is not None and follow.several:
                beside = follow.turns[0].beside(meaning)
                unused = self._unused(derivation, prices)
                if follow.asks_of_others(beside, cues, passes_over=bool(unused)):
                    return  # "who do they report to" asks for none of them
                derivation = replace(derivation, meaning=beside)
            yield from self._questions(derivation, cues, prices, dear)
        elif follow is not None and (derivation.last != BEFORE or follow.lists(cues)):
            resumed = replace(derivation, meaning=follow.resumed(meaning, cues))
            dear = expected.dear(meaning, derivation.passed)
            for reading in self._questions(resumed, cues, prices, dear):
                yield replace(reading, assumed=follow.told(), narrows=follow.narrows)

    def _lists_truths(self, meaning: Set) -> bool:
        """Whether what is told is nothing but what is true of some things and what is not."""
        is_truth = meaning.is_plain and not meaning.also and self.schema.is_boolean(meaning.focus.literal)
        return is_truth and not any(isinstance(f.subject, Thing) for f in meaning.facts)

    def _tells_time(self, form: Form) -> bool:
        return any(is_dated(self.schema, f.property) for f in form.facts if f.object in form.shown)

    def _questions(
        self,
        derivation: Derivation,
        cues: tuple[Found, ...],
        prices: dict[int, float],
        misfit: float,
    ) -> Iterator[Reading]:
        """The readings of a set as a question; `misfit` is what it costs that it is no such thing as the
        question word expects.
        """
        if not isinstance(derivation.meaning, Set):
            return
        meaning = as_one(derivation.meaning, self.schema)
        lasts = self._is_lasting(derivation, prices)
        passes_over = self._is_now and not lasts and passes_over_now(meaning, self.schema)
        if self._is_now or lasts:
            meaning, known = self._current(meaning, lasts=lasts), meaning
            passes_over = passes_over or says_ended(meaning, self.schema)
            passes_over = passes_over or (meaning is known and (lasts or may_be_past(known, self.schema)))
        if self._is_not_yet:
            day = self.linked.question.asked_at.date()
            meaning = not_yet(meaning, self.schema, day, self._folded)
        asks = self._asks(cues)
        unused = self._unused(derivation, prices)
        deep = at_all_levels(meaning, self.schema) if self._goes_deep else meaning
        shown = self._with_last(deep) if deep is not None else None
        if shown is None:
            return  # the number or date that is asked for at the end
        meaning = shown
        if self._lists_truths(meaning):
            return  # "which are reusable" asks for no "true and false"
        meaning = in_stock(meaning, self.schema) or goods_below(meaning, self.schema) or meaning
        meaning, leaves_out = self._as_asked(meaning, cues)
        passes_over = passes_over or self._has_other_date(meaning, derivation, cues)
        if self._told_in and self._told_in[0] in derivation.passed:
            in_it = in_currency(meaning, self._told_in[1], self.schema, self.lang)
            if in_it is None:
                return  # "in dollars" asks for no euros
            meaning = in_it
        for yes_no in (True, False) if asks else (False,):
            made = form_of(meaning, self.schema, yes_no=yes_no, known=self.naming)
            if made is None:
                continue
            form, dear = made
            cost = derivation.cost + dear + (NO_ANSWER if asks and not yes_no else 0.0)
            cost += misfit + (LEFT if self._is_now and _ends_alone(meaning, derivation.meaning) else 0.0)
            is_bare = all(f.property in self.naming for f in form.facts)
            cost += ANOTHER * max(0, len(unused) - 1) + (BARE if unused and is_bare else 0.0)
            explained = {i for i in unused if self._is_explained(i, form)}
            overlooks = any(prices[i] >= CONTENT for i in unused if i not in explained)
            overlooks = overlooks or (bool(unused) and _says_nothing(form))  # "which invoices were paid late"
            if self._besides and len(form.shown) + len(form.computed) == 1:
                cost, overlooks = cost + CONTENT, True  # one of two questions
            overlooks = overlooks or leaves_out or passes_over or self._leaves_question(cues, derivation)
            overlooks = overlooks or (_tells_back(form) and not self._chooses)
            told = tuple(self.tokens[i].text for i in unused if i not in explained)
            joins = [i for i in explained if not self._is_linked(i)]
            joins = [i for i in joins if prices[i] < CONTENT or self._is_told(i, form)]
            saved = sum(prices[i] - LITTLE for i in joins)  # "written" beside the writer says nothing more
            saved += sum(prices[i] for i in derivation.passed if self._is_verb_of(i, prices[i], form))
            whole = replace(derivation, skipped=derivation.skipped - saved)
            yield Reading(form, whole, cost - saved, told, overlooks)

    def _with_last(self, meaning: Set) -> Set | None:
        """The set with what the last words ask for beside it, "and how many each", "and since when": the
        numbers or dates that it is chosen by. None where it has none; what counts has its number.
        """
        has_number = meaning.counted or meaning.function or meaning.also
        if not (self._how_many or self._when) or (self._how_many and has_number):
            return meaning
        if self._how_many and meaning.by and meaning.changed(by=()).is_plain:
            return meaning.changed(counted=True)
        is_asked = self.schema.is_numeric if self._how_many else self.schema.is_temporal
        limited = {f.variable for f in meaning.filters} if self._how_many else set[str]()
        found = tuple(
            End(str(f.object), literal=f.property)
            for f in meaning.facts
            if isinstance(f.object, str) and f.object not in limited and is_asked(f.property)
        )
        some = (Filter(str(e.node), ">", (Literal("0", number=True),)) for e in found if self._how_many)
        with_some = meaning.changed(also=found, filters=(*meaning.filters, *some))
        return with_some if found and not meaning.is_value else None

    def _as_asked(self, meaning: Set, cues: tuple[Found, ...]) -> tuple[Set, bool]:
        """The value that is asked for, of what is chosen by another one, "which month was the coldest" asks
        for a month, and not for the record of it; and whether such a value is left out: of "which month was
        the wettest, and how many mm" the number alone.
        """
        asked = {f.last + 1 for f in cues if f.cue is Cue.ASK}
        starts = {self.tokens[i].start for i in asked if i < len(self.tokens)}
        links = [n for n in self.linked.links if n.start in starts and n.matches]
        if meaning.order is not None and self._is_of_others(meaning, links):
            return meaning, True
        best = [n.matches[0] for n in links]
        best = [m for m in best if m.kind is TermKind.PROPERTY and m.how not in GUESSED]
        named = {m.iri for m in best if self.schema.is_data(m.iri)}
        if meaning.order is None or meaning.is_value:
            told = [f for f in meaning.facts if f.property in named and isinstance(f.object, str)]
            is_left = bool(meaning.function) and bool(told) and not {f.object for f in told} & {*meaning.by}
            return meaning, is_left and meaning.focus.literal not in named
        for fact in meaning.facts:
            if fact.subject == meaning.focus.node and fact.property in named and isinstance(fact.object, str):
                by = meaning.order.variable
                adds = any(f.object == by and is_additive(self.schema, f.property) for f in meaning.facts)
                order = replace(meaning.order, function="SUM") if adds else meaning.order
                return meaning.changed(focus=End(fact.object, literal=fact.property), order=order), False
        return meaning, False

    def _has_other_date(self, meaning: Set, derivation: Derivation, cues: tuple[Found, ...]) -> bool:
        """Whether a verb that is passed over names another date of the same things than is told: "when did
        it ship" asks for no order date.
        """
        date = meaning.focus.literal
        if not self.schema.is_temporal(date) or all(f.cue is not Cue.WHEN for f in cues):
            return False
        passed = {self.tokens[i].start for i in derivation.passed}
        named = (m.iri for n in self.linked.links if n.start in passed for m in n.matches)
        owners = self.schema.subjects(date)
        return any(
            other != date
            and self.schema.is_temporal(other)
            and self.schema.overlap(owners, self.schema.subjects(other))
            for other in named
        )

    def _is_of_others(self, meaning: Set, asked: Sequence[Link]) -> bool:
        """Whether things of another class are chosen than "which" asks for: orders, for "which customer"."""
        longest = max(asked, key=lambda n: n.end, default=None)
        if longest is None or longest.matches[0].kind is not TermKind.CLASS or meaning.is_value:
            return False
        behind = self.linked.question.text[longest.end : longest.end + 1]
        focus, kind = meaning.focus, {longest.matches[0].iri}
        is_other = bool(focus.classes) and not self.schema.overlap(focus.classes, kind)
        return is_other and behind == " " and isinstance(focus.node, str)

    @property
    def _chooses(self) -> bool:
        """Whether some of what is named are asked for: "which of"."""
        return any(t.folded in self.lang.phrases("belonging") for t in self.tokens[:CHOICE])

    def _is_explained(self, i: int, form: Form) -> bool:
        """Whether a property of a form says the same as a word that is passed over."""
        word, label = self.tokens[i], self.schema.ontology.label
        said = {w for f in form.facts for w in fold(label(f.property)).split()}
        return any(akin(w, other) for w in (word.folded, self.lang.lemma(word.text)) for other in said)

    def _is_verb_of(self, i: int, price: float, form: Form) -> bool:
        """Whether a property of a form has a light verb that is passed over: "does Ada work in"."""
        token, used = self.tokens[i], {f.property for f in form.facts}
        links = (n for n in self.linked.links if n.start <= token.start < n.end)
        matches = [m for n in links for m in n.matches]
        is_noun = any(m.kind is TermKind.CLASS for m in matches)
        is_met = any(m.iri in used for m in matches)
        return 0 < price <= LITTLE and not is_noun and (is_met or self._is_explained(i, form))

    def _is_told(self, i: int, form: Form) -> bool:
        """Whether a date that is asked for or limited says the same as a verb: "when was it delivered"."""
        told = {*form.shown, *(f.variable for f in form.filters)}
        dates = (f for f in form.facts if f.object in told and self.schema.is_temporal(f.property))
        return self._is_explained(i, replace(form, facts=tuple(dates)))

    def _is_linked(self, i: int) -> bool:
        """Whether a word may name something, so that the form might have had it."""
        return any(n.start <= self.tokens[i].start < n.end for n in self.linked.links)

    def _is_all(self, derivation: Derivation) -> bool:
        """Whether a name is all there is, but for an article."""
        outside = (*self.tokens[: derivation.first], *self.tokens[derivation.last + 1 :])
        return not derivation.passed and all(
            t.folded in self.lang.phrases("calendar.articles") for t in outside
        )

    def _unused(self, derivation: Derivation, prices: dict[int, float]) -> list[int]:
        return [i for i in sorted(derivation.passed) if prices[i] >= TOLD]


def _ends_alone(meaning: Set, before: Set) -> bool:
    """Whether of several that are joined only those that are asked for have no end that is past: "who works
    at the branches at present" speaks of the posts.
    """
    added = [f for a in meaning.absent if a not in before.absent for f in a.facts]
    joins = any(isinstance(f.subject, str) and f.subject != meaning.focus.node for f in before.facts)
    return bool(added) and joins and all(f.subject == meaning.focus.node for f in added)


def _tokens_of(entries: Iterable[Entry]) -> set[int]:
    """The tokens that entries take."""
    return {i for e in entries for i in range(e.first, e.last + 1)}


def _identified(derivation: Derivation, rules: Rules) -> Derivation:
    """A derivation whose columns show what has no name by what tells it apart."""
    meaning = derivation.meaning
    if not isinstance(meaning, Set) or not meaning.also:
        return derivation
    return next((replace(derivation, meaning=m) for m, _ in rules.groups.identified(meaning)), derivation)


def _cheapest(readings: Iterable[Reading]) -> list[Reading]:
    """The cheapest reading of each form, the cheapest form first; of two, the one that rules less out:
    "people without a phone look after them" is not said of those without a phone that looks after them.
    """
    best: dict[Form, Reading] = {}
    for reading in readings:
        said = _unordered(reading.form)
        known = best.get(said)
        if known is None or reading.cost < known.cost:
            best[said] = reading
    return sorted(best.values(), key=lambda r: (round(r.cost, 6), _ruled_out(r.form), len(r.form.facts)))


def _ruled_out(form: Form) -> tuple[int, int]:
    """How many conditions rule out something of others than what is asked for, and how many facts they
    have.
    """
    others = (a for a in form.absent if not any({f.subject, f.object} & {*form.shown} for f in a.facts))
    return sum(1 for _ in others), sum(len(absent.facts) for absent in form.absent)


def _says_nothing(form: Form) -> bool:
    """Whether a form asks for nothing but the things of a class."""
    return not (form.facts or form.filters or form.absent or form.nested)


def _tells_back(form: Form) -> bool:
    """Whether a form lists things that the question names: "which rooms are closed or free" are no states."""
    return (
        form.kind is Kind.LIST
        and form.order is None
        and any(
            form.shown == (f.variable,) and f.operator == "in" and all(isinstance(v, Thing) for v in f.values)
            for f in form.filters
        )
    )


def _unordered(form: Form) -> Form:
    """A form whatever the order of its facts: derivations that differ by it are one reading."""
    return replace(form, facts=tuple(sorted(form.facts, key=repr)))


def _is_done(found: Found) -> bool:
    """Whether no reading passes over a cue; what is quoted may name something that is spelled otherwise."""
    return found.cue in DONE and not (found.cue is Cue.TEXT and found.operator == "=")


def _edges(linked: LinkedQuestion) -> dict[str, frozenset[Edge]]:
    return {
        m.iri: frozenset(m.edges)
        for link in linked.links
        for m in link.matches
        if m.kind is TermKind.ENTITY and m.edges
    }


def _keys(
    entries: Sequence[Entry], tokens: tuple[Token, ...], schema: Schema, lang: Language
) -> Iterator[int]:
    """The tokens of what rows are told apart by: "by claim number"."""
    for e in entries:
        led = e.first > 0 and tokens[e.first - 1].folded in lang.phrases("columns.by")
        if led and isinstance(e.meaning, Set) and schema.is_key(e.meaning.focus.literal):
            yield from range(e.first, e.last + 1)


def _commas(text: str, tokens: tuple[Token, ...]) -> Iterator[int]:
    """The tokens behind which a comma stands."""
    for i, (token, following) in enumerate(pairwise(tokens)):
        if "," in text[token.end : following.start]:
            yield i


def _owners(text: str, tokens: tuple[Token, ...]) -> Iterator[int]:
    """The tokens behind which a possessive stands."""
    for i, token in enumerate(tokens):
        if text[token.end : token.end + 2].casefold().startswith(_POSSESSIVE):
            yield i
