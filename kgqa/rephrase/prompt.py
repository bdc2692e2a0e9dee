"""What a model is asked about a question; the words are in `kgqa/prompts/standalone.md` and `mentions.md`.

In: a question, what is needed of it, its thread in words, languages. Out: messages and the schema of the
reply. All that comes from people or from the graph stands between fences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from babel import Locale, UnknownLocaleError

from kgqa.fence import fenced
from kgqa.prompts import Prompt, Prompts
from kgqa.rephrase.needs import Needs
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


@dataclass(frozen=True, kw_only=True)
class Asking:
    """What the model is told beside the question: its thread; the language to translate `into`, those of the
    graph's names, and the names of the schema where they are few.
    """

    needs: Needs
    thread: Told = field(default_factory=Told)
    into: str = ""
    languages: Sequence[str] = ()
    names: Sequence[str] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """The schema of a reply that has a full question, the words of a translation, or both."""
        properties = {**(_FULL if self.needs.full else {}), **(_WORDS if self.needs.words else {})}
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    @property
    def told(self) -> str:
        """All that a full question may take its words from, beside the question itself."""
        return "\n".join((self.thread.words, *self.names))

    def messages(self, question: str, prompts: Prompts) -> tuple[tuple[str, str], ...]:
        """The messages to the model."""
        system, given = self._tasks(prompts), prompts.get("rephrase-given")
        words = self.needs.words
        text = given.filled(
            question=_block((question,)),
            thread=_block(self.thread.lines),
            form=_block((self.thread.form,)),
            into=_called(self.into) if words else "",
            languages=", ".join(map(_called, self.languages)) if words else "",
            names=_block([one_line(n) for n in self.names]),
        )
        return ("system", "\n\n".join(p.filled() for p in system)), ("user", text)

    def versions(self, prompts: Prompts) -> tuple[str, ...]:
        """The prompts that were used, for the record."""
        return tuple(p.version for p in (*self._tasks(prompts), prompts.get("rephrase-given")))

    def _tasks(self, prompts: Prompts) -> list[Prompt]:
        names = ["standalone"] * self.needs.full + ["mentions"] * self.needs.words
        return [prompts.get(n) for n in (*names, *(["rephrase-both"] if len(names) > 1 else []))]


def _block(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    return fenced(text, "text") if text.strip() else ""


def _called(code: str) -> str:
    """The English name of a language; its code where it has none."""
    try:
        return Locale.parse(code).get_display_name("en") or code
    except (UnknownLocaleError, ValueError):
        return code
