"""What a model is asked about a question; the words are in `kgqa/prompts/standalone.md` and `mentions.md`.

In: a question, its thread in words, languages. Out: messages and the schema of the reply. All that comes from
people or from the graph stands between fences.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from babel import Locale, UnknownLocaleError

from kgqa.fence import fenced
from kgqa.rephrase.thread import Told, one_line

_TEXT = {"type": "string"}
_MENTION = {
    "type": "object",
    "properties": {
        "text": _TEXT,
        "translated": _TEXT,
        "phrases": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 3},
    },
    "required": ["text", "translated", "phrases"],
    "additionalProperties": False,
}
_FULL: dict[str, Any] = {"is_follow_up": {"type": "boolean"}, "question": _TEXT}
_WORDS: dict[str, Any] = {
    "translation": _TEXT,
    "mentions": {"type": "array", "items": _MENTION, "maxItems": 12},
}


def schema(*, full: bool, words: bool) -> dict[str, Any]:
    """The schema of a reply that has a full question, the words of a translation, or both."""
    properties = {**(_FULL if full else {}), **(_WORDS if words else {})}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def standalone_messages(question: str, thread: Told) -> tuple[tuple[str, str], ...]:
    """Asks for the full question."""
    return ("system", _text("standalone")), ("user", _given(question, _thread(thread)))


def mention_messages(
    question: str, into: str, languages: Sequence[str], names: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Asks for the translation. `names` are those of the schema, where they are few."""
    return ("system", _text("mentions")), ("user", _given(question, _words(into, languages, names)))


def both_messages(
    question: str, thread: Told, into: str, languages: Sequence[str], names: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Asks for both in one reply."""
    system = "\n\n".join(_text(name) for name in ("standalone", "mentions", "rephrase-both"))
    given = (*_thread(thread), *_words(into, languages, names))
    return ("system", system), ("user", _given(question, given))


def _thread(thread: Told) -> tuple[tuple[str, str], ...]:
    parts = (("The turns before it:", "\n".join(thread.lines)), ("How the last one was read:", thread.form))
    return tuple((title, text) for title, text in parts if text)


def _words(into: str, languages: Sequence[str], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    spoken = ", ".join(_called(code) for code in languages)
    parts = (
        ("Translate into:", _called(into)),
        ("The names in the data are in:", spoken),
        ("Names of kinds and properties:", "\n".join(one_line(n) for n in names)),
    )
    return tuple((title, text) for title, text in parts if text)


def _given(question: str, parts: Sequence[tuple[str, str]]) -> str:
    given = "\n\n".join(f"{title}\n\n{fenced(text, 'text')}" for title, text in parts)
    return _template().substitute(question=fenced(question, "text"), given=given).strip()


def _called(code: str) -> str:
    """The English name of a language; its code where it has none."""
    try:
        return Locale.parse(code).get_display_name("en") or code
    except (UnknownLocaleError, ValueError):
        return code


@cache
def _text(name: str) -> str:
    return files("kgqa").joinpath("prompts", f"{name}.md").read_text("utf-8").strip()


@cache
def _template() -> Template:
    return Template(_text("rephrase-given"))
