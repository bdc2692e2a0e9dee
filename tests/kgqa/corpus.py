"""What the sample company's questions are answered with, to be read aloud: `python -m tests.kgqa.corpus`.

The questions stand in the files themselves, one block each; the command asks them again and writes what is
said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from connectors import sample
from kgqa.numbers import unit_name
from kgqa.types import Answer, Question
from tests.kgqa.company import ASKED_AT, Graph, opened

FOLDER = Path(__file__).parents[1] / "corpus"
LANGUAGES = ("en", "de")
HEAD = "? question   = first sentence   ~ restatement   # columns; written by python -m tests.kgqa.corpus\n"


def corpus(company: Graph, language: str) -> str:
    """The file of a language, its questions asked anew."""
    blocks = (_block(_asked(company, text, language)) for text in questions(language))
    return HEAD + "".join("\n" + "".join(f"{line}\n" for line in block) for block in blocks)


def questions(language: str) -> list[str]:
    return [line.removeprefix("? ") for line in written(language).splitlines()[1:] if line.startswith("? ")]


def written(language: str) -> str:
    return _file(language).read_text("utf-8")


def _file(language: str) -> Path:
    return FOLDER / f"answers.{language}.txt"


def _asked(company: Graph, text: str, language: str) -> Answer:
    return company.put(Question(text=text, asked_at=ASKED_AT, language=language))


def _block(answer: Answer) -> Iterator[str]:
    yield f"? {answer.question.text}"
    yield f"= {answer.text}"
    yield f"~ {answer.restatement}"
    if answer.display is not None:
        columns = ((c.title, unit_name(c.unit, answer.question.language)) for c in answer.display.columns)
        heads = (f"{title} ({unit})" if unit else title for title, unit in columns)
        yield f"# {' | '.join(heads)}"


if __name__ == "__main__":
    with TemporaryDirectory() as place, opened(Path(place), *sample.graph_files(Path(place))) as found:
        for code in LANGUAGES:
            _file(code).write_text(corpus(found, code), "utf-8")
