"""Facts -> entries: what a thing is called, by its names, its codes, its IRI; and what a value is called.

In: the facts of one thing. Out: its entries, in an order that depends on the facts alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa.linking.codes import reads_as_code
from kgqa.linking.entry import Entry
from kgqa.linking.fact import BY_IRI, BY_LEXICON, Fact, Literal
from kgqa.linking.names import Naming
from kgqa.ontology import local_name, spaced
from kgqa.types import TermKind

LONGEST_VALUE = 80  # characters of a literal that people would type
LONGEST_SHOWN = 160  # characters of a name; what is longer is cut
MOST_NAMES = 500  # names of one thing
_OPAQUE = re.compile(r"^[0-9a-f-]{16,}$|^\d+$", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]+")


@dataclass(frozen=True)
class Composer:
    """What it takes to make entries of facts. `codes` and `aliases` are properties whose literals name their
    things as well; `few` says that the words of IRIs are names beside the labels; `classes` puts the classes
    of a thing in order.
    """

    naming: Naming
    codes: frozenset[str]
    aliases: frozenset[str]
    few: bool
    classes: Callable[[Iterable[str]], tuple[str, ...]]

    def thing(self, iri: str, facts: Sequence[Fact], more: Sequence[Entry] = ()) -> list[Entry]:
        """The entries of a thing; `more` are names that somebody else gives to it."""
        of = self.classes({f.of for f in facts if f.of})
        known = {(f.property, f.text): f.language for f in sorted(facts, reverse=True) if f.text}
        called = self._names(known)
        full = _joined(known, self.naming)
        label = shown(full or (called[0][1] if called else ""))
        local = local_name(iri)
        short = sorted((text, by) for by, text in known if len(text) <= LONGEST_SHOWN)
        codes = {text: True for text, by in short if by in self.codes}
        codes |= {text: False for text, by in short if by in self.aliases and text not in codes}
        named = bool(label)
        given = next((e.label for e in more if e.preferred), "")
        spoken = spaced(local) if (not named or self.few) and not _OPAQUE.match(local) else ""
        label = given or label or spoken or next(iter(codes), "")

        def entry(name: str, *, preferred: bool = True, identifier: bool = False) -> Entry:
            return Entry(TermKind.ENTITY, iri, shown(name), label, preferred, identifier, of)

        entries = [entry(full)] if full else []
        entries += [
            Entry(
                TermKind.ENTITY,
                iri,
                shown(text),
                label,
                preferred=by in self.naming.preferred,
                identifier=by not in self.naming.preferred and reads_as_code(text),
                classes=of,
                language=known[by, text],
            )
            for by, text in called
            if by not in self.naming.in_parts
        ]
        if named and self.few and local.isalpha():  # "researchDep" beside its label
            entries.append(entry(spoken, preferred=False))
        if not named and spoken and any(f.property == BY_IRI for f in facts):
            entries.append(entry(spoken))
        names = {e.name for e in entries}
        entries += [
            entry(code, preferred=False, identifier=identifier)
            for code, identifier in codes.items()
            if shown(code) not in names
        ]
        if any(f.property == BY_LEXICON for f in facts):
            entries += [_placed(e, label, of) for e in more]
        return entries[:MOST_NAMES]

    def _names(self, known: dict[tuple[str, str], str]) -> list[tuple[str, str]]:
        """The properties and texts of its names, best first."""
        rank = {p: n for n, p in enumerate(self.naming.preferred)}
        named = [pair for pair in known if pair[0] in self.naming.every]
        return sorted(
            named, key=lambda pt: (rank.get(pt[0], 99), known[pt] not in ("", "en"), len(pt[1]), pt[0], pt[1])
        )


def value(literal: Literal) -> Entry:
    """The entry of a literal."""
    return Entry(
        TermKind.VALUE,
        literal.property,
        shown(literal.text),
        shown(literal.text),
        value=literal.text,
        datatype=literal.datatype or None,
        language=literal.language,
    )


def shown(text: str) -> str:
    """A text as it can stand in a line: without control characters, and not without end."""
    if not text.isprintable():
        text = _CONTROL.sub(" ", text[: 4 * LONGEST_SHOWN])
    text = text.strip()
    if len(text) <= LONGEST_SHOWN:
        return text
    return text[:LONGEST_SHOWN].rpartition(" ")[0] or text[:LONGEST_SHOWN]


def has_spoken_iri(iri: str) -> bool:
    """Whether the end of an IRI is a name: words or a code, and no mere number or hash."""
    local = local_name(iri)
    return bool(local) and not _OPAQUE.match(local)


def _joined(known: dict[tuple[str, str], str], naming: Naming) -> str:
    for given, family in naming.parts:
        first = next((n for p, n in known if p == given), "")
        last = next((n for p, n in known if p == family), "")
        if first and last:
            return f"{first} {last}"
    return ""


def _placed(entry: Entry, label: str, of: tuple[str, ...]) -> Entry:
    """A name that somebody else gives, with the thing's label and the classes that the graph has for it."""
    return Entry(
        entry.kind,
        entry.iri,
        shown(entry.name),
        label,
        preferred=entry.preferred,
        identifier=entry.identifier,
        classes=of or entry.classes,
        language=entry.language,
        source=entry.source,
    )
