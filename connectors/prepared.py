"""What was prepared for a graph, as files in a folder that lives in git beside it.

    names.csv, definitions.csv, questions.csv  proposals, one a line, with evidence and a column `take`
    lexicon.csv, definitions.toml, library.toml  what was taken over: made anew of these lines each time
    replies.jsonl                                what the model said, so that nothing is asked for twice

In: a folder, proposals. Out: the files; what somebody wrote into the column `take` stays there, whatever is
proposed later. Raises BadInput with file, line and remedy.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from connectors import definitions, lexicons, library_file
from connectors.lexicon_rows import bad
from connectors.sheets import Row, Sheets, is_yes
from kgqa.definitions.definition import Definition, DefinitionKind
from kgqa.errors import BadInput
from kgqa.language import fold
from kgqa.library.pair import Pair, Source
from kgqa.proposed.proposal import Advice, Asked, Judged, Meaning, Name, Review
from kgqa.proposed.trial import lexicon_of
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.sparql.reading import declared
from kgqa.types import TermKind

NAMES, DEFINITIONS, QUESTIONS = "names.csv", "definitions.csv", "questions.csv"
LEXICON, TERMS, LIBRARY = "lexicon.csv", "definitions.toml", "library.toml"
REPLIES = "replies.jsonl"
COLUMNS = {
    NAMES: ("take", "advice", "name", "language", "of", "evidence", "kind", "value", "iri", "cls"),
    DEFINITIONS: ("take", "advice", "name", "also", "means", "evidence", "sparql"),
    QUESTIONS: ("take", "advice", "question", "language", "evidence", "sparql"),
}
_KEYS = {NAMES: ("iri", "value", "name"), DEFINITIONS: ("name",), QUESTIONS: ("question",)}
_BETWEEN = " | "


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What was taken over, and how many lines were not."""

    names: tuple[Name, ...]
    meanings: tuple[Meaning, ...]
    questions: tuple[Asked, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """The files of one folder."""

    folder: Path

    # ── replies ──────────────────────────────────────────────────────────────────────────────────

    def replies(self) -> dict[str, str]:
        """The replies that are there by their keys; a line that was cut is passed over."""
        found: dict[str, str] = {}
        for line in self._sheets.text(REPLIES).splitlines():
            with suppress(ValueError, KeyError, TypeError):
                data = json.loads(line)
                found[str(data["key"])] = str(data["text"])
        return found

    def keep(self, key: str, text: str) -> None:
        """Keeps a reply."""
        before = self._sheets.text(REPLIES)
        end = "" if not before or before.endswith("\n") else "\n"
        line = json.dumps({"key": key, "text": text}, ensure_ascii=False)
        self._sheets.write(REPLIES, f"{before}{end}{line}\n")

    # ── proposals ────────────────────────────────────────────────────────────────────────────────

    def write(self, review: Review, *, is_whole: bool = True) -> None:
        """Writes the proposals. What stood in the column `take` stays, also of lines that nobody proposes any
        more. Where the review is not whole, since the model went away, all earlier lines stay.
        """
        self._put(NAMES, [_named(j) for j in review.names], is_whole=is_whole)
        self._put(DEFINITIONS, [_defined(j) for j in review.meanings], is_whole=is_whole)
        self._put(QUESTIONS, [_asked(j) for j in review.questions], is_whole=is_whole)

    def take(self, *, by: str, at: datetime) -> Taken:
        """Writes what is taken over, as files that the settings can name."""
        if not any((self.folder / name).exists() for name in COLUMNS):
            raise BadInput(f"{self.folder} holds no proposals. Make them first: querist prepare GRAPH")
        rows = {name: self._sheets.rows(name) for name in COLUMNS}
        taken = {
            name: [(line, r) for line, r in some if _is_taken(r, self.folder / name, line)]
            for name, some in rows.items()
        }
        found = Taken(
            names=tuple(self._name(line, row) for line, row in taken[NAMES]),
            meanings=tuple(_meaning(row) for _, row in taken[DEFINITIONS]),
            questions=tuple(Asked(**_some(r, Asked)) for _, r in taken[QUESTIONS]),
            left=sum(len(some) - len(taken[name]) for name, some in rows.items()),
        )
        self._sheets.keep_only(LEXICON, bool(found.names))
        if found.names:
            lexicons.write(self.folder / LEXICON, lexicon_of(found.names, LEXICON))
        self._sheets.keep_only(TERMS, bool(found.meanings))
        if found.meanings:
            self._sheets.write(TERMS, definitions.written(_each_once(m.definition for m in found.meanings)))
        self._sheets.keep_only(LIBRARY, bool(found.questions))
        if found.questions:
            pairs = (
                Pair(
                    question=q.question,
                    sparql=_on_lines(q.sparql),
                    by=by,
                    at=at,
                    source=Source.FILE,
                    language=q.language,
                )
                for q in found.questions
            )
            self._sheets.write(LIBRARY, library_file.written(pairs))
        return found

    def _name(self, line: int, row: Row) -> Name:
        try:
            kind = TermKind(row["kind"])
        except ValueError as error:
            known = ", ".join(kind.value for kind in TermKind)
            raise bad(self.folder / NAMES, line, f"the kind is none of {known}. Put it right") from error
        return Name(
            kind=kind, label=row["of"], **{k: row[k] for k in ("name", "language", "iri", "cls", "value")}
        )

    # ── files ────────────────────────────────────────────────────────────────────────────────────

    @property
    def _sheets(self) -> Sheets:
        return Sheets(self.folder, COLUMNS)

    def _put(self, name: str, rows: Sequence[Row], *, is_whole: bool) -> None:
        earlier = {_key(name, row): row for _, row in self._sheets.rows(name) if row["take"] or not is_whole}
        proposed = {_key(name, row) for row in rows}
        kept = [{**row, "take": earlier.get(_key(name, row), row)["take"]} for row in rows]
        kept += [row for key, row in earlier.items() if key not in proposed]
        self._sheets.put(name, kept)


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def _named(judged: Judged[Name]) -> Row:
    name = judged.proposal
    return {
        **_judged(judged.advice, judged.evidence),
        "name": name.name,
        "language": name.language,
        "of": name.label,
        "kind": name.kind.value,
        "value": name.value,
        "iri": name.iri,
        "cls": name.cls,
    }


def _defined(judged: Judged[Meaning]) -> Row:
    definition = judged.proposal.definition
    return {
        **_judged(judged.advice, judged.evidence),
        "name": definition.name,
        "also": _BETWEEN.join(definition.also),
        "means": definition.means,
        "sparql": _in_a_line(judged.proposal.sparql),
    }


def _asked(judged: Judged[Asked]) -> Row:
    asked = judged.proposal
    return {
        **_judged(judged.advice, judged.evidence),
        "question": asked.question,
        "language": asked.language,
        "sparql": _in_a_line(asked.sparql),
    }


def _judged(advice: Advice, evidence: str) -> dict[str, str]:
    return {"take": "", "advice": advice.value, "evidence": _in_a_line(evidence)}


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def _on_lines(query: str) -> str:
    """A query as people read it; as it stands where it cannot be read."""
    parsed = parse(query)
    return spelled(parsed, declared(query)) if isinstance(parsed, ParsedQuery) else query


def _key(name: str, row: Row) -> tuple[str, ...]:
    return tuple(fold(row[column]) for column in _KEYS[name])


def _is_taken(row: Row, path: Path, line: int) -> bool:
    """Whether a line is taken: as somebody says, else as it is advised."""
    return is_yes(row, "take", path, line, otherwise=row["advice"] == Advice.TAKE)


def _some(row: Row, kind: type[Asked]) -> dict[str, str]:
    return {name: row[name] for name in kind.__dataclass_fields__}


def _meaning(row: Row) -> Meaning:
    also = tuple(part.strip() for part in row["also"].split("|") if part.strip())
    definition = Definition(kind=DefinitionKind.TERM, name=row["name"], means=row["means"], also=also)
    return Meaning(definition=definition, sparql=row["sparql"])


def _each_once(found: Iterable[Definition]) -> list[Definition]:
    """Definitions without names that an earlier one has: no file may give a name twice."""
    seen: set[str] = set()
    kept = []
    for each in found:
        if fold(each.name) in seen:
            continue
        also = tuple(n for n in each.also if fold(n) not in seen | {fold(each.name)})
        seen |= {fold(name) for name in (each.name, *also)}
        kept.append(
            Definition(kind=each.kind, name=each.name, means=each.means, also=also, language=each.language)
        )
    return kept
