"""What a model is needed for before a question can be read, seen without asking one.

In: a question with its history. Out: Needs. A short question in a language that is read, a name alone, and a
question that leans on nothing need none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kgqa.conversation import about_the_last, spoken
from kgqa.language import LANGUAGES
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.ontology import Ontology
from kgqa.rephrase.leaning import leans_back
from kgqa.rephrase.tongue import Tongue, tongue_of
from kgqa.rephrase.tongues_of_names import languages_of
from kgqa.schema import Schema
from kgqa.types import LinkedQuestion, Outcome, Question, TermKind

_MARKS = " ?¿!.,;\u061f\uff1f\u3002"  # around a question
_WHOLE = ("exact", "identifier", "alternative")


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What a model is needed for: a full question, and words in the graph's languages."""

    full: bool = False
    words: bool = False

    def __bool__(self) -> bool:
        return self.full or self.words


@dataclass(frozen=True)
class Needed:
    """Tells it for the questions of one graph."""

    ontology: Ontology
    index: TermIndex

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the graph's names, the main one first."""
        return languages_of(self.ontology, self.index)

    def of(self, question: Question, *, late: bool = False) -> Needs:
        """What a model is needed for, without asking one. `late` says that the question was tried as it is
        and not understood: then doubt about its language is reason enough.
        """
        if not question.text.strip() or about_the_last(question, spoken(question)):
            return Needs()
        heard = tongue_of(question)
        words = heard.is_foreign or (late and not heard.is_read and not heard.is_sure)
        is_apart = self._is_apart(heard)
        if not (words or is_apart or _has_thread(question)):
            return Needs()  # whatever its words mean
        linked = self._linked(question)
        if _is_only_names(linked):
            return Needs(full=heard.is_read and self.leans(question, late=late))
        words = words or (is_apart and bool(linked.unlinked))
        if heard.is_read or not words:
            return Needs(full=self.leans(question, late=late), words=words)
        return Needs(full=_has_thread(question), words=words)  # only a model can tell

    def _is_apart(self, heard: Tongue) -> bool:
        """Whether the graph's names are in none of the languages that are read, nor in that of the question:
        those that are read are brought together by the dictionary.
        """
        return heard.code not in self.languages and not set(self.languages) & set(LANGUAGES)

    def leans(self, question: Question, *, late: bool = False) -> bool:
        """Whether a question leans on its thread."""
        return _has_thread(question) and leans_back(
            self._linked(question), Schema.of(self.ontology), late=late
        )

    def _linked(self, question: Question) -> LinkedQuestion:
        return link(question, self.index, spoken(question), self.ontology)


def _has_thread(question: Question) -> bool:
    """Whether there is something to go on from; a question back is answered, and not gone on from."""
    return any(t.outcome is not Outcome.FAILED for t in question.history)


def _is_only_names(linked: LinkedQuestion) -> bool:
    """Whether all that was written is the name of one thing: it means that in every language."""
    text = linked.question.text.strip(_MARKS)
    whole = (n for n in linked.links if n.text == text)
    return any(m.kind is TermKind.ENTITY and m.how in _WHOLE for n in whole for m in n.matches)
