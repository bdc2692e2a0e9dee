"""Writes an index of names into a folder, entry by entry, in bounded memory.

In: entries as they come. Out: the folder. What was committed stands when the power goes; what was not is as
if it had never been added. Readers that have the folder open go on seeing what they saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tantivy

from connectors.names import fields
from kgqa.errors import NamesUnavailable
from kgqa.linking.entry import Entry

HEAP = 150_000_000  # bytes of documents that are gathered before they go to disk
_ENTRY = 600  # bytes of an entry among those that are gathered, with its share of new words
_MERGED = 8  # parts of about one size that the index makes into one
_WORDS_HELD = 400_000  # words that are remembered as written; one that is forgotten is written once more


class NamesWriter:
    """One writer of one folder, or of memory where there is none; a second one of the same folder raises
    NamesUnavailable, and so does every call that cannot write.
    """

    def __init__(self, folder: Path | None, *, heap: int = HEAP, expected: int = 0) -> None:
        """`expected` is about how many entries will be added: then the index ends as one part, which is
        searched several times as fast as many.
        """
        self._folder = folder
        with self._translated():
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            made = tantivy.Index(fields.schema(), str(folder) if folder is not None else None)
            self.index = fields.prepared(made)
            self._earlier = self.index.searcher()
            self._writer = self.index.writer(heap, 1)
        self._seen: set[str] = set()
        self._last = ""
        self._part = _part(expected, heap)
        self._added = 0

    def add(self, entry: Entry) -> None:
        """Adds a name; one without a letter or digit cannot be looked for, and is passed over."""
        words = fields.words_of(entry.name)
        if not words or len(entry.value or "") > fields.LONGEST_VALUE:
            return
        with self._translated():
            for word in words:
                if word not in self._seen:
                    self._keep(word)
            self._writer.add_document(fields.document(entry, words, first=entry.iri != self._last))
            self._last = entry.iri
            self._added += 1
            if self._part and self._added % self._part == 0:
                self._writer.commit()

    def _keep(self, word: str) -> None:
        if len(self._seen) >= _WORDS_HELD:
            self._seen.clear()
        self._seen.add(word)
        if not self._earlier.doc_freq(fields.WORD, word):
            self._writer.add_document(fields.word_document(word))

    def remove(self, iri: str) -> None:
        """Removes every entry of a term itself: its names. Values of a property are removed one by one."""
        with self._translated():
            for term in fields.of_names(iri):
                self._writer.delete_documents_by_term(fields.TERM, term)
        self._last = ""

    def remove_value(self, iri: str, value: str) -> None:
        """Removes the entries of one value of a property."""
        with self._translated():
            self._writer.delete_documents_by_term(fields.TERM, fields.of_value(iri, value))

    def finish(self) -> None:
        """Commits, waits until the parts of the index are merged, and lets go of the folder."""
        with self._translated():
            self._writer.commit()
            self._writer.wait_merging_threads()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, OSError, RuntimeError) as error:
            busy = "Lock" in str(error)
            remedy = (
                "Another process writes there." if busy else "Is there room on the disk, and may we write?"
            )
            raise NamesUnavailable(
                f"The index of names in {self._folder or 'memory'} cannot be written: {error}. {remedy}"
            ) from error


def _part(expected: int, heap: int) -> int:
    """After how many entries a part is ended, so that eight times eight parts of one size become one; 0 for
    never, where all of them are gathered at once.
    """
    part = expected
    while part * _ENTRY > heap:
        part = -(-part // _MERGED)
    return part if part < expected else 0
