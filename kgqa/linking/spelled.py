"""Names for the terms that have none but the short ones of a database: a `wgt_kg` is a weight.

In: an ontology. Out: the same with what the local names of its unlabelled classes and properties may stand
for, as further names beside them; what such a local name may say, for whoever wants to know what a term is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from kgqa.declared import measured_name
from kgqa.language import fold
from kgqa.language.abbreviations import spelled_out
from kgqa.ontology import Class, Name, Ontology, Property, local_name, spaced
from kgqa.values.units import parted

MOST = 8  # readings of one term that are kept
_TABLE = 4  # letters of a class that its columns may begin with: `shp_dest` of SHP


def with_spelled_names(ontology: Ontology) -> Ontology:
    """The ontology with the names that its short ones may stand for."""
    leading: defaultdict[str, set[str]] = defaultdict(set)
    for use in ontology.uses:
        if use.object and not use.literal and use.property in ontology.properties:
            leading[use.object].add(use.property)
    return replace(
        ontology,
        classes={iri: _class(c, leading[iri], ontology) for iri, c in ontology.classes.items()},
        properties={iri: _property(p, ontology) for iri, p in ontology.properties.items()},
    )


def said_by(iri: str, ontology: Ontology) -> tuple[Name, ...]:
    """What the local name of a property may say, the likeliest first: of SHP, `shp_no` is the "shipment
    number" and, since that is what it is of, the "number".
    """
    head, unit = _head(iri, ontology)
    names = dict.fromkeys(_readings(head, iri, ontology))
    local = spaced(local_name(iri))
    return tuple(Name(text + unit, lang, preferred=False, short=local) for text, lang in names)[:MOST]


def _head(iri: str, ontology: Ontology) -> tuple[str, str]:
    """The words of a property's local name, and its unit in brackets."""
    known = ontology.properties.get(iri)
    head, unit = parted(local_name(iri)) if known and known.unit else (local_name(iri), "")
    return spaced(head), f" ({unit})" if unit else ""


def _readings(name: str, iri: str, ontology: Ontology) -> Iterator[tuple[str, str]]:
    first, _, rest = name.partition(" ")
    whole = spelled_out(name)
    own: tuple[tuple[str, str], ...] = ()
    if rest and _is_of(first, iri, ontology):
        langs = {lang for _, lang in whole}
        own = tuple(said for said in spelled_out(rest, whole=False) if not langs or said[1] in langs)
        own = own or ((rest, ""),)
    yield from ((text, _tag(lang)) for text, lang in (*own[:1], *whole, *own[1:]))


def _is_of(word: str, iri: str, ontology: Ontology) -> bool:
    """Whether a word means the class whose things have a property."""
    said = {fold(text) for text, _ in spelled_out(word)}
    for cls in {use.subject for use in ontology.uses_of(iri) if use.subject}:
        local = fold(local_name(cls))
        if (len(local) <= _TABLE and local == fold(word)) or fold(ontology.label(cls)) in said:
            return True
    return False


def _class(cls: Class, leading: Collection[str], ontology: Ontology) -> Class:
    """A class with what its name may stand for; it is no guess where a property that leads to it is labelled
    so.
    """
    local = spaced(local_name(cls.iri))
    said = () if cls.names else spelled_out(local)[:MOST]
    if not said:
        return cls
    labels = {fold(n.text) for prop in leading for n in ontology.properties[prop].names}
    guessed = tuple(Name(text, _tag(lang), preferred=False, short=local) for text, lang in said)
    for name in guessed:
        if fold(name.text) in labels:
            return replace(cls, names=(replace(name, preferred=True, short=""),))
    return replace(cls, names=_beside((Name(local),), guessed, sure=len(said) == 1))


def _property(prop: Property, ontology: Ontology) -> Property:
    measured = measured_name(prop.iri, prop.kind)
    if prop.names and prop.names != measured:
        return prop
    names = said_by(prop.iri, ontology)
    local = prop.names or (Name(spaced(local_name(prop.iri))),)
    sure = len(spelled_out(_head(prop.iri, ontology)[0])) == 1
    return replace(prop, names=_beside(local, names, sure=sure)) if names else prop


def _beside(given: tuple[Name, ...], names: tuple[Name, ...], *, sure: bool) -> tuple[Name, ...]:
    """The given names with those that they may stand for; where there is but one such reading, it is what
    people are shown.
    """
    if not sure:
        return (*given, *names)
    return (replace(names[0], preferred=True), *given, *names[1:])


def _tag(lang: str) -> str:
    """English is the language of what tells none."""
    return "" if lang == "en" else lang
