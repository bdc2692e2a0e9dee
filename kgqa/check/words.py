"""The words that issues share: classes and properties by their labels, lists, articles.

In: IRIs and the ontology. Out: phrases for a business user.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.check.claims import is_datatype
from kgqa.check.datatypes import Family, family
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.restate.english import indefinite, sentence_case_noun
from kgqa.sparql.model import Blank, Iri, Lit, Node, TripleTerm, Var
from kgqa.wording.said import Said, either, say, together

NEAR_ENOUGH = 60.0


def quoted(text: str) -> Said:
    return say("“{text}”", text=text)


def name(iri: str, ontology: Ontology) -> Said:
    """A property's or a class's label in quotation marks."""
    return Said(quoted(ontology.label(iri)), lambda code: quoted(ontology.label(iri, code)).said_in(code))


def kinds(classes: Iterable[str], ontology: Ontology) -> Said:
    """Classes or datatypes as one phrase: "a policy or a claim"."""
    words = dict.fromkeys(kind(c, ontology) for c in sorted(classes))
    return either(tuple(words))


def kind(iri: str, ontology: Ontology) -> Said:
    """A class with its article; other languages give it as it is called, since its gender is not known."""
    if is_datatype(iri, ontology):
        return say((family(iri) or Family.OTHER).value)
    return Said(indefinite(sentence_case_noun(ontology.label(iri))), name(iri, ontology).said_in)


def shown(node: Node) -> str:
    """A node as a reader of the query knows it."""
    match node:
        case Var(text):
            return f"?{text.partition('#')[0]}"
        case Iri(text):
            return f"<{text}>"
        case Lit(text):
            return quoted(text)
        case Blank():
            return say("an unnamed thing")
        case TripleTerm():
            return say("a triple")


def nearest(iri: str, among: Iterable[str], ontology: Ontology) -> str | None:
    """The term whose name is most like that of an unknown one; None when none is like it."""
    found = nearest_terms(iri, among, ontology, limit=1)
    return found[0][0] if found else None


def nearest_terms(
    iri: str, among: Iterable[str], ontology: Ontology, limit: int = 3
) -> list[tuple[str, float]]:
    """The terms whose names are most like that of an unknown one, nearest first, each with how near it is
    (see `kgqa.ontology.nearness`). A name in another namespace, or with a capital where the unknown term has
    none, is a little further away.
    """
    local = local_name(iri)
    known = among if isinstance(among, frozenset | set | dict) else frozenset(among)
    found = ontology.near_names.nearest(spaced(local), known, floor=NEAR_ENOUGH, limit=10 * limit)
    scored = [(term, score - _aside(iri, local, term)) for term, score in found]
    return sorted(scored, key=lambda each: (-each[1], each[0]))[:limit]


def _aside(iri: str, local: str, term: str) -> float:
    other = local_name(term)
    return 1.0 * (iri.removesuffix(local) != term.removesuffix(other)) + 0.5 * (
        local[:1].isupper() != other[:1].isupper()
    )


def undefined(noun: str, iri: str, known: Iterable[str], ontology: Ontology) -> tuple[Said, Said]:
    """What to say of a property or a class that the graph does not have: the sentence, and the hint with the
    nearest one that it has.
    """
    near = nearest(iri, known, ontology)
    message = say("The graph has no {noun} {name}.", noun=say(noun), name=quoted(spaced(local_name(iri))))
    hint = say("The {noun} <{iri}> isn't defined in the ontology.", noun=say(noun), iri=iri)
    if near:
        message = together(message, say("The nearest is {name}.", name=name(near, ontology)))
        hint = together(hint, say("Did you mean <{iri}>?", iri=near))
    return message, hint
