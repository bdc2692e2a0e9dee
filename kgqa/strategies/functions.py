"""The strategy *functions*: a question that asks for a registered function in its words is answered by
calling it, with arguments that are found as every name is (Zaha's second kind of logical form).

In: a linked question, functions. Out: a Proposal with the answer, which keeps the call as others keep their
query; nothing where no phrase of a function takes every word of the question. What a function reads of the
graph it reads in queries that are checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgqa.answer import display
from kgqa.check.calls import check_call
from kgqa.conversation import spoken
from kgqa.errors import FunctionFailed
from kgqa.functions.asking import Asked, Filling, calls_in
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.functions.shipped.series import measured_terms
from kgqa.language import Language
from kgqa.ports import Blocking, Means, Proposal, Ran
from kgqa.ports import Functions as Registered
from kgqa.queries import written
from kgqa.sparql.writing import quoted
from kgqa.strategies.parts import Parts
from kgqa.trace import below
from kgqa.types import (
    Answer,
    CallEvidence,
    CheckedQuery,
    Choice,
    Confidence,
    Evidence,
    Limits,
    LinkedQuestion,
    Move,
    Outcome,
    Pin,
    QueryEvidence,
    QueryLanguage,
    ResultTable,
    Stage,
)
from kgqa.wording import Words, words

NAME = "functions"
ROWS = 10_000  # that a function may give
SUREST = 0.95  # what a call is worth whose words all fit
ALTERNATIVES = 5
FEW = Limits(seconds=10.0, rows=2)
TOLD = 4  # values that stand in a sentence
SHOWN = 300  # characters of a result that are kept as evidence


class Functions:
    """Safe to use by several tasks at once: it keeps nothing of a question."""

    name = NAME
    asks_model = False
    weighs_evidence = False

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """The answer of the function that the question asks for, if it asks for one."""
        functions = self.parts.functions
        if functions is None or not functions.every:
            return Proposal()
        lang = spoken(linked.question)
        parts = self.parts
        for asked in calls_in(
            linked, functions.every, parts.ontology, lang, parts.definitions, measured_of(parts)
        ):
            answer = await Called(parts, functions, linked, means, lang).answer(asked)
            if answer is not None:
                return Proposal(instead=answer, is_settled=True)
        return Proposal()


def measured_of(parts: Parts) -> tuple[str, ...]:
    """What readings of this graph are of; worked out once."""
    kept: dict[str, tuple[str, ...]] = parts.ontology.worked_out.setdefault("measured", {})
    if "terms" not in kept:
        kept["terms"] = measured_terms(parts.ontology)
    return kept["terms"]


class Called:
    """Calls a function for one question; `sure` is what its answer is worth, `reason` the name of why."""

    def __init__(
        self,
        parts: Parts,
        functions: Registered,
        linked: LinkedQuestion,
        means: Means,
        lang: Language,
        *,
        sure: float = SUREST,
        reason: str = "why_function",
    ) -> None:
        self.parts, self.functions, self.linked = parts, functions, linked
        self.means, self.lang = means, lang
        self.words: Words = words(lang.code)
        self.sure, self.reason = sure, reason

    async def answer(self, asked: Asked) -> Answer | None:
        """The answer; None where the graph does not bear out what is said of an argument."""
        known = await self._known(asked, self.means)
        if known is None or not await self._stands(known, self.means):
            return None
        return await _Call(self, known).answer()

    async def _known(self, asked: Asked, means: Means) -> Asked | None:
        """The call with things in the place of the values that tell them (“MMSI 123”); None where a value
        tells no single thing.
        """
        found: dict[str, Filling] = {}
        for name, filling in asked.arguments.items():
            if not filling.by:
                found[name] = filling
                continue
            text = quoted(filling.said)
            has = f"?thing {written(filling.by)} ?value . FILTER(STR(?value) = {text})"
            query = f"SELECT DISTINCT ?thing WHERE {{ {has} }}"
            ran = await means.run(query, FEW)
            things = [row[0].value for row in ran.rows if row[0]] if isinstance(ran, ResultTable) else []
            if len(things) != 1:
                return None
            labels = await self.parts.labels.of(things, "")
            found[name] = replace(filling, value=things[0], said=labels[things[0]], by="")
        return replace(asked, arguments=found)

    async def _stands(self, asked: Asked, means: Means) -> bool:
        """Whether the graph bears out what stands beside an argument: that the one is in the other."""
        for filling in asked.arguments.values():
            for other in filling.within:
                one, two = written(str(filling.value)), written(other)
                ran = await means.run(
                    f"ASK {{ {{ {one} ?a {two} }} UNION {{ {one} ?b ?c . ?c ?d {two} }} }}", None
                )
                if not (isinstance(ran, ResultTable) and ran.boolean):
                    return False
        return True


class _Call:
    """One call on its way to an answer."""

    def __init__(self, called: Called, asked: Asked) -> None:
        self.parts, self.functions, self.linked = called.parts, called.functions, called.linked
        self.means, self.lang, self.words = called.means, called.lang, called.words
        self.asked, self.called = asked, called
        self.arguments: Mapping[str, Any] = {name: f.value for name, f in asked.arguments.items()}
        self.graph: Graph | None = None

    async def answer(self) -> Answer:
        function, phrase = self.asked.function, self.words.say
        verdict = check_call(function, self.arguments, self.parts.ontology, self.functions.closed)
        if not isinstance(verdict, CheckedQuery):
            text = phrase("function_closed", name=_plain(function.name))
            return Answer(question=self.linked.question, outcome=Outcome.REFUSED, text=text, strategy=NAME)
        if (name := self._ambiguous()) is not None:
            return self._clarified(name)
        await self.means.told(
            Stage.RUNNING, phrase("function_call", call=verdict.text), [f"sha256 {verdict.sha256}"]
        )
        try:
            result = await self.functions.call(function, self.arguments, self._reading, self.lang.code, ROWS)
        except NoResult as nothing:
            await self._told()
            text = str(nothing) or phrase("function_gave_nothing", name=_plain(function.name))
            return self._base(verdict, Outcome.NOTHING_FOUND, text, str(nothing))
        except FunctionFailed as error:
            await self._told()
            text = phrase("function_failed", name=_plain(function.name), why=str(error))
            failed = self._base(verdict, Outcome.FAILED, text, str(error))
            return replace(
                failed, query=None, move=Move.OPERATOR, confidence=Confidence(value=0.0, reason="")
            )
        await self._told()
        return await self._answered(verdict, result)

    def _ambiguous(self) -> str | None:
        """The argument that may be one of several things of the same name."""
        return next((n for n, f in self.asked.arguments.items() if f.rivals), None)

    def _clarified(self, name: str) -> Answer:
        filling = self.asked.arguments[name]
        question, onto = self.linked.question, self.parts.ontology
        first = next((m for link in self.linked.links for m in link.matches if m.iri == filling.value), None)
        matches = [*([first] if first else []), *filling.rivals][:ALTERNATIVES]
        choices = tuple(
            Choice(
                label=m.label,
                detail=onto.label(m.classes[0], self.lang.code) if m.classes else "",
                question=question.text,
                pins=(*question.pins, Pin(mention=filling.mention, term=m.iri)),
            )
            for m in matches
        )
        text = self.words.which(filling.mention, all_told=len(choices) == 1 + len(filling.rivals))
        return Answer(question=question, outcome=Outcome.CLARIFY, text=text, choices=choices, strategy=NAME)

    async def _answered(self, verdict: CheckedQuery, result: Result) -> Answer:
        whole = ResultTable(columns=result.columns, rows=result.rows, truncated=result.cut)
        iris = [t.value for row in whole.rows for t in row if t is not None and t.kind == "iri"]
        labels = await self.parts.labels.of(iris, self.lang.code)
        shown = display(whole, labels, result.shown or {}, language=self.lang.code)
        says = " ".join((result.says or self._said(whole, labels), *result.notes))
        says = f"{says[:1].upper()}{says[1:]}"
        if result.cut:
            says += " " + self.words.say("function_cut", count=self.words.count(len(result.rows)))
        table = whole if result.answering is None else replace(whole, rows=whole.rows[: result.answering])
        answer = self._base(verdict, Outcome.ANSWERED, says, result.says or says)
        confidence = Confidence(
            value=round(self.called.sure * self.asked.score, 4),
            reason=self.words.say(self.called.reason),
        )
        return replace(answer, table=table, display=shown, confidence=confidence)

    def _base(self, verdict: CheckedQuery, outcome: Outcome, text: str, result: str) -> Answer:
        return Answer(
            question=self.linked.question,
            outcome=outcome,
            text=text,
            restatement=self._restated(),
            query=verdict,
            confidence=Confidence(value=self.called.sure, reason=self.words.say(self.called.reason)),
            evidence=self._evidence(result),
            strategy=NAME,
        )

    def _evidence(self, result: str) -> tuple[Evidence, ...]:
        """The call, and the queries that it asked."""
        call = CallEvidence(
            function=self.asked.function.name,
            arguments=tuple((name, _told(f)) for name, f in self.asked.arguments.items()),
            result=result[:SHOWN],
        )
        queries = [
            QueryEvidence(language=QueryLanguage.SPARQL, text=text, rows=count)
            for text, count in (self.graph.asked if self.graph else ())
        ]
        return (call, *queries)

    def _restated(self) -> str:
        """What a call asks for: in words of its own where there are such for these arguments."""
        name, told = self.asked.function.name, {n: _told(f) for n, f in self.asked.arguments.items()}
        if said := self.words.of_all(f"restated_{name}", told):
            return said
        if not told:
            return self.words.say("function_restated_bare", name=_plain(name))
        given = ", ".join(f"{_plain(n)}: {value}" for n, value in told.items())
        return self.words.say("function_restated", name=_plain(name), arguments=given)

    def _said(self, table: ResultTable, labels: Mapping[str, str]) -> str:
        """The first sentence where the function says none."""
        name = _plain(self.asked.function.name)
        if len(table.rows) == 1 and len(table.columns) <= TOLD:
            values = [labels.get(t.value, t.value) for t in table.rows[0] if t is not None]
            return self.words.say("function_gave", name=name, value=", ".join(values))
        return self.words.say("function_gave_rows", name=name, count=self.words.count(len(table.rows)))

    async def _told(self) -> None:
        """The queries that the function asked, in the trace."""
        if self.graph is None:
            return
        for text, count in self.graph.asked:
            title = self.words.say("function_query", count=self.words.count(count))
            await self.means.told(Stage.RUNNING, title, [below(title, text)])

    # ── what the function reads ──────────────────────────────────────────────────────────────────

    def _reading(self, waited: Blocking) -> Graph:
        """The graph, from the thread of the function."""

        async def ran(sparql: str) -> Ran:
            return await self.means.run(sparql, None)

        def run(sparql: str) -> ResultTable:
            table = waited(ran(sparql))
            if isinstance(table, ResultTable):
                return table
            why = " ".join(f"{i.message} {i.hint}".strip() for i in map(self.words.issue, table[:2]))
            raise FunctionFailed(self.words.say("function_refused", why=why))

        def named(iris: Sequence[str]) -> dict[str, str]:
            found: dict[str, str] = waited(self.parts.labels.of(iris, self.lang.code))
            return found

        self.graph = Graph(self.parts.ontology, self.lang.code, run, named)
        return self.graph


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _told(filling: Filling) -> str:
    return (
        filling.said
        if isinstance(filling.value, str)
        else str(getattr(filling.value, "value", filling.value))
    )
