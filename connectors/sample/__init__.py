"""The sample company: an ontology, a generated graph, questions and conversations, all of our own.

In: nothing. Out: the ontology and the graph as text or files, and the gold questions as values.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from connectors.sample.generate import build

NAME = "Aurelund Instruments"
ONTOLOGY = "https://company.example/def/"
INSTANCES = "https://company.example/id/"
QUESTIONS = "questions.jsonl"
CONVERSATIONS = "conversations.jsonl"
COLLEAGUES = "colleagues.jsonl"  # as people who saw no code type, hurried; a third are turns of conversations
SOURCES = (".py", ".csv", ".txt", ".md")  # what the graph is made from


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A question with what a right answer is.

    `rows` are strings as SPARQL results print them; an ASK has [["true"]] or [["false"]].
    `expect` are the outcomes that are right. A turn has its conversation and its place there, from 1.
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
    return _text("ontology.ttl")


def graph_files(folder: Path) -> tuple[Path, Path]:
    """The graph and its ontology as files in `folder`; written at the first call, found at the next ones.

    The graph's name carries a fingerprint of this package, so that another version never reads an old graph.
    """
    folder.mkdir(parents=True, exist_ok=True)
    graph, ontology = folder / f"graph-{_fingerprint()}.nt", folder / "ontology.ttl"
    if not graph.exists():
        _write_whole(graph, build())
    if not ontology.exists() or ontology.read_text(encoding="utf-8") != ontology_text():
        _write_whole(ontology, ontology_text())
    return graph, ontology


def questions() -> tuple[Gold, ...]:
    """The single questions, in the order of their file."""
    return _gold(QUESTIONS)


def questions_text(name: str) -> str:
    """A file of gold questions as it is shipped: QUESTIONS, CONVERSATIONS or COLLEAGUES."""
    return _text(name)


def conversations() -> tuple[tuple[Gold, ...], ...]:
    """The conversations, each as its turns in order."""
    found: dict[str, list[Gold]] = {}
    for gold in _gold(CONVERSATIONS):
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


def _fingerprint() -> str:
    """Changes with anything that the graph is made from."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in SOURCES:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _write_whole(path: Path, text: str) -> None:
    """Two processes may start at once: each writes beside and moves, so that nobody reads half a file."""
    handle, beside = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    Path(beside).replace(path)


def _text(name: str) -> str:
    return (files("connectors.sample") / name).read_text(encoding="utf-8")
