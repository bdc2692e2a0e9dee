"""What `querist index` shows of a search and of a lexicon that it wrote.

In: what the core found. Out: lines for a person, plain data for programs. Names of the graph are put in as
text, never as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kgqa.linking.lexicon import Lexicon
from kgqa.ontology import Ontology
from kgqa.types import Match, TermKind

PHRASE = 80  # characters of a phrase that are said again
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
            out.print(Text(f"Nothing is called “{_short(self.phrase)}”, and nothing much like it."))
            draw_notices(self.notices, out)
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
            by = (
                [f"“{match.matched}”"] if match.matched.casefold() not in ("", match.label.casefold()) else []
            )
            by += [f"from {match.source}"] if match.source else []
            out.print(Text("       " + "  ".join((match.iri, *by)), style="dim"), soft_wrap=True)
        draw_notices(self.notices, out)

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
            "notices": list(self.notices),
        }

    def draw(self, out: Console) -> None:
        told = self.plain()
        text = Text.assemble((f"{self.path}", "bold"), f" has {told['records']:,} terms")
        text.append(f" with {told['surface_forms']:,} other name{'' if told['surface_forms'] == 1 else 's'}")
        text.append(f"; what it had before ({told['kept']:,}) stays as it is." if told["kept"] else ".")
        out.print(text)
        draw_notices(self.notices, out)
        out.print(Text("To use it, set QUERIST_LEXICON to this file.", style="dim"))


def draw_notices(notices: Sequence[str], out: Console) -> None:
    """One line each, behind a sign."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="yellow")
    grid.add_column(overflow="fold")
    for notice in notices:
        grid.add_row("▲", Text(notice))
    if notices:
        out.print()
        out.print(grid)


def _short(phrase: str) -> str:
    return phrase if len(phrase) <= PHRASE else f"{phrase[: PHRASE - 1]}…"
