"""What was read out of documents, as files in a folder beside the graph.

    triples.csv    proposed triples, one a line, with evidence and a column `take`
    names.csv      what the names in them are: a thing of the graph, near to one, or new; with a column `same`
    facts.trig     what was taken over, with where each triple comes from: made anew of these lines each time
    replies.jsonl  what the model said, so that nothing is asked for twice

In: a folder, an Extraction. Out: the files; what somebody wrote into `take` and `same` stays there for as
long as the same is proposed. Raises BadInput with file, line and remedy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from connectors.facts_file import Fact, Source, Thing, is_address, written
from connectors.lexicon_rows import bad
from connectors.sheets import Row, Sheets, is_yes
from kgqa.errors import BadInput
from kgqa.extracted.asking import Kept
from kgqa.extracted.triple import PROPERTY, Concept, Extraction, Found, Named, Value, Weighed
from kgqa.fence import on_one_line
from kgqa.passages.passage import Place
from kgqa.proposed.proposal import Advice

TRIPLES, NAMES, FACTS, REPLIES = "triples.csv", "names.csv", "facts.trig", "replies.jsonl"
COLUMNS = {
    TRIPLES: (
        *("take", "advice", "head", "relation", "tail", "evidence", "document", "place", "text"),
        *("head_id", "property", "tail_id", "datatype", "passage", "model", "prompt", "at"),
    ),
    NAMES: ("same", "found", "name", "kind", "label", "evidence", "iri", "ours", "kind_iri"),
}
_SHOWN = 300  # characters of the text that a triple stands in
_HEADING = 80
_HASH = re.compile(r"[0-9a-f]{64}")
_OF_THINGS, _OF_TRIPLES = ("ours",), ("passage", "head_id", "property", "tail_id", "tail")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What was taken over: how many triples, of how many things of the graph and how many new ones, and how
    many lines were not.
    """

    file: Path
    triples: int
    known: int
    new: int
    left: int


@dataclass(frozen=True, slots=True)
class Extracted:
    """The files of one folder."""

    folder: Path

    @property
    def _sheets(self) -> Sheets:
        return Sheets(self.folder, COLUMNS)

    # ── replies ──────────────────────────────────────────────────────────────────────────────────

    def replies(self) -> dict[str, Kept]:
        """The replies that are there by their keys; a line that was cut is passed over."""
        found: dict[str, Kept] = {}
        for line in self._sheets.text(REPLIES).splitlines():
            with suppress(ValueError, KeyError, TypeError):
                data = json.loads(line)
                found[str(data["key"])] = Kept(str(data["text"]), str(data["at"]))
        return found

    def keep(self, key: str, text: str, at: str) -> None:
        """Keeps a reply, as soon as it is there."""
        self._sheets.append(REPLIES, json.dumps({"key": key, "at": at, "text": text}))

    # ── proposals ────────────────────────────────────────────────────────────────────────────────

    def write(self, found: Extraction, read: Collection[str], present: Mapping[str, Collection[str]]) -> int:
        """Writes the proposals from the passages `read`, by their hashes, in the place of earlier ones from
        them. `present` are all passages of each document: lines of those that it does not have any more are
        dropped, and counted. Lines of other documents stay.
        """
        earlier = [row for _, row in self._sheets.rows(TRIPLES)]
        gone = [r for r in earlier if r["passage"] not in present.get(r["document"], (r["passage"],))]
        stay = [r for r in earlier if r["passage"] not in read and r not in gone]
        rows = [*stay, *_marked([_triple(w) for w in found.triples], earlier, "take", _OF_TRIPLES)]
        used = {row[end] for row in rows for end in ("head_id", "tail_id")}
        called = [row for _, row in self._sheets.rows(NAMES)]
        names: dict[str, Row] = {row["ours"]: row for row in called if row["ours"] in used}
        named = _marked([_name(n) for n in found.names], called, "same", _OF_THINGS)
        names |= {row["ours"]: row for row in named if row["ours"] in used}
        self._sheets.put(NAMES, sorted(names.values(), key=lambda row: _ORDER.get(row["found"], 0)))
        self._sheets.put(TRIPLES, rows)
        return len(gone)

    def take(self, *, by: str, at: datetime) -> Taken:
        """Writes what is taken over, as a file that is loaded beside the graph."""
        if not (self.folder / TRIPLES).exists():
            raise BadInput(f"{self.folder} holds no proposals. Make them first: querist extract DOCUMENTS")
        things = self._things()
        facts: list[Fact] = []
        lines = self._sheets.rows(TRIPLES)
        path = self.folder / TRIPLES
        for line, row in lines:
            if not is_yes(row, "take", path, line, otherwise=row["advice"] == Advice.TAKE):
                continue
            try:
                facts.append(_fact(row, things))
            except (ValueError, KeyError) as error:
                told = "an address or a name in it was changed. Put it back, or make the file anew"
                raise bad(path, line, told) from error
            row["take"] = "yes"  # until somebody says no, whatever is advised when the graph has it
        text = written(facts, by=by, at=at)
        self._sheets.keep_only(FACTS, bool(facts))
        if facts:
            self._sheets.write(FACTS, text)
        self._sheets.put(TRIPLES, (row for _, row in lines))
        ends = {e.iri: e for f in facts for e in (f.head, f.tail) if isinstance(e, Thing)}.values()
        return Taken(
            file=self.folder / FACTS,
            triples=len(facts),
            known=sum(not thing.is_ours for thing in ends),
            new=sum(thing.is_ours for thing in ends),
            left=len(lines) - len(facts),
        )

    def _things(self) -> dict[str, Thing]:
        """What each name is, by its own address, as somebody says, else as it was found."""
        found: dict[str, Thing] = {}
        path = self.folder / NAMES
        for line, row in self._sheets.rows(NAMES):
            is_same = is_yes(row, "same", path, line, otherwise=row["found"] == Found.KNOWN)
            iri = row["iri"] if is_same else row["ours"]
            if not is_address(iri):
                raise bad(path, line, f"“{iri[:60]}” is no address of a thing. Write one into the column iri")
            own = None if is_same or not row["kind_iri"] else Concept(row["kind_iri"], row["kind"])
            found[row["ours"]] = Thing(iri, row["label"] if is_same else row["name"], own, not is_same)
        return found


# ── lines ────────────────────────────────────────────────────────────────────────────────────────

_ORDER = {
    Found.NEAR.value: 0,
    Found.KNOWN.value: 1,
    Found.NEW.value: 2,
}  # what is for a person to say is first


def _marked(rows: list[Row], earlier: Iterable[Row], column: str, of: tuple[str, ...]) -> list[Row]:
    """Lines with what somebody has written into a column of theirs before; each once."""
    said = {tuple(row[c] for c in of): row[column] for row in earlier}
    once = {tuple(row[c] for c in of): row for row in rows}
    return [{**row, column: said.get(at, "")} for at, row in once.items()]


def _triple(weighed: Weighed) -> Row:
    said, read, tail = weighed.said, weighed.read, weighed.tail
    text = next((b.text for b in read.passage.blocks if b.place == weighed.place), "")
    return {
        "take": "",
        "advice": weighed.advice.value,
        "head": weighed.head.name,
        "relation": said.relation.label,
        "tail": tail.text if isinstance(tail, Value) else tail.name,
        "evidence": on_one_line(weighed.evidence),
        "document": on_one_line(read.passage.document),
        "place": _told(weighed.place),
        "text": f"“{on_one_line(text)[:_SHOWN]}”",
        "head_id": weighed.head.ours,
        "property": said.relation.iri,
        "tail_id": "" if isinstance(tail, Value) else tail.ours,
        "datatype": tail.datatype if isinstance(tail, Value) else "",
        "passage": read.passage.sha256,
        "model": on_one_line(read.model),
        "prompt": read.prompt,
        "at": read.at,
    }


def _name(named: Named) -> Row:
    return {
        "same": "",
        "found": named.found.value,
        "name": named.name,
        "kind": named.kind.label if named.kind else "",
        "label": on_one_line(named.label),
        "evidence": on_one_line(named.evidence),
        "iri": named.iri,
        "ours": named.ours,
        "kind_iri": named.kind.iri if named.kind else "",
    }


def _fact(row: Row, things: Mapping[str, Thing]) -> Fact:
    """A line as a fact. Raises KeyError and ValueError."""
    tail = Value(row["tail"], row["datatype"]) if row["datatype"] else things[row["tail_id"]]
    addresses = (row["property"], *((row["datatype"],) if row["datatype"] else ()))
    if not all(map(is_address, addresses)) or not _HASH.fullmatch(row["passage"]):
        raise ValueError(row["property"])
    relation = Concept(row["property"], row["relation"], row["property"].startswith(PROPERTY))
    source = Source(row["passage"], row["document"], row["place"], row["model"], row["prompt"], row["at"])
    return Fact(things[row["head_id"]], relation, tail, source)


def _told(place: Place) -> str:
    """“page 3, under Notice, paragraph 2”: no cell begins with what a document says."""
    heading = on_one_line(place.heading)[:_HEADING]
    parts = (
        f"page {place.page}" if place.page else "",
        f"under {heading}" if heading else "",
        f"paragraph {place.paragraph}" if place.paragraph else "",
    )
    return ", ".join(filter(None, parts))
