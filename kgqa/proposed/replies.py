"""A model's reply -> proposals, as far as it can be read.

In: text in JSON lines, or what a model makes of that: lists, fences, half a line, nothing. Out: proposals of
terms that exist, each once, and how many lines could not be used.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kgqa.definitions.definition import Definition, DefinitionKind
from kgqa.language import LANGUAGES, fold
from kgqa.ontology import Ontology, Sample
from kgqa.proposed.proposal import Asked, Meaning, Name, Proposals
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.start import Known
from kgqa.types import TermKind
from kgqa.vocabulary import read_back

LONGEST = 60  # characters of a name that people would say
LONGEST_QUESTION = 300
LONGEST_QUERY = 5_000
MOST_NAMES = 6  # of a term in one language
MOST = 2_000  # objects of a reply that are read
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_SORTS = frozenset({"term", "value", "question", "define"})


def is_readable(text: str) -> bool:
    """Whether anything is said in a reply."""
    return next(objects(text, _SORTS), None) is not None


class Reader:
    """Reads replies about one graph."""

    def __init__(self, known: Known, languages: Sequence[str]) -> None:
        self.ontology: Ontology = known.parts.ontology
        self.vocabulary = known.vocabulary
        self.handles = Handles(known.vocabulary, known.cut.told.things)
        self.languages = languages
        self._label = known.cut.told.label
        self._held = [(held.iri, held.sample) for cls in known.cut.told.card.classes for held in cls.held]
        self._refused: Counter[str] = Counter()

    def read(self, texts: Sequence[str]) -> Proposals:
        """What all replies say together."""
        names: dict[tuple[tuple[str, str], str], Name] = {}
        meanings: dict[str, Meaning] = {}
        questions: dict[str, Asked] = {}
        for said in (each for text in texts for each in objects(text, _SORTS)):
            if "question" in said:
                if asked := self._asked(said):
                    questions.setdefault(fold(asked.question), asked)
            elif "define" in said:
                if meaning := self._meaning(said):
                    meanings.setdefault(fold(meaning.definition.name), meaning)
            else:
                for name in self._names(said):
                    names.setdefault((name.term, fold(name.name)), name)
        return Proposals(
            names=tuple(names.values()),
            meanings=tuple(meanings.values()),
            questions=tuple(questions.values()),
            notices=tuple(f"{count:,} {what}" for what, count in self._refused.items()),
        )

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def _names(self, said: dict[str, Any]) -> Iterator[Name]:
        term = self._term(said)
        if term is None:
            self._refused["lines of the model name a term or a value that the card does not show."] += 1
            return
        iri, kind, value, cls = term
        label = value or (self._label(iri) if kind is TermKind.ENTITY else self.ontology.label(iri))
        for code in self.languages:
            forms = said.get(code)
            texts = [name for form in forms if (name := _name(form))] if isinstance(forms, list) else []
            for text in list(dict.fromkeys(texts))[:MOST_NAMES]:
                yield Name(name=text, language=code, kind=kind, iri=iri, label=label, cls=cls, value=value)

    def _term(self, said: dict[str, Any]) -> tuple[str, TermKind, str, str] | None:
        """The IRI, the kind, the value and the class of what an object speaks of."""
        if "value" in said:
            return self._value(said.get("value"), said.get("of"))
        iri = self.handles.iri(said["term"]) if isinstance(said.get("term"), str) else None
        if iri in self.ontology.classes:
            return str(iri), TermKind.CLASS, "", ""
        if iri in self.ontology.properties:
            return str(iri), TermKind.PROPERTY, "", ""
        for prop, sample in self._held:
            if iri and sample and any(v.kind == "iri" and v.value == iri for v, _ in sample.values):
                ends = [u.object for u in self.ontology.uses_of(prop) if u.object in self.ontology.classes]
                return iri, TermKind.ENTITY, "", ends[0] if len(set(ends)) == 1 else ""
        return None

    def _value(self, value: Any, of: Any) -> tuple[str, TermKind, str, str] | None:
        prop = self.handles.iri(of) if isinstance(of, str) else None
        if not isinstance(value, str) or prop is None:
            return None
        for iri, sample in self._held:
            if iri == prop and sample and (spelled := _spelled(value, sample)):
                return iri, TermKind.VALUE, spelled, ""
        return None

    # ── definitions and questions ────────────────────────────────────────────────────────────────

    def _meaning(self, said: dict[str, Any]) -> Meaning | None:
        name, means, query = _name(said.get("define")), _line(said.get("means")), self._query(said)
        if not name or not 2 < len(means) <= LONGEST_QUESTION or not query:  # noqa: PLR2004
            self._refused["definitions of the model lack a name, a meaning or a query."] += 1
            return None
        also = said.get("also")
        others = tuple(dict.fromkeys(n for o in also if (n := _name(o)))) if isinstance(also, list) else ()
        definition = Definition(kind=DefinitionKind.TERM, name=name, means=means, also=others[:MOST_NAMES])
        return Meaning(definition=definition, sparql=query)

    def _asked(self, said: dict[str, Any]) -> Asked | None:
        question, query = _line(said.get("question")), self._query(said)
        if not question[:1].isalnum() or len(question) > LONGEST_QUESTION or not query:
            self._refused["questions of the model have no words or no query."] += 1
            return None
        code = said.get("language")
        return Asked(question=question, language=code if code in LANGUAGES else "", sparql=query)

    def _query(self, said: dict[str, Any]) -> str:
        """The query of an object with whole IRIs, "" where there is none."""
        text = said.get("sparql")
        if not isinstance(text, str) or len(text) > LONGEST_QUERY:
            return ""
        return read_back(self.handles.bare(text), self.vocabulary, self.handles.placed).text.strip()


def objects(text: str, sorts: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The objects of a text that have one of the keys `sorts`, wherever they stand in it; half a one is
    passed over.
    """
    decoder, at, count = json.JSONDecoder(), 0, 0
    text = _THOUGHT.sub("", text)
    while (at := text.find("{", at)) >= 0 and count < MOST:
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        for each in _within(found, sorts):
            count += 1
            yield each


def _within(found: Any, sorts: frozenset[str]) -> Iterator[dict[str, Any]]:
    """An object, or those that a wrapper holds."""
    if isinstance(found, dict):
        if sorts & found.keys():
            yield found
        else:
            for value in found.values():
                yield from _within(value, sorts)
    elif isinstance(found, list):
        for item in found:
            yield from _within(item, sorts)


def _spelled(value: str, sample: Sample) -> str:
    """A value as the graph spells it."""
    values = [v.value for v, _ in sample.values if v.kind == "literal"]
    return next((v for v in values if v == value), next((v for v in values if fold(v) == fold(value)), ""))


def _line(text: Any) -> str:
    if not isinstance(text, str):
        return ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _name(text: Any) -> str:
    """A name that people could say; "" for what is none. A cell that begins with a sign may be a formula to a
    spreadsheet.
    """
    name = _line(text)
    return name if name[:1].isalnum() and 1 < len(name) <= LONGEST else ""
