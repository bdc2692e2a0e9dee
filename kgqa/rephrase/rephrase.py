"""Follow-ups as full questions, and questions in languages that nobody here reads: made by a model, held
against the thread and the question by us (question completion, RAGonite 3; translation of mentions, since a
system without it loses 30 to 60 %, Graf von Data 5.1).

In: a question with its history. Out: the question to go on with, or None to go on with the one that was
asked. The model names no term of the graph: its phrases are looked up like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from kgqa.check import Conditions
from kgqa.conversation import spoken
from kgqa.errors import OperatorsMove
from kgqa.language import LANGUAGES, language
from kgqa.linking.index import TermIndex
from kgqa.ontology import Ontology
from kgqa.ports import LanguageModel
from kgqa.prompts import Prompts
from kgqa.rephrase.faithful import stands_in, unfaithful_full, unfaithful_translation
from kgqa.rephrase.needs import Needed, Needs
from kgqa.rephrase.placing import placed, spans
from kgqa.rephrase.prompt import Asking
from kgqa.rephrase.reply import Mention, Said, read
from kgqa.rephrase.thread import Told, told
from kgqa.rephrase.tongue import tongue_of
from kgqa.types import LinkedQuestion, Pin, Question, TermKind
from kgqa.wording import words

SECONDS = 30.0  # that the model may take
MOST_NAMES = 80  # of classes and properties that the model is shown; more would bury the question
_TOKENS_FULL, _TOKENS_WORDS = 300, 900  # of a reply
_SURE = 0.9  # a name that is met as it is
_WHOLE = ("exact", "identifier", "alternative")

Note = Callable[[str], None]  # takes a line for the trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Rephrased:
    """The question to go on with: it stands alone, in a language that is read, and keeps nothing of the
    thread but the pins of what it names. `mentions` are the words of a translated one, `full` the question in
    the asker's language, `assumed` the sentence that tells the asker how it was understood ("" where it is
    as it was asked), `prompts` the versions of what the model was told, for the record.
    """

    question: Question
    full: str
    assumed: str
    mentions: tuple[Mention, ...] = ()
    prompts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rephrase:
    """Makes questions of one graph stand alone and readable; keeps nothing of them."""

    ontology: Ontology
    index: TermIndex
    conditions: Conditions = field(default_factory=Conditions)
    prompts: Prompts = field(default_factory=Prompts)
    seconds: float = SECONDS

    @cached_property
    def needed(self) -> Needed:
        """What tells whether a model is needed at all."""
        return Needed(self.ontology, self.index)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the graph's names, the main one first."""
        return self.needed.languages

    # ── what is asked of the model ───────────────────────────────────────────────────────────────

    async def standalone(
        self, question: Question, model: LanguageModel, note: Note = lambda _: None, *, late: bool = False
    ) -> Rephrased | None:
        """A follow-up as a full question in the asker's language; None for one that is complete, without a
        call where that can be seen.
        """
        needs = Needs(full=self.needed.leans(question, late=late))
        return await self._asked(question, needs, model, note)

    async def mentions(
        self, question: Question, model: LanguageModel, note: Note = lambda _: None, *, late: bool = False
    ) -> Rephrased | None:
        """A question in a foreign language as one that is read, with its mentions in the graph's language."""
        needs = Needs(words=self.needed.of(question, late=late).words)
        return await self._asked(question, needs, model, note)

    async def understood(
        self, question: Question, model: LanguageModel, note: Note = lambda _: None, *, late: bool = False
    ) -> Rephrased | None:
        """Both in one call, or the one that is needed. `late` says that the question was tried as it is and
        not understood.
        """
        return await self._asked(question, self.needed.of(question, late=late), model, note)

    def placed(self, linked: LinkedQuestion, rephrased: Rephrased) -> LinkedQuestion:
        """The links of `rephrased.question` with what its mentions may mean in the graph's language."""
        if not rephrased.mentions:
            return linked
        lang = spoken(rephrased.question)
        return placed(linked, rephrased.mentions, self.index, lang, self.ontology, self.languages)

    async def _asked(
        self, question: Question, needs: Needs, model: LanguageModel, note: Note
    ) -> Rephrased | None:
        if not needs:
            return None
        asking = Asking(
            needs=needs,
            thread=told(question, self.ontology, self.index, self.conditions) if needs.full else Told(),
            into=self._into(question),
            languages=self.languages,
            names=self._names(),
        )
        said = await self._said(question, asking, model, note)
        if said is None or not (said.full or said.translation):
            return None
        if reason := self._unfaithful(said, question, asking):
            note(f"The rephrasing by the model was dropped: {reason}.")
            return None
        made = self._made(said, question, asking)
        note(made.assumed or "The model gave phrases in the language of the graph's names.")
        return made

    async def _said(
        self, question: Question, asking: Asking, model: LanguageModel, note: Note
    ) -> Said | None:
        """What the model says; None, with a note, where it is away or makes no sense."""
        needs = asking.needs
        messages = asking.messages(question.text, self.prompts)
        most = _TOKENS_FULL * needs.full + _TOKENS_WORDS * needs.words
        try:
            async with asyncio.timeout(self.seconds):
                reply = await model.complete(messages, schema=asking.schema, most=most)
        except TimeoutError:
            note(f"The question was not rephrased: the model did not answer in {self.seconds:g} seconds.")
            return None
        except OperatorsMove as error:
            note(f"The question was not rephrased: {error}")
            return None
        said = None if reply.cut else read(reply.text, full=needs.full, words=needs.words)
        if said is None:
            note("The question was not rephrased: the model's reply was not of the form asked for.")
            return None
        kept = tuple(m for m in said.mentions if stands_in(m.text, question.text, said.full))
        return replace(said, mentions=kept)

    def _into(self, question: Question) -> str:
        """The language that a question is translated into: its own where that is read."""
        heard = tongue_of(question)
        return spoken(question).code if heard.is_read else LANGUAGES[0]

    def _names(self) -> tuple[str, ...]:
        """The names of the schema's terms in the graph's main language, where they are few."""
        main = self.languages[0]
        classes, properties = self.ontology.classes, self.ontology.properties
        named = [self.ontology.label(iri, main) for iri in (*classes, *properties)]
        return tuple(dict.fromkeys(named)) if len(named) <= MOST_NAMES else ()

    # ── what is made of it ───────────────────────────────────────────────────────────────────────

    def _unfaithful(self, said: Said, question: Question, asking: Asking) -> str:
        """Why what the model made is dropped; "" where it stands."""
        heard = tongue_of(question)
        if said.full:
            lang = spoken(question) if heard.is_read else None
            if reason := unfaithful_full(said.full, question.text, asking.told, lang, self._is_name):
                return reason
        if said.translation:
            if not any(stands_in(m.text, question.text) for m in said.mentions):
                return "it names nothing that stands in the question"
            if not heard.is_read:  # else only the mentions are taken
                lang = language(self._into(question))
                source = said.full or question.text
                return unfaithful_translation(said.translation, source, said.mentions, lang, self._is_name)
        return ""

    def _is_name(self, phrase: str) -> bool:
        """Whether a phrase is the name of a thing."""
        found = self.index.exact(phrase, language(LANGUAGES[0]))
        return any(m.kind is TermKind.ENTITY and m.how in _WHOLE and m.score >= _SURE for m in found)

    def _made(self, said: Said, question: Question, asking: Asking) -> Rephrased:
        is_read = tongue_of(question).is_read
        full = said.full or question.text
        text = full if is_read or not said.translation else said.translation
        lang = self._into(question)
        made = replace(
            question,
            text=text,
            language=lang,
            history=(),
            pins=self._pins(text, said, question, asking.thread),
        )
        sentence = words(lang).say("understood_as", question=text) if text != question.text else ""
        return Rephrased(
            question=made,
            full=full,
            assumed=sentence,
            mentions=said.mentions,
            prompts=asking.versions(self.prompts),
        )

    def _pins(self, text: str, said: Said, question: Question, thread: Told) -> tuple[Pin, ...]:
        """The choices of the asker and of the turns, for the mentions that they are of; and the things that
        were answered, where the full question calls them by their name.
        """
        turns = reversed(thread.turns) if said.full else ()
        given = [*question.pins, *(p for turn in turns for p in turn.pins)]
        answered = thread.turns[-1].things if said.full and thread.turns else ()
        labels = [(thing.label, iri) for iri in answered if (thing := self.index.thing(iri))]
        once = [(name, iri) for name, iri in labels if [n for n, _ in labels].count(name) == 1]
        given += (Pin(mention=name, term=iri) for name, iri in once)
        written = {m.text.casefold(): text[slice(*span)] for span, m in spans(text, said.mentions)}
        found: dict[str, Pin] = {}
        for pin in given:
            mention = written.get(pin.mention.casefold(), pin.mention)
            if stands_in(mention, text):
                found.setdefault(mention.casefold(), Pin(mention=mention, term=pin.term))
        return tuple(found.values())
