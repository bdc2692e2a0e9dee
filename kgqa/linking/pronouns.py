"""Words that point back -> the things of the thread that they may mean: "she", "its", "that order", "the
second one".

In: a question with its history. Out: links that stand at the words, the likeliest antecedent first: of one
person for "her", of an order for "that order", what was answered before what was asked about, the nearest
first. "Who is her manager? And her e-mail?" goes on from the same person: a pronoun that is said again in a
parallel clause keeps what it stands for (parallelism; Kameyama 1986, Smyth 1994).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgqa.language import Language, everywhere, fold
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.walk import named_things
from kgqa.types import Link, Match, Outcome, Question, TermKind, Turn

TURNS = 6  # how far back a pronoun reaches
FARTHER = 0.015  # what each step back costs
_MOST = 8  # antecedents of one pronoun


@dataclass(frozen=True, slots=True)
class Said:
    """A thing that was said before, and whether it was answered (not only asked about)."""

    iri: str
    classes: tuple[str, ...]
    answered: bool


def pronouns(
    question: Question,
    tokens: tuple[Token, ...],
    index: TermIndex,
    lang: Language,
    ontology: Ontology,
    named: Sequence[Link] = (),
) -> Iterator[Link]:
    """A link for each pronoun that may mean one thing said before; `ontology` tells people from things,
    `named` is what the question names itself.
    """
    if not question.history:
        return
    things = [n for n in named if n.matches and n.matches[0].kind is TermKind.ENTITY]
    said = list(antecedents(question.history, index))
    listed = _listed(question.history)
    taken = set(_for_nothing(tokens, lang))
    for first, last, iri in _counted(tokens, listed, lang):
        taken.update(range(first, last + 1))
        yield _link(question, tokens, first, last, [iri], index)
    for i, token in enumerate(tokens):
        if i in taken:
            continue
        if token.folded in lang.phrases("follow_up.pointing") and (
            pointed := _pointed(question, tokens, i, said, index, lang, ontology)
        ):
            last, iris = pointed
            taken.update(range(i, last + 1))
            yield _link(question, tokens, i, last, iris, index)
        elif token.folded in lang.phrases("follow_up.any") and _are_several(things, token.start):
            continue  # "the engines of A and B, and their prices"
        elif iris := _meant(question, tokens, i, said, index, lang, ontology):
            yield _link(question, tokens, i, i, iris, index)


def _are_several(things: Iterable[Link], end: int) -> bool:
    """Whether several things are named one after the other before this place."""
    ends = 0
    count = 0
    for link in sorted(things, key=lambda n: (n.start, -n.end)):
        if ends <= link.start and link.end <= end:
            count, ends = count + 1, link.end
    return count > 1


def _for_nothing(tokens: tuple[Token, ...], lang: Language) -> Iterator[int]:
    """The words of phrases in which a pronoun stands for nothing: "gibt es"."""
    phrases = lang.phrases("follow_up.for_nothing")
    sizes = {len(phrase.split()) for phrase in phrases}
    for size in sizes:
        for first in range(len(tokens) - size + 1):
            if " ".join(t.folded for t in tokens[first : first + size]) in phrases:
                yield from range(first, first + size)


def points_back(text: str, lang: Language) -> bool:
    """Whether a phrase is a pronoun or begins like "that order": its meaning was taken from the thread."""
    words = [t.folded for t in tokenise(text)]
    if not words:
        return False
    singles = {w for name in ("persons", "things", "any", "alone") for w in lang.phrases(f"follow_up.{name}")}
    return (
        (len(words) == 1 and words[0] in singles)
        or words[0] in lang.phrases("follow_up.pointing")
        or words[-1] in lang.phrases("follow_up.ones")
        or any(w in lang.table("ordinals") for w in words)
    )


def _link(
    question: Question, tokens: tuple[Token, ...], first: int, last: int, iris: list[str], index: TermIndex
) -> Link:
    start, end = tokens[first].start, tokens[last].end
    matches = tuple(_match(iri, n, index) for n, iri in enumerate(iris[:_MOST]))
    return Link(text=question.text[start:end], start=start, end=end, matches=matches)


def _match(iri: str, steps: int, index: TermIndex) -> Match:
    thing = index.thing(iri)
    return Match(
        kind=TermKind.ENTITY,
        iri=iri,
        label=thing.label if thing else iri,
        score=round(1.0 - FARTHER * steps, 4),
        how="pinned",
        classes=thing.classes if thing else (),
    )


# ── what was said before ─────────────────────────────────────────────────────────────────────────


def antecedents(history: tuple[Turn, ...], index: TermIndex) -> Iterator[Said]:
    """Single things that were answered or asked about, the nearest first."""
    seen: set[str] = set()
    for turn in reversed(history[-TURNS:]):
        answered = turn.things if len(turn.things) == 1 else ()
        for iri in (*answered, *(p.term for p in turn.pins), *_named(turn, index)):
            if iri not in seen:
                seen.add(iri)
                thing = index.thing(iri)
                yield Said(iri, thing.classes if thing else (), iri in answered)


def _named(turn: Turn, index: TermIndex) -> Iterator[str]:
    """The things of the graph that the turn's query names."""
    parsed = parse(turn.sparql) if turn.sparql else None
    if isinstance(parsed, ParsedQuery):
        yield from (iri for iri in named_things(parsed) if index.thing(iri))


def _listed(history: tuple[Turn, ...]) -> tuple[str, ...]:
    """The things of the last answer that had several, in its order; those of one answer are left behind."""
    return next((t.things for t in reversed(history[-TURNS:]) if len(t.things) > 1), ())


def _is_one(turn: Turn, index: TermIndex) -> bool:
    """Whether the last answer was one thing, or a value of one thing: "they" may mean that alone."""
    if turn.things:
        return len(turn.things) == 1
    is_list = turn.outcome is not Outcome.ANSWERED or "(COUNT(" in (turn.sparql or "")
    return not is_list and len(set(_named(turn, index))) == 1


# ── one word ─────────────────────────────────────────────────────────────────────────────────────


def _meant(
    question: Question,
    tokens: tuple[Token, ...],
    i: int,
    said: list[Said],
    index: TermIndex,
    lang: Language,
    ontology: Ontology,
) -> list[str]:
    """What a pronoun may mean; nothing where it means all that was answered."""
    word = tokens[i].folded
    of_person = word in lang.phrases("follow_up.persons")
    of_thing = word in lang.phrases("follow_up.things")
    of_any = word in lang.phrases("follow_up.any")
    counts = " ".join(t.folded for t in tokens).startswith(tuple(lang.phrases("count_phrases")))
    is_alone = word in lang.phrases("follow_up.alone") and stands_alone(tokens, i, lang) and not counts
    if not (of_person or of_thing or of_any or is_alone) or (
        is_alone and not _is_one(question.history[-1], index)
    ):
        return []
    if of_any and not _is_one(question.history[-1], index):
        return []
    people = [s.iri for s in said if is_person(s, ontology)]
    others = [s.iri for s in said if s.iri not in people]
    if (of_person and of_thing) or of_any or is_alone:
        found = [s.iri for s in said]
    else:
        found = people or others if of_person else others or people
    again = _said_again(question, word, found, index, lang)
    return list(dict.fromkeys([*again, *found]))


def stands_alone(tokens: tuple[Token, ...], i: int, lang: Language) -> bool:
    """Whether nothing follows for which a word may be the article: "wann ist das fertig", and not "welcher
    ist der leichteste".
    """
    behind = tokens[i + 1 :]
    if not behind:
        return True
    said = behind[0].folded
    is_chosen = said in lang.table("superlative") or lang.ends_as_superlative(said)
    return lang.data["capital_nouns"] and not is_chosen and all(t.text.islower() for t in behind)


def _said_again(
    question: Question, word: str, found: list[str], index: TermIndex, lang: Language
) -> list[str]:
    """What the same pronoun stood for in the last question, where this one goes on from it: "and her …"."""
    last = question.history[-1]
    words = " ".join(t.folded for t in tokenise(question.text))
    goes_on = any(words.startswith(f"{s} {word}") for s in lang.phrases("follow_up.going_on"))
    if not goes_on or word not in {t.folded for t in tokenise(last.question)}:
        return []
    return [iri for iri in _named(last, index) if iri in found][:1]


def is_person(said: Said, ontology: Ontology) -> bool:
    """Whether a thing is of a class, or below one, that is called like people are."""
    words = everywhere("person_words")
    above = {a for cls in said.classes for a in ontology.superclasses(cls)}
    return any(
        fold(n.text) in words for a in above if a in ontology.classes for n in ontology.classes[a].names
    )


# ── "that order", "the second one" ───────────────────────────────────────────────────────────────


def _pointed(
    question: Question,
    tokens: tuple[Token, ...],
    i: int,
    said: list[Said],
    index: TermIndex,
    lang: Language,
    ontology: Ontology,
) -> tuple[int, list[str]] | None:
    """The last token of "that sales order", and the things of its kind that were said before."""
    for size in (3, 2, 1):
        run = tokens[i + 1 : i + 1 + size]
        if len(run) < size:
            continue
        phrase = question.text[run[0].start : run[-1].end]
        classes = {m.iri for m in index.exact(phrase, lang) if m.kind is TermKind.CLASS}
        if not classes:
            continue
        iris = [s.iri for s in said if any(ontology.is_a(own, c) for own in s.classes for c in classes)]
        if iris:
            return i + size, iris
    return None


def _counted(
    tokens: tuple[Token, ...], listed: tuple[str, ...], lang: Language
) -> Iterable[tuple[int, int, str]]:
    """“the second one", "number 3", "the last one": of what was answered, in the order of the answer."""
    if len(listed) < 2:  # noqa: PLR2004  # of one thing there is no second
        return
    words = [t.folded for t in tokens]
    ranks = lang.table("ordinals")
    stems = {w: int(n) for w, n in ranks.items()}
    for i, word in enumerate(words):
        number = stems.get(word) or next((n for w, n in stems.items() if _is_inflected(word, w, lang)), None)
        if word in lang.phrases("follow_up.last"):
            number = len(listed)
        after = words[i + 1] if i + 1 < len(words) else ""
        is_one = after in lang.phrases("follow_up.ones") and after not in lang.phrases("follow_up.several")
        is_end = i == len(words) - 1
        if number and number <= len(listed) and (is_one or is_end):
            yield i, i + 1 if is_one else i, listed[number - 1]
        elif word in lang.phrases("follow_up.number") and after.isdecimal() and 0 < int(after) <= len(listed):
            yield i, i + 1, listed[int(after) - 1]


def _is_inflected(word: str, ordinal: str, lang: Language) -> bool:
    """“zweiten" of "zweite"."""
    ending = len(word) - len(ordinal)
    return 0 < ending <= lang.data["inflected_letters"] and word.startswith(ordinal)
