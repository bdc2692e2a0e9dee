"""The manual of constructs, made by asking: `python -m tests.kgqa.constructs > docs/constructs.md`."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.pipeline import Pipeline
from kgqa.strategies.interpret.form import load as form_of
from kgqa.strategies.interpret.notation import notation
from kgqa.types import Answer, Question, Stage

ASKED_AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
HEAD = """# What a question may say

Every construct that is read without a model, by one example in English and in German, asked of the sample
company: the question, the logical form that it becomes, the query, and the restatement that the asker sees.
This page is made by asking (`python -m tests.kgqa.constructs > docs/constructs.md`), and a test asks again.
"""


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct and what its two questions were answered with."""

    name: str
    english: Answer
    german: Answer
    form: str


def constructs() -> list[Construct]:
    """Every construct of the sample company, asked."""
    text = files("connectors.sample").joinpath("constructs.toml").read_text("utf-8")
    entries = tomllib.loads(text)["construct"]
    with TemporaryDirectory() as folder:
        return asyncio.run(_asked(entries, Path(folder)))


async def _asked(entries: list[dict[str, str]], folder: Path) -> list[Construct]:
    core = await open_core(load(graph="", data=folder))
    try:
        return [await _construct(core, entry) for entry in entries]
    finally:
        close_core(core)


async def _construct(core: Pipeline, entry: dict[str, str]) -> Construct:
    english, german = await _answer(core, entry["en"], "en"), await _answer(core, entry["de"], "de")
    form = notation(form_of(english.form), core.kit.ontology.label) if english.form else ""
    return Construct(entry["name"], english, german, form)


async def _answer(core: Pipeline, text: str, language: str) -> Answer:
    async def quiet(_: Stage) -> None:
        return None

    return await core.answer(Question(text=text, asked_at=ASKED_AT, language=language), quiet)


def manual(found: list[Construct]) -> str:
    """The page."""
    return HEAD + "".join(line + "\n" for each in found for line in _section(each))


def _section(construct: Construct) -> Iterator[str]:
    english, german = construct.english, construct.german
    yield ""
    yield f"## {construct.name}"
    yield ""
    yield f"> {english.question.text}<br>"
    yield f"> {german.question.text}"
    yield ""
    yield "```text"
    yield construct.form
    yield "```"
    yield ""
    yield "```sparql"
    yield english.query.text.rstrip() if english.query else ""
    yield "```"
    yield ""
    yield f"*{english.restatement}*<br>"
    yield f"*{german.restatement}*"


if __name__ == "__main__":
    print(manual(constructs()), end="")  # noqa: T201  # the page is what this is run for
