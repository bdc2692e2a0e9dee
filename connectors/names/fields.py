"""The shape of an index of names: the fields of a document, the terms in them, and an entry as bytes.

In: entries. Out: documents for the index, and entries again from what it keeps. A document is one entry, or
one word that some name has (so that words near to a word are found without reading names).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import tantivy

from kgqa.linking.entry import LONGEST, LONGEST_NAME, Entry
from kgqa.linking.shorter import initials
from kgqa.linking.tokens import folded_words, sayable
from kgqa.types import TermKind

FORMAT = 3  # of the documents; an index of another format is built again
LONGEST_VALUE = 10_000  # characters of a literal that is kept; nobody writes a longer one in a question

KEY = "key"  # the whole name
ORDERED = "ordered"  # its words in alphabetical order
WORDS = "words"
GRAMS = "grams"  # each three letters in a row
INITIALS = "initials"
TERM = "term"  # what the entry is an entry of: see `of_term`, `of_value`, `of_class`, `of_any_name`
LENGTH = "length"  # in words; 0 for a word's own document
WORD = "word"
ENTRY = "entry"

_GRAMS = "three letters"
_LONGEST_IRI = 1_000
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_KINDS = {TermKind.ENTITY: "e", TermKind.VALUE: "v", TermKind.CLASS: "c", TermKind.PROPERTY: "p"}
_KIND_OF = {letter: kind for kind, letter in _KINDS.items()}


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in (KEY, ORDERED, INITIALS, TERM):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(WORD, tokenizer_name="raw", index_option="basic", stored=True)
    builder.add_text_field(WORDS, tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field(GRAMS, tokenizer_name=_GRAMS, index_option="basic")
    builder.add_unsigned_field(LENGTH, indexed=True)
    builder.add_bytes_field(ENTRY, stored=True)
    return builder.build()


def prepared(index: tantivy.Index) -> tantivy.Index:
    """The index, able to cut names into threes of letters, as it must be for writing."""
    cut = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(3, 3)).build()
    index.register_tokenizer(_GRAMS, cut)
    return index


# ── documents ────────────────────────────────────────────────────────────────────────────────────


def words_of(name: str) -> list[str]:
    """The folded words of a name, as far as it is read."""
    return folded_words(name[:LONGEST_NAME])


def document(entry: Entry, words: Sequence[str], *, first: bool) -> tantivy.Document:
    """The document of an entry whose name has these words; `first` of its entity's."""
    made = tantivy.Document()
    key = " ".join(words)
    made.add_text(KEY, key)
    if len(words) > 1:
        made.add_text(ORDERED, " ".join(sorted(words)))
        for letters in initials(words):
            made.add_text(INITIALS, letters)
    made.add_text(WORDS, " ".join(dict.fromkeys(words)))
    made.add_text(GRAMS, framed(key))
    made.add_unsigned(LENGTH, min(len(words), LONGEST))
    made.add_text(TERM, of_term(entry.kind, entry.iri))
    if entry.value is not None:
        made.add_text(TERM, of_value(entry.iri, entry.value))
    for cls in entry.classes if entry.kind is TermKind.ENTITY else ():
        made.add_text(TERM, of_any_name(cls))
        if first:
            made.add_text(TERM, of_class(cls))
    made.add_bytes(ENTRY, packed(entry, key))
    return made


def word_document(word: str) -> tantivy.Document:
    made = tantivy.Document()
    made.add_text(WORD, word)
    made.add_unsigned(LENGTH, 0)
    return made


def framed(key: str) -> str:
    """The key with its words' ends marked, as it is cut into threes."""
    return "$" + key.replace(" ", "$") + "$"


def grams(key: str) -> list[str]:
    """Each three letters in a row of a key, once."""
    text = framed(key)
    return list(dict.fromkeys(text[i : i + 3] for i in range(len(text) - 2)))


def of_term(kind: TermKind, iri: str) -> str:
    return _KINDS[kind] + _short(iri)


def of_names(iri: str) -> list[str]:
    """What finds the names of an IRI, whatever it is."""
    return [of_term(kind, iri) for kind in TermKind if kind is not TermKind.VALUE]


def of_terms(iri: str) -> list[str]:
    """What finds the names of an IRI and, of a property, its values."""
    return [of_term(kind, iri) for kind in TermKind]


def of_value(iri: str, value: str) -> str:
    return "=" + _digest(f"{iri} {value}")


def of_class(iri: str) -> str:
    return "a" + _short(iri)


def of_any_name(cls: str) -> str:
    """What finds every name of the things of a class, where `of_class` finds each thing once."""
    return "n" + _short(cls)


def _short(iri: str) -> str:
    if len(iri) <= _LONGEST_IRI and sayable(iri):
        return iri
    return "#" + _digest(iri)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# ── entries as bytes ─────────────────────────────────────────────────────────────────────────────


def packed(entry: Entry, key: str) -> bytes:
    """An entry, with its key where that is not its name in small letters; True stands for "as the name"."""
    name = _bounded(entry.name)
    label = True if entry.label == entry.name else _bounded(entry.label)
    value = True if entry.value == entry.name == name else entry.value
    row = [
        _KINDS[entry.kind],
        entry.iri,
        name,
        None if name.casefold() == key else key,
        label,
        entry.preferred + 2 * entry.identifier,
        list(entry.classes),
        value,
        entry.datatype,
        entry.language,
        entry.source,
    ]
    while row[-1] in (None, ""):
        row.pop()
    return _JSON.encode(row).encode("utf-8", "surrogatepass")


def unpacked(data: bytes) -> tuple[Entry, str]:
    """The entry and its key."""
    row = json.loads(data.decode("utf-8", "surrogatepass"))
    row += [None] * (11 - len(row))
    kind, iri, name, key, label, flags, classes, value, datatype, language, source = row
    entry = Entry(
        kind=_KIND_OF[kind],
        iri=iri,
        name=name,
        label=name if label is True else label,
        preferred=bool(flags & 1),
        identifier=bool(flags & 2),
        classes=_shared(tuple(classes)),
        value=name if value is True else value,
        datatype=datatype,
        language=language or "",
        source=source or "",
    )
    return entry, key or name.casefold()


@lru_cache(maxsize=10_000)
def _shared(classes: tuple[str, ...]) -> tuple[str, ...]:
    """One tuple for all that have the same classes."""
    return classes


def _bounded(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"
