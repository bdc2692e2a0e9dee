"""What it costs to pass over a word: every word of a question is taken by its reading, or paid for.

In: the tokens of a question, what they may mean, its cues. Out: a price for each token; 0 for words that say
nothing by themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa.forms.form import Literal, Thing
from kgqa.language import Language, everywhere
from kgqa.language.operations import lasting, places
from kgqa.linking.mentions import idle, is_empty
from kgqa.linking.tokens import Token
from kgqa.strategies.parse.columns import asks_again
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.currency import told_in
from kgqa.strategies.parse.lexicon import Entry, span_ends
from kgqa.strategies.parse.meaning import Grouper, Set
from kgqa.values.units import readings

LITTLE = 0.35  # a verb such as "have", a noun such as "thing"
TOLD = 1.8  # a word that the rest may stand for; the answer says that it was not used
CONTENT = 3.5  # a word that says something
NAME = 5.0  # a name that the graph does not know
EACH, BY, TELLING, KNOWN = 2.0, 0.8, 2.5, 1.2
SURE = 0.6  # what a name costs at most that a word surely is
SHORT = 2  # letters of words such as "of"
AGAIN = 1.0  # a further question word: "who supplies which component"
BEHIND = 2  # tokens behind "by" in which its noun stands
CUES = {
    **dict.fromkeys((Cue.NEGATION, Cue.NOR, Cue.VERSUS), 4.0),
    **dict.fromkeys((Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.DATE, Cue.NUMBER, Cue.COMPARISON), 3.0),
    **dict.fromkeys((Cue.STOCK, Cue.TEXT), 3.0),
    **dict.fromkeys((Cue.SAME, Cue.DIFFERENCE, Cue.CHOICE, Cue.TIMES, Cue.STANDARD, Cue.THAN), 3.0),
    **dict.fromkeys((Cue.COUNT, Cue.OR), 2.5),
    Cue.AND: 1.5,
    **dict.fromkeys((Cue.WHEN, Cue.WHERE, Cue.AMOUNT), 1.0),
    Cue.WHO: 1.2,
}


_TOLD_BY_DATES = ("delays.late", "delays.in_time", "delays.overdue", "kept.still", "kept.over")
_PHRASE = 4  # words of "come to an end"
_PREFIXES = ("ge", "ver", "be", "er", "ent", "zer")  # of German participles: "gekauft", "verbaut"
_TIMES = frozenset(("d", "wk", "h", "min"))
_NO_PARTICIPLE = ("s", "ing", "er", "est")  # how other inflected forms end: "sold", but not "sells"


@dataclass(frozen=True)
class Skips:
    """The prices of one question's tokens."""

    tokens: tuple[Token, ...]
    cues: tuple[Found, ...]
    entries: Sequence[Entry]
    lang: Language

    def prices(self) -> dict[int, float]:
        """By token."""
        # "als" before a role compares nothing, and the "than" of a degree says as much
        said = {f.first for f in self.cues if f.cue in (Cue.DEGREE, Cue.ROLE)}
        said.update(*(e.apart for e in self.entries))
        words = range(len(self.tokens))
        found = {i: 0.0 if i in said else max(self._word(i), self._cue(i)) for i in words}
        each = any(t.folded in self.lang.phrases("distributive") for t in self.tokens)
        trailing = self.lang.phrases("trailing")  # "the plants make each": not of all of them
        groups = (e for e in self.entries if isinstance(e.meaning, Grouper) and e.last > e.first)
        found |= {e.last: EACH for e in groups if self.tokens[e.last].folded in trailing}
        return found | {e.first: EACH for e in self.entries if _is_any(e) and not each}

    def _cue(self, i: int) -> float:
        if i in self._lasting:
            return 0.0  # "without those who left"
        if self._asks_more(i):
            return CUES[Cue.NEGATION]
        if asks_again(self._words, i, self.lang) and self._is_noun(i + 1):
            return AGAIN
        return max((_skipped(f) for f in self.cues if self._is_cue(f, i)), default=0.0)

    def _asks_more(self, i: int) -> bool:
        """Whether a word begins a second question: "and what did it cost"; not "and whose price …"."""
        if self.tokens[i].folded in self.lang.phrases("relative_owners"):
            return False
        is_joined = any(f.cue is Cue.AND and f.last == i - 1 for f in self.cues)
        return is_joined and self.tokens[i].folded in self.lang.asking

    def _is_cue(self, found: Found, i: int) -> bool:
        """Whether a token belongs to a cue; "of" in "phone number of" does not, a name has its noun."""
        within = range(found.first, found.last + 1)
        if i not in within:
            return False
        return self.tokens[i].folded not in self.lang.stop or not any(map(self._is_surely_named, within))

    def _word(self, i: int) -> float:
        word, lang = self.tokens[i].folded, self.lang
        if word in everywhere("naming_words") and any(f.cue is Cue.TEXT for f in self.cues):
            return 0.0  # "Great in their name": whatever property they have it by
        if i in self._lasting or i == self._money:
            return LITTLE
        if i in self._dated:
            return CONTENT
        price = max(self._plain(i), self._done(i))
        if self._is_thing(i):
            return NAME
        if word in lang.phrases("follow_up.ones") and self._is_pronoun(i):
            return 0.0  # "the last one", "which one"
        if self._says_value(i) or word in lang.phrases("columns.required"):
            return 0.0
        calls = len(word) > SHORT and word in lang.phrases("calling_words")
        if price == 0.0 and calls and self._is_surely_named(i):
            return KNOWN
        if word in lang.phrases("redundant") or self._is_taken_as(i):
            return LITTLE
        return self._little(i) if price == LITTLE else price

    def _is_pronoun(self, i: int) -> bool:
        """Whether "one" stands for a noun: behind "which" or a word that chooses, before none."""
        before = self._words[i - 1] if i else ""
        chooses = before in self.lang.phrases("columns.which") | self.lang.phrases("follow_up.last")
        is_ranked = any(f.cue is Cue.SUPERLATIVE and f.last in (i - 1, i - 2) for f in self.cues)
        return (chooses or is_ranked) and not self._is_noun(i + 1)

    def _done(self, i: int) -> float:
        """The price of a word that groups, compares or tells more than a name does."""
        word, lang = self.tokens[i].folded, self.lang
        price = CONTENT if self._compares_two(i) or self._speaks_of_each(i) else 0.0
        if word in lang.phrases("distributive"):
            price = max(price, EACH)
        elif word in lang.phrases("group") and self._leads_to_term(i) and not self._is_agents(i):
            price = max(price, BY)
        elif word in lang.phrases("kind_words") and self._is_grouped_by(i):
            price = CONTENT  # "by type of equipment"
        elif self._is_its_value(i):
            price = CONTENT  # "order value per store"
        if word in lang.phrases("telling") and not self._is_owner_named(i):
            price = max(price, TELLING)
        return price

    def _is_its_value(self, i: int) -> bool:
        """Whether a word asks for what a thing comes to, right behind the noun of its class."""
        is_said = self.tokens[i].folded in self.lang.phrases("amount_words")
        return is_said and any(e.last == i - 1 and self._is_noun(e.first) for e in self.entries)

    def _speaks_of_each(self, i: int) -> bool:
        """“At both airports": at each of the two, where "both" does not lead to two names."""
        is_said = self.tokens[i].folded in self.lang.phrases("each_of_two")
        return is_said and not any(f.cue is Cue.AND for f in self.cues)

    def _little(self, i: int) -> float:
        """The price of a verb that every question may have: more where nothing else tells what it does, where
        it tells who is meant, or it is no verb: "the average hourly pay".
        """
        if self._is_event(i) or self._is_averaged(i) or self._is_adjective(i):
            return CONTENT
        if self._says_who_trades(i) or self._says_when_done(i) or self._is_asked_noun(i):
            return CONTENT
        if self._asks_if_done(i):
            return CONTENT
        if any(t.folded in self.lang.phrases("ourselves") for t in self.tokens):
            return LITTLE if self._says_what else CONTENT  # "what do we sell in Norway" asks for no addresses
        says_nothing = self._is_dating(i) or self._is_compared(i) or self._is_idle(i) or self._takes(i)
        if self._is_predicate(i) and not says_nothing:
            return CONTENT
        if not self._is_surely_named(i) or self._is_dating(i):
            return LITTLE
        asks_who = any(f.cue is Cue.WHO for f in self.cues)
        return TELLING if asks_who and self._is_relation(i) else KNOWN  # "who ordered it": no one else

    def _is_asked_noun(self, i: int) -> bool:
        """“Which orders are late", "orders over 500 euros": whatever else it may be, a class is asked for
        that stands behind "which", or in the plural at the beginning.
        """
        is_asked = any(f.cue is Cue.ASK and f.last == i - 1 for f in self.cues)
        is_asked = is_asked or (not i and self._is_plural(i))
        return is_asked and any(_is_kind(e) and e.first == i == e.last for e in self.entries)

    def _says_who_trades(self, i: int) -> bool:
        """“Who has bought it": not whoever else has to do with it."""
        who = [f.last for f in self.cues if f.cue is Cue.WHO and f.last < i]
        between = self._words[who[-1] + 1 : i] if who else []
        return self._trades(i) and bool(who) and all(w in self.lang.stop for w in between)

    def _says_when_done(self, i: int) -> bool:
        """“Ordered in 2025": the day of the order, and not one of what was ordered."""
        is_last = i == len(self.tokens) - 1  # "2025 bestellt"
        is_beside = any(
            f.first == i + 1 or (is_last and f.last == i - 1) for f in self.cues if f.cue is Cue.DATE
        )
        return is_beside and (self._trades(i) or (self._is_surely_named(i) and not self._is_dating(i)))

    def _asks_if_done(self, i: int) -> bool:
        """“Has it been paid by Ada": that it is hers says nothing of that."""
        asks = any(f.cue is Cue.YES_NO for f in self.cues)
        return asks and self._is_participle(i) and self._is_named(i, below=TOLD)

    def _trades(self, i: int) -> bool:
        """Whether a verb says that something is bought, sold or delivered."""
        return self.lang.lemma(self.tokens[i].text) in self.lang.phrases("trade_verbs")

    @cached_property
    def _says_what(self) -> bool:
        """Whether something of the question says what is asked for: a class, a relation, "who"."""
        asking = (Cue.WHO, Cue.WHEN, Cue.WHERE, Cue.AMOUNT, Cue.COUNT, Cue.YES_NO)
        sets = (e.meaning for e in self.entries if isinstance(e.meaning, Set))
        return any(f.cue in asking for f in self.cues) or any(s.types or s.open for s in sets)

    def _plain(self, i: int) -> float:
        token, lang = self.tokens[i], self.lang
        telling = lang.phrases("money_verbs") | lang.phrases("coming_and_going")
        if {token.folded, lang.lemma(token.text)} & telling or self._is_number_for(i) or self._is_counted(i):
            return CONTENT
        is_shouted = all(t.text.isupper() for t in self.tokens if t.text.isalpha())
        if token.folded in lang.stop or is_empty(token, lang):
            is_code = token.text.isupper() and not is_shouted and not is_empty(token, lang)
            return NAME if is_code else 0.0  # "in the US"
        if self._asks_companies(i):
            return CONTENT
        if {token.folded, lang.lemma(token.text)} & (
            lang.light_verbs | lang.fillers | lang.phrases("calling_words")
        ):
            return LITTLE
        if token.text[:1].isupper() and i and not lang.data["capital_nouns"]:
            return NAME
        if self._is_idle(i) or self._is_unit_said(i):
            return LITTLE
        if self._is_dating(i) or self._is_everywhere(i) or lang.table("edit").get(token.folded) == "sort":
            return LITTLE
        is_verb = self._is_verb(i) or self._stands_between(i)
        joins = is_verb and not self._is_predicate(i) and not self._is_surely_named(i)
        return TOLD if joins or (self._is_head(i) and not self._is_named(i)) else CONTENT

    def _is_adjective(self, i: int) -> bool:
        """Whether a word that says little as a verb stands where an adjective does: "which live accounts", or
        "the most held sessions", where some have that status.
        """
        asking = {f.last for f in self.cues if f.cue in (Cue.ASK, Cue.COUNT) and not f.units}
        if not (i - 1 in asking or (self._is_participle(i) and self._is_value(i))):
            return False
        return self._is_verbal(i) and any(_is_kind(e) and e.first == i + 1 for e in self.entries)

    def _is_verbal(self, i: int) -> bool:
        return self.lang.lemma(self.tokens[i].text) in self.lang.light_verbs

    def _is_event(self, i: int) -> bool:
        """Whether a verb names what the date is of that is asked for: "when did they last order"."""
        is_verb = self._is_verbal(i)
        return (
            is_verb
            and any(f.cue is Cue.WHEN for f in self.cues)
            and any(
                isinstance(e.meaning, Set) and e.meaning.types and e.first == i == e.last
                for e in self.entries
            )
        )

    def _is_averaged(self, i: int) -> bool:
        """Whether a word for money stands as a noun at most one word behind what works out one number."""
        is_money = self.tokens[i].folded in self.lang.phrases("money_nouns")
        return is_money and any(f.cue is Cue.AGGREGATE and 0 < i - f.last <= BEHIND for f in self.cues)

    def _compares_two(self, i: int) -> bool:
        """Whether a word asks which of two has more, where nothing else is held against a number."""
        cues = {f.cue for f in self.cues}
        is_more = self.tokens[i].folded in self.lang.table("comparative")
        return is_more and Cue.OR in cues and Cue.COMPARISON not in cues

    def _is_unit_said(self, i: int) -> bool:
        """Whether a word says in what a number is measured: "our biggest club in sqm"."""
        led = i > 0 and self.tokens[i - 1].folded in self.lang.phrases("standing")
        return led and i == len(self.tokens) - 1 and bool(readings(self.tokens[i].text))

    def _is_number_for(self, i: int) -> bool:
        """“What's the number for Ada": one of her numbers, and nothing that is counted."""
        words = [t.folded for t in self.tokens[max(i - 1, 0) : i + 2]]
        return " ".join(words) in self.lang.phrases("number_for")

    def _is_counted(self, i: int) -> bool:
        """Whether a word that may be a verb is the plural noun behind a number: "more than 15 lives"."""
        is_verb = self.lang.lemma(self.tokens[i].text) in self.lang.light_verbs - self.lang.stop
        return (
            is_verb and self._is_plural(i) and any(f.cue is Cue.NUMBER and f.last == i - 1 for f in self.cues)
        )

    def _is_plural(self, i: int) -> bool:
        return self.tokens[i].folded == f"{self.lang.lemma(self.tokens[i].text)}s"

    def _asks_companies(self, i: int) -> bool:
        """“Which firms have bought it": whoever bought it, and not what is bought."""
        is_company = {self.tokens[i].folded, self.lang.lemma(self.tokens[i].text)} & self.lang.phrases(
            "companies"
        )
        return bool(is_company) and any(f.cue in (Cue.ASK, Cue.COUNT) and f.last == i - 1 for f in self.cues)

    def _is_idle(self, i: int) -> bool:
        """Whether a word stands in a phrase that asks for nothing."""
        if i in self._idle:
            return True
        is_denied = any(f.cue is Cue.NEGATION and f.first < i for f in self.cues)
        return is_denied and any(i in p for p in places(self._words, self.lang.phrases("idle_denied")))

    @cached_property
    def _words(self) -> list[str]:
        return [t.folded for t in self.tokens]

    @cached_property
    def _lasting(self) -> frozenset[int]:
        """The words that tell of something that it has not ended, but for one that the graph has itself: the
        status "laufend".
        """
        phrases = lasting(self._words, self.lang)
        return frozenset(i for p in phrases if len(p) > 1 or not self._is_value(p.start) for i in p)

    @cached_property
    def _money(self) -> int | None:
        """The currency that an answer is wanted in, which the reading sees to."""
        found = told_in(self.tokens, self.lang)
        return found[0] if found else None

    @cached_property
    def _dated(self) -> frozenset[int]:
        """The words that say that something came late, or in time, or is overdue; that it is still sold, or
        no longer; that it is over, where no date says when.
        """
        said = {phrase for name in _TOLD_BY_DATES for phrase in self.lang.phrases(name)}
        is_dated = any(f.cue in (Cue.DATE, Cue.WHEN) for f in self.cues)
        said |= set() if is_dated else {*self.lang.table("past")}
        return frozenset(i for p in places(self._words, sorted(said)) for i in p)

    @cached_property
    def _idle(self) -> frozenset[int]:
        named = {i for phrase in lasting(self._words, self.lang) for i in phrase} - self._lasting
        return idle(self._words, self.lang) - named

    def _is_head(self, i: int) -> bool:
        """Whether a word names what is asked for, right behind "which" or "how many": what it is like then
        follows from the rest; not what it is of something ("the salary of Ada").
        """
        asking = (f for f in self.cues if f.cue in (Cue.COUNT, Cue.ASK) and not f.units)
        leads = any(f.last == i - 1 and not self._is_led_there(f) for f in asking)  # no "hours of rework"
        names = {e.first for e in self.entries if isinstance(e.meaning, Set) and e.first != i}
        leads = leads and not all(map(self._is_verbal, names))  # "which grasses do we carry"
        is_last = i >= len(self.tokens) - 2
        behind = "" if is_last else self.tokens[i + 1].folded
        return leads and not (is_last or behind in self.lang.phrases("belonging") or self._is_noun(i + 1))

    def _is_led_there(self, found: Found) -> bool:
        """“Of which brands are our saws": brands are asked for, and no saws."""
        before = self._words[found.first - 1] if found.first else ""
        return before in self.lang.phrases("besides.before")

    def _is_grouped_by(self, i: int) -> bool:
        return any(f.cue is Cue.GROUP and f.last == i - 1 for f in self.cues)

    def _is_noun(self, i: int) -> bool:
        """Whether a token surely names a class: what stands before it says something of its things."""
        return any(
            isinstance(e.meaning, Set) and e.meaning.types and e.first == i and e.cost < SURE
            for e in self.entries
        )

    def _is_taken_as(self, i: int) -> bool:
        """Whether a verb only says that a class follows: "classified as"."""
        behind = self.tokens[i + 1 : i + 2]
        return self._is_participle(i) and any(t.folded in self.lang.phrases("role_words") for t in behind)

    def _is_everywhere(self, i: int) -> bool:
        """Whether a word only says that all are meant: "across all the sites"."""
        every, stop = self.lang.phrases("everything"), self.lang.stop
        return any(
            f.cue is Cue.GROUP
            and f.first <= i
            and f.last + 1 < len(self.tokens)
            and self.tokens[f.last + 1].folded in every
            and all(t.folded in stop for t in self.tokens[f.last + 2 : i])
            for f in self.cues
        )

    def _is_dating(self, i: int) -> bool:
        """Whether a word says which end of what lasts a date stands for: "started in 2023"."""
        lang, lemma = self.lang, self.lang.lemma(self.tokens[i].text)
        if self.tokens[i].folded in lang.phrases("spans.newly") and i + 1 < len(self.tokens):
            return self._is_dating(i + 1)  # "neu angefangen"
        behind = [t.folded for t in self.tokens[i + 1 : i + _PHRASE]]
        longer = (" ".join((lemma, *behind[:n])) for n in range(1, len(behind) + 1))  # "ran out"
        said = {self.tokens[i].folded, lemma, *longer}
        if self.tokens[-1].folded in lang.phrases("separable"):
            said.add(self.tokens[-1].folded + lemma)  # "stehen im Mai an"
        ends = frozenset().union(*span_ends(lang), lang.phrases("spans.begins"), lang.phrases("spans.ends"))
        return bool(ends & {*said, *map(lang.stem, said)}) and any(f.cue is Cue.DATE for f in self.cues)

    def _is_compared(self, i: int) -> bool:
        """Whether a verb stands before what its number is held against: "took longer than two hours"."""
        return any(f.cue is Cue.COMPARISON and f.first == i + 1 for f in self.cues)

    def _takes(self, i: int) -> bool:
        """Whether a verb says no more than that it is asked how long something took."""
        is_said = self.lang.lemma(self.tokens[i].text) in self.lang.phrases("spans.taking")
        lasting = self.lang.lasting_measures
        return is_said and any(f.measures in lasting or {*f.units} & _TIMES for f in self.cues)

    def _is_verb(self, i: int) -> bool:
        """Whether an unknown word is a verb, which joins what stands round it: the graph's ways do, too."""
        lang, word = self.lang, self.tokens[i].folded
        if word in lang.adjectives:
            return False  # "paid late"
        helped = any(t.folded in lang.phrases("yes_no") for t in self.tokens[:i])
        if lang.code == "de":
            is_small = self.tokens[i].text[:1].islower()
            return helped and is_small and word.startswith(_PREFIXES) and word.endswith(("t", "en"))
        before = self.tokens[i - 1] if i else None
        begins = lang.phrases("before_nouns") | lang.phrases("conjunction")
        is_noun = before is not None and (
            before.folded in begins or lang.lemma(before.text) in lang.phrases("copula")
        )
        has_verb = any(
            t.folded in lang.light_verbs for t in self.tokens[i + 1 :]
        )  # "when does the cert run out"
        return self._is_participle(i) or (
            helped and not (is_noun or has_verb) and lang.lemma(self.tokens[i].text) == word
        )

    def _stands_between(self, i: int) -> bool:
        """Whether a word stands where a verb does, between what is asked for and what is named: "which
        teachers speak Arabic". German nouns are large.
        """
        word = self.tokens[i]
        asking = {f.last for f in self.cues if f.cue is Cue.ASK}
        is_behind = any(e.last == i - 1 and e.first - 1 in asking for e in self.entries if _is_kind(e))
        is_word = word.text.isalpha() and word.text.islower() and word.folded not in self.lang.adjectives
        return is_word and is_behind and self._is_text(i + 1)

    def _is_text(self, i: int) -> bool:
        """Whether a token names a value that is no thing."""
        named = (e.meaning for e in self.entries if e.first == i == e.last and isinstance(e.meaning, Set))
        return any(isinstance(f.object, Literal) for one in named for f in one.facts)

    def _leads_to_term(self, i: int) -> bool:
        """Whether a class or a property is named behind a token: "by department", not "by Ada"."""
        behind = (e.meaning for e in self.entries if i < e.first <= i + BEHIND)
        return any(isinstance(m, Set) and (m.types or m.open is not None) for m in behind)

    def _is_agents(self, i: int) -> bool:
        """Whether who does it stands behind "by": "evaluated by studies"; the relation says so before it."""
        before = (e.meaning for e in self.entries if e.last == i - 1)
        is_relation = any(isinstance(m, Set) and m.open is not None for m in before)
        return is_relation and self._is_participle(i - 1)

    def _is_participle(self, i: int) -> bool:
        word, lemma = self.tokens[i].folded, self.lang.lemma(self.tokens[i].text)
        return lemma != word and not word.endswith(_NO_PARTICIPLE)

    def _says_value(self, i: int) -> bool:
        """Whether a noun behind a property's name only says that its value is meant: "the fuel type"; not
        behind that of a class, whose things are of several types.
        """
        before = [e for e in self.entries if e.last == i - 1 and isinstance(e.meaning, Set) and e.cost < TOLD]
        is_class = any(e.meaning.types for e in before if isinstance(e.meaning, Set))
        is_named = any(e.meaning.open is not None for e in before if isinstance(e.meaning, Set))
        return is_named and not is_class and self.tokens[i].folded in self.lang.phrases("value_nouns")

    def _is_predicate(self, i: int) -> bool:
        """Whether a verb stands alone behind the only name: "which projects are still running"."""
        names = {(e.first, e.last) for e in self.entries if isinstance(e.meaning, Set)}
        if any(first <= i <= last for first, last in names):
            return False
        outer = [s for s in names if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in names)]
        return len(outer) == 1 and outer[0][1] < i

    def _is_owner_named(self, i: int) -> bool:
        """Whether a pronoun speaks of a thing that is named before it: "has Ada got her licence"."""
        before = (e.meaning for e in self.entries if e.last < i and e.cost < SURE)
        return self.tokens[i].folded in self.lang.phrases("compare.own") and any(
            isinstance(m.focus.node, Thing) for m in before if isinstance(m, Set)
        )

    def _is_thing(self, i: int) -> bool:
        """Whether a word with a capital is the name of a thing, whatever verb it may be: "Purchasing"."""
        return self.tokens[i].text[:1].isupper() and any(
            e.first == i == e.last and isinstance(e.meaning, Set) and isinstance(e.meaning.focus.node, Thing)
            for e in self.entries
            if e.cost < SURE
        )

    def _is_value(self, i: int) -> bool:
        """Whether a token names a thing, a code or a value of the graph."""
        named = [e.meaning for e in self.entries if e.first == i == e.last and isinstance(e.meaning, Set)]
        return any(
            isinstance(one.focus.node, Thing) or any(not isinstance(f.object, str) for f in one.facts)
            for one in named
        )

    def _is_surely_named(self, i: int) -> bool:
        return self._is_named(i, below=SURE)

    def _is_relation(self, i: int) -> bool:
        """Whether a verb is a relation of the graph."""
        named = (e for e in self.entries if e.first == i == e.last and e.cost < TOLD)
        is_verb = self._is_verbal(i)
        return is_verb and any(isinstance(e.meaning, Set) and e.meaning.open is not None for e in named)

    def _is_named(self, i: int, below: float = math.inf) -> bool:
        """Whether a name that costs less may take a token."""
        return any(
            isinstance(e.meaning, Set) and e.first <= i <= e.last and e.cost < below for e in self.entries
        )


def _is_kind(entry: Entry) -> bool:
    """Whether words name a class."""
    return isinstance(entry.meaning, Set) and bool(entry.meaning.types)


def _is_any(entry: Entry) -> bool:
    """Whether words speak of any one of some things: "that a customer has paid"."""
    return isinstance(entry.meaning, Grouper) and entry.meaning.is_any


def _skipped(found: Found) -> float:
    """What it costs to pass over a cue; "what does it cost" asks for an amount that its words name."""
    is_named = found.cue is Cue.AMOUNT and bool(found.measures)
    return CONTENT if is_named else CUES.get(found.cue, 0.0)
