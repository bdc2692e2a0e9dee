"""What the sample company's questions are answered with, to be read aloud: `python -m tests.kgqa.corpus`.

The questions stand in the files themselves, one block each; the command asks them again and writes what is
said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cards.rows import headed
from connectors import sample
from kgqa.types import Answer, Question
from tests.kgqa.company import ASKED_AT, Graph, opened

FOLDER = Path(__file__).parents[1] / "corpus"
LANGUAGES = ("en", "de")
HEAD = "? question   = first sentence   ~ restatement   # columns; written by python -m tests.kgqa.corpus\n"


def corpus(company: Graph, language: str) -> str:
    """The file of a language, its questions asked anew."""
    return HEAD + "".join("\n" + block(company, text, language) for text in questions(language))


def block(company: Graph, question: str, language: str) -> str:
    """What the file has to say of a question, asked anew."""
    answer = company.put(Question(text=question, asked_at=ASKED_AT, language=language))
    return "".join(f"{line}\n" for line in _lines(answer))


def questions(language: str) -> list[str]:
    return [line.removeprefix("? ") for line in written(language).splitlines()[1:] if line.startswith("? ")]


def blocks(language: str) -> list[str]:
    """What is written of each question."""
    return [f"{each.strip()}\n" for each in written(language).split("\n\n")[1:]]


def written(language: str) -> str:
    return _file(language).read_text("utf-8")


def _file(language: str) -> Path:
    return FOLDER / f"answers.{language}.txt"


def _lines(answer: Answer) -> Iterator[str]:
    yield f"? {answer.question.text}"
    yield f"= {answer.text}"
    yield f"~ {answer.restatement}".rstrip()
    if answer.display is not None:
        heads = (headed(column, answer.question.language) for column in answer.display.columns)
        yield f"# {' | '.join(heads)}"


if __name__ == "__main__":
    with TemporaryDirectory() as place, opened(Path(place), *sample.graph_files(Path(place))) as found:
        for code in LANGUAGES:
            _file(code).write_text(corpus(found, code), "utf-8")
