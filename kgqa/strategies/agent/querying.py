"""The action *query*: a text of a model's -> rows, or what is wrong with it (Graf von Data 3.2, action 3).

In: a text with handles. Out: the query with whole IRIs, put right where that is certain, and its rows. It is
read and checked before it runs: prefixes and escapes, 95 % of the paper's errors (6.3), cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa.check.rules import unknown_thing
from kgqa.ports import Means
from kgqa.repair.hidden import Hidden
from kgqa.repair.said import canonical
from kgqa.rows import is_empty
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.seen import Trouble
from kgqa.strategies.agent.values import told_term
from kgqa.strategies.kinds import with_kinds
from kgqa.strategies.parts import Parts
from kgqa.types import CheckedQuery, Ground, Issue, Level, Limits, ResultTable, Term
from kgqa.vocabulary import read_back
from kgqa.wording import Words, words
from kgqa.wording.said import Said, say

MOST = 6  # issues that are told
ISSUE = 400  # characters of one
LONGEST = 10_000  # characters of a query
FEW = 4  # cells of a result that are shown whole, as far as there is room
LAST = 2  # rows of the end that are shown of a long result
_NO_NEWS = (Ground.DISPUTED, Ground.OUTPUT)  # the data has such cases; and names are shown anyway
REFUSED = say("a query that was refused")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A query that ran: `text` with whole IRIs, `fixes` in sentences what was put right, its rows."""

    text: str
    table: ResultTable
    fixes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=Bounds)

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing: a count of zero and a no are answers."""
        return is_empty(self.table)

    @property
    def size(self) -> Said:
        """As a model is told, and in other languages."""
        return Said(self.size_in(words("en")), lambda language: self.size_in(words(language)))

    def size_in(self, said: Words) -> str:
        size = said.size(self.table)
        return said.say("size_more", size=size) if self.table.truncated else size

    def summary(self) -> Said:
        if self.is_empty:
            return say("tries a query: no rows")
        return say("tries a query: {size}", size=self.size)

    def told(self, handles: Handles) -> list[str]:
        lines = [f"(put right: {fix})" for fix in self.fixes]
        if self.table.boolean is not None:
            return [*lines, f"ASK: {self.size}"]
        if self.is_empty:
            return [*lines, "The query ran and has no rows.", *self.warnings]
        rows, most = self.table.rows, self.bounds.rows
        lines += [f"{self.size}:", " | ".join(f"?{name}" for name in self.table.columns)]
        first, last = (rows, ()) if len(rows) <= most else (rows[: most - LAST], rows[-LAST:])
        lines += [self._row(row, handles) for row in first]
        if last:
            lines.append(f"… {len(rows) - len(first) - len(last):,} rows left out …")
            lines += [self._row(row, handles) for row in last]
        return lines

    def _row(self, row: Sequence[Term | None], handles: Handles) -> str:
        cells = len(self.table.rows) * len(row)
        room = (
            self.bounds.cell if cells > FEW else max(self.bounds.cell, self.bounds.observation // (2 * cells))
        )
        return " | ".join(told_term(t, handles, self.labels, room) for t in row)


def whole(text: str, handles: Handles) -> tuple[str, tuple[str, ...]]:
    """A model's text with IRIs in the place of its handles, and the things it names that nobody was shown."""
    text = handles.bare(text)
    back = read_back(text, handles.vocabulary, handles.placed)
    if not _is_read(back.text, handles):
        coloned = read_back(handles.coloned(text), handles.vocabulary, handles.placed)
        back = coloned if _is_read(coloned.text, handles) else back
    unseen = [name.lstrip(":") for name in (*back.unknown_placeholders, *back.unknown_handles)]
    return back.text, tuple(dict.fromkeys(name for name in unseen if handles.is_thing(name)))


def _is_read(text: str, handles: Handles) -> bool:
    return isinstance(parse(text, handles.vocabulary.ontology.prefixes), ParsedQuery)


def spelling(text: str, handles: Handles, parts: Parts) -> str:
    """One spelling for all texts that are the same query."""
    return canonical(whole(text[:LONGEST], handles)[0], parts.ontology)


async def query(
    sparql: str, handles: Handles, parts: Parts, means: Means, bounds: Bounds, language: str
) -> Ran | Trouble:
    """What the query gives. Raises OperatorsMove."""
    if len(sparql) > LONGEST:
        return Trouble(f"That query has {len(sparql):,} characters, which is too many.", REFUSED)
    text, unseen = whole(sparql, handles)
    if unseen:
        names = ", ".join(f":{name}" for name in unseen)
        return Trouble(f"Nothing was shown under {names}. Search for what you mean first.", REFUSED)
    text = _of_all_kinds(text, parts)
    hidden = Hidden(parts.conditions.closed, parts.ontology)
    repair = await means.repaired(text)
    if not isinstance(repair.verdict, CheckedQuery):
        return _refused(repair.verdict, hidden, handles, repair.options)
    invented = [i for i in repair.verdict.warnings if i.rule == unknown_thing.NAME]
    if invented:
        return _refused(tuple(replace(i, level=Level.ERROR) for i in invented), hidden, handles)
    limits = Limits(seconds=bounds.query_seconds, rows=bounds.counted, bytes=bounds.bytes)
    ran = await means.run(repair.text, limits)
    if not isinstance(ran, ResultTable):
        return _refused(ran, hidden, handles)
    seen = (*ran.rows[: bounds.rows], *ran.rows[-LAST:])
    iris = [t.value for row in seen for t in row if t and t.kind == "iri"]
    return Ran(
        text=repair.text,
        table=ran,
        fixes=tuple(fix.what for fix in repair.fixes),
        warnings=tuple(
            told_issue(i, hidden, handles) for i in repair.verdict.warnings if i.ground not in _NO_NEWS
        )[:MOST],
        labels=await parts.labels.of(iris, language),
        bounds=bounds,
    )


def _of_all_kinds(text: str, parts: Parts) -> str:
    """The query in which a class stands for the kinds of it, as the card says."""
    parsed = parse(text, parts.ontology.prefixes)
    if not isinstance(parsed, ParsedQuery):
        return text
    changed = with_kinds(parsed, parts.ontology)
    return text if changed is parsed else spelled(changed, parts.ontology.prefixes)


def _refused(
    issues: tuple[Issue, ...], hidden: Hidden, handles: Handles, options: tuple[str, ...] = ()
) -> Trouble:
    """What is wrong with a query; `options` are changes each of which would put it right."""
    told = [told_issue(i, hidden, handles) for i in issues if i.level is Level.ERROR][:MOST]
    told += [f"This would pass: {handles.said(line(o, ISSUE))}" for o in options if not hidden.told_in(o)][
        :MOST
    ]
    rule = issues[0].rule if issues else ""
    short = say("a query that was refused: {rule}", rule=say(rule)) if rule else REFUSED
    return Trouble("The query was not run: " + "\n".join(told), short)


def told_issue(issue: Issue, hidden: Hidden, handles: Handles) -> str:
    """An issue with its hint, on one line with handles; nothing of what is closed."""
    words = line(f"{issue.message} {issue.hint}", ISSUE)
    if hidden.told_in(words):
        return f"{issue.rule}."
    return handles.said(words)
