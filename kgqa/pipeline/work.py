"""One question on its way: what is asked, with what, and what has happened so far."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace

from kgqa.anchored import anchored
from kgqa.check import worded
from kgqa.conversation import chosen, spoken
from kgqa.courtesy import asked_in
from kgqa.induced.origins import origins_told
from kgqa.language import Language
from kgqa.linking.compounds import taken_apart
from kgqa.linking.further import KNOWN
from kgqa.linking.link import link
from kgqa.linking.pronouns import antecedents, is_person
from kgqa.linking.respelled import respelled
from kgqa.linking.tokens import tokenise
from kgqa.meant import left_out, without
from kgqa.pipeline.kit import Kit
from kgqa.pipeline.spread import of_each
from kgqa.pipeline.thread import open_thread
from kgqa.ports import LanguageModel
from kgqa.remarks import without_remarks
from kgqa.rephrase import Rephrased
from kgqa.rows_form import meant
from kgqa.spoken_of import with_place, with_what_is_spoken_of
from kgqa.strategies.parse.cues import Cue, cues
from kgqa.trace import below
from kgqa.trail import noted
from kgqa.types import Answer, CheckedQuery, Issue, Link, Progress, Question, ResultTable, Step, TermKind
from kgqa.word_order import straightened, with_heads
from kgqa.wording import Words, words
from kgqa.wording.said import say, together

_CONDITIONS = frozenset(
    (Cue.DATE, Cue.COMPARISON, Cue.SUPERLATIVE, Cue.NEGATION, Cue.GROUP, Cue.SORTED, Cue.AGGREGATE)
)
_IRI = re.compile(
    r"[A-Za-z][\w+.-]*:[^<>\"{}|^`\\\x00-\x20]+"
)  # what a query can hold, as SPARQL 1.1 writes it (IRIREF)


class Work:
    """`asked` is the question as it came, `question` the one that is read: the same, or what a model `made`
    of it. `model` is that of this question, None where there is none.
    """

    def __init__(
        self, kit: Kit, question: Question, progress: Progress, model: LanguageModel | None = None
    ) -> None:
        self.kit, self.progress, self.model = kit, progress, model
        self.lang = spoken(question)
        sound = replace(_sound(question), text=_writable(question.text), language=self.lang.code)
        self.words: Words = words(self.lang.code)
        self.asked = chosen(open_thread(sound, kit, self.words.say("closed")))
        read, self.form_asked, last = meant(self.asked, self.lang, self._is_named)
        if self.form_asked == "histogram":
            read = replace(read, text=of_each(read.text, self._links(read.text), kit.ontology, self.lang))
        self.went_on = self.words.say("went_on", question=last.question) if last else ""
        self.left_out = left_out(read)
        read = replace(read, text=without(read.text, self.left_out))
        read = replace(read, text=anchored(read, self.lang))
        self.question = replace(read, text=_plain(read, kit, self.lang))
        self.made: Rephrased | None = None
        self.slips: tuple[tuple[str, str], ...] = ()  # words of the language: (as written, as read)
        self.trace: list[Step] = []
        self.issues: list[Issue] = []
        self.is_less = False  # than would be answered if nothing were closed
        self.begun = self.marked = time.perf_counter()

    async def examples(self) -> tuple[str, ...]:
        """Questions that the graph can answer, in the asker's language where there are some."""
        known = await self.kit.examples.tried()
        return known.get(self.lang.code) or known.get("en", ())

    def _is_named(self, text: str) -> bool:
        """Whether something in the graph is called so."""
        return any(named.matches and named.matches[0].how in KNOWN for named in self._links(text))

    def _links(self, text: str) -> tuple[Link, ...]:
        return link(replace(self.asked, text=text), self.kit.index, self.lang, self.kit.ontology).links

    def step(self, stage: str, summary: str, details: Sequence[str] = ()) -> None:
        """Adds a line to the trace, with the time since the one before it."""
        now = time.perf_counter()
        step = Step(
            stage=stage,
            summary=self.words.told(summary),
            details=tuple(map(self.words.told, details)),
            seconds=now - self.marked,
        )
        self.trace.append(step)
        noted(step)
        self.marked = now

    def passed(self, query: CheckedQuery) -> None:
        """The step of a query that the check let pass."""
        count = self.words.count(len(query.passed))
        self.step(
            "checks", self.words.say("passed", count=count), [together(*map(say, query.passed), by=", ")]
        )

    def ran(self, query: CheckedQuery, table: ResultTable) -> None:
        """The step of a query that was run; of one over several sources, how they were asked."""
        how: list[str] = list(origins_told(query, self.kit.ontology))
        how += [below(say("How the sources were asked"), table.ran)] if table.ran else []
        self.step("run", self.words.size(table), [f"sha256 {query.sha256}", *how])

    def take(self, made: Rephrased) -> None:
        """Goes on with another question, which stands for the one that was asked."""
        self.made = made
        self.question = replace(made.question, asker=self.asked.asker)
        self.lang = spoken(self.question)

    def respelled(self, unknown: Sequence[str]) -> bool:
        """Goes on with the slips in words of the language put right, of those that nothing else explains;
        whether there were any.
        """
        text, slips = respelled(self.question.text, unknown, self.lang)
        if slips:
            self.question, self.slips = replace(self.question, text=text), slips
        return bool(slips)

    def closed(self, answer: Answer) -> Answer:
        """The answer to the question as it was asked, with all that happened."""
        assumed = answer.assumed
        if self.made and self.made.assumed and answer.query:
            assumed = (self.made.assumed, *assumed)
        if self.went_on and answer.query:
            assumed = (self.went_on, *assumed)
        if self.slips and answer.query:
            read = "; ".join(self.words.say("respelled", written=w, meant=m) for w, m in self.slips)
            assumed = (*assumed, read)
        query, taken = answer.query, answer.taken
        if self.left_out and query:
            words = ", ".join(self.left_out)
            taken = tuple(dict.fromkeys((self.words.say("unused", words=words), *taken)))
        if query:
            query = worded(query, self.words.issue)
        return replace(
            answer,
            question=self.asked,
            query=query,
            trace=tuple(self.trace),
            issues=tuple(map(self.words.issue, self.issues)),
            fixes=tuple(map(self.words.told, answer.fixes)),
            graph=self.kit.described,
            assumed=assumed,
            form_asked=self.form_asked,
            taken=taken,
            models=self.made.prompts if self.made else (),
        )


def _plain(question: Question, kit: Kit, lang: Language) -> str:
    """The question of a text, in the usual order of its words."""

    def named(text: str) -> bool:
        tokens = tokenise(text)
        only = {phrase for phrase, edit in lang.table("edit").items() if edit == "only"}
        if any(t.folded in only for t in tokens):
            return True
        if any(f.cue in _CONDITIONS for f in cues(text, tokens, lang, question.asked_at.date())):
            return True
        found = link(replace(question, text=text), kit.index, lang, kit.ontology)
        return any(n.matches and n.matches[0].how in KNOWN for n in found.links)

    def things(text: str) -> list[str]:
        links = link(replace(question, text=text), kit.index, lang, kit.ontology).links
        known = [n for n in links if n.matches and n.matches[0].kind is TermKind.ENTITY]
        known = [n for n in known if n.matches[0].how in KNOWN]
        return [
            n.text
            for n in known
            if not any(o is not n and o.start <= n.start and n.end <= o.end for o in known)
        ]

    text = without_remarks(question.text, lang, question.asked_at.date())
    text = with_what_is_spoken_of(text, lang, things)
    said = list(antecedents(question.history, kit.index))
    places = [s for s in said if not is_person(s, kit.ontology)]
    if where := next((s for s in places if s.answered), next(iter(places), None)):
        text = with_place(text, lang, kit.index.label(where.iri))
    text = straightened(asked_in(text, lang, named), lang)
    return taken_apart(with_heads(text, lang, named), kit.index, kit.ontology, lang)


def _sound(question: Question) -> Question:
    """The question with those of its pins and of the things in its thread that can stand in a query."""
    pins = tuple(pin for pin in question.pins if _IRI.fullmatch(pin.term))
    turns = (replace(t, things=tuple(filter(_IRI.fullmatch, t.things))) for t in question.history)
    return replace(question, pins=pins, history=tuple(turns))


def _writable(text: str) -> str:
    """`text` without what no query can hold: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
