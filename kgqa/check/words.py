"""The words that issues share: classes and properties by their labels, lists, articles.

In: IRIs and the ontology. Out: phrases for a business user.
"""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process, utils

from kgqa.check.claims import is_datatype
from kgqa.check.datatypes import Family, family
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.restate.english import indefinite, sentence_case_noun
from kgqa.sparql.model import Blank, Iri, Lit, Node, Var

NEAR_ENOUGH = 60.0


def quoted(text: str) -> str:
    return f"“{text}”"


def name(iri: str, ontology: Ontology) -> str:
    """A property's or a class's label in quotation marks."""
    return quoted(ontology.label(iri))


def kinds(classes: Iterable[str], ontology: Ontology) -> str:
    """Classes or datatypes as one phrase: "a policy or a claim"."""
    words = dict.fromkeys(kind(c, ontology) for c in sorted(classes))
    return either(tuple(words))


def kind(iri: str, ontology: Ontology) -> str:
    if is_datatype(iri, ontology):
        return (family(iri) or Family.OTHER).value
    return indefinite(sentence_case_noun(ontology.label(iri)))


def either(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


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
            return "an unnamed thing"


def nearest(iri: str, among: Iterable[str], ontology: Ontology) -> str | None:
    """The term whose name is most like that of an unknown one; None when none is like it."""
    wanted = spaced(local_name(iri))
    names: list[tuple[str, str]] = []  # (name, term)
    for term in among:
        thing = ontology.classes.get(term) or ontology.properties.get(term)
        names.append((spaced(local_name(term)), term))
        names += [(n.text, term) for n in (thing.names if thing else ())]
    found = process.extractOne(
        wanted,
        [n for n, _ in names],
        scorer=_likeness,
        processor=utils.default_process,
        score_cutoff=NEAR_ENOUGH,
    )
    return None if found is None else names[found[2]][1]


def _likeness(one: str, other: str, *, score_cutoff: float | None = None) -> float:
    """Slips of the pen, and words in another order; not parts of words, which make "foo" like "for"."""
    return max(
        fuzz.ratio(one, other, score_cutoff=score_cutoff),
        fuzz.token_set_ratio(one, other, score_cutoff=score_cutoff),
    )


def undefined(noun: str, iri: str, known: Iterable[str], ontology: Ontology) -> tuple[str, str]:
    """What to say of a property or a class that the graph does not have: the sentence, and the hint with the
    nearest one that it has.
    """
    near = nearest(iri, known, ontology)
    message = f"The graph has no {noun} {quoted(spaced(local_name(iri)))}."
    hint = f"The {noun} <{iri}> isn't defined in the ontology."
    if near:
        message += f" The nearest is {name(near, ontology)}."
        hint += f" Did you mean <{near}>?"
    return message, hint
