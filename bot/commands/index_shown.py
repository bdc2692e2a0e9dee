"""What `querist index` shows of an index: how it stands, what it holds, what an admin should know.

In: terms with their names. Out: lines for a person, plain data for programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from rich.console import Console
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from bot.commands.index_found import draw_notices
from kgqa.linking.lexicon import Lexicon
from kgqa.linking.tokens import key
from kgqa.linking.ways import Ways
from kgqa.terms import Terms
from kgqa.types import TermKind

LANGUAGES = 5  # that are told one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """An index as it is, and how long it took to get there."""

    terms: Terms
    folder: Path
    seconds: float
    lexicons: tuple[Lexicon, ...]
    ways: Ways
    notices: tuple[str, ...]

    @property
    def said(self) -> str:
        """How the index stands, in two or three words."""
        indexed = self.terms.indexed
        if indexed is None:
            return "not built" if self.ways.by_name else "left in the graph"
        if self.terms.stale:
            return "out of date"
        return "up to date"

    @property
    def is_current(self) -> bool:
        """Whether another build would change nothing."""
        return self.said not in ("not built", "out of date")

    @property
    def came(self) -> str:
        """How it came about in this call."""
        report = self.terms.indexed.report if self.terms.indexed else None
        if report is None or self.terms.stale or report.kept or self.terms.looked:
            return ""
        went_on = f", went on after {report.resumed:,} rows" if report.resumed else ""
        return f"read in {self.seconds:.1f} s{went_on}"

    def plain(self) -> dict[str, Any]:
        described, indexed = self.terms.described, self.terms.indexed
        report = indexed.report if indexed else None
        return {
            "graph": described.name,
            "fingerprint": described.fingerprint,
            "triples": described.triples,
            "state": self.said,
            "kept": bool(report and report.kept),
            "resumed": report.resumed if report else 0,
            "changed": report.changed if report else 0,
            "removed": report.removed if report else 0,
            "written": report.written.isoformat() if report and report.written else None,
            "things": report.things if report else 0,
            "entries": self._counts(),
            "languages": dict(report.languages) if report else {},
            "lexicons": {each.name: len(each.records) for each in self.lexicons},
            "ways": {"default": list(self.ways.default), "classes": len(self.ways.by_class)},
            "folder": str(self.folder),
            "bytes": _size(self.folder),
            "seconds": round(self.seconds, 3),
            "notices": list(self.notices),
        }

    def draw(self, out: Console) -> None:
        sign, style = ("●", "green") if self.is_current else ("▲", "yellow")
        title = Text.assemble("\n", (f"{sign} ", style), (f"Names of {self.terms.described.name}", "bold"))
        title.append(f"  {' · '.join(filter(None, (self.said, self.came)))}")
        out.print(title)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(overflow="fold")
        for name, value in self._lines():
            grid.add_row(f"  {name}", Text(value))
        out.print(grid)
        out.print(Text.assemble(("  Folder      ", "dim"), str(self.folder)), soft_wrap=True)
        draw_notices(self.notices, out)
        if not self.is_current:
            what = "brings it up to date" if self.terms.indexed else "builds it"
            out.print(Text(f"\n  querist index {what}.", style="dim"))
        elif self.came:
            out.print(Text('\n  querist index --search "…" shows what a phrase may mean.', style="dim"))
        out.print()

    def _lines(self) -> Iterator[tuple[str, str]]:
        described, counts = self.terms.described, self._counts()
        ontology, indexed = self.terms.ontology, self.terms.indexed
        yield "Classes", _counted(len(ontology.classes), counts["class"])
        yield "Properties", _counted(len(ontology.properties), counts["property"])
        if indexed:
            report = indexed.report
            yield "Things", _counted(report.things, counts["entity"])
            yield "Values", f"{counts['value']:,}"
            if told := _languages(report.languages):
                yield "Languages", told
        if self.lexicons:
            given = sum(1 + len(r.surface_forms) for each in self.lexicons for r in each.records)
            names = ", ".join(each.name for each in self.lexicons)
            yield "Lexicons", f"{names}: {given:,} names"
        if self.ways != Ways():
            yield (
                "Ways",
                f"{', '.join(self.ways.default)}; {len(self.ways.by_class):,} classes have their own",
            )
        triples = f", {described.triples:,} triples" if described.triples is not None else ""
        yield "Graph", f"{described.fingerprint[:12]}{triples}"
        if indexed:
            report = indexed.report
            if report.written:
                yield "Read", f"{report.written:%Y-%m-%d %H:%M} UTC ({_ago(report.written)})"
            if self.came and (report.removed or report.changed < report.things):  # else it is the first index
                yield (
                    "Changed",
                    f"{report.changed:,} things and values are new or other, {report.removed:,} are gone",
                )
            yield "On disk", decimal(_size(self.folder))

    def _counts(self) -> dict[str, int]:
        counts = dict.fromkeys((kind.value for kind in TermKind), 0)
        for kind, _, _ in {(e.kind, e.iri, key(e.name)) for e in self.terms.schema}:
            counts[kind.value] += 1
        return counts | (self.terms.indexed.report.entries if self.terms.indexed else {})


def _counted(things: int, names: int) -> str:
    return f"{things:,} with {names:,} name{'' if names == 1 else 's'}"


def _languages(counts: dict[str, int]) -> str:
    told = [f"{_language(tag)} {count:,}" for tag, count in counts.items() if tag]
    if not told:
        return ""
    if len(told) > LANGUAGES:
        told[LANGUAGES:] = [f"{len(told) - LANGUAGES} more"]
    unsaid = [f"not said {counts['']:,}"] if counts.get("") else []
    return ", ".join(told + unsaid)


def _language(tag: str) -> str:
    try:
        return Locale.parse(tag, sep="-").get_display_name("en") or tag
    except (UnknownLocaleError, ValueError):
        return tag


def _ago(when: datetime) -> str:
    seconds = max((datetime.now(UTC) - when).total_seconds(), 0)
    for name, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count:,} {name}{'s' if count > 1 else ''} ago"
    return "just now"


def _size(folder: Path) -> int:
    """Bytes of the files in a folder; another process may be at them."""
    total = 0
    for file in folder.rglob("*") if folder.is_dir() else ():
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:
            continue
    return total
