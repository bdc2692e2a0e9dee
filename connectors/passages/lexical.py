"""Passages in tantivy: found by their words, ranked by BM25.

In: passages as they come; a question. Out: numbers of passages, best first, and passages again by their
number. They lie in a folder, so that they need no memory; words are stemmed in the language of each passage.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from kgqa.language import Language, guess
from kgqa.linking.tokens import sayable
from kgqa.passages.passage import Block, Passage, Place
from kgqa.passages.words import content_words

_WORDS, _NUMBER, _STORED = "words", "number", "stored"
_HEAP = 32_000_000
_ASKED = 60  # words of a question that are looked for


class Lexical:
    """The passages of one folder on the disk: first added, then finished, then asked, by several threads."""

    def __init__(self, folder: Path) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field(_WORDS, tokenizer_name="whitespace", index_option="freq")
        builder.add_unsigned_field(_NUMBER, stored=True, indexed=True)
        builder.add_bytes_field(_STORED, stored=True)
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=str(folder))
        self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
        self.size = 0
        self.numbers: dict[str, int] = {}  # of passages of documents by their hash

    def add(self, passages: Iterable[Passage]) -> None:
        """Writes passages as they come; it blocks."""
        for passage in passages:
            self._writer.add_document(_document(passage, self.size))
            if passage.document and not passage.iri:
                self.numbers.setdefault(passage.sha256, self.size)
            self.size += 1

    def finish(self) -> None:
        """Makes all that was added findable; it blocks."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._index.reload()

    def ranked(self, question: str, lang: Language, limit: int) -> list[int]:
        """The passages that have words of the question, best first."""
        words = [w for w in dict.fromkeys(content_words(question, lang)) if sayable(w)][:_ASKED]
        if not words or not self.size:
            return []
        asked = [(Occur.Should, Query.term_query(self._schema, _WORDS, word, "freq")) for word in words]
        searcher = self._index.searcher()
        hits = searcher.search(Query.boolean_query(asked), limit, count=False).hits
        return [int(searcher.doc(address)[_NUMBER][0]) for _, address in hits]

    def frequency(self, word: str) -> int:
        """How many passages have a stem among their words."""
        return self._index.searcher().doc_freq(_WORDS, word) if sayable(word) else 0

    def passage(self, number: int) -> Passage:
        searcher = self._index.searcher()
        query = Query.term_query(self._schema, _NUMBER, number)
        (_, address), *_ = searcher.search(query, 1, count=False).hits
        return _passage(bytes(searcher.doc(address)[_STORED][0]))

    def every(self) -> Iterable[Passage]:
        """All of them in their order."""
        return (self.passage(number) for number in range(self.size))


def _document(passage: Passage, number: int) -> tantivy.Document:
    lang = guess(passage.text[:2_000])
    titles = sorted({block.place.heading for block in passage.blocks} | {passage.document})
    made = tantivy.Document()
    words = content_words("\n".join((*titles, passage.text)), lang)  # what is above a text is said of it
    made.add_text(_WORDS, " ".join(filter(sayable, words)))
    made.add_unsigned(_NUMBER, number)
    made.add_bytes(_STORED, json.dumps(asdict(passage)).encode())
    return made


def _passage(stored: bytes) -> Passage:
    kept = json.loads(stored)
    blocks = (Block(block["text"], Place(**block["place"]), block["repeats"]) for block in kept["blocks"])
    return Passage(kept["document"], tuple(blocks), kept["iri"])
