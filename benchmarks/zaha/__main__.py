"""Zaha's questions over a generated city: `python -m benchmarks.zaha [--show] [--strategy NAMES] [--model]`.

In: the 86 questions of the paper's table A.1 (beside the project), the city (`benchmarks.zaha.graph`), gold
of our own. Out: the paper's three tables with its figures beside ours: names that were linked, queries that
can be read and whose rows are right, calls that are right. There is a model only if it is asked for: the one
that is set up (`--model`), or one whose replies were kept (`--calls FILE --replay`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import tomllib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode, QuerySolutions, RdfFormat, Store
from rich.console import Console
from rich.table import Table

from benchmarks.ladder.__main__ import opened
from benchmarks.ladder.kept import Kept
from benchmarks.linking import linked
from benchmarks.scenario import measure_scenario
from benchmarks.zaha.graph import lines
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.errors import BadInput
from kgqa.measure import score
from kgqa.pipeline import Pipeline
from kgqa.sparql import ParsedQuery, parse
from kgqa.spending import MemoryLedger, Purse
from kgqa.trace import bound
from kgqa.types import Answer, CallEvidence, Outcome, QueryEvidence, QueryLanguage, Question, Stage

HERE = Path(__file__).parent
GIVEN = Path("../shared/data/zaha/questions.jsonl")
STRATEGIES = "functions,parse"
WITH_MODEL = "functions,parse,agent,calls"
CALLED = Path("zaha-calls.jsonl")
ASKED_AT = datetime(2024, 10, 2, 9, tzinfo=UTC)
PREFIXES = "".join(
    f"PREFIX {name}: <{iri}>\n"
    for name, iri in {
        "oz": "https://www.theworldavatar.com/kg/ontozoning/",
        "op": "https://www.theworldavatar.com/kg/ontoplot/",
        "opr": "https://www.theworldavatar.com/kg/ontoplanningregulation/",
        "obe": "https://www.theworldavatar.com/kg/ontobuiltenv/",
        "od": "https://www.theworldavatar.com/kg/ontodispersion/",
        "geo": "http://www.opengis.net/ont/geosparql#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    }.items()
)
# Tables 3, 4 and 5 of the paper: rows, and what it tells of each ("99.99 %" stands there for all).
LINKING = {
    "Complete entity name": 22,
    "Semantically similar entity name": 19,
    "Entity name with typographical errors": 5,
    "Multiple entities": 4,
}
QUERIES = {"Land use": (40, "90.00", "90.00"), "Urban data": (30, "99.99", "96.67")}
CALLS = {"Air pollution": 5, "Ship information": 5, "Carpark information": 6}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """One question: whether there was a query or call, and whether it, its input and its rows are right."""

    id: str
    topic: str
    question: str
    outcome: str
    way: str
    readable: bool
    right: bool
    called: bool = False
    given: bool = False
    text: str = ""


async def measure(strategies: str, model: Kept | None = None, topics: Collection[str] = ()) -> list[Tried]:
    """Every question of table A.1, or those of these topics."""
    questions = [json.loads(line) for line in _text(GIVEN).splitlines() if line.strip()]
    questions = [q for q in questions if not topics or _topic(q) in topics]
    gold: dict[str, Any] = tomllib.loads(_text(HERE / "gold.toml"))
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "city.nt"
        graph.write_text("\n".join(lines()) + "\n", encoding="utf-8")
        store = Store()
        store.load(graph.read_bytes(), format=RdfFormat.N_TRIPLES)
        settings = load(
            graph=str(graph),
            graph_name="city",
            ontology=str(HERE / "ontology.ttl"),
            data=Path(folder) / "data",
            lexicon=str(HERE / "lexicon.csv"),
            strategies=strategies,
            functions="benchmarks.zaha.functions:air_pollutants",
            model_name=model.name if model else "",
            model_record=None,
            model_replay=None,
        )
        core = await open_core(settings, purse=Purse(model, MemoryLedger()) if model else None)
        try:
            return [
                _tried(given, gold[given["id"]], await _asked(given, gold[given["id"]], core), store)
                for given in questions
                if given["id"] in gold
            ]
        finally:
            close_core(core)


async def _asked(given: dict[str, Any], gold: dict[str, Any], core: Pipeline) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    text = gold.get("asked", given["question"])
    return await core.answer(Question(text=text, asked_at=ASKED_AT, language="en"), quiet)


def _tried(given: dict[str, Any], gold: dict[str, Any], answer: Answer, store: Store) -> Tried:
    common = {
        "id": given["id"],
        "topic": _topic(given),
        "question": gold.get("asked", given["question"]),
        "outcome": answer.outcome.value,
        "way": answer.query.language.value if answer.query else "",
        "text": answer.text[:200],
        "readable": _readable(answer),
    }
    if "calls" not in gold:
        return Tried(**common, right=_right(answer, gold, store))
    call = next((e for e in answer.evidence if isinstance(e, CallEvidence)), None)
    name = call.function if call else ""
    text = answer.query.text if answer.query else ""
    called = answer.outcome is Outcome.ANSWERED and name in gold["calls"]
    meant = [f"<{gold[part]}>" for part in ("of", "what") if part in gold]
    by_query = not name and "sparql" in gold
    given_right = called and (_right(answer, gold, store) if by_query else all(m in text for m in meant))
    rows = "sparql" not in gold or _right(answer, gold, store) or bool(name)
    return Tried(**common, called=called, given=given_right, right=called and given_right and rows)


def _topic(given: dict[str, Any]) -> str:
    return str(given["category"]).removeprefix("function call: ")


def _readable(answer: Answer) -> bool:
    """Whether there is a query and its text can be read; of a call, each query that it asked."""
    if answer.query is None:
        return False
    if answer.query.language is QueryLanguage.SPARQL:
        return isinstance(parse(answer.query.text), ParsedQuery)
    asked = [e.text for e in answer.evidence if isinstance(e, QueryEvidence)]
    return all(isinstance(parse(text), ParsedQuery) for text in asked)


def _right(answer: Answer, gold: dict[str, Any], store: Store) -> bool:
    rows = bound(answer.table)
    if "holds" in gold:
        told = {value for row in rows for value in row}
        return {value for row in _rows(gold["holds"], store) for value in row} <= told
    others = [_rows(other, store) for other in gold.get("others", ())]
    found = score(answer.outcome, rows, _rows(gold["sparql"], store), others=others)
    return found.shaped or found.f1 == 1.0


def _rows(query: str, store: Store) -> list[list[str | None]]:
    found = store.query(PREFIXES + query)
    assert isinstance(found, QuerySolutions)
    return [[t.value if isinstance(t, NamedNode | Literal) else None for t in row] for row in found]


def _text(file: Path) -> str:
    if not file.is_file():
        raise BadInput(f"There is no {file}. The questions of the paper lie beside the project.")
    return file.read_text("utf-8")


# ── showing ──────────────────────────────────────────────────────────────────────────────────────


def tables(tried: list[Tried], scenario: dict[str, dict[str, int]]) -> list[Table]:
    """The paper's tables 3, 4 and 5, each with ours beside it."""
    linking = Table(
        "scenario", "paper: right", "here: right", "of", title="3: entity linking", title_justify="left"
    )
    for name, count in LINKING.items():
        ours = scenario.get(name, {"right": 0, "questions": 0})
        linking.add_row(name, f"{count} of {count}", str(ours["right"]), str(ours["questions"]))
    queries = Table(
        "topic",
        "paper: syntax",
        "paper: result",
        "here: syntax",
        "here: result",
        "of",
        "by a call",
        title="4: queries",
        title_justify="left",
    )
    for topic, (count, syntax, result) in QUERIES.items():
        some = [t for t in tried if t.topic == topic]
        queries.add_row(
            topic,
            f"{syntax} %",
            f"{result} %",
            _share(sum(t.readable for t in some), count),
            _share(sum(t.right for t in some), count),
            str(count),
            str(sum(t.right and t.way == "call" for t in some)),
        )
    calls = Table(
        "topic",
        "paper: call",
        "paper: input",
        "here: call",
        "here: input",
        "of",
        "by a query",
        title="5: function calls",
        title_justify="left",
    )
    for topic, count in CALLS.items():
        some = [t for t in tried if t.topic == topic]
        calls.add_row(
            topic,
            f"{count} of {count}",
            f"{count} of {count}",
            str(sum(t.called for t in some)),
            str(sum(t.given for t in some)),
            str(count),
            str(sum(t.given and t.way == "sparql" for t in some)),
        )
    return [linking, queries, calls]


def _share(right: int, count: int) -> str:
    return f"{100 * right / count:.2f} %"


async def _run(options: argparse.Namespace) -> list[Tried]:
    model = opened(options.calls, is_replay=options.replay) if options.model or options.replay else None
    try:
        strategies = options.strategy or (WITH_MODEL if model else STRATEGIES)
        return await measure(strategies, model, options.topics)
    finally:
        if model:
            await model.close()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="each question that is not right")
    parser.add_argument("--strategy", help="the strategies, separated by commas")
    parser.add_argument("--topics", nargs="+", choices=[*QUERIES, *CALLS], default=(), help="these alone")
    parser.add_argument("--model", action="store_true", help="with the model of the settings")
    parser.add_argument("--calls", type=Path, default=CALLED, help="where the model's replies are kept")
    parser.add_argument("--replay", action="store_true", help="ask nobody: the kept replies alone")
    parser.add_argument("--json", type=Path, help="write every answer here")
    given = parser.parse_args()
    tried = asyncio.run(_run(given))
    scenario = asyncio.run(measure_scenario(linked)).figures()
    console = Console(width=130)
    for table in tables(tried, scenario):
        console.print(table)
    wrong = [t for t in tried if not t.right and t.outcome == Outcome.ANSWERED.value]
    console.print(f"{sum(t.right for t in tried)} of {len(tried)} right, {len(wrong)} answered wrongly.")
    if given.show:
        for each in (t for t in tried if not t.right):
            console.print(
                f"{each.id} {each.outcome} {each.way}: {each.question}\n    {each.text}", highlight=False
            )
    if given.json:
        given.json.write_text(json.dumps([asdict(t) for t in tried], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
