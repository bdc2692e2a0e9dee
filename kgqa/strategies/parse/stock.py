"""What is there and what is not: "out of stock", "in stock", "available".

In: the words of a question and the schema. Out: cues for the number (or the truth value) that the words speak
of, by the noun in its name; and the number that is held to a limit, by the limit's name: "minimum stock".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kgqa.forms.form import Fact, Literal, Thing
from kgqa.labels import by_iri
from kgqa.language import Language, everywhere
from kgqa.language.operations import places
from kgqa.linking.names import without_verb
from kgqa.linking.tokens import Token, folded_words
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.meaning import End, Set
from kgqa.types import LinkedQuestion, Match, TermKind
from kgqa.values.units import readings, without_unit

NONE = Literal("0", number=True)  # how many there are of what is out of stock
_REST = 4  # letters of what a limit is of: "Mindest-bestand"
_LONGEST = 4  # words of such a phrase: "no longer in stock"
_SURE = 0.9  # a name that is met as it is, or all but so


def stocked(
    tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[Found]:
    """The phrases that say that there is something, or nothing: of things, not "how much is in stock"."""
    words = [t.folded for t in tokens]
    ends = {n.end for n in linked.links if any(_is_surely_kind(m) for m in n.matches)}
    said = lang.phrases("columns.told") | lang.phrases("stock.had")

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


def _is_surely_kind(match: Match) -> bool:
    return match.kind is TermKind.CLASS and match.score >= _SURE


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


def in_stock(one: Set, schema: Schema) -> Set | None:
    """“How many Gale 400 are in stock", where lines say how many of each: what these come to, and not how
    many lines there are. None for what is counted otherwise.
    """
    node = one.focus.node
    if not one.counted or any(v == node for v, _ in one.types):
        return None
    if not any(f.subject == node and isinstance(f.object, Thing) for f in one.facts):
        return None
    for limit in one.filters:
        fact = next((f for f in one.facts if (f.subject, f.object) == (node, limit.variable)), None)
        is_some = limit.operator == ">" and limit.values == (NONE,)
        if fact is not None and is_some and _says_so(schema.ontology.label(fact.property)):
            kept = tuple(f for f in one.filters if f is not limit)
            pieces = End(limit.variable, literal=fact.property)
            return one.changed(focus=pieces, filters=kept, counted=False, function="SUM")
    return None


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


def goods_below(one: Set, schema: Schema) -> Set | None:
    """“What is below its reorder level": the goods, where lines of stock have the level and the question
    names no such lines; None for what is asked for otherwise.
    """
    node = one.focus.node
    if not one.is_plain or one.is_value or not isinstance(node, str) or any(v == node for v, _ in one.types):
        return None
    own = {f.object: f.property for f in one.facts if f.subject == node}
    limits = (own[v] for f in one.filters for v in f.values if f.variable in own and v in own)
    if not any(held_to(limit, schema) for limit in limits):
        return None
    hops = [h for h in schema.steps(*sorted(one.focus.classes)) if h.forward]
    to_one = {h.property: h.to for h in hops if leads_to_one(schema.ontology, h.property, forward=True)}
    found = [prop for prop, to in to_one.items() if not any(_is_place(schema, c) for c in to)]
    if len(found) != 1 or len(to_one) == 1:
        return None
    goods = End(f"{node}_goods", frozenset(filter(None, schema.objects(found[0]))))
    return one.changed(focus=goods, facts=(*one.facts, Fact(node, found[0], goods.node)))


def _is_place(schema: Schema, cls: str) -> bool:
    """Whether things of a class have a town or an address."""
    words = (w for p in schema.data_properties(cls) for w in folded_words(schema.ontology.label(p)))
    return not everywhere("place_words").isdisjoint(words)


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
    words = folded_words(without_unit(name))
    return any(word.endswith(noun) for word in words for noun in nouns) or any(
        True for _ in places(words, (noun for noun in nouns if " " in noun))
    )
