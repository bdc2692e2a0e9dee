"""The main job: Question -> Answer. Names, readings, checks, the run, the words; each step in the trace.

In: a Kit (what the core was given of the world) and a Question. Out: one Answer, whatever happens; only
defects raise. There is one loop, over candidates: propose, check, run; the first that holds is answered.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kgqa.answer import display, sentence
from kgqa.check import Conditions, Verdict, check
from kgqa.check.closed import Kind
from kgqa.check.rules import closed
from kgqa.conversation import NAME as CONVERSATION
from kgqa.conversation import Asked, about_the_last, chosen, spoken
from kgqa.definitions.definition import Definitions
from kgqa.definitions.linked import with_terms
from kgqa.errors import GraphTimeout, OperatorsMove
from kgqa.labels import labels_of
from kgqa.linking.edges import with_edges
from kgqa.linking.explain import explained
from kgqa.linking.further import linked_further
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit, fitted
from kgqa.linking.link import link
from kgqa.linking.names import Naming
from kgqa.linking.opened import open_links, speaks_of_closed
from kgqa.linking.semantic import NAME as SEMANTIC
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology
from kgqa.ports import Graph, LanguageModel, Linker, Means, Proposal, Ran, Strategy
from kgqa.repair.by_model import SECONDS
from kgqa.repair.written import Repairs, Righted
from kgqa.restate import restate
from kgqa.rivals import MOST_CHOICES, choices_of, distinguished, namesakes, offered
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.walk import named_things
from kgqa.types import (
    Answer,
    CandidateQuery,
    CheckedQuery,
    Choice,
    Confidence,
    GraphDescription,
    Issue,
    Limits,
    LinkedQuestion,
    Move,
    Outcome,
    Progress,
    QueryEvidence,
    Question,
    ResultTable,
    Stage,
    Step,
    Suggestion,
)
from kgqa.withheld import Withheld
from kgqa.wording import Words, words

LONGEST = 2_000  # characters of a question; more is a document
TRUST = 0.55  # below this a reading is not answered
CLOSE = 0.03  # readings this close to the best are as good as it
FAR = 0.05  # readings this far behind the best are another question
TRIES = 4  # candidates that are run before the best is taken at its word
_IRI = re.compile(
    r"[A-Za-z][\w+.-]*:[^<>\"{}|^`\\\x00-\x20]+"
)  # what a query can hold, as SPARQL 1.1 writes it (IRIREF)
_NOT_UNDERSTOOD = (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)
RELAXING = Limits(seconds=5.0, rows=2)


@dataclass(frozen=True, kw_only=True)
class Kit:
    """What the core works with: one graph, what is known of it, and the strategies in their order."""

    graph: Graph
    described: GraphDescription
    ontology: Ontology
    naming: Naming
    index: TermIndex
    fit: Fit
    linkers: tuple[Linker, ...] = ()  # beside the names, in no order: all are asked
    ways: Ways = field(default_factory=Ways)
    strategies: tuple[Strategy, ...]
    definitions: Definitions = field(default_factory=Definitions)
    limits: Limits = field(default_factory=Limits)
    conditions: Conditions = field(default_factory=Conditions)  # what the check holds queries against
    withheld: Withheld | None = None  # knows of what is closed, so that it is refused
    model: LanguageModel | None = None  # puts right what was written and refused
    patience: float = SECONDS  # that the model may take for one reply
    examples: tuple[str, ...] = ()  # questions that this graph can answer


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate that passed the check, after `fixes` or as it was, and was run."""

    candidate: CandidateQuery
    query: CheckedQuery
    table: ResultTable
    fixes: tuple[str, ...] = ()


class Pipeline:
    """Answers questions with one Kit; safe to use by several tasks at once, since it keeps nothing."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    async def answer(self, question: Question, progress: Progress) -> Answer:
        """The answer. Trouble with the graph is an answer too (`failed`, with whose move is next)."""
        work = _Work(self.kit, question, progress)
        try:
            answer = await work.answer()
        except OperatorsMove as error:
            answer = work.failed(error)
        return replace(answer, seconds=time.perf_counter() - work.begun)


class _Work:
    """One question on its way."""

    def __init__(self, kit: Kit, question: Question, progress: Progress) -> None:
        self.kit, self.progress = kit, progress
        lang = spoken(question)
        self.question = chosen(replace(_sound(question), text=_writable(question.text), language=lang.code))
        self.lang = lang
        self.words: Words = words(lang.code)
        self.trace: list[Step] = []
        self.issues: list[Issue] = []
        self.is_less = False  # than would be answered if nothing were closed
        self.repairs = Repairs(kit, self.question.text, self.step)
        self.begun = self.marked = time.perf_counter()

    def step(self, stage: str, summary: str, details: Sequence[str] = ()) -> None:
        now = time.perf_counter()
        self.trace.append(
            Step(stage=stage, summary=summary, details=tuple(details), seconds=now - self.marked)
        )
        self.marked = now

    async def answer(self) -> Answer:
        if len(self.question.text) > LONGEST:
            return self.too_long()
        if asked := about_the_last(self.question, self.lang):
            return await self.explained(asked)
        if self.kit.withheld is not None:
            touched = self.kit.withheld.touched(self.question, self.lang, trust=TRUST)
            if Kind.CLOSED in touched:
                return self.refused()
            self.is_less = Kind.UNCLEAR in touched
        by_name = [linker for linker in self.kit.linkers if linker.name != SEMANTIC]
        answer = await self.read(by_name)
        if len(by_name) == len(self.kit.linkers) or answer.outcome not in _NOT_UNDERSTOOD:
            return answer
        # What is near in meaning is tried last: asked at once, it answers what the graph does not know.
        meant = await self.read(self.kit.linkers)
        return meant if meant.outcome is Outcome.ANSWERED else replace(answer, trace=tuple(self.trace))

    async def read(self, linkers: Sequence[Linker]) -> Answer:
        """The answer with what these linkers find beside the names."""
        await self.progress(Stage.LINKING)
        linked = await self.linked(linkers)
        await self.progress(Stage.READING)
        proposal = Proposal()
        for strategy in self.kit.strategies:
            proposal = await strategy.propose(linked, self.means())
            self.step("reading", _readings(proposal), _candidates(proposal))
            if proposal.instead:
                return self.closed(proposal.instead)
            trusted = [c for c in proposal.candidates if c.confidence >= TRUST]
            if tried := await self.tried(trusted):
                return await self.decided(tried, linked)
        return self.abstained(proposal)

    async def linked(self, linkers: Sequence[Linker]) -> LinkedQuestion:
        """The question with what its phrases may mean, by names first, then by the further linkers."""
        named = link(self.question, self.kit.index, self.lang, self.kit.ontology)
        linked, notices = await linked_further(named, linkers, self.kit.ways, self.lang)
        linked = await with_edges(fitted(linked, self.kit.fit), self.kit.graph)
        linked = open_links(linked, self.kit.ontology, self.lang)
        linked = with_terms(linked, self.kit.definitions, self.lang)
        self.step("names", _found(linked), [*(explained(n) for n in linked.links), *notices])
        return linked

    # ── check and run ────────────────────────────────────────────────────────────────────────────

    async def tried(self, candidates: Sequence[CandidateQuery]) -> list[Tried]:
        """The candidates that pass the check, run until one has rows and those as good as it are known."""
        found: list[Tried] = []
        best: float | None = None
        passed_over = 0
        for candidate in candidates:
            if len(found) + passed_over >= TRIES or (
                best is not None and candidate.confidence < best - CLOSE
            ):
                break
            if found and candidate.confidence < found[0].candidate.confidence - FAR:
                break  # that a plain question has no rows is an answer; another question's rows are none
            if found and best is None and _same_names(candidate, found[0].candidate):
                continue  # nor are those of the same names, joined the other way round
            is_asked = any(t.candidate.pins == candidate.pins and not is_empty(t.table) for t in found)
            if is_asked and candidate.written:
                passed_over += 1  # nothing is put right that will not be run
                continue
            await self.progress(Stage.CHECKING)
            righted = await self.checked(candidate)
            verdict = righted.verdict
            if not isinstance(verdict, CheckedQuery):
                continue
            self.step("checks", f"{len(verdict.passed)} rules passed", [", ".join(verdict.passed)])
            if is_asked or any(t.query.sha256 == verdict.sha256 for t in found if candidate.written):
                passed_over += 1  # it chose the same things, so there is nothing to ask the asker
                continue
            await self.progress(Stage.RUNNING)
            table = await self.kit.graph.run(verdict, self.kit.limits)
            self.step("run", _size(table), [f"sha256 {verdict.sha256}"])
            found.append(Tried(righted.candidate, verdict, table, righted.fixes))
            if best is None and not is_empty(table):
                best = candidate.confidence
        return found

    async def checked(self, candidate: CandidateQuery) -> Righted:
        """The candidate with the verdict on it; what was written is put right where that can be."""
        if candidate.written:
            righted = await self.repairs.of(candidate)
            self.issues += (i for i in righted.issues if i not in self.issues)
            return righted
        verdict = await self.verdict(candidate.text)
        if not isinstance(verdict, CheckedQuery):
            self.issues += verdict
            self.step("checks", f"refused: {verdict[0].rule}", [i.message for i in verdict])
        return Righted(candidate=candidate, verdict=verdict)

    def means(self) -> Means:
        """What a strategy may use for this question."""
        return Means(run=self.ran, told=self.going_on, issues=tuple(self.issues), model=self.kit.model)

    async def going_on(self, stage: Stage, summary: str, details: Sequence[str] = ()) -> None:
        """A step of a strategy, which the asker sees at once and the trace keeps."""
        await self.progress(stage)
        self.step(stage.value, summary, details)

    async def ran(self, text: str, limits: Limits | None = None) -> Ran:
        """The rows of a query that passes the check; what is wrong with one that does not."""
        conditions = await self.repairs.conditions(text)
        verdict = check(text, self.kit.ontology, conditions)
        if not isinstance(verdict, CheckedQuery):
            return verdict
        return await self.kit.graph.run(verdict, limits or self.kit.limits)

    async def verdict(self, text: str) -> Verdict:
        """What the check says of a query. What its things are is asked where some may be closed."""
        conditions = self.kit.conditions
        if conditions.closed.classes:
            conditions = await self.repairs.conditions(text)
        return check(text, self.kit.ontology, conditions)

    async def decided(self, tried: list[Tried], linked: LinkedQuestion) -> Answer:
        """The first with rows; a question back when another thing of the same name has rows too, or may have
        some.
        """
        full = [t for t in tried if not is_empty(t.table)]
        if not full:
            return await self.nothing(tried[0])
        first = full[0]
        rivals = [t for t in full if t.candidate.confidence >= first.candidate.confidence - CLOSE]
        choices = choices_of(self.question, [(t.candidate, t.table) for t in rivals])
        terms = {pin.term for t in tried for pin in t.candidate.pins}
        if more := namesakes(first.candidate, linked, terms):
            named = [c.pins[-1] for c in choices if c.pins[-1].mention == more[0].mention]
            choices = offered(self.question, [*(named or more[:1]), *more[1:]])
        if choices:
            return await self.clarified(choices)
        return await self.answered(first)

    async def answered(self, tried: Tried) -> Answer:
        await self.progress(Stage.WORDING)
        candidate, query = tried.candidate, tried.query
        shown_table = await self.shown(tried)
        labels = await self.labels(shown_table, query)
        restatement = self.restated(tried, labels)
        shown = display(shown_table, labels, dict(candidate.columns))
        self.step("words", restatement)
        return self.closed(
            Answer(
                question=self.question,
                outcome=Outcome.ANSWERED,
                text=self.told(sentence(tried.table, shown, restatement, self.words)),
                restatement=restatement,
                query=query,
                table=tried.table,
                display=shown,
                confidence=Confidence(value=candidate.confidence, reason=candidate.reason),
                evidence=(
                    QueryEvidence(language=candidate.language, text=query.text, rows=len(tried.table.rows)),
                ),
                strategy=candidate.strategy,
                form=candidate.form,
                assumed=candidate.assumed,
                fixes=tried.fixes,
            )
        )

    def told(self, text: str) -> str:
        """A text, and whether something that is closed was left out."""
        return f"{text} {self.words.say('left_out')}" if self.is_less else text

    async def explained(self, asked: Asked) -> Answer:
        """The last answer in other words: what was looked for, and what the question was taken for."""
        last = self.question.history[-1]
        verdict = await self.verdict(last.sparql) if last.sparql else None
        if isinstance(verdict, CheckedQuery):
            labels = await self.labels(ResultTable(), verdict)
            restatement = restate(verdict, self.kit.ontology, labels, self.lang.code)
            because = self.words.say("because", what=restatement, graph=self.kit.described.name)
            text = " ".join((because, *last.assumed))
            if asked is Asked.ASSUMED and not last.assumed:
                text += " " + self.words.say("assumed_nothing")
        else:
            restatement, text = "", self.words.say("no_query", text=last.text)
        self.step("words", "the last answer is explained")
        return self.closed(
            Answer(
                question=self.question,
                outcome=Outcome.ANSWERED,
                text=text,
                restatement=restatement,
                confidence=Confidence(value=1.0, reason=""),
                strategy=CONVERSATION,
                form=last.form,
                assumed=last.assumed,
            )
        )

    def restated(self, tried: Tried, labels: dict[str, str]) -> str:
        """What the query asks for, and what the company's own words in the question mean."""
        sentence = restate(tried.query, self.kit.ontology, labels, self.lang.code)
        meant = [self.words.say("defined", name=n, means=m) for n, m in tried.candidate.defined]
        return f"{sentence} ({'; '.join(meant)})" if meant else sentence

    async def shown(self, tried: Tried) -> ResultTable:
        """The rows with the measures that a reader wants beside them, where the candidate offers that."""
        text = tried.candidate.shown
        if not text or tried.table.boolean is not None:
            return tried.table
        verdict = await self.verdict(text)
        if not isinstance(verdict, CheckedQuery):
            return tried.table
        wide = await self.kit.graph.run(verdict, self.kit.limits)
        same = {row[: len(tried.table.columns)] for row in wide.rows} == set(tried.table.rows)
        return wide if same else tried.table

    async def labels(self, table: ResultTable, query: CheckedQuery) -> dict[str, str]:
        iris = [t.value for row in table.rows for t in row if t is not None and t.kind == "iri"]
        return await labels_of(
            [*things_of(query), *iris], self.kit.graph, self.kit.ontology, self.kit.naming, self.lang.code
        )

    # ── the other outcomes ───────────────────────────────────────────────────────────────────────

    async def nothing(self, tried: Tried) -> Answer:
        """The query is right and no row is there: said with the one condition whose removal gives rows."""
        labels = await self.labels(tried.table, tried.query)
        restatement = self.restated(tried, labels)
        text, suggestions = self.words.nothing(restatement), []
        for relaxed in tried.candidate.without:
            verdict = await self.verdict(relaxed.text)
            if not isinstance(verdict, CheckedQuery):
                continue
            count = await self._count(verdict)
            if count:
                text += " " + self.words.say(
                    "without", condition=relaxed.condition, count=self.words.count(count)
                )
                if relaxed.question:
                    suggestions.append(Suggestion(label=self.words.say("show"), question=relaxed.question))
                break
        self.step("words", "nothing found")
        return self.closed(
            Answer(
                question=self.question,
                outcome=Outcome.NOTHING_FOUND,
                text=self.told(text),
                restatement=restatement,
                query=tried.query,
                table=tried.table,
                suggestions=tuple(suggestions),
                confidence=Confidence(value=tried.candidate.confidence, reason=tried.candidate.reason),
                strategy=tried.candidate.strategy,
                form=tried.candidate.form,
                assumed=tried.candidate.assumed,
                fixes=tried.fixes,
            )
        )

    async def _count(self, query: CheckedQuery) -> int:
        try:
            table = await self.kit.graph.run(query, RELAXING)
        except GraphTimeout:
            return 0
        value = table.rows[0][0] if table.rows and table.rows[0] else None
        return int(value.value) if value and value.value.isdigit() else 0

    async def clarified(self, choices: Sequence[Choice]) -> Answer:
        told = await distinguished(choices[:MOST_CHOICES], self.kit, self.lang.code)
        name = choices[0].pins[0].mention if choices[0].pins else ""
        self.step(
            "reading", f"{len(choices)} things fit equally well", [f"{c.label}: {c.detail}" for c in told]
        )
        return self.closed(
            Answer(
                question=self.question,
                outcome=Outcome.CLARIFY,
                text=self.words.which(name, all_told=len(told) == len(choices)),
                choices=tuple(told),
                strategy="interpret",
            )
        )

    def abstained(self, proposal: Proposal) -> Answer:
        """No reading to trust: something the graph does not know, no sense in what it knows, or a query that
        could not be put right.
        """
        known, missing = tuple(dict.fromkeys(proposal.understood)), proposal.missing
        if self.is_refused():
            return self.refused()
        if self.repairs.why:
            outcome, text = Outcome.UNKNOWN, self.words.say("none_passed", why=self.repairs.why)
        elif missing:
            outcome, text = Outcome.NOT_IN_GRAPH, self.words.not_in_graph(known, missing)
        else:
            outcome, text = Outcome.UNKNOWN, self.words.unknown(known, missing)
        suggestions = () if known else tuple(Suggestion(label=e, question=e) for e in self.kit.examples)
        best = proposal.candidates[0] if proposal.candidates else None
        confidence = (
            Confidence(value=best.confidence, reason=best.reason)
            if best
            else Confidence(value=0.0, reason="")
        )
        return self.closed(
            Answer(
                question=self.question,
                outcome=outcome,
                text=text,
                suggestions=suggestions,
                confidence=confidence,
            )
        )

    def refused(self) -> Answer:
        """The question asks for what is closed."""
        self.step("checks", "refused: it asks for what is not open")
        return self.closed(
            Answer(question=self.question, outcome=Outcome.REFUSED, text=self.words.say("closed"))
        )

    def is_refused(self) -> bool:
        """Whether what was asked for, or what the question speaks of, is closed."""
        return any(i.rule == closed.NAME for i in self.issues) or speaks_of_closed(
            self.question, self.kit.ontology, self.lang
        )

    def too_long(self) -> Answer:
        size, most = self.words.count(len(self.question.text)), self.words.count(LONGEST)
        self.step("names", f"not read: {size} characters")
        text = self.words.say("too_long", count=size, most=most)
        return self.closed(Answer(question=self.question, outcome=Outcome.UNKNOWN, text=text))

    def failed(self, error: OperatorsMove) -> Answer:
        self.step("run", "failed", [str(error)])
        return self.closed(
            Answer(
                question=self.question,
                outcome=Outcome.FAILED,
                text=self.words.say("graph_failed", reason=str(error)),
                move=Move.OPERATOR,
            )
        )

    def closed(self, answer: Answer) -> Answer:
        return replace(answer, trace=tuple(self.trace), issues=tuple(self.issues), graph=self.kit.described)


def _same_names(one: CandidateQuery, other: CandidateQuery) -> bool:
    return (one.reading, one.pins) == (other.reading, other.pins)


def _sound(question: Question) -> Question:
    """The question with those of its pins and of the things in its thread that can stand in a query."""
    pins = tuple(pin for pin in question.pins if _IRI.fullmatch(pin.term))
    turns = (replace(t, things=tuple(filter(_IRI.fullmatch, t.things))) for t in question.history)
    return replace(question, pins=pins, history=tuple(turns))


def _writable(text: str) -> str:
    """`text` without what no query can hold: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def things_of(query: CheckedQuery) -> tuple[str, ...]:
    """The IRIs of the things that a query names."""
    parsed = parse(query.text)
    return named_things(parsed) if isinstance(parsed, ParsedQuery) else ()


def is_empty(table: ResultTable) -> bool:
    """Whether a result says nothing: no rows, or only unbound ones. A count of zero and a no are answers."""
    if table.boolean is not None:
        return False
    return not any(term is not None for row in table.rows for term in row)


# ── the words of the trace ───────────────────────────────────────────────────────────────────────


def _found(linked: LinkedQuestion) -> str:
    count = len(linked.links)
    return f"{count} {'name' if count == 1 else 'names'} found"


def _readings(proposal: Proposal) -> str:
    count = len(proposal.candidates)
    if count == 1:
        return proposal.candidates[0].reading or "1 reading"
    return f"{count} readings"


def _candidates(proposal: Proposal) -> list[str]:
    """The readings, best first, and what the best one took the question's values for."""
    lines = [f"{c.confidence:.2f} {c.reading}: {c.reason}" for c in proposal.candidates]
    return [*lines, *(line for c in proposal.candidates[:1] for line in (*c.values, *c.assumed))]


def _size(table: ResultTable) -> str:
    if table.boolean is not None:
        return "yes" if table.boolean else "no"
    count = len(table.rows)
    return f"{count} {'row' if count == 1 else 'rows'}"
