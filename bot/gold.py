"""A folder of questions with known answers -> gold questions: `kg.*`, `ontology.*`, `questions.jsonl`.

In: a folder (or the word "sample"). Out: where the graph is, and the questions in order. Raises BadInput.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.errors import BadInput

QUESTIONS, GRAPH, ONTOLOGY = "questions.jsonl", "kg", "ontology"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldQuestion:
    """`rows` is None when no answer is known; `others` are rows that are as good. `expect` are the outcomes
    that are right by themselves.
    """

    id: str
    question: str
    rows: tuple[tuple[str | None, ...], ...] | None
    others: tuple[tuple[tuple[str | None, ...], ...], ...] = ()
    category: str = ""
    expect: tuple[str, ...] = ()
    ordered: bool = False
    conversation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldFolder:
    name: str
    graph: str
    ontology: str
    questions: tuple[GoldQuestion, ...]


def read_folder(folder: Path) -> GoldFolder:
    """The folder's graph and questions. An ontology alone is a graph too."""
    if not folder.is_dir():
        raise BadInput(
            f"There is no folder {folder}. Give a folder with {QUESTIONS} and a graph ({GRAPH}.ttl or .nt)."
        )
    graph = _one(folder, GRAPH)
    ontology = _one(folder, ONTOLOGY)
    questions = folder / QUESTIONS
    if not questions.is_file():
        raise BadInput(f"{folder} has no {QUESTIONS}: one JSON object a line with id, question and answer.")
    if graph is None and ontology is None:
        raise BadInput(
            f"{folder} has no graph: it needs {GRAPH}.ttl, {GRAPH}.nt or another RDF file of that name."
        )
    return GoldFolder(
        name=folder.name,
        graph=str(graph or ontology),
        ontology=str(ontology) if ontology and graph else "",
        questions=tuple(_questions(questions)),
    )


def part_of(
    questions: Sequence[GoldQuestion], *, at_most: int = 0, every: int = 1
) -> tuple[GoldQuestion, ...]:
    """The same part each time: every so many-th question, where a conversation is one and stays whole; of
    these at most so many, 0 being all.
    """
    units: dict[str, list[GoldQuestion]] = {}
    for number, question in enumerate(questions):
        units.setdefault(question.conversation or f"\0{number}", []).append(question)
    chosen = [question for unit in list(units.values())[::every] for question in unit]
    return tuple(chosen[:at_most] if at_most else chosen)


def _one(folder: Path, stem: str) -> Path | None:
    return next((p for p in sorted(folder.glob(f"{stem}.*")) if p.is_file()), None)


def _questions(path: Path) -> Iterator[GoldQuestion]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            data: dict[str, Any] = json.loads(line)
            yield GoldQuestion(
                id=str(data.get("id", number)),
                question=str(data["question"]),
                rows=gold_rows(data.get("answer")),
                others=tuple(gold_rows(rows) or () for rows in data.get("alternative_answers") or ()),
                category=str(data.get("category") or ""),
                expect=tuple(data.get("expect") or ()),
                ordered=bool(data.get("ordered")),
                conversation=str(data.get("conversation") or ""),
            )
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise BadInput(
                f"{path}, line {number}: not a question ({error}). Each line is one JSON object."
            ) from error


def gold_rows(answer: Any) -> tuple[tuple[str | None, ...], ...] | None:
    """Gold rows as strings; a boolean is one row, an absent answer None."""
    if answer is None:
        return None
    if isinstance(answer, bool):
        return (("true" if answer else "false",),)
    if not isinstance(answer, list):
        return ((str(answer),),)
    return tuple(
        tuple(None if v is None else str(v) for v in row) if isinstance(row, list) else (str(row),)
        for row in answer
    )
