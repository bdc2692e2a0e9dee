"""A code as a noun: "which excavators are in Cham" asks for the machines whose model is of that type.

In: the entries of a question, the edges of its things. Out: entries that mean the things of such a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kgqa.forms.form import Fact, Thing
from kgqa.language import everywhere, fold
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.lexicon import Entry, Words
from kgqa.strategies.parse.meaning import End, Set
from kgqa.strategies.parse.patterns import mark_of
from kgqa.types import Edge

KIND = 0.2  # what it costs that a code stands for the things that have it
FURTHER = 0.02  # that they have it by their model: a machine is of its model's type


def kinds(names: Sequence[Entry], edges: Mapping[str, frozenset[Edge]], words: Words) -> Iterator[Entry]:
    """The things of each kind that a determiner stands before ("which excavators", "how many excavators"),
    or that a question begins with: "suppliers without …".
    """
    nouns = {e.first for e in names if isinstance(e.meaning, Set) and e.meaning.types}  # "which KONE lifts"
    for e in names:
        one = e.meaning
        if not (isinstance(one, Set) and isinstance(one.focus.node, Thing)):
            continue
        noun = words.tokens[e.last]
        several = words.lang.lemma(noun.text) != noun.folded
        begins = not e.first and several
        if not (begins or _is_counted(words, e.first)):
            continue
        if one != Set(focus=one.focus, named=True) or e.last + 1 in nouns:
            continue
        for made, dear in _having(one.focus.node, edges, words, begins=begins, several=several):
            yield Entry(e.first, e.last, made, e.cost + dear, e.apart)


def _is_counted(words: Words, first: int) -> bool:
    """Whether what begins there is spoken of as something of which there may be many. "Who is a judge" asks
    for a role, and what is "for a crane" needs no crane of ours.
    """
    phrases, said = words.lang.phrases, [t.folded for t in words.tokens[max(0, first - 2) : first]]
    if not said or said[-1] not in phrases("kinds.before"):
        return False
    bound = phrases("kinds.bound")
    return said[-1] not in phrases("indefinite") or bound.isdisjoint(said[:-1])


def _having(
    code: Thing, edges: Mapping[str, frozenset[Edge]], words: Words, *, begins: bool, several: bool
) -> Iterator[tuple[Set, float]]:
    """What has a code itself, and what is made after one of those: a machine by its model. What is of several
    kinds is meant by a plural alone, as is anything that a question begins with, if the property says so.
    """
    schema, models, sorts = words.schema, everywhere("kinds.models"), everywhere("kind_words")
    near, far = f"{mark_of(code)}_of", f"{mark_of(code)}_by"
    for prop in sorted(e.property for e in edges.get(code.iri, ()) if e.reached):
        subjects = frozenset(c for c in schema.subjects(prop) if c)
        label = schema.ontology.label(prop)
        is_kind = _is_called(label, sorts) or not sorts.isdisjoint(fold(label).split())
        is_one = not begins and leads_to_one(schema.ontology, prop, forward=True)
        if not (is_one or (is_kind and several)):
            continue
        fact = Fact(near, prop, code)
        yield Set(focus=End(near, subjects), facts=(fact,), named=True), KIND
        if not any(_is_called(schema.ontology.label(c), models) for c in subjects):
            continue
        for hop in schema.steps(*sorted(subjects)):
            owners = frozenset(c for c in schema.subjects(hop.property) if c) - subjects
            if not hop.forward and owners and leads_to_one(schema.ontology, hop.property, forward=True):
                facts = (fact, Fact(far, hop.property, near))
                yield Set(focus=End(far, owners), facts=facts, named=True), KIND + FURTHER


def _is_called(label: str, words: frozenset[str]) -> bool:
    """Whether a name ends in one of some nouns, as German compounds do as well."""
    return fold(label).endswith(tuple(words))
