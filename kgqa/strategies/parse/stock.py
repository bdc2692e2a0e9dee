"""What is there and what is not: "out of stock", "in stock", "available".

In: the words of a question and the schema. Out: cues for the number (or the truth value) that the words speak
of, by the noun in its name; and the number that is held to a limit, by the limit's name: "minimum stock".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kgqa.labels import by_iri
from kgqa.language import Language, everywhere
from kgqa.linking.names import without_verb
from kgqa.linking.tokens import Token, folded_words
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.types import LinkedQuestion, TermKind
from kgqa.values.units import readings, without_unit

_REST = 4  # letters of what a limit is of: "Mindest-bestand"
_LONGEST = 4  # words of such a phrase: "no longer in stock"


def stocked(
    tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[Found]:
    """The phrases that say that there is something, or nothing: of things, not "how much is in stock"."""
    words = [t.folded for t in tokens]
    ends = {n.end for n in linked.links if any(m.kind is TermKind.CLASS for m in n.matches[:1])}
    said = lang.phrases("columns.told")
    for high, name in ((False, "stock.none"), (True, "stock.some")):
        for i in range(len(words)):
            for size in range(min(_LONGEST, len(words) - i), 0, -1):
                if " ".join(words[i : i + size]) not in lang.phrases(name):
                    continue
                is_said = not high or (i > 0 and (words[i - 1] in said or tokens[i - 1].end in ends))
                iri = _counted(schema, lang) if is_said else None
                if iri is not None:
                    yield Found(cue=Cue.STOCK, first=i, last=i + size - 1, high=high, iri=iri)
                break


def _counted(schema: Schema, lang: Language) -> str | None:
    """The property that says how many there are, or whether there are any; the one of most things."""
    found = {
        iri
        for noun in lang.phrases("stock.nouns")
        for iri in schema.called(noun, lang)
        if schema.is_data(iri) and (schema.is_numeric(iri) or schema.is_boolean(iri))
    }
    told = {iri for iri in found if any(_says_so(n) for n in _names(schema, iri))}
    return max(sorted(told), key=schema.uses, default=None)


def _names(schema: Schema, iri: str) -> Iterator[str]:
    yield schema.ontology.label(iri)
    yield from (n.text for n in schema.ontology.properties[iri].names)


def _says_so(name: str) -> bool:
    """Whether a name speaks of nothing else: "in stock (pieces)", not "pilotage available"."""
    words = set(folded_words(without_unit(without_verb(name))))
    nouns = {w for phrase in everywhere("stock.nouns") for w in phrase.split()}
    return bool(words & nouns) and words <= nouns | everywhere("stock.beside")


def held_to(limit: str, schema: Schema) -> str | None:
    """The only number that a limit is one of: the "stock" of a "minimum stock", a "reorder level" or a
    "Meldebestand".
    """
    kept = {rest for name in (schema.ontology.label(limit), by_iri(limit)) for rest in _limited(name)}
    if not kept or not schema.is_numeric(limit):
        return None
    beside = {p for cls in schema.subjects(limit) for p in schema.data_properties(cls)} - {limit}
    numbers = [p for p in sorted(beside) if schema.is_numeric(p) and not _is_limit(schema.ontology.label(p))]
    for words in (kept, everywhere("stock.nouns")):
        found = [p for p in numbers if _speaks_of(schema.ontology.label(p), words)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _is_limit(name: str) -> bool:
    return any(True for _ in _limited(name))


def _limited(name: str) -> Iterator[str]:
    """What a limit is of, by its name: "bestand" of "Mindestbestand"; the word for the limit itself, if no
    other word tells: "reorder".
    """
    limits = everywhere("stock.limits")
    words = folded_words(without_unit(name))
    if not limits.isdisjoint(words):
        units = {word for word in words if readings(word)}
        yield from {*words} - limits - units - everywhere("stock.beside") or {words[0]}
    for word in words:
        yield from (
            rest for limit in limits if len(rest := word.removeprefix(limit)) >= _REST and rest != word
        )


def _speaks_of(name: str, nouns: Collection[str]) -> bool:
    return any(word.endswith(noun) for word in folded_words(without_unit(name)) for noun in nouns)
