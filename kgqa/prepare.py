"""A graph -> a Kit: its schema profiled, its names indexed, the strategies ready.

In: a Graph, an ontology given beside it, a shelf for its names, lexicons, limits. Out: a Kit; what could not
be read is in its notices.
"""

from __future__ import annotations

from asyncio import timeout
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import islice

from kgqa.calibration import Calibration
from kgqa.check import Conditions
from kgqa.check.closed import View
from kgqa.definitions.definition import Definition, Definitions
from kgqa.definitions.linked import with_terms
from kgqa.definitions.reading import Knows, Meant, Read, read_terms
from kgqa.examples import KINDS, Examples, Texts, Translated, candidates
from kgqa.labels import Labels
from kgqa.language import language
from kgqa.library.shelf import Shelf
from kgqa.linking.build import Progress, Told
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit, fitted
from kgqa.linking.lexicon import Lexicon
from kgqa.linking.link import link
from kgqa.linking.names import Naming, with_titles
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit, Pipeline
from kgqa.pipeline.kit import SURE
from kgqa.ports import Functions, Graph, LanguageModel, Linker, NameShelf, Passages, Strategy, Tables
from kgqa.prompts import Prompts
from kgqa.repair.by_model import SECONDS
from kgqa.rephrase import Rephrase
from kgqa.schema import Schema
from kgqa.side_by_side import side_by_side
from kgqa.spending import Purse
from kgqa.strategies.agent import Agent
from kgqa.strategies.calls import Calls
from kgqa.strategies.functions import Functions as ByFunctions
from kgqa.strategies.library import Library
from kgqa.strategies.oneshot import OneShot
from kgqa.strategies.parse.earlier import set_of
from kgqa.strategies.parse.parser import Parser
from kgqa.strategies.parse.reader import Reader
from kgqa.strategies.parts import Parts
from kgqa.strategies.passages import Passages as FromPassages
from kgqa.terms import Terms, terms_of
from kgqa.types import Answer, Limits, Outcome, Question, Stage, TermKind
from kgqa.withheld import withheld


def _tables(parts: Parts) -> Strategy:
    """Imported when it is wanted: what reads SQL is an extra of the package."""
    from kgqa.strategies.tables import TablesInSql

    return TablesInSql(parts)


STRATEGIES: dict[str, Callable[[Parts], Strategy]] = {
    "agent": Agent,
    "calls": Calls,
    "functions": ByFunctions,
    "oneshot": OneShot,
    "parse": Parser,
    "library": Library,
    "passages": FromPassages,
    "tables": _tables,
}
TRIED = 24  # example questions that are tried, at most
SURE_EXAMPLE = 0.85
READ_EXAMPLE = 0.6  # how sure a reading of the same question in another language is
NAMED = 0.7  # a name that is less like it is another one
PATIENCE = 5.0  # seconds that an example may take
IN_ALL = 8.0  # seconds that all of them may, over a network or on disk
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # the examples speak of no time


async def prepare(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    strategies: tuple[str, ...] = ("parse",),
    shelf: NameShelf | None = None,
    lexicons: Sequence[Lexicon] = (),
    definitions: Sequence[Definition] = (),
    told: Told = lambda _: None,
    progress: Progress = lambda *_: None,
) -> Kit:
    """The kit for one graph. Its names are kept on the `shelf`, or in memory where there is none; `lexicons`
    name things beside the graph, `definitions` say what the company's own words mean. `told` hears what is
    being done, `progress` how far the names are.

    Raises OperatorsMove when the graph fails, or the shelf while it holds nothing.
    """
    terms = await terms_of(
        graph, given, limits=limits, shelf=shelf, lexicons=lexicons, told=told, progress=progress
    )
    return await kit_of(terms, limits=limits, strategies=strategies, definitions=definitions)


async def kit_of(
    terms: Terms,
    *,
    limits: Limits | None = None,
    strategies: tuple[str, ...] = ("parse",),
    ways: Ways | None = None,
    linkers: tuple[Linker, ...] = (),
    index: TermIndex | None = None,
    definitions: Sequence[Definition] = (),
    conditions: Conditions | None = None,
    model: LanguageModel | None = None,
    purse: Purse | None = None,
    shelf: Shelf | None = None,
    prompts: Prompts | None = None,
    passages: Passages | None = None,
    sure: float = SURE,
    beside: bool = False,
    patience: float = SECONDS,
    calibration: Calibration | None = None,
    tables: Tables | None = None,
    functions: Functions | None = None,
    makers: Mapping[str, Callable[[Parts], Strategy]] = STRATEGIES,
    examples: Examples | None = None,
) -> Kit:
    """The kit for terms that were read, with what finds names beside their `index`, which is made where none
    is given. `definitions` are the company's
    own terms and metrics; what of them cannot be read is in the ontology's notices. The `makers` make the
    strategies that are named. The `model` writes queries and puts them right, a question waits `patience`
    seconds for one reply, and the `purse` pays for it; an answer that is at least so `sure` by the
    `calibration` is given without asking further. The `shelf` holds the library, `passages` text that can be
    searched, `tables` what was induced from the graph, `functions` what is registered: each for the strategy
    of that name. What documents say may stand `beside` rows. What the `conditions` close is in no part of the
    kit but the check. Examples that another kit of this graph has need not be tried again.
    """
    conditions = conditions or Conditions()
    terms = terms.without(conditions.closed)
    index, fit = index or terms.index(), Fit(terms.ontology)
    defined = definitions_on(terms.ontology, terms.naming, index, definitions)
    if defined.problems:
        notices = (*terms.ontology.notices, *defined.problems.values())
        terms = replace(terms, ontology=replace(terms.ontology, notices=notices))
    labels = Labels(terms.graph, terms.ontology, with_titles(terms.naming, terms.ontology))
    parts = Parts(
        graph=terms.graph,
        described=terms.described,
        ontology=terms.ontology,
        naming=terms.naming,
        labels=labels,
        index=index,
        linkers=linkers,
        definitions=defined,
        conditions=conditions,
        shelf=shelf or Shelf(),
        prompts=prompts or Prompts(),
        passages=passages,
        tables=tables,
        functions=functions,
    )
    kit = Kit(
        graph=terms.graph,
        described=terms.described,
        ontology=terms.ontology,
        naming=terms.naming,
        labels=labels,
        index=index,
        fit=fit,
        linkers=linkers,
        ways=ways or Ways(),
        definitions=defined,
        strategies=tuple(makers[name](parts) for name in strategies),
        limits=limits or Limits(),
        unread=terms.unread,
        conditions=conditions,
        withheld=withheld(terms.ontology, index.names, defined) if isinstance(terms.ontology, View) else None,
        sure=sure,
        beside=beside,
        calibration=calibration or Calibration(),
        model=model or (purse.model if purse else None),
        purse=purse,
        shelf=parts.shelf,
        passages=passages,
        rephrase=Rephrase(
            ontology=terms.ontology,
            index=index,
            conditions=conditions,
            prompts=parts.prompts,
            seconds=patience,
        ),
        patience=patience,
        prompts=parts.prompts,
        tables=tables,
        functions=functions,
    )
    return replace(kit, examples=examples or Examples(partial(tried_examples, kit)))


def definitions_on(
    ontology: Ontology, naming: Naming, index: TermIndex, definitions: Sequence[Definition]
) -> Definitions:
    """Definitions as they are read on one graph."""
    return read_terms(definitions, *_readers(ontology, naming, index)) if definitions else Definitions()


def _readers(ontology: Ontology, naming: Naming, index: TermIndex) -> tuple[Read, Knows]:
    """What reads a definition on these terms, and what knows whether a name is one of the graph's."""
    fit, schema = Fit(ontology), Schema.of(ontology)
    sorts = (TermKind.PROPERTY, TermKind.CLASS)

    def knows(text: str, code: str) -> bool:
        lang = language(code)
        linked = link(Question(text=text, asked_at=EPOCH, language=lang.code), index, lang)
        return any(m.kind in sorts and m.score >= NAMED for n in linked.links for m in n.matches)

    def read(text: str, code: str, known: Definitions) -> Meant:
        lang = language(code)
        asked = Question(text=text, asked_at=EPOCH, language=lang.code)
        linked = with_terms(fitted(link(asked, index, lang), fit), known, lang)
        best = Reader(schema, naming, known).likeliest(linked)
        if best is None:
            return Meant(missing=linked.unlinked)
        reading, chance = best
        about = set_of(reading.form, schema)
        cls = schema.nearest(tuple(about.focus.classes)) if about else None
        return Meant(form=reading.form, cls=cls or "", confidence=chance, missing=reading.unused)

    return read, knows


async def tried_examples(kit: Kit) -> Translated:
    """One question of each kind that this graph answers, by language, tried before they are offered; fewer
    where the store is slow, since somebody may wait for them. {} where it failed before one was answered.
    """
    found: dict[str, Texts] = {}
    limits = replace(kit.limits, seconds=min(kit.limits.seconds, PATIENCE))
    # nobody pays for a start, with money or with time
    without = (s for s in kit.strategies if not s.asks_model)
    strategies = tuple(Parser(s.parts, most=1) if isinstance(s, Parser) else s for s in without)
    pipeline = Pipeline(replace(kit, limits=limits, model=None, strategies=strategies, linkers=()))

    async def quiet(_: Stage, __: str = "") -> None:
        return None

    async def ask(text: str) -> Answer:
        return await pipeline.answer(Question(text=text, asked_at=EPOCH, language="en"), quiet)

    # where requests cost their way, a second one of each kind goes with the first
    each = 2 if kit.described.remote else 1
    is_slow = kit.described.remote or kit.described.on_disk
    with suppress(TimeoutError):
        async with timeout(IN_ALL if is_slow else None):
            for some in _few_of_each(islice(candidates(kit.ontology, kit.naming, kit.index), TRIED), each):
                wanted = [(kind, texts) for kind, texts in some if kind not in found and "en" in texts]
                answers = await side_by_side(ask(texts["en"]) for _, texts in wanted)
                found |= _liked(wanted, answers)
                is_failing = any(answer.outcome is Outcome.FAILED for answer in answers)
                if is_failing and not found:
                    return {}
                if is_failing or len(found) == len(KINDS):
                    break
    others = sorted({code for texts in found.values() for code in texts} - {"en"})
    read, _ = _readers(kit.ontology, kit.naming, kit.index)

    def is_read(text: str, code: str) -> bool:
        """Whether a question is read whole; what it asks for was tried in another language."""
        meant = read(text, code, kit.definitions)
        return meant.form is not None and not meant.missing and meant.confidence >= READ_EXAMPLE

    translated = {
        code: tuple(texts[code] for texts in found.values() if code in texts and is_read(texts[code], code))
        for code in others
    }
    return {"en": tuple(texts["en"] for texts in found.values()), **translated}


def _liked(asked: Sequence[tuple[str, Texts]], answers: Sequence[Answer]) -> dict[str, Texts]:
    """The first question of each kind that is answered for sure, and with no tie of 139 employees."""
    found: dict[str, Texts] = {}
    for (kind, texts), answer in zip(asked, answers, strict=True):
        is_sure = answer.confidence.value >= SURE_EXAMPLE
        if answer.outcome is Outcome.ANSWERED and is_sure and not answer.taken:
            found.setdefault(kind, texts)
    return found


def _few_of_each(pairs: Iterable[tuple[str, Texts]], most: int) -> Iterator[list[tuple[str, Texts]]]:
    """Pairs of kind and question as they come, in parts in which no kind comes more than `most` times."""
    part: list[tuple[str, Texts]] = []
    for kind, texts in pairs:
        if sum(other == kind for other, _ in part) == most:
            yield part
            part = []
        part.append((kind, texts))
    yield part
