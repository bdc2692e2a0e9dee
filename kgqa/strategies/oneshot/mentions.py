"""What the words of a question mean, as a model is told: things and values by placeholders, terms by handles.

In: a linked question. Out: Mentions, each a phrase with its few best meanings, and what each placeholder
stands for. No IRI and no literal is left for the model to type (Zaha 4.1.2: the query is a template, and
linking fills it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgqa.linking.index import TermIndex
from kgqa.ontology import XSD, local_name
from kgqa.sparql.model import Iri, Lit
from kgqa.types import Link, LinkedQuestion, Match, TermKind
from kgqa.vocabulary import Vocabulary
from kgqa.vocabulary.told import one_line

SURE = 0.6  # a meaning that scores less is not told
NESTED = 0.75  # nor one of words inside a longer phrase that scores less than this
CLOSE = 0.12  # meanings this close to the best are told beside it
MEANINGS = 3  # of one phrase
PLACES = 16  # placeholders in all
PHRASES = 24
_NAME = 70  # characters of a name that are told


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase may mean: the match, and the name of its placeholder ("" for classes, properties)."""

    match: Match
    place: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase with its meanings, best first."""

    link: Link
    meanings: tuple[Meaning, ...]

    @property
    def is_named(self) -> bool:
        """Whether it names a thing or a value."""
        return any(m.place for m in self.meanings)


@dataclass
class Mentions:
    """The mentions of a question, with what the placeholders stand for; things of the thread join them."""

    vocabulary: Vocabulary
    index: TermIndex
    every: tuple[Mention, ...] = ()
    placed: dict[str, Iri | Lit] = field(default_factory=dict)

    @staticmethod
    def of(linked: LinkedQuestion, vocabulary: Vocabulary, index: TermIndex) -> Mentions:
        """The mentions of a linked question, in its order."""
        found = Mentions(vocabulary, index)
        chosen = sorted(_told(linked.links), key=lambda n: (n.start, -n.end))
        found.every = tuple(found._mention(link) for link in chosen)
        return found

    def _mention(self, link: Link) -> Mention:
        return Mention(link, tuple(Meaning(m, self._place(m)) for m in _best(link)))

    def _place(self, match: Match) -> str:
        match match.kind:
            case TermKind.ENTITY:
                return self.thing(match.iri)
            case TermKind.VALUE:
                return self._placeholder("v", literal(match))
            case _:
                return ""

    def thing(self, iri: str) -> str:
        """The placeholder of a thing; "" where there are too many already."""
        return self._placeholder("e", Iri(iri))

    def _placeholder(self, letter: str, term: Iri | Lit) -> str:
        known = next((name for name, other in self.placed.items() if other == term), "")
        if known or len(self.placed) >= PLACES:
            return known
        name = f"{letter}{sum(1 for n in self.placed if n[0] == letter) + 1}"
        self.placed[name] = term
        return name

    # ── in words ─────────────────────────────────────────────────────────────────────────────────

    def lines(self) -> list[str]:
        """One line a phrase: `"acme": {e1}, the :Supplier "Acme Ltd"; or {v1}, the :code "AC"`.

        No `=` stands in it: a small model copied `{e1} = "Acme Ltd"` into its query.
        """
        told = ((m.link.text, dict.fromkeys(self._meant(m))) for m in self.every)
        return [f"{_quoted(text)}: {'; or '.join(meant)}" for text, meant in told if meant]

    def _meant(self, mention: Mention) -> Iterator[str]:
        matches = [m.match for m in mention.meanings]
        for meaning in mention.meanings:
            match = meaning.match
            alike = [
                m for m in matches if m is not match and (m.label, m.classes) == (match.label, match.classes)
            ]
            match match.kind:
                case TermKind.ENTITY if meaning.place:
                    detail = f", known as {local_name(match.iri)}" if alike else ""
                    yield self.thing_told(meaning.place, match.label, match) + one_line(detail, _NAME)
                case TermKind.VALUE if meaning.place:
                    handle = self.vocabulary.handle(match.iri)
                    yield f"{{{meaning.place}}}, the {handle} {_quoted(match.value or '')}"
                case TermKind.CLASS if match.how == "defined":
                    yield f"{self.vocabulary.handle(match.iri)}, by definition {_quoted(match.matched)}"
                case TermKind.CLASS:
                    yield self.vocabulary.handle(match.iri)
                case TermKind.PROPERTY:
                    yield self.vocabulary.handle(self._stated(match.iri))

    def _stated(self, prop: str) -> str:
        """The property by which the data states what one says: its inverse, where it is never used itself."""
        ontology = self.vocabulary.ontology
        if not ontology.uses or any(ontology.uses_of(p) for p in ontology.subproperties(prop)):
            return prop
        return next((q for q in sorted(ontology.inverses(prop)) if ontology.uses_of(q)), prop)

    def thing_told(self, place: str, label: str, match: Match | None = None) -> str:
        """`{e1}, the :Supplier "Acme Ltd"`."""
        iri = self.placed[place]
        known = self.index.thing(iri.value) if isinstance(iri, Iri) else None
        classes = match.classes if match else known.classes if known else ()
        what = f"the {self.vocabulary.handle(classes[0])} " if classes else ""
        how = ""
        if not classes and match:
            how = "".join(
                f", {'where' if e.reached else 'with'} {self.vocabulary.handle(e.property)}"
                f"{' leads to' if e.reached else ''}"
                for e in match.edges[:2]
            )
        return f"{{{place}}}, {what}{_quoted(label)}{how}"

    def things_lines(self, iris: Sequence[str]) -> list[str]:
        """Things of the thread, each with its placeholder."""
        told = ((self.thing(iri), self.index.label(iri)) for iri in iris)
        return [self.thing_told(place, label) for place, label in told if place]


def literal(match: Match) -> Lit:
    """The literal that a value's match stands for, as the graph has it."""
    datatype = match.datatype if match.datatype != XSD + "string" else None
    return Lit(match.value or "", None if match.language else datatype, match.language)


def _told(links: Sequence[Link]) -> list[Link]:
    """The links that are worth telling: sure ones, and of those inside longer ones the very sure."""
    chosen: list[Link] = []
    for link in sorted(links, key=lambda n: (n.start - n.end, -max((m.score for m in n.matches), default=0))):
        score = max((m.score for m in link.matches), default=0.0)
        nested = any(other.start <= link.start and link.end <= other.end for other in chosen)
        if score >= (NESTED if nested else SURE) and len(chosen) < PHRASES:
            chosen.append(link)
    return chosen


def _best(link: Link) -> tuple[Match, ...]:
    best = max((m.score for m in link.matches), default=0.0)
    return tuple(m for m in link.matches if m.score >= max(best - CLOSE, SURE))[:MEANINGS]


def _quoted(text: str) -> str:
    return '"' + one_line(text, _NAME).replace('"', "'") + '"'
