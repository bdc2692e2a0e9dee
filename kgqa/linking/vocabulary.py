"""The words of the schema: classes and properties by stems, by a word akin, by how their names begin.

In: entries of classes and properties, then words. Out: entries, with how well each fits; a schema fits in
memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kgqa.language import Language, everywhere, fold, language
from kgqa.language.compounds import head_nouns
from kgqa.linking.entry import Entry
from kgqa.linking.tokens import Token, folded_words, tokenise
from kgqa.types import TermKind

_OPENING = 2
_ABBREVIATED, _COMPOUND = 3, 4
_FAMILY, _ENDING = 5, 4  # letters that words of one family share, and the longest ending that differs
_WHOLE, _PART = 0.9, 0.78  # how well a word fits a property whose only word it is, and another one's
# The same for a class, whose noun comes last: "orders" may be sales orders, "weather" is no weather service.
NOUN, _SHARED, _MODIFIER = 0.85, 0.8, 0.52
_MANY = 0.6  # that things are meant by the number that they are known by: "orders" by order number

Weighted = tuple[Entry, float]  # an entry, and how well it fits: 0..1


class Vocabulary:
    """The names of classes and properties, by their words."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._by_stem: defaultdict[frozenset[str], list[Entry]] = defaultdict(list)
        self._stems: set[str] = set()
        # by their first letters, which words akin have in common
        self._by_word: defaultdict[str, defaultdict[str, list[Entry]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._openings: defaultdict[str, list[Entry]] = defaultdict(list)
        self._small: defaultdict[str, list[Entry]] = defaultdict(list)  # properties of small words alone
        self._verbs: defaultdict[str, list[Entry]] = defaultdict(list)  # of a verb and a preposition
        self._nouns: defaultdict[str, set[str]] = defaultdict(set)  # classes by the nouns of their names
        self._heads: defaultdict[str, dict[str, Entry]] = defaultdict(dict)  # by the nouns of their compounds
        self._roles: defaultdict[str, dict[str, Entry]] = defaultdict(dict)  # properties by those of theirs
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        tokens = folded_words(entry.name)
        lang = language(entry.language or "en")
        words = [t for t in tokens if t not in lang.stop] or tokens
        stems = frozenset(lang.stem(t) for t in words)
        self._by_stem[stems].append(entry)
        self._stems |= stems
        if entry.kind is TermKind.CLASS:
            self._nouns[words[-1]].add(entry.iri)
            if entry.name[:1].isupper():
                for head in head_nouns(words[-1]):
                    self._heads[head].setdefault(entry.iri, entry)
        for word in (*words, *_bases(tokens, lang)):
            self._by_word[word[:_ABBREVIATED]].setdefault(word, []).append(entry)
        if entry.kind is not TermKind.PROPERTY:
            return
        if len(tokens) == 1 and entry.name[:1].isupper():
            for head in head_nouns(tokens[0]):
                self._roles[head].setdefault(entry.iri, entry)
        if len(tokens) > _OPENING:
            self._openings[lemmas(" ".join(tokens[:_OPENING]), lang)].append(entry)
        base = lemmas(entry.name, lang)
        if len(tokens) > 1 and set(base.split()) <= lang.stop:
            self._small[base].append(entry)
        elif len(tokens) == _OPENING and _is_finite(tokens, lang):
            self._verbs[base].append(entry)

    def stemmed(self, phrase: str, lang: Language) -> Iterator[Weighted]:
        """Those whose words have the phrase's stems in any order ("managed", "manager")."""
        stems = frozenset(lang.stem(t.text) for t in tokenise(phrase) if _counts(t, lang))
        return ((entry, 0.93) for entry in self._by_stem.get(stems, ()))

    def has_stem(self, token: Token, lang: Language) -> bool:
        """Whether the stem of a word stands in some name, or need not."""
        return not _counts(token, lang) or lang.stem(token.text) in self._stems

    def related(self, word: str, lang: Language) -> Iterator[Weighted]:
        """Those that have a word akin to this one in their name: the same stem, or the same beginning
        ("expert" - "area of expertise").
        """
        folded, stem = fold(word), lang.stem(word)
        are_many = folded != lang.lemma(word)
        for other, entries in self._by_word.get(folded[:_ABBREVIATED], {}).items():
            same = other == folded or lang.stem(other) == stem
            if not same and (other in lang.stop or not akin(folded, other) or _modifies(other, folded, lang)):
                continue
            for entry in entries:
                part = self._part(entry, other, lang, are_many=are_many and same)
                if not same and entry.kind is TermKind.CLASS and len(folded_words(entry.name)) > 1:
                    part = _MODIFIER  # who is serving is no weather service
                yield entry, part if same else part - 0.1

    def headed(self, word: str, lang: Language) -> Iterator[Weighted]:
        """The only class that is called by a German compound with this noun: "Techniker" may well be
        "Servicetechniker"; and the properties for who does what a verb says: who "betreut" a customer is
        their "Kundenbetreuer".
        """
        if not lang.data["capital_nouns"]:
            return
        base = lang.lemma(word)
        found = self._heads.get(base, {})
        yield from ((entry, NOUN) for entry in (found.values() if len(found) == 1 else ()))
        if word[:1].islower():
            agent = f"{base.removesuffix('n').removesuffix('e')}er"
            yield from ((entry, NOUN) for entry in self._roles.get(agent, {}).values())

    def _part(self, entry: Entry, word: str, lang: Language, *, are_many: bool) -> float:
        """How well one word of a name fits it. `are_many` says that the question has it in the plural."""
        every = folded_words(entry.name)
        keys = lang.phrases("identifying_words") if lang.data["capital_nouns"] else ()
        words = [w for w in every if w not in lang.stop and w not in keys] or every  # "Schlüssel-Nr."
        if entry.kind is TermKind.CLASS:
            if len(words) == 1:
                return _WHOLE
            # the noun of the name that the graph gives it; less where other classes have it too
            is_its_noun = not entry.source and word == words[-1]
            return (NOUN if len(self._nouns[word]) == 1 else _SHARED) if is_its_noun else _MODIFIER
        if len(words) > 1:
            return _PART
        is_a_number = every[-1] != word and every[-1] in lang.phrases("identifying_words")
        return _MANY if are_many and is_a_number else _WHOLE

    def opening(self, phrase: str, lang: Language) -> Iterator[Weighted]:
        """Properties whose names begin with the two words of the phrase: "part of" - "part of department",
        "looks after" - "looked after by".
        """
        return ((entry, 0.92) for entry in self._openings.get(lemmas(phrase, lang), ()))

    def verbs(self, phrase: str, lang: Language) -> Iterator[Weighted]:
        """Properties of a verb and its preposition, in another form: "work on" - "works on", "arbeiten am" -
        "arbeitet an".
        """
        verb, _, small = lemmas(phrase, lang).partition(" ")
        short = lang.table("contractions")
        return ((entry, 1.0) for entry in self._verbs.get(f"{verb} {short.get(small, small)}", ()))

    def small(self, phrase: str, lang: Language) -> Iterator[Weighted]:
        """Properties whose names are small words alone: "look after" - "looks after"."""
        return ((entry, 1.0) for entry in self._small.get(lemmas(phrase, lang), ()))


def _bases(words: list[str], lang: Language) -> Iterator[str]:
    """The verb of a date's name, where its stem is another one: "pay" of "paid on"; who is "paid by" somebody
    pays nobody.
    """
    if everywhere("date_words").isdisjoint(words):
        return
    for word in words:
        base = lang.lemma(word)
        if word not in lang.stop and lang.stem(base) != lang.stem(word):
            yield base


def _is_finite(words: list[str], lang: Language) -> bool:
    """Whether the words of a name say what one thing does: "works on", and not "ordered by"."""
    return words[-1] in lang.stop and words[0].endswith(lang.data["finite_ending"])


def _counts(token: Token, lang: Language) -> bool:
    """Whether a word of a phrase must be one of the name: no function word, unless written as an acronym."""
    return token.folded not in lang.stop or (token.text.isupper() and len(token.text) > 1)


def _modifies(part: str, compound: str, lang: Language) -> bool:
    """Whether a word is only what a compound begins with: a "headcount" is a count and no head; but a
    "Budgetsumme" is budgets, added up.
    """
    rest = compound.removeprefix(part)
    is_word = len(rest) >= _ABBREVIATED and rest != compound and lang.knows(rest)
    return is_word and rest not in lang.table("aggregate")


def lemmas(phrase: str, lang: Language) -> str:
    """The base forms of a phrase's words, folded, joined by blanks."""
    return " ".join(lang.lemma(t.text) for t in tokenise(phrase))


def akin(one: str, other: str) -> bool:
    """Whether two words begin alike for so long that they belong to one family."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    if shared == len(other) >= _ABBREVIATED and len(one) > shared:
        return True  # "latitude" is written "lat"
    if shared == len(one) >= _COMPOUND:
        return True  # "work" - "workplace"
    return shared >= _FAMILY and max(len(one), len(other)) - shared <= _ENDING
