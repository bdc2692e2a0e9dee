"""The sample company: an ontology, a generated graph, questions and conversations, all of our own.

In: nothing. Out: the ontology and the graph as text or files, and the gold questions as values.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from connectors.sample.generate import build

NAME = "Aurelund Instruments"
ONTOLOGY_FILE = "ontology.ttl"
GRAPH_FILE = "graph.nt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A question with what a right answer is.

    `rows` are strings as SPARQL results print them; an ASK has [["true"]] or [["false"]].
    `expect` are the outcomes that are right; `ordered` says that the order of rows is asked for.
    """

    id: str
    question: str
    sparql: str | None
    rows: tuple[tuple[str, ...], ...]
    category: str
    expect: tuple[str, ...]
    conversation: str = ""
    turn: int = 0


def ontology_text() -> str:
    """The ontology as Turtle."""
    return _text(ONTOLOGY_FILE)


def graph_files(folder: Path) -> tuple[Path, ...]:
    """The graph and its ontology as files in `folder`; written at the first call, found at the next ones."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = (folder / GRAPH_FILE, folder / ONTOLOGY_FILE)
    for path, content in zip(paths, (build, ontology_text), strict=True):
        if not path.exists():
            _write_whole(path, content())
    return paths


def questions() -> tuple[Gold, ...]:
    """The single questions, in the order of their file."""
    return _gold("questions.jsonl")


def conversations() -> tuple[tuple[Gold, ...], ...]:
    """The conversations, each as its turns in order."""
    found: dict[str, list[Gold]] = {}
    for gold in _gold("conversations.jsonl"):
        found.setdefault(gold.conversation, []).append(gold)
    return tuple(tuple(sorted(turns, key=lambda g: g.turn)) for turns in found.values())


def _gold(name: str) -> tuple[Gold, ...]:
    return tuple(_read(json.loads(line)) for line in _text(name).splitlines() if line.strip())


def _read(line: dict[str, Any]) -> Gold:
    expect = line.get("expect", "answered")
    return Gold(
        id=line["id"],
        question=line["question"],
        sparql=line["sparql"],
        rows=tuple(tuple(row) for row in line["answer"]),
        category=line["category"],
        expect=(expect,) if isinstance(expect, str) else tuple(expect),
        conversation=line.get("conversation", ""),
        turn=line.get("turn", 0),
    )


def _write_whole(path: Path, text: str) -> None:
    """Two processes may start at once: each writes beside and moves, so that nobody reads half a file."""
    handle, beside = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    Path(beside).replace(path)


def _text(name: str) -> str:
    return (files("connectors.sample") / name).read_text(encoding="utf-8")
