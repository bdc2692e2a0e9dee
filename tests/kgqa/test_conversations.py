"""The conversations of tests/conversations, held with the sample company: each turn as its file says.

In: text files. `> ` begins what a person types; the lines below it say what is expected, one thing a line:

    answer: A; B       the first column of the answer, in any order
    in order: A; B     the same, in this order
    rows: 7            how many rows there are
    columns: A | B     the titles of the columns
    says: words        what the answer says, in part
    asks for: words    the restatement of the query, in part
    assumes: words     what was assumed, in part
    outcome: words     nothing found, not in graph, unknown, clarify (where none is said: answered)

A line that begins with # is for the reader.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from kgqa.conversation import turn_of
from kgqa.types import Answer, Outcome
from tests.kgqa.company import Graph

FILES = sorted((Path(__file__).parent.parent / "conversations").glob("*.txt"))
KEYS = ("answer", "in order", "rows", "columns", "says", "asks for", "assumes", "outcome")


@dataclass(frozen=True)
class Expected:
    """One turn: what is typed, and what is expected of the answer."""

    question: str
    lines: tuple[tuple[str, str], ...]


def turns(text: str) -> list[Expected]:
    """The turns of a conversation's file."""
    found: list[Expected] = []
    for line in text.splitlines():
        if line.startswith("> "):
            found.append(Expected(line[2:], ()))
        elif line.strip() and not line.startswith("#"):
            key, colon, words = line.partition(":")
            assert colon, f"no such line: {line}"
            assert key in KEYS, f"no such expectation: {line}"
            found[-1] = Expected(found[-1].question, (*found[-1].lines, (key, words.strip())))
    return found


def held(company: Graph, questions: list[str]) -> list[Answer]:
    """The answers of a conversation."""
    answers: list[Answer] = []
    for text in questions:
        answers.append(company.ask(text, history=tuple(map(turn_of, answers))))
    return answers


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_each_turn_is_answered_as_its_file_says(company: Graph, file: Path) -> None:
    expected = turns(file.read_text("utf-8"))
    answers = held(company, [e.question for e in expected])
    missed = [
        f"> {e.question}\n  expected {key}: {words}\n  got {told}"
        for e, answer in zip(expected, answers, strict=True)
        for key, words in e.lines
        if (told := missing(answer, key, words)) is not None
    ]
    pairs = zip(expected, answers, strict=True)
    silent = [e.question for e, a in pairs if not says_outcome(e) and a.outcome is not Outcome.ANSWERED]
    assert not missed, "\n".join(missed)
    assert not silent, silent


def says_outcome(expected: Expected) -> bool:
    return any(key == "outcome" for key, _ in expected.lines)


def missing(answer: Answer, key: str, words: str) -> str | None:
    """What was got instead of what is expected; None where that is met."""
    names = [n.strip() for n in words.split(";")]
    got = first_column(answer)
    text = {
        "says": answer.text,
        "asks for": answer.restatement,
        "assumes": " ".join(answer.assumed),
        "outcome": answer.outcome.value.replace("_", " "),
    }.get(key)
    if text is not None:
        return None if words in text else text
    if key == "answer":
        return None if Counter(got) == Counter(names) else "; ".join(got)
    if key == "in order":
        return None if got == names else "; ".join(got)
    titles = " | ".join(c.title for c in answer.display.columns) if answer.display else ""
    found = str(len(got)) if key == "rows" else titles
    return None if found == words else found


def first_column(answer: Answer) -> list[str]:
    """The first column as a person sees it: labels, or the values themselves."""
    rows = answer.display.rows if answer.display else ()
    return [r[0].label or (r[0].term.value if r[0].term else "") for r in rows]


def test_every_language_and_enough_conversations_are_there() -> None:
    assert len(FILES) >= 12
    assert sum(f.stem.startswith("german") for f in FILES) >= 3
