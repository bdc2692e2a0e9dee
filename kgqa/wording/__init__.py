"""The core's own sentences, one table a language: what an answer says when there are no names to say.

In: values that are already words. Out: plain sentences. Numbers and dates follow the language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from string import Formatter

from kgqa.numbers import written
from kgqa.types import Issue, ResultTable
from kgqa.wording import english, german
from kgqa.wording.said import in_language

_GLIMPSED = 3  # rows, or values of one, that are seen at a glance
_MOST, _LONGEST = 12, 80  # words that are told in one sentence, and characters of each
_TEXTS = {"en": english.TEXTS, "de": german.TEXTS}


@dataclass(frozen=True)
class Words:
    """The sentences of one language."""

    code: str

    def say(self, name: str, /, **parts: object) -> str:
        return _TEXTS[self.code][name].format(**parts)

    def of_all(self, name: str, parts: Mapping[str, str]) -> str:
        """A sentence that there may be, where it says each of the parts and no other; else ""."""
        pattern = _TEXTS[self.code].get(name, "")
        places = {place for _, place, _, _ in Formatter().parse(pattern) if place}
        return pattern.format(**parts) if pattern and places == parts.keys() else ""

    def told(self, text: str) -> str:
        """A sentence of the check, of a budget, in this language; any other text as it is."""
        return in_language(text, self.code)

    def issue(self, issue: Issue) -> Issue:
        return replace(issue, message=self.told(issue.message), hint=self.told(issue.hint))

    def which(self, name: str, *, all_told: bool) -> str:
        """Asks which thing of a name is meant, or which reading where it is no matter of a name."""
        if not name:
            return self.say("which_reading")
        return self.say("which" if all_told else "which_more", name=name)

    def count(self, number: int) -> str:
        return written(number, self.code)

    def counted(self, name: str, number: int) -> str:
        """A sentence about so many of something; of one it is another one."""
        return self.say(f"{name}_one") if number == 1 else self.say(name, count=self.count(number))

    def size(self, table: ResultTable) -> str:
        """How large a result is: "3 rows", "yes"."""
        if table.boolean is not None:
            return self.say("size_yes" if table.boolean else "size_no")
        return self.counted("size", len(table.rows))

    def glimpse(self, rows: Sequence[Sequence[str]], yes: bool | None) -> str:
        """What a reading would give, at a glance: "a, b", "5: a, b, c, …", values of a single row, "yes"."""
        if yes is not None:
            return self.say("size_yes" if yes else "size_no")
        if len(rows) == 1:
            values = [text for text in rows[0] if text]
            more = ["…"] if len(values) > _GLIMPSED + 1 else []
            return ", ".join([*(values[:_GLIMPSED] if more else values), *more])
        first = [row[0] for row in rows[:_GLIMPSED] if row and row[0]]
        if len(rows) <= _GLIMPSED:
            return ", ".join(first)
        return f"{self.count(len(rows))}: {', '.join([*first, '…'])}"

    def quoted(self, text: str) -> str:
        return self.say("quoted", text=text)

    def listed(self, names: Sequence[str], last: str = "and") -> str:
        """“a, b and c”; with "or" as `last`, “a, b or c”."""
        if len(names) < 2:  # noqa: PLR2004  # nothing to join
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.say(last)} {names[-1]}"

    def answered(self, number: int, things: str) -> str:
        """What "those" stands for."""
        return self.say("answered", count=self.count(number), things=things)

    def not_in_graph(self, known: Sequence[str], missing: Sequence[str]) -> str:
        quoted = self.quoted("{}")
        lost = self.listed(_few(missing, quoted), "or")
        if not known:
            return self.say("not_at_all", missing=lost)
        return self.say("not_in_graph", known=self.listed(_few(known, quoted)), missing=lost)

    def not_known(self, missing: Sequence[str], unread: Sequence[str]) -> str:
        """What is not found may be in a graph of which not all was read."""
        return self.say(
            "not_known",
            missing=self.listed(_few(missing, self.quoted("{}")), "or"),
            parts=self.parts(unread),
        )

    def partly_read(self, unread: Sequence[str]) -> str:
        """Some parts of the graph could not be read."""
        return self.say("partly_read", parts=self.parts(unread))

    def parts(self, unread: Sequence[str]) -> str:
        """Parts of a graph by their names in `kgqa.terms.Terms.unread`."""
        return self.listed([self.say(f"part_{part}") for part in unread])

    def unknown(self, known: Sequence[str], missing: Sequence[str]) -> str:
        text = self.say("unknown")
        if known:
            text += self.say("understood", known=self.listed(_few(known, self.quoted("{}"))))
        if missing:
            text += self.say("not_understood", missing=self.listed(_few(missing, self.quoted("{}")), "or"))
        return text


def _few(words: Sequence[str], form: str = "{}") -> list[str]:
    """Words that a sentence can hold, each once: a question may be made of unknown ones."""
    short = (w if len(w) <= _LONGEST else f"{w[: _LONGEST - 1]}…" for w in dict.fromkeys(words))
    cut = [form.format(w) for w in short]
    return cut if len(cut) <= _MOST else [*cut[: _MOST - 1], "…"]


@cache
def words(language: str) -> Words:
    """The sentences of a language; English where there are none."""
    code = language.split("-", maxsplit=1)[0].lower()
    return Words(code if code in _TEXTS else "en")


@cache
def _foreign() -> dict[str, str]:
    return tomllib.loads(files(__package__).joinpath("foreign.toml").read_text("utf-8"))


def not_spoken(language: str) -> str:
    """What is said to who asks in a language that is not read: in it, where we can, and in English."""
    own, english = _foreign().get(language, ""), _TEXTS["en"]["not_spoken"]
    return " ".join(filter(None, (own, english)))
