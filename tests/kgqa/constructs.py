"""The manual of constructs, made by asking: `python -m tests.kgqa.constructs > docs/constructs.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from connectors import sample
from kgqa.forms.form import load as form_of
from kgqa.forms.notation import notation
from kgqa.types import Answer, Question
from tests.kgqa.company import ASKED_AT, Graph, opened

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


def constructs(company: Graph) -> list[Construct]:
    """Every construct, asked of the sample company."""
    text = files("connectors.sample").joinpath("constructs.toml").read_text("utf-8")
    return [_construct(company, entry) for entry in tomllib.loads(text)["construct"]]


def _construct(company: Graph, entry: dict[str, str]) -> Construct:
    english, german = (
        company.put(Question(text=entry[code], asked_at=ASKED_AT, language=code)) for code in ("en", "de")
    )
    form = notation(form_of(english.form), company.core.kit.ontology.label) if english.form else ""
    return Construct(entry["name"], english, german, form)


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
    with TemporaryDirectory() as place, opened(Path(place), *sample.graph_files(Path(place))) as company:
        print(manual(constructs(company)), end="")  # noqa: T201  # the page is what this is run for
