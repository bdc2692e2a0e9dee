"""Questions that this graph can answer, made from the graph itself: for the first minutes, and for those who
asked something that has no answer here.

In: an ontology with what was observed, a few named things. Out: questions in plain words, each of a kind, in
the languages that the graph has names in; and those of them that were answered when they were tried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgqa.language import language
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.ontology import RDFS, Class, Ontology, Property, local_name
from kgqa.restate import english, german
from kgqa.schema import Schema
from kgqa.wording import words

KINDS = ("superlative", "lookup", "count")
MOST = 12  # classes that are looked at
FEWEST = 2  # things of a class that is worth a question

Texts = Mapping[str, str]  # one question, by the code of its language
Translated = Mapping[str, tuple[str, ...]]  # questions, by the code of their language


async def _no_examples() -> Translated:
    return {}


class Examples:
    """Questions that one graph answers. They are tried once, when somebody first wants them: nobody who opens
    the graph waits for them. Where the `tries` give nothing, not even for one language, the graph failed, and
    who wants them next has them tried again.
    """

    def __init__(self, tries: Callable[[], Awaitable[Translated]] = _no_examples) -> None:
        self.known: Translated = {}  # those that were answered, as soon as all are tried
        self._tries = tries
        self._trying: asyncio.Future[Translated] | None = None

    async def tried(self) -> Translated:
        """The questions, by language, each of which was answered. Raises what the `tries` raise."""
        if self._trying is None or self._is_lost(self._trying):
            self._trying = asyncio.ensure_future(self._tries())
        self.known = await asyncio.shield(self._trying)  # who stops waiting stops it for nobody else
        return self.known

    @staticmethod
    def _is_lost(trying: asyncio.Future[Translated]) -> bool:
        """Whether it gave nothing, or its loop ended before it did."""
        if trying.done():
            return trying.cancelled() or trying.exception() is not None or not trying.result()
        return trying.get_loop() is not asyncio.get_running_loop()


def candidates(ontology: Ontology, naming: Naming, index: TermIndex) -> Iterator[tuple[str, Texts]]:
    """(kind, texts) pairs, class by class; whoever uses them tries them first. A text is in English, and in
    German as well where the graph has the names.
    """
    schema = Schema.of(ontology)
    names = frozenset(naming.all)
    for cls in _classes(ontology, naming)[:MOST]:
        if schema.measure_of(cls.iri, names):
            continue  # nobody asks for prices as such
        spoken = [tongue for tongue in _TONGUES if tongue.names(cls)]
        measures = [p for p in schema.data_properties(cls.iri) if schema.is_numeric(p)]
        if measures:
            measure = max(measures, key=lambda p: (schema.uses(p), p))
            yield "superlative", _texts(spoken, ontology, "example_superlative", cls, measure)
        thing = _thing(cls, index)
        for hop in schema.steps(cls.iri) if thing else ():
            if ontology.label(hop.property).split()[-1].lower() in language("en").stop:
                continue  # "unit of" names no noun
            if (
                hop.forward
                and any(hop.to)
                and all(u.count == u.subjects for u in ontology.uses_of(hop.property))
            ):
                yield "lookup", _texts(spoken, ontology, "example_lookup", cls, hop.property, thing)
                break
        yield "count", _texts(spoken, ontology, "example_count", cls)


@dataclass(frozen=True, slots=True)
class _Tongue:
    """A language in which questions are put; `plural` gives "" for a noun whose plural is not known."""

    code: str
    plural: Callable[[str], str]
    is_any: bool  # whether names without a language will do

    def names(self, term: Class | Property | None) -> bool:
        """Whether a term has a name in this language."""
        return self.is_any or any(n.language.startswith(self.code) for n in (term.names if term else ()))


_TONGUES = (_Tongue("en", english.plural, is_any=True), _Tongue("de", german.plural, is_any=False))


def _texts(
    spoken: Sequence[_Tongue], ontology: Ontology, key: str, cls: Class, prop: str = "", thing: str = ""
) -> Texts:
    """A question about things of a class, in the languages that have names for all of it."""
    found: dict[str, str] = {}
    for tongue in spoken:
        if prop and not tongue.names(ontology.properties.get(prop)):
            continue
        noun = _plain(ontology.label(cls.iri, tongue.code))
        noun = noun.lower() if tongue.code == "en" else noun
        if nouns := tongue.plural(noun):
            of = _noun(ontology.label(prop, tongue.code)) if prop else ""
            found[tongue.code] = words(tongue.code).say(key, noun=noun, nouns=nouns, of=of, thing=thing)
    return found


def _classes(ontology: Ontology, naming: Naming) -> list[Class]:
    """The classes with some things, those first whose things people know by name, the largest first."""
    named = {u.subject for p in (*naming.all, RDFS + "label") for u in ontology.uses_of(p)}
    found = [c for c in ontology.classes.values() if c.instances >= FEWEST]
    return sorted(found, key=lambda c: (c.iri not in named, not c.declared, -c.instances, c.iri))


def _thing(cls: Class, index: TermIndex) -> str:
    names = (e.label for e in index.names.of_class(cls.iri))
    return next((n for n in names if n and n != local_name(cls.iri)), "")


def _plain(label: str) -> str:
    return label.split(" (", maxsplit=1)[0]


def _noun(label: str) -> str:
    for start in ("has ", "is ", "hat ", "ist "):
        label = label.removeprefix(start)
    return _plain(label)
