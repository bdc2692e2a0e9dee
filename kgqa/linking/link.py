"""Question -> LinkedQuestion: every phrase that may name something, with all that it may mean.

Phrases are found without a model: quoted text, then runs of words, longest first, that the index knows; then
single words by part of a name or with a typing error. Overlapping phrases are kept: the strategy decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgqa.language import Language, fold
from kgqa.language.translation import SOURCE
from kgqa.linking.forms import participles
from kgqa.linking.index import TermIndex
from kgqa.linking.inexact import in_pair, is_turned, longer_names, other_ways, related
from kgqa.linking.meanings import best_of, has_part, person_first
from kgqa.linking.mentions import (
    codes,
    has_breaks,
    is_small_code,
    quoted,
    spans_a_break,
    unlinked,
)
from kgqa.linking.objects import with_objects
from kgqa.linking.pronouns import pronouns
from kgqa.linking.runs import Runs
from kgqa.linking.separable import separated
from kgqa.linking.tokens import Token, tokenise
from kgqa.linking.translated import LONGEST, translated
from kgqa.linking.vocabulary import NOUN
from kgqa.meant import NOTHING
from kgqa.ontology import Ontology
from kgqa.types import Link, LinkedQuestion, Match, Question, TermKind
from kgqa.values.countries import other_names

MAX_WORDS = 8
_OPENING = 2
_AS_WELL = 0.85  # how well "works in" fits the place where somebody is based


def link(
    question: Question, index: TermIndex, lang: Language, ontology: Ontology | None = None
) -> LinkedQuestion:
    """The links of a question. `unlinked` are its content words that no link covers; `ontology` tells which
    of the things said before a pronoun may mean.
    """
    tokens = tokenise(question.text)
    ontology = ontology or Ontology()
    pinned = _pinned(question, index, ontology)
    known = _known_phrases(question.text, tokens, index, lang, ontology)
    links = [n for n in known if not _is_within(n, pinned)]
    links += pinned
    links += longer_names(question.text, tokens, _covered(tokens, links), index, lang)
    links += (_widest(n, ontology, lang) for n in other_ways(tokens, _covered(tokens, links), index, lang))
    inside = codes(question.text)
    links = [n for n in links if not any(_is_piece(n, start, end) for start, end in inside)]
    links += pronouns(question, tokens, index, lang, ontology, links)
    links = with_objects(links, tokens, ontology, lang)
    links.sort(key=lambda n: (n.start, -n.end))
    return LinkedQuestion(
        question=question, links=tuple(links), unlinked=unlinked(question.text, links, lang)
    )


def _widest(found: Link, ontology: Ontology, lang: Language) -> Link:
    """A noun that several classes end with is the one above the others: "ships" are client ships, where
    container ships are such.
    """
    said = lang.lemma(found.text)
    ending = [
        m
        for m in found.matches
        if m.kind is TermKind.CLASS and m.how == "partial" and said == lang.lemma(m.label.split()[-1])
    ]
    above = [m for m in ending if all(m is o or m.iri in ontology.superclasses(o.iri) for o in ending)]
    if len(ending) == 1 or len(above) != 1:
        return found
    widest = replace(above[0], score=NOUN)
    others = (m for m in found.matches if m is not above[0])
    return replace(found, matches=tuple(sorted((widest, *others), key=lambda m: -m.score)))


def _covered(tokens: tuple[Token, ...], links: list[Link]) -> set[int]:
    return {i for i, t in enumerate(tokens) if any(n.start <= t.start and t.end <= n.end for n in links)}


def _pinned(question: Question, index: TermIndex, ontology: Ontology) -> list[Link]:
    """What the asker has chosen already: things, classes or properties."""
    found = []
    for pin in question.pins:
        at = question.text.casefold().find(pin.mention.casefold())
        if at >= 0 and pin.mention and pin.term != NOTHING:
            thing = index.thing(pin.term)
            kind = _kind(pin.term, ontology)
            named = ontology.label(pin.term, question.language) if kind is not TermKind.ENTITY else ""
            match = Match(
                kind=kind,
                iri=pin.term,
                label=thing.label if thing else named or pin.mention,
                score=1.0,
                how="pinned",
                classes=thing.classes if thing else (),
            )
            found.append(Link(text=pin.mention, start=at, end=at + len(pin.mention), matches=(match,)))
    return found


def _kind(iri: str, ontology: Ontology) -> TermKind:
    if iri in ontology.classes:
        return TermKind.CLASS
    return TermKind.PROPERTY if iri in ontology.properties else TermKind.ENTITY


def _is_piece(found: Link, start: int, end: int) -> bool:
    """Whether a link takes a piece out of a code: "WR" of "WR-201" is another thing."""
    overlaps = found.start < end and start < found.end
    return overlaps and not (found.start <= start and end <= found.end)


def _is_within(found: Link, pinned: list[Link]) -> bool:
    """Whether a phrase lies inside one whose meaning has been chosen."""
    return any(p.start <= found.start and found.end <= p.end for p in pinned)


def _known_phrases(
    text: str, tokens: tuple[Token, ...], index: TermIndex, lang: Language, ontology: Ontology
) -> Iterable[Link]:
    """Runs of words that are names, by every form; one that lies inside a longer name is kept as well."""
    count = len(tokens)
    parts: frozenset[str] | None = None
    longest = max(index.longest, LONGEST if lang.code == SOURCE else 0)
    apart = {verb.verb: verb for verb in separated(text, tokens, lang)}
    runs = Runs(tokens, index, lang)
    in_quotes = quoted(text)
    pairs = [in_pair(tokens, i, lang) for i in range(count)]
    is_broken = has_breaks(text)
    for size in range(min(MAX_WORDS, longest, count), 0, -1):
        for first in range(count - size + 1):
            run = tokens[first : first + size]
            start, end = run[0].start, run[-1].end
            phrase = text[start:end]
            verb = apart.get(first) if size == 1 else None
            is_small = all(runs.empty[first : first + size]) and not is_small_code(phrase)
            if is_small and not verb and not any(s < start and end <= e for s, e in in_quotes):
                if size > 1 and (small := best_of(index.small(phrase, lang))):
                    yield Link(text=phrase, start=start, end=end, matches=small)
                continue
            if is_broken and spans_a_break(phrase):
                yield from _broken(phrase, start, index, lang) if runs.may_be_name(first, size) else ()
                continue
            found = _named(phrase, runs, first, size, index, lang)
            found += _states(run[0], index, lang) if size == 1 and not found else ()
            found += _countries(run, index, lang)
            if runs.may_be_stemmed(first, size):
                found += index.stemmed(phrase, lang)
            found += _done(run[0], index, lang) if size == 1 else ()
            if verb:
                both = f"{phrase} {tokens[verb.prefix].text}"  # "stellt … her"
                for said in (verb.whole, both):
                    found += (*index.exact(said, lang), *index.stemmed(said, lang))
                found += index.opening(both, lang)
                run = (replace(run[0], text=verb.whole, folded=fold(verb.whole)),)
            found += translated(run, found, index, lang, ontology) if size > 1 or not pairs[first] else ()
            if has_part(found, index.parts):
                parts = index.parts - _named_parts(text, tokens, index, lang) if parts is None else parts
                if has_part(found, parts):
                    found = person_first(found, index.partial(phrase), parts)
            if size == _OPENING and run[-1].folded in lang.stop:
                found += (*index.opening(phrase, lang), *_verbs(text, tokens, first, index, lang))
            found = [m for m in found if not is_turned(m, tokens, lang)]
            if not found:
                continue
            if size == 1 and any(m.kind is TermKind.PROPERTY for m in found):
                found += related(run[0], index, lang)
            yield Link(text=phrase, start=start, end=end, matches=best_of(found))


def _named(phrase: str, runs: Runs, first: int, size: int, index: TermIndex, lang: Language) -> list[Match]:
    """The names that are the phrase; where there is none, those of its words in another order."""
    found = [*index.exact(phrase, lang)] if runs.may_be_name(first, size) else []
    if size > 1 and not found and runs.may_be_reordered(first, size):
        found = [*index.reordered(phrase)]
    return found


def _broken(phrase: str, start: int, index: TermIndex, lang: Language) -> Iterable[Link]:
    """The names that have the same break themselves: "reed switch, 2 A"."""
    written = fold(phrase)
    found = [m for m in index.exact(phrase, lang) if fold(m.matched or m.value or m.label) == written]
    if found:
        yield Link(text=phrase, start=start, end=start + len(phrase), matches=best_of(found))


def _states(token: Token, index: TermIndex, lang: Language) -> Iterable[Match]:
    """The codes and values that a word names in another form: "storniert" for "stornierte"."""
    for form in participles(token, lang):
        yield from (m for m in index.inflected(form) if m.kind in (TermKind.ENTITY, TermKind.VALUE))


def _done(token: Token, index: TermIndex, lang: Language) -> Iterable[Match]:
    """The classes of what is done by a verb: "bestellt" tells of a "Bestellung"."""
    verb = lang.lemma(token.text)
    if not lang.data["capital_nouns"] or token.text[:1].isupper() or verb == token.folded:
        return ()
    return (m for m in index.stemmed(verb, lang) if m.kind is TermKind.CLASS)


def _verbs(
    text: str, tokens: Sequence[Token], first: int, index: TermIndex, lang: Language
) -> Iterable[Match]:
    """What a verb and its preposition name, where what they lead to stands behind them."""
    run = tokens[first : first + _OPENING]
    if _leads_on(text, tokens, first + _OPENING, lang):
        yield from index.verbs(text[run[0].start : run[-1].end], lang)
        yield from _places(run, index, lang)


def _leads_on(text: str, tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether what a preposition leads to stands right behind it: not in "which department they work in"."""
    if at >= len(tokens) or "," in text[tokens[at - 1].end : tokens[at].start]:
        return False
    return tokens[at].folded not in lang.phrases("conjunction") | lang.phrases("columns.which")


def _places(run: Sequence[Token], index: TermIndex, lang: Language) -> Iterable[Match]:
    """The properties for where people work, where one that is called so leads elsewhere: who "works in" a
    department may be "based at" a site.
    """
    said = " ".join((lang.lemma(run[0].text), run[1].folded))
    if said not in lang.phrases("work.said") or not any(True for _ in related(run[0], index, lang)):
        return
    for name in sorted(lang.phrases("work.places")):
        for match in index.exact(name, lang):
            if match.kind is TermKind.PROPERTY:
                yield replace(match, score=round(match.score * _AS_WELL, 4), how="alternative")


def _named_parts(text: str, tokens: tuple[Token, ...], index: TermIndex, lang: Language) -> set[str]:
    """The parts of names that the question speaks of: in "the surname Skaar" a surname is meant."""
    found = set()
    for size in (1, 2):
        for first in range(len(tokens) - size + 1):
            phrase = text[tokens[first].start : tokens[first + size - 1].end]
            found |= {m.iri for m in index.exact(phrase, lang) if m.kind is TermKind.PROPERTY}
    return found & index.parts


def _countries(run: tuple[Token, ...], index: TermIndex, lang: Language) -> Iterable[Match]:
    """The same country by its other names: "polish" finds Poland."""
    phrase = " ".join([t.folded for t in run])
    if len(phrase) <= 3 and not run[0].text.isupper():  # noqa: PLR2004  # "it" and "usa": codes are in capitals
        return
    for name in other_names(phrase, lang):
        for match in index.exact(name, lang):
            written = match.matched or match.value or match.label
            is_code = not name.isupper() or written.isupper()  # "DE" is Germany, "de" a language
            if is_code and match.kind in (TermKind.ENTITY, TermKind.VALUE):
                yield replace(match, score=round(match.score * 0.95, 4), how="alternative")
