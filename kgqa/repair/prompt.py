"""What a model is asked in one round of a repair; the words are in `kgqa/prompts/repair*.md`.

In: the query as it stands, what is wrong with it, what was tried. Out: messages. All that comes from the
graph, the asker or a model stands between fences, and no term that is closed to the asker stands anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Template

from kgqa.fence import fenced, on_one_line
from kgqa.prompts import Prompts
from kgqa.repair.fix import Repair
from kgqa.repair.hidden import Hidden
from kgqa.repair.said import in_short, short
from kgqa.repair.slice import schema
from kgqa.types import CheckedQuery, Issue, Level

MOST = 12  # issues, and options
LONGEST = 600  # characters of one of them
NONE = "(none)"
_IRI = re.compile(r"<([^<>\s]+)>")


@dataclass(frozen=True, slots=True)
class Tried:
    """A query that was given and did not pass, with what the check said of it."""

    text: str
    issues: tuple[Issue, ...]


def messages(
    repair: Repair,
    tried: Sequence[Tried],
    last: str,
    question: str,
    hidden: Hidden,
    prompts: Prompts | None = None,
) -> tuple[tuple[str, str], ...]:
    """The messages for the next round. `last` is a sentence of ours on the round before; the words are those
    of the `prompts`, with an admin's own among them.
    """
    prompts = prompts or Prompts()
    ontology, issues = hidden.view, errors(repair)
    text = Template(prompts.get("repair-round").text).safe_substitute(
        question=_block([_line(question)] if question else []),
        query=fenced(in_short(repair.text, ontology), "sparql"),
        issues=_block(_numbered(_issue(i, hidden) for i in issues)),
        options=_block(_numbered(o for o in map(_line, repair.options) if not hidden.told_in(o))),
        schema=_block(schema(repair.text, issues, ontology)),
        tried=_block([_told(t, hidden) for t in tried]),
        last=last,
    )
    return ("system", prompts.get("repair").text), ("user", text.strip())


def errors(repair: Repair) -> tuple[Issue, ...]:
    """What keeps a query from running."""
    verdict = repair.verdict
    return () if isinstance(verdict, CheckedQuery) else tuple(i for i in verdict if i.level is Level.ERROR)


def _issue(issue: Issue, hidden: Hidden) -> str:
    """One issue on one line, its words withheld where they speak of what is closed."""
    words = _line(f"{issue.message} {issue.hint}")
    if hidden.told_in(words):
        return f"{issue.rule}: (not told)"
    return f"{issue.rule}: {_IRI.sub(lambda found: short(found[1], hidden.view), words)}"


def _told(tried: Tried, hidden: Hidden) -> str:
    remarks = (f"# {_issue(i, hidden)}" for i in tried.issues[:MOST])
    return "\n".join((in_short(tried.text, hidden.view), *remarks))


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)][:MOST]


def _block(lines: Sequence[str]) -> str:
    return fenced("\n".join(lines) or NONE, "text")


def _line(text: str) -> str:
    return on_one_line(text)[:LONGEST]
