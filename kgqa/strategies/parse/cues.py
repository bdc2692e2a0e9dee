"""The words of a question that say what to do, not what it is about: counts, comparisons, superlatives,
numbers with units, dates, grouping, negation.

In: the question's tokens and its language. Out: cues, each with the tokens it takes and what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from kgqa.language import Language, fold
from kgqa.language.operations import asks_times, places, without_ended
from kgqa.linking.mentions import QUOTED
from kgqa.linking.separable import separated
from kgqa.linking.tokens import Token
from kgqa.values.calendar import near
from kgqa.values.date_words import ordinals
from kgqa.values.periods import Calendar, Spanned, edge_before
from kgqa.values.quantities import Quantity, quantities
from kgqa.values.units import readings


class Cue(StrEnum):
    COUNT = "count"
    YES_NO = "yes or no"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    AMOUNT = "how much"  # also "how heavy": then with measures
    ASK = "ask"
    AGGREGATE = "aggregate"
    SUPERLATIVE = "superlative"
    COMPARISON = "comparison"
    NUMBER = "number"
    DATE = "date"
    RANK = "rank"  # the 6th to 10th
    GROUP = "group"  # with a function: by year, month, quarter or day
    FURTHER = "and what it comes to"  # "and how many?" beside a superlative
    SORTED = "sorted"  # "most first"
    NEGATION = "negation"
    OR = "or"
    NOR = "nor"  # of neither
    VERSUS = "versus"  # two side by side, a row for each
    AND = "and"
    FLAG = "true or false"
    SAME = "same"  # the same city as …
    DIFFERENCE = "difference"  # how much heavier
    ROLE = "role"  # "as" between a name and what it is: "who has Ada as manager"
    CHOICE = "choice"  # which is heavier, this or that
    DEGREE = "degree"  # a comparative that a noun parts from its "than": "a shorter lead time than"
    TIMES = "times"  # how many times as much
    STANDARD = "standard"  # what many come to, with which something is compared: "than the average"
    THAN = "than"  # the word before what is compared with, where nothing else has taken it
    SHARE = "share"  # what percentage of
    STOCK = "stock"  # there is some of it, or none
    TEXT = "text"  # starts with, ends with, contains
    EDIT = "edit"  # what becomes of the last question; `function` says which


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A cue at tokens `first`..`last` (inclusive). Which fields are set depends on its kind."""

    cue: Cue
    first: int
    last: int
    operator: str = ""
    function: str = ""
    high: bool = True
    measures: tuple[str, ...] = ()
    number: float | None = None
    iri: str = ""  # the property of what is true or false; `high` says which
    units: tuple[str, ...] = ()  # what a number may be measured in, likeliest first
    since: date | None = None
    before: date | None = None  # exclusive
    until: int | None = None  # the last rank
    text: str = ""

    @property
    def unit(self) -> str:
        """The likeliest unit of a number; "" for none."""
        return self.units[0] if self.units else ""


def cues(text: str, tokens: tuple[Token, ...], lang: Language, today: date) -> tuple[Found, ...]:
    """All cues of a question; they may overlap, the reading decides."""
    finder = _Finder(text, tokens, lang, near(today))
    ended = list(without_ended(finder.words, lang))
    found = (
        *(*finder.dates(), *finder.numbers(), *finder.ranks(), *finder.adjectives()),
        *finder.compounded(),
        *finder.roles(),
        *finder.counted_in(),
        *(*finder.phrases(), *finder.extremes(), *finder.periods(), *finder.further()),
    )
    said = (f for f in found if not _is_said(f, ended))
    return tuple(sorted(said, key=lambda f: (f.first, -f.last)))


def _is_said(found: Found, ended: Sequence[range]) -> bool:
    """Whether a cue belongs to what is said of an end: "without those who left" denies nothing else."""
    return any(found.first in phrase and found.last in phrase for phrase in ended)


def quoted_spans(text: str, tokens: tuple[Token, ...]) -> tuple[tuple[int, int, str], ...]:
    """Quoted texts: first and last token, and the words between the quotes."""
    found = []
    for match in QUOTED.finditer(text):
        inside = [i for i, t in enumerate(tokens) if match.start() <= t.start and t.end <= match.end()]
        words = next((g for g in match.groups() if g), "")
        if inside and words:
            found.append((inside[0], inside[-1], words))
    return tuple(found)


def unquoted(found: tuple[Found, ...], quoted: tuple[tuple[int, int, str], ...]) -> tuple[Found, ...]:
    """The cues that stand outside quotes: what is quoted is a name or a value, whatever its words."""
    return tuple(
        f
        for f in found
        if f.cue in (Cue.DATE, Cue.NUMBER) or not any(a <= f.first and f.last <= b for a, b, _ in quoted)
    )


class _Finder:
    def __init__(self, text: str, tokens: tuple[Token, ...], lang: Language, today: date) -> None:
        self.text, self.tokens, self.lang, self.today = text, tokens, lang, today
        self.words = [t.folded for t in tokens]
        self.lemmas = [lang.lemma(t.text) for t in tokens]
        self.prefixes = {verb.prefix for verb in separated(text, tokens, lang)}  # "stellt … her"
        ending = lang.data["ordinal_ending"]
        self.ordinal = re.compile(rf"(\d+)(?:{ending})")

    # ── phrases ──────────────────────────────────────────────────────────────────────────────────

    def phrases(self) -> Iterator[Found]:
        lang, words = self.lang, self.words
        for size in range(4, 0, -1):
            for first in range(len(words) - size + 1):
                phrase, last = " ".join(words[first : first + size]), first + size - 1
                if size == 1 and first in self.prefixes:
                    continue
                yield from self._question_words(phrase, first, last)
                operator = lang.table("comparison").get(phrase)
                if (
                    operator is not None
                    and not self._ranges_over(phrase, first, last)
                    and self._limits(phrase, last)
                ):
                    yield Found(cue=Cue.COMPARISON, first=first, last=last, operator=operator)
                if (function := lang.table("aggregate").get(phrase)) is not None:
                    yield Found(cue=Cue.AGGREGATE, first=first, last=last, function=function)
                if phrase in lang.phrases("sum_at_end") and self._adds_up(first, last):
                    yield Found(cue=Cue.AGGREGATE, first=first, last=last, function="SUM")
                if (direction := lang.table("superlative").get(phrase)) is not None:
                    yield Found(cue=Cue.SUPERLATIVE, first=first, last=last, high=direction == "high")
                if phrase in lang.phrases("neither.nor") and lang.phrases("neither.open") & {*words[:first]}:
                    yield Found(cue=Cue.NOR, first=first, last=last)
                if phrase in lang.phrases("versus"):
                    yield Found(cue=Cue.VERSUS, first=first, last=last)
                for cue, name in (
                    (Cue.GROUP, "group"),
                    (Cue.NEGATION, "negation"),
                    (Cue.OR, "disjunction"),
                    (Cue.AND, "conjunction"),
                ):
                    if phrase in lang.phrases(name):
                        yield Found(cue=cue, first=first, last=last)

    def counted_in(self) -> Iterator[Found]:
        """“how many devices are in which building": a number for each."""
        lang, counts = self.lang, self.lang.phrases("count_phrases")
        if not any(" ".join(self.words[:size]) in counts for size in (1, 2, 3)):
            return
        for i in range(3, len(self.words) - 1):
            if self.words[i] in lang.phrases("columns.which"):
                leads = self.words[i - 1] in lang.phrases("besides.before")
                yield Found(cue=Cue.GROUP, first=i - 1 if leads else i, last=i)

    def _adds_up(self, first: int, last: int) -> bool:
        """“all their contracts together” adds up; "how many do they have together" counts, and what belongs
        together is joined.
        """
        said = f" {' '.join(self.words)} "
        counts = any(f" {phrase} " in said for phrase in self.lang.phrases("count_phrases"))
        is_verb = first > 0 and self.lemmas[first - 1] in self.lang.light_verbs
        return last == len(self.words) - 1 and not counts and not is_verb

    def _limits(self, phrase: str, last: int) -> bool:
        """“bis 2.800 EUR" limits a number; "bis wann" limits none."""
        open_ended = phrase in self.lang.phrases("until")
        return not open_ended or any(f.first == last + 1 for f in self.numbers())

    def _ranges_over(self, phrase: str, first: int, last: int) -> bool:
        """“the average rating over their products": what an average is of, where no number follows. "Over all
        contracts" compares nothing, wherever it stands.
        """
        if phrase not in self.lang.phrases("ranging"):
            return False
        if last + 1 < len(self.words) and self.words[last + 1] in self.lang.phrases("everything"):
            return True
        aggregates = self.lang.table("aggregate")
        numbered = any(last < f.first <= last + 2 for f in self.numbers())
        return not numbered and any(w in aggregates for w in self.words[:first])

    def _question_words(self, phrase: str, first: int, last: int) -> Iterator[Found]:
        lang, size = self.lang, last - first + 1
        if phrase in lang.phrases("count_phrases") and not self._is_kind_of_number(phrase, first):
            # "the product number of": the noun may belong to a name
            yield Found(cue=Cue.COUNT, first=first, last=last)
            if end := self._in_unit(last + 1):
                units = readings(self.words[last + 1])
                yield Found(cue=Cue.COUNT, first=first, last=end, units=units)
        if asks_times(self.words, range(first, last + 1), lang):
            yield Found(cue=Cue.COUNT, first=first, last=last)
        if phrase in lang.phrases("amount_phrases"):
            yield Found(cue=Cue.AMOUNT, first=first, last=last)
        if phrase in lang.phrases("money_phrases"):
            had = tuple(fold(m) for m in lang.data["money_had"])
            yield Found(cue=Cue.AMOUNT, first=first, last=last, measures=had)
        if phrase in lang.phrases("price_phrases"):
            yield Found(cue=Cue.AMOUNT, first=first, last=last, measures=lang.money_measures)
        asks = size == 1 and phrase in lang.phrases("columns.asked")
        spends = asks and self._spends(first + 1)
        if spends or (asks and self._is_quantity(first + 1)):
            yield Found(cue=Cue.AMOUNT, first=first, last=last)
        if first == 0 and self._asks_source(phrase):
            yield Found(cue=Cue.WHO, first=first, last=last, function="source")
        for cue, name in ((Cue.WHO, "who"), (Cue.WHERE, "where"), (Cue.WHEN, "when")):
            # Later on it begins a relative clause, as it does behind a noun: "departments whose …".
            if phrase in lang.phrases(name) and (first == 0 or (first == 1 and self.words[0] in lang.stop)):
                yield Found(cue=cue, first=first, last=last)
        if phrase in lang.phrases("ask_phrases") and first <= _EARLY and not spends:
            # "wie hoch ist": what is asked is not how high it is, where it has no height
            yield Found(cue=Cue.ASK, first=first, last=last)
        if first == 0 and phrase in lang.phrases("yes_no"):
            yield Found(cue=Cue.YES_NO, first=first, last=last)

    def _asks_source(self, phrase: str) -> bool:
        """“Where do we get oats", "bei wem kaufen wir Birke": from whom."""
        getting = self.lang.phrases("getting")
        asked = self.lang.phrases("where") | self.lang.phrases("from_whom")
        return phrase in asked and any(lemma in getting for lemma in self.lemmas)

    def _is_kind_of_number(self, phrase: str, first: int) -> bool:
        """“the phone number of": a noun before it says which number, and counts nothing."""
        lang = self.lang
        if first == 0 or phrase not in lang.phrases("number_of"):
            return False
        if self.text[self.tokens[first - 1].end : self.tokens[first].start].strip():
            return False  # "loss ratio, number of claims"
        before = self.words[first - 1]
        measured = {*lang.table("aggregate"), *lang.table("superlative"), *lang.phrases("number_adjectives")}
        counts = before in lang.stop or before in measured or before in lang.phrases("ask_phrases")
        return not counts and not self.lang.ends_as_superlative(before)

    def _in_unit(self, i: int) -> int:
        """Where the unit ends in which something is counted that is measured: "how many minutes of"; 0 for
        none.
        """
        if i + 1 >= len(self.words) or not readings(self.words[i]):
            return 0
        return i + 1 if self.words[i + 1] in self.lang.phrases("belonging") else i

    def _is_quantity(self, i: int) -> bool:
        """Whether a token asks how much there is of what follows: "what quantity of"."""
        behind = self.words[i + 1] if i + 1 < len(self.words) else ""
        return behind in self.lang.phrases("belonging") and self.words[i] in self.lang.phrases(
            "quantity_words"
        )

    def _spends(self, i: int) -> bool:
        """Whether it is money that is asked for: "what did we pay out in compensation"."""
        phrases, near = self.lang.phrases, self.lemmas[i + 1 : i + 1 + _NEAR]
        does = bool({*self.words[i : i + 1]} & phrases("do_support"))
        return does and bool({*near} & phrases("amount_verbs"))

    # ── adjectives ───────────────────────────────────────────────────────────────────────────────

    def adjectives(self) -> Iterator[Found]:
        """heaviest, most expensive, heavier than, how heavy."""
        for i, lemma in enumerate(self.lemmas):
            adjective = self.lang.adjectives.get(lemma) or self.lang.adjectives.get(self.words[i])
            if adjective is None:
                continue
            word, before = self.words[i], self.words[i - 1] if i else ""
            after = self.words[i + 1] if i + 1 < len(self.words) else ""
            if (degree := self.lang.table("degree").get(before)) is not None:
                leads = after in self.lang.phrases("leading")  # "most expensive first"
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=i - 1,
                    last=i + 1 if leads else i,
                    high=adjective.high == (degree == "high"),
                    measures=adjective.measures,
                )
            elif before in self.lang.phrases("how"):
                yield Found(cue=Cue.AMOUNT, first=i - 1, last=i, measures=adjective.measures)
            elif after in self.lang.phrases("than"):
                degree = self.lang.table("comparative").get(before)
                first = i - 1 if degree else i
                more = adjective.high == (degree != "low")
                yield Found(
                    cue=Cue.COMPARISON,
                    first=first,
                    last=i + 1,
                    operator=">" if more else "<",
                    measures=adjective.measures,
                )
            elif word != lemma and self.lang.ends_as_superlative(word):
                leads = after in self.lang.phrases("leading")  # "heaviest first"
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=i,
                    last=i + 1 if leads else i,
                    high=adjective.high,
                    measures=adjective.measures,
                )

    def extremes(self) -> Iterator[Found]:
        """First, northernmost, "been here the longest": which end of what; of time where nothing else is. The
        next one is the first from today on; "next week" is none.
        """
        for entry in self.lang.data["extreme"]:
            forms = tuple(fold(form) for form in entry["forms"])
            measures = tuple(fold(m) for m in entry["measures"])
            comes = self.today if entry.get("coming") else None
            for place in places(self.words, forms):
                if comes and self._is_in_period(place):
                    continue
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=place.start,
                    last=place.stop - 1,
                    high=bool(entry["high"]),
                    function="" if measures else "time",
                    measures=measures,
                    since=comes,
                )

    def _is_in_period(self, place: range) -> bool:
        periods = (range(f.first, f.last + 1) for f in (*self.numbers(), *self.periods()))
        return any(not set(place).isdisjoint(period) for period in periods)

    def roles(self) -> Iterator[Found]:
        """“as their manager”, where nothing before it compares."""
        own = self.lang.phrases("compare.own") | self.lang.phrases("compare.articles")
        compares = self.lang.table("comparative")
        for i, word in enumerate(self.words):
            if word not in self.lang.phrases("role_words") or not i:
                continue
            before = [*zip(self.words[:i], self.lemmas[:i], strict=True)]
            if any(w in compares or (lemma in self.lang.adjectives and w != lemma) for w, lemma in before):
                continue
            last = i + 1 if i + 1 < len(self.words) and self.words[i + 1] in own else i
            yield Found(cue=Cue.ROLE, first=i, last=last)

    # ── groups of time, and what is asked for besides ────────────────────────────────────────────

    def periods(self) -> Iterator[Found]:
        """Per year, each month, by customer and quarter."""
        calendar, lead = self.lang.data["calendar"], self.lang.phrases("period_lead")
        units = {fold(w): unit for unit in _PERIODS for w in calendar[unit] if len(w) > 1}
        grouped = False
        for i, word in enumerate(self.words):
            for size in range(_LEADING, 0, -1):
                phrase = " ".join(self.words[max(i - size, 0) : i])
                joined = grouped and size == 1 and phrase in self.lang.phrases("conjunction")
                if i >= size and word in units and (phrase in lead or joined):
                    yield Found(cue=Cue.GROUP, first=i - size, last=i, function=units[word])
                    if finer := self._finer(units[word], units, i):
                        yield Found(cue=Cue.GROUP, first=i - size, last=i + 2, function=finer)
                    break
            if (unit := self.lang.table("period_adverb").get(word)) is not None:
                yield Found(cue=Cue.GROUP, first=i, last=i, function=unit)
            grouped = grouped or word in lead or word in self.lang.phrases("group")

    def _finer(self, unit: str, units: dict[str, str], i: int) -> str:
        """“each year and month": the months of each year, which stand for both; "" for no such pair."""
        joint, finer = (self.words[k] if k < len(self.words) else "" for k in (i + 1, i + 2))
        is_pair = unit == "year" and joint in self.lang.phrases("conjunction")
        return units[finer] if is_pair and units.get(finer) in ("month", "quarter") else ""

    def further(self) -> Iterator[Found]:
        """“… and how many?", "…, and what is that average?": up to the end nothing new is named."""
        lead = self.lang.phrases("further")
        for i in range(1, len(self.words)):
            for size in range(3, 1, -1):
                phrase, rest = " ".join(self.words[i : i + size]), range(i + size, len(self.words))
                if phrase in lead and all(self._is_known(k, i) for k in rest):
                    last = len(self.words) - 1
                    yield Found(cue=Cue.FURTHER, first=i, last=last)
                    return
        for phrase, direction in self.lang.table("sorted").items():
            size = phrase.count(" ") + 1
            for i in range(len(self.words) - size + 1):
                if " ".join(self.words[i : i + size]) == phrase:
                    yield Found(cue=Cue.SORTED, first=i, last=i + size - 1, high=direction == "high")

    def _is_known(self, i: int, before: int) -> bool:
        """Whether a word says nothing that the question has not said before token `before`."""
        word, lemma, lang = self.words[i], self.lemmas[i], self.lang
        said = {*self.lemmas[:before], *(lang.stem(w) for w in self.words[:before])}
        is_empty = word in lang.stop or bool({word, lemma} & (lang.light_verbs | lang.fillers))
        is_empty = is_empty or word in lang.adjectives or bool(readings(word))  # "and how many metres long"
        return is_empty or word in lang.table("aggregate") or lemma in said or lang.stem(word) in said

    # ── numbers and ranks ────────────────────────────────────────────────────────────────────────

    def numbers(self) -> Iterator[Found]:
        for q in quantities(self.text, self.tokens, self.lang):
            found = self._number(q, q.end, q.units)
            if found is None:
                continue
            yield found
            if not found.units and (held := self._held(found)):
                yield held
            if q.bare < q.end and (alone := self._number(q, q.bare, ())) and alone.last < found.last:
                yield alone  # "25 hours a week": the unit may belong to a name

    def _held(self, number: Found) -> Found | None:
        """“rooms that hold more than 15 people": how many there is room for, and not how many there are."""
        lang, last = self.lang, number.last + 1
        verbs = set(self.lemmas[max(0, number.first - _LEADING) : number.first])
        behind = {self.words[last], self.lemmas[last]} if last < len(self.words) else set()
        if not verbs & lang.phrases("holding.verbs") or not behind & lang.phrases("holding.whom"):
            return None
        measures = tuple(fold(m) for m in lang.data["holding"]["measures"])
        return replace(number, last=last, measures=measures)

    def _number(self, q: Quantity, end: int, units: tuple[str, ...]) -> Found | None:
        span = self._span(q.start, end)
        if span is None:
            return None
        first, last = span
        return Found(cue=Cue.NUMBER, first=first, last=last, number=q.value, units=units)

    def ranks(self) -> Iterator[Found]:
        """The third; the 6th to 10th; those ranked 6 to 10."""
        yield from self._placed()
        ranks = {i: n for i, w in enumerate(self.words) if (n := self._rank(w) or self._marked(i))}
        for i, n in ranks.items():
            joined = i + 2 in ranks and self.words[i + 1] in self.lang.phrases("until")
            if joined:
                until = ranks[i + 2]
                yield Found(cue=Cue.RANK, first=i, last=i + 2, number=n, until=until, function="places")
            elif n > 1 and self._rank(self.words[i]):
                yield Found(cue=Cue.RANK, first=i, last=i, number=n, until=n)

    def _placed(self) -> Iterator[Found]:
        """“ranked 6 to 10", "places 6-10", "rank 3"."""
        placing, until = self.lang.phrases("placing"), self.lang.phrases("until") | set(_DASHES)
        for i, word in enumerate(self.words):
            if word not in placing:
                continue
            numbers = [k for k in range(i + 1, min(i + 4, len(self.words))) if self.words[k].isdecimal()]
            if not numbers or numbers[0] != i + 1:
                continue
            low = int(self.words[i + 1])
            between = self.text[self.tokens[i + 1].end : self.tokens[numbers[-1]].start].strip()
            joined = len(numbers) > 1 and fold(between) in until
            last, high = (numbers[-1], int(self.words[numbers[-1]])) if joined else (i + 1, low)
            if 0 < low <= high:
                yield Found(
                    cue=Cue.RANK,
                    first=i,
                    last=last,
                    number=low,
                    until=high,
                    function="places",
                )

    def compounded(self) -> Iterator[Found]:
        """“zweitgrößte", "sechst- bis zehntteuerste": a rank and an end of a scale in one word."""
        stems = {w.removesuffix("e"): int(n) for w, n in self.lang.table("ordinals").items()}
        for i, word in enumerate(self.words):
            for stem, until in stems.items():
                rest = word.removeprefix(stem)
                adjective = (
                    self.lang.adjectives.get(self.lang.lemma(rest)) if rest not in ("", word) else None
                )
                if adjective is None or not self.lang.ends_as_superlative(rest):
                    continue
                joined = i > 1 and self.words[i - 1] in self.lang.phrases("until")
                low = stems.get(self.words[i - 2], until) if joined else until
                first = i - 2 if low != until else i
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=first,
                    last=i,
                    high=adjective.high,
                    measures=adjective.measures,
                    number=low,
                    until=until,
                    function="places",
                )

    def _rank(self, word: str) -> int | None:
        if match := self.ordinal.fullmatch(word):
            return int(match[1])
        return ordinals(self.lang).get(word)

    def _marked(self, i: int) -> int | None:
        """“die 6. bis 10.”: a number with a dot, where the language writes ranks so; alone it is a day."""
        mark, end = self.lang.data["ordinal_mark"], self.tokens[i].end
        is_rank = bool(mark) and self.words[i].isdecimal() and self.text[end : end + 2] == f"{mark} "
        return int(self.words[i]) if is_rank and len(self.words[i]) < _LONG else None

    def _span(self, start: int, end: int) -> tuple[int, int] | None:
        """The tokens that lie in start..end; None when it begins or ends inside one ("VX2041")."""
        inside = [i for i, t in enumerate(self.tokens) if t.start < end and start < t.end]
        if not inside:
            return None
        first, last = inside[0], inside[-1]
        if self.tokens[first].start < start:
            return None
        return (first, last) if self.tokens[last].end <= end else None

    # ── dates ────────────────────────────────────────────────────────────────────────────────────

    def dates(self) -> Iterator[Found]:
        """Dates and periods, each with the words that say how it is meant: "since", "before"."""
        spans = list(Calendar(self.text, self.tokens, self._span, self.lang, self.today).spans())
        yield from self._ranges(spans)
        yield from self._following(spans)
        yield from self._days(spans)
        for (first, end), since, before in spans:
            if first == end and self._is_lower_limit(first):
                continue
            begin, operator, led = self._led(first)
            last, following, said = self._followed(end)
            if following:
                operator, led = following, led + said
            elif self._goes_on(first, end):
                begin, operator, last = first - 1, ">=", end + 1
            elif self._is_origin(begin, first) and before - since > timedelta(days=1):
                operator = "="
            yield Found(
                cue=Cue.DATE,
                first=begin,
                last=last,
                operator=operator,
                since=since,
                before=before,
            )

    def _following(self, spans: list[Spanned]) -> Iterator[Found]:
        """“2025 or 2026", "im Mai oder Juni 2024": periods that follow each other are one."""
        for (first, end), since, until in spans:
            for (second, last), begins, before in spans:
                joins = " ".join(self.words[end + 1 : second]) in self.lang.phrases("disjunction")
                begin, operator, _ = self._led(first)
                if joins and until == begins and operator == "=":
                    yield Found(
                        cue=Cue.DATE, first=begin, last=last, operator="=", since=since, before=before
                    )

    def _is_origin(self, begin: int, first: int) -> bool:
        """“Invoices from 2024" are those of that year; what is valid from 2024 or starts from May goes on."""
        if not begin or " ".join(self.words[begin:first]) not in self.lang.phrases("date_of_origin"):
            return False
        before, lasting = self.words[begin - 1], self.lang.phrases("date_lasting")
        return before not in self.lang.stop | lasting and self.lemmas[begin - 1] not in lasting

    def _is_lower_limit(self, i: int) -> bool:
        """“between 1000 and 5000 m²": a number that is measured in what follows the other one is no year."""
        joins = i + 3 < len(self.words) and self.words[i + 1] in self.lang.phrases("between.join")
        opened = i > 0 and self.words[i - 1] in self.lang.phrases("between.open")
        return joins and opened and any(f.first == i + 2 and f.units for f in self.numbers())

    def _led(self, first: int) -> tuple[int, str, int]:
        """Where what leads to a date begins ("since the"), its operator, and how many words say so."""
        table, calendar = self.lang.table("date_comparison"), self.lang.data["calendar"]
        begins = [first]
        for said in (calendar["year"], calendar["articles"]):  # "before the year 2000"
            if begins[-1] > 1 and self.words[begins[-1] - 1] in said:
                begins.append(begins[-1] - 1)
        for end in begins:
            for size in range(min(_LEADING, end), 0, -1):
                operator = table.get(" ".join(self.words[end - size : end]))
                if operator is not None:
                    # "later than 2016" is later than a date, not more than a number
                    is_degree = self.words[end - 1] in self.lang.phrases("than")
                    return end - size, str(operator), size + (first - end) + (2 if is_degree else 0)
        return begins[-1] if self.words[first - 1] in calendar["year"] else first, "=", 0

    def _followed(self, last: int) -> tuple[int, str, int]:
        """Where what stands behind a date ends ("or later"), its operator, and how many words say so."""
        table = self.lang.table("date_following")
        for size in (2, 1):
            said = self.words[last + 1 : last + 1 + size]
            operator = table.get(" ".join(said))
            if operator is not None:
                return last + len(said), str(operator), len(said)
        return last, "", 0

    def _goes_on(self, first: int, last: int) -> bool:
        """“From 2020 on"."""
        before, behind = self.words[max(first - 1, 0) : first], self.words[last + 1 : last + 2]
        is_led = not self.lang.phrases("date_from").isdisjoint(before)
        return is_led and not self.lang.phrases("date_on").isdisjoint(behind)

    def _ranges(self, spans: list[Spanned]) -> Iterator[Found]:
        """“between March and May 2024”, “from 2020 to 2022”, “2020-2022”, “from the start of May to June”."""
        opened, joined = self.lang.phrases("between.open"), self.lang.phrases("between.join")
        until = self.lang.phrases("until")
        articles = self.lang.data["calendar"]["articles"]
        for (first, last), since, _ in spans:
            begin = edge_before(self.words, first, self.lang)
            begin = begin - 1 if begin > 1 and self.words[begin - 1] in articles else begin
            is_open = bool(begin) and self.words[begin - 1] in opened
            for (then, end), _, before in spans:
                between = self.text[self.tokens[last].end : self.tokens[then].start] if then > last else ""
                led = edge_before(self.words, then, self.lang)
                led = led - 1 if led > last + 2 and self.words[led - 1] in articles else led
                is_joined = led == last + 2 and self.words[last + 1] in (joined if is_open else until)
                is_dash = then == last + 1 and between.strip() in _DASHES and self._is_year(first, last)
                if not (is_joined or is_dash):
                    continue
                opening = since if since < before else _earlier(since)
                if opening < before:
                    start = begin - 1 if is_open else first
                    yield Found(
                        cue=Cue.DATE,
                        first=start,
                        last=end,
                        operator="=",
                        since=opening,
                        before=before,
                    )

    def _days(self, spans: list[Spanned]) -> Iterator[Found]:
        """“between 1 and 31 January 2025": the first day has the month and the year of the second."""
        opened, joined = self.lang.phrases("between.open"), self.lang.phrases("between.join")
        articles = self.lang.data["calendar"]["articles"]
        for (then, end), last, before in spans:
            begin, join = then - 2, then - 1
            if self.words[join : join + 1] and self.words[join] in articles:  # "vom 1. bis zum 31. Januar"
                begin, join = begin - 1, join - 1
            lead = begin - 1 if begin > 0 and self.words[begin - 1] not in articles else begin - 2
            if begin < 1 or lead < 0 or self.words[join] not in joined or self.words[lead] not in opened:
                continue
            day = _DAY.fullmatch(self.words[begin])
            if day is not None and before - last == timedelta(days=1) and 0 < int(day[1]) < last.day:
                since = last.replace(day=int(day[1]))
                yield Found(cue=Cue.DATE, first=lead, last=end, operator="=", since=since, before=before)

    def _is_year(self, first: int, last: int) -> bool:
        return first == last and self.words[first].isdecimal()


_PERIODS = ("day", "month", "quarter", "year", "decade")
_LONG = 5  # digits of no rank
_LEADING = 4  # words of what leads to a date: "since the beginning of"
_DASHES = ("-", "\u2013", "\u2014")
_NEAR = 3  # words from "what did" to "pay"
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")


def _earlier(day: date) -> date:
    """The same day a year before: "between November and February" begins in the year before it ends."""
    return date(day.year - 1, day.month, min(day.day, 28) if day.month == 2 else day.day)  # noqa: PLR2004


_EARLY = 4  # an imperative stands near the beginning
