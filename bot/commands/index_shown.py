"""What `querist index` shows: the state of an index, what a phrase may mean, a lexicon that was written.

In: what the core found. Out: lines for a person, plain data for programs. Names of the graph are put in as
text, never as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from babel import Locale, UnknownLocaleError
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from kgqa.linking.lexicon import Lexicon
from kgqa.linking.tokens import key
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology
from kgqa.terms import Terms
from kgqa.types import Match, TermKind

LANGUAGES = 5  # that are told one by one
LABEL, KIND = 30, 22  # cells that a label and a kind get at most
_HOW = {
    "exact": "name",
    "alternative": "other name",
    "inflected": "inflected",
    "abbreviation": "short form",
    "fuzzy": "with slips",
    "partial": "part of it",
    "semantic": "meaning",
    "custom": "own linker",
}


class Shown(Protocol):
    """Something to show."""

    def plain(self) -> dict[str, Any]: ...

    def draw(self, out: Console) -> None: ...


# ── the index ────────────────────────────────────────────────────────────────────────────────────


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
            return "not built"
        if self.terms.stale:
            return "out of date"
        return "up to date"

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
        sign, style = ("●", "green") if self.said == "up to date" else ("▲", "yellow")
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
        _draw_notices(self.notices, out)
        if self.said != "up to date":
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


# ── a search ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a phrase may mean, best first."""

    phrase: str
    matches: Sequence[Match]
    ontology: Ontology
    notices: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        return {
            "phrase": self.phrase,
            "matches": [
                {
                    "kind": m.kind.value,
                    "iri": m.iri,
                    "label": m.label,
                    "value": m.value,
                    "classes": list(m.classes),
                    "how": m.how,
                    "score": m.score,
                    "matched": m.matched or m.label,
                    "source": m.source,
                }
                for m in self.matches
            ],
            "notices": list(self.notices),
        }

    def draw(self, out: Console) -> None:
        if not self.matches:
            out.print(Text(f"Nothing is called “{self.phrase}”, and nothing much like it."))
            _draw_notices(self.notices, out)
            return
        labels = [m.label for m in self.matches]
        kinds = [self._kind(m) for m in self.matches]
        label, kind = _width(labels, LABEL), _width(kinds, KIND)
        head = f"Score  {set_cell_size('May mean', label)}  {set_cell_size('Kind', kind)}  Found by"
        out.print(Text(head.rstrip(), style="bold"))
        for match, what in zip(self.matches, kinds, strict=True):
            line = Text(f" {match.score:.2f}  ")
            line.append(_cut(match.label, label), style="bold")
            line.append(f"  {_cut(what, kind)}  {_HOW.get(match.how, match.how)}")
            out.print(line, soft_wrap=True)
            by = [f"“{match.matched}”"] if match.matched and match.matched != match.label else []
            by += [f"from {match.source}"] if match.source else []
            out.print(Text("       " + "  ".join((match.iri, *by)), style="dim"), soft_wrap=True)
        _draw_notices(self.notices, out)

    def _kind(self, match: Match) -> str:
        if match.kind is TermKind.VALUE:
            return f"{self.ontology.label(match.iri)} (value)"
        if match.kind is not TermKind.ENTITY:
            return match.kind.value
        return self.ontology.label(match.classes[0]) if match.classes else "thing"


def _width(texts: Sequence[str], most: int) -> int:
    return min(max(8, *(cell_len(text) for text in texts)), most)


def _cut(text: str, width: int) -> str:
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


# ── a lexicon ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A lexicon that was written: a new one, or one that an admin had begun."""

    path: Path
    lexicon: Lexicon
    earlier: Lexicon | None
    notices: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        records = self.lexicon.records
        return {
            "file": str(self.path),
            "records": len(records),
            "kept": len(self.earlier.records) if self.earlier else 0,
            "surface_forms": sum(len(r.surface_forms) for r in records),
            "proposed": sum(len(r.proposed) for r in records),
            "notices": list(self.notices),
        }

    def draw(self, out: Console) -> None:
        told = self.plain()
        text = Text.assemble((f"{self.path}", "bold"), f" has {told['records']:,} terms")
        text.append(f" with {told['surface_forms']:,} other name{'' if told['surface_forms'] == 1 else 's'}")
        text.append(f"; what it had before ({told['kept']:,}) stays as it is." if told["kept"] else ".")
        out.print(text)
        if told["proposed"]:
            out.print(
                Text(
                    f"{told['proposed']:,} names are proposed. Move those that are right from proposed to "
                    "surface_forms; until then they name nothing."
                )
            )
        _draw_notices(self.notices, out)
        out.print(Text("To use it, set QUERIST_LEXICON to this file.", style="dim"))


def _draw_notices(notices: Sequence[str], out: Console) -> None:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="yellow")
    grid.add_column(overflow="fold")
    for notice in notices:
        grid.add_row("▲", Text(notice))
    if notices:
        out.print()
        out.print(grid)
