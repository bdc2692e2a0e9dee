"""The rules for lists of columns: "projects with start date, end date and budget", "name and e-mail of all
suppliers", "for each employee the department and the manager".

In: stretches that stand one behind the other in a list, and what has all of them. Out: the things with what
the list names beside each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.forms.form import Thing
from kgqa.language import Language, everywhere
from kgqa.linking.tokens import Token
from kgqa.strategies.parse.groups import WAYS, Groups
from kgqa.strategies.parse.lexicon import GUESSED, TERMS, Entry
from kgqa.strategies.parse.meaning import (
    KEY,
    NAME,
    Columns,
    End,
    Found_,
    Grouper,
    Meaning,
    Operator,
    Second,
    Set,
)
from kgqa.strategies.parse.patterns import concrete, implied
from kgqa.types import Link, LinkedQuestion, TermKind

UNLIKE = 0.5  # that two items of a list are of different things
LIST = 0.1  # what it costs to read a list as columns
CONDITIONS = 1.0  # what it costs to take apart what stands in one list
NEAR = 2  # tokens between "their" and the end of what is theirs
MANY = 0.5  # what it costs to show what is named in the plural alone: "customers with orders and projects"


@dataclass(frozen=True)
class Listing:
    """Columns over one schema, for one question's words. `breaks` are the tokens behind which a list of
    columns goes on.
    """

    groups: Groups
    lang: Language
    words: tuple[str, ...]
    breaks: frozenset[int]

    def is_break(self, last: int, first: int) -> bool:
        """Whether two stretches are items of a list, one behind the other; what leads to it parts them."""
        inside = (at for at in self.breaks if last <= at < first)
        return any(self._having.isdisjoint(self.words[last + 1 : at + 1]) for at in inside)

    def apart(self, one: Meaning, other: Meaning) -> float:
        """What it costs to join two items of a list in another way."""
        second = other.one if isinstance(other, Second) else other
        if not (isinstance(one, Set) and isinstance(second, Set)):
            return 0.0
        if isinstance(one.focus.node, Thing) or one.is_number or second.is_number:
            return 0.0
        return CONDITIONS if one.open is None else 3 * LIST

    def next(self, one: Meaning, other: Meaning) -> Iterator[Found_]:
        """The list with its next item."""
        other = other.one if isinstance(other, Second) and not (other.any or other.apart) else other
        items = _items(one), _items(other)
        if items[0] and len(items[1]) == 1:
            yield Columns((*items[0], *items[1])), self._unlike(items[0], items[1][0])

    def _unlike(self, items: tuple[Set | str, ...], item: Set | str) -> float:
        """What it costs that nothing has an item and another one: a customer's number, an order's date."""
        ends = [i.open.classes for i in items if isinstance(i, Set) and i.open is not None]
        end = item.open.classes if isinstance(item, Set) and item.open is not None else frozenset()
        overlap = self.groups.schema.overlap
        return UNLIKE if end and ends and not any(not e or overlap(e, end) for e in ends) else 0.0

    def beside(self, one: Meaning, other: Meaning, last: int, first: int) -> Iterator[Found_]:
        """A list with what has the columns, before or behind it."""
        gap = set(self.words[last + 1 : first])
        if isinstance(one, Columns):
            if isinstance(other, Set) and gap & self._belonging and not gap & self._having:
                yield from self._shown(other, one, every=self._says_every(gap, first))
            elif isinstance(other, Grouper) and other.each and other.by is not None:
                yield from self._shown(other.by, one, every=True)
        elif isinstance(other, Columns):
            if isinstance(one, Grouper) and one.each and one.by is not None and not one.also:
                yield from self._shown(one.by, other, every=True)
            elif isinstance(one, Set) and gap & self._having and not gap & self.lang.phrases("indefinite"):
                yield from self._shown(one, other, every=self._says_every(self.words[:last], first))

    def known(self, one: Set, made: Set, *, every: bool) -> Set:
        """A set with a further column; where `every` thing is wanted, also those that have no such value, but
        for what has to be of a class that no property says.
        """
        new = tuple(f for f in made.facts if f not in one.facts)
        types = [t for t in made.types if t not in one.types]
        schema = self.groups.schema
        if not every or not all(implied(v, concrete(schema, c), new, schema) for v, c in types):
            return made
        facts = (replace(f, optional=True) if f in new else f for f in made.facts)
        return made.changed(facts=tuple(facts), types=one.types)

    def says_every(self, last: int, first: int) -> bool:
        """Whether all of what is named before token `last` are wanted: "list all employees with …"."""
        return self._says_every(self.words[: last + 1], first)

    def _says_every(self, before: Sequence[str] | set[str], first: int) -> bool:
        said = {*before, *self.words[first : first + 1]}
        text = f" {' '.join(self.words)} "
        is_known = any(f" {phrase} " in text for phrase in self.lang.phrases("columns.where_known"))
        return is_known or bool(said & self.lang.phrases("columns.universal"))

    def _shown(self, head: Set, columns: Columns, *, every: bool) -> Iterator[tuple[Set, float]]:
        """The head with each item beside it."""
        if head.open is not None or head.is_value or not head.is_plain or head.also:
            return
        is_thing = isinstance(head.focus.node, Thing)
        if not (is_thing or head.named):
            return
        many = all(isinstance(item, Set) and item.types and item.many for item in columns.items)
        found: list[tuple[Set, tuple[End, ...], float]] = [(head, (), LIST + (MANY if many else 0.0))]
        for item in columns.items:
            more = [
                (held, (*shown, end), dear + dearer)
                for made, shown, dear in found
                for held, end, dearer in self._column(made, item, every=every)
            ]
            found = sorted(more, key=lambda m: m[2])[:WAYS]
        is_called = is_thing or NAME in columns.items or any(map(self._tells_apart, columns.items))
        for made, shown, dear in found:
            ends = shown if is_called else (head.focus, *shown)
            yield made.changed(focus=ends[0], also=ends[1:]), dear

    def _is_amount(self, item: Set) -> bool:
        """Whether an item is a class of what stands for a number alone, which a property says better."""
        schema, naming = self.groups.schema, self.groups.patterns.naming
        return item.open is None and all(schema.measure_of(c, naming) for c in item.focus.classes)

    def _tells_apart(self, item: Set | str) -> bool:
        """Whether an item stands for what has it: a part number for the part."""
        if not isinstance(item, Set):
            return item == KEY
        contacts, label = everywhere("columns.contacts"), self.groups.measures.label(item.focus.literal)
        return self.groups.schema.is_key(item.focus.literal) and contacts.isdisjoint(label)

    def _column(self, one: Set, item: Set | str, *, every: bool) -> Iterator[tuple[Set, End, float]]:
        """The set with one item beside it, and what is shown for it."""
        if isinstance(item, Set):
            for made, dear in self.groups.beside(one, item) if not self._is_amount(item) else ():
                is_bare = not (item.filters or item.absent or item.nested or self._tells_apart(item))
                yield self.known(one, made, every=every and is_bare), item.focus, dear
            return
        measures = self.groups.measures
        called = measures.names if item == NAME else measures.numbers
        for name in called(one.focus.classes)[:1]:
            if (valued := measures.valued(one, name)) is not None:
                yield valued.changed(focus=one.focus), valued.focus, 0.0

    @property
    def _belonging(self) -> frozenset[str]:
        return self.lang.phrases("belonging") | self.lang.phrases("after_nouns")

    @property
    def _having(self) -> frozenset[str]:
        return self.lang.phrases("columns.with")


def _items(one: Meaning) -> tuple[Set | str, ...]:
    """What may stand in a list of columns."""
    if isinstance(one, Columns):
        return one.items
    if not isinstance(one, Set) or not one.is_plain or one.also:
        return ()
    is_item = one.types if one.open is None else not one.open.literal
    return (one,) if is_item else ()


def asks_again(words: Sequence[str], at: int, lang: Language) -> bool:
    """Whether a word is a question word behind another one: "who supplies which component"."""
    asking = lang.phrases("columns.asked")
    return words[at] in asking and not asking.isdisjoint(words[:at])


def breaks(linked: LinkedQuestion, tokens: tuple[Token, ...], lang: Language) -> dict[int, int]:
    """The tokens behind which a list of columns goes on, each with the one that the next item begins with.
    Items begin with a class or a property, or with the word for a name, and one of them at least is no class:
    "customers and suppliers" are no columns. What is "theirs" stands beside a thing, not in a list,
    and what something has "a" one of is a condition.
    """
    begins, ends = _terms(linked, tokens, lang)
    having = lang.phrases("columns.with")
    parting = having | lang.phrases("relative")
    joins, led, owned = map(lang.phrases, ("conjunction", "before_nouns", "columns.owned"))
    found: dict[int, int] = {}
    run: list[tuple[int, int]] = []
    for at, token in enumerate(tokens[:-1]):
        if token.folded in lang.phrases("columns.by") and tokens[at + 1].folded not in having:
            return {} if begins.get(at + 1) else found  # behind it stand keys, which are columns themselves
        if not _goes_on(at, linked.question.text, tokens, joins):
            continue
        begin = at + 1
        is_owned = any(t.folded in owned for t in tokens[max(0, at - NEAR) : at])  # "their date and city"
        skipped = joins | led if run or is_owned else (joins | led) - owned
        while begin < len(tokens) and tokens[begin].folded in skipped:
            begin += 1
        before = tokens[run[-1][1] : at] if run else ()
        if any(t.folded in parting for t in before):
            run = []  # "customers and suppliers with name and country", "policies that have a claim and …"
        is_one = any(t.folded in lang.phrases("indefinite") for t in tokens[at + 1 : begin])
        if begin in begins and not is_one and (run or at in ends):
            run.append((at, begin))
            if any(begins[b] or ends.get(a) for a, b in run):
                found.update(run)
        else:
            run = []
    return found


def _goes_on(at: int, text: str, tokens: Sequence[Token], joins: frozenset[str]) -> bool:
    """Whether a comma or a word that joins stands behind a token."""
    is_comma = "," in text[tokens[at].end : tokens[at + 1].start]
    return (is_comma or tokens[at + 1].folded in joins) and tokens[at].folded not in joins


def _terms(
    linked: LinkedQuestion, tokens: Sequence[Token], lang: Language
) -> tuple[dict[int, bool], dict[int, bool]]:
    """Where classes, properties and words for a name begin, and where they end; whether they are no class."""
    named = {i: True for i, _ in _names(linked, tokens, lang)}
    begins, ends = dict(named), dict(named)
    for link in sorted(linked.links, key=lambda n: n.end - n.start):
        span = [i for i, t in enumerate(tokens) if link.start <= t.start and t.end <= link.end]
        kind = link.matches[0].kind if link.matches else None
        if span and kind in TERMS:
            begins[span[0]] = ends[span[-1]] = kind is TermKind.PROPERTY
    return begins, ends


def where_known(tokens: Sequence[Token], lang: Language) -> set[int]:
    """The tokens that only say that some have no such value: "with their e-mail address where known"."""
    words, phrases = [t.folded for t in tokens], lang.phrases("columns.where_known")
    runs = (
        range(first, first + len(phrase.split())) for first in range(len(words)) for phrase in sorted(phrases)
    )
    return {i for run in runs if " ".join(words[run.start : run.stop]) in phrases for i in run}


def with_names(
    entries: list[Entry],
    linked: LinkedQuestion,
    tokens: Sequence[Token],
    lang: Language,
    at: Mapping[int, int],
) -> list[Entry]:
    """Entries with the words of a list for the name or the number of what has it, which do nothing else."""
    items = {i: what for i, what in _names(linked, tokens, lang) if i in (*at, *at.values())}
    others = [e for e in entries if not (e.first in items and isinstance(e.meaning, Operator))]
    return [*others, *(Entry(i, i, Columns((what,)), 0.0) for i, what in items.items())]


def _names(linked: LinkedQuestion, tokens: Sequence[Token], lang: Language) -> Iterator[tuple[int, str]]:
    """The words for a name or a number, but for those within one ("family name") and those of a property."""
    words = dict.fromkeys(everywhere("columns.keys"), KEY) | dict.fromkeys(everywhere("naming_words"), NAME)
    for i, token in enumerate(tokens):
        inside = (n for n in linked.links if n.start <= token.start and token.end <= n.end)
        if any(n.end - n.start > len(token.text) or _is_met(n) for n in inside if n.matches):
            continue
        counts = any(t.folded in lang.phrases("belonging") for t in tokens[i + 1 : i + 2])
        for said in (token.folded, lang.lemma(token.text)):
            if said in words and not (counts and words[said] == KEY):  # "number of projects"
                yield i, words[said]
                break


def _is_met(link: Link) -> bool:
    """Whether words name a class or a property as they are."""
    best = link.matches[0]
    return best.kind in TERMS and best.how not in GUESSED
