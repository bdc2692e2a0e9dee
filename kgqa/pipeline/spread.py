"""How the numbers of many things are spread: "distribution of list prices" asks for one number of each thing.

In: what is left of such a question without these words, its names, the ontology. Out: the question for the
things with their numbers, "products with their list prices", so that equal numbers are told apart by whose
they are; the same text where it asks for something else.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.declared import NUMERIC
from kgqa.language import Language
from kgqa.linking.further import KNOWN
from kgqa.linking.tokens import tokenise
from kgqa.ontology import Ontology
from kgqa.types import Link, TermKind
from kgqa.wording import words


def of_each(text: str, links: Iterable[Link], ontology: Ontology, lang: Language) -> str:
    """“list prices of sensors" as "sensors with their list prices"; whose they are, where nothing says it,
    the ontology tells.
    """
    named = _measure(text, links, ontology)
    if named is None:
        return text
    link, prop = named
    after = tokenise(text[link.end :])
    owners = ""
    if after:
        phrases = lang.phrases("rows_form.of")
        sizes = [n for n in range(len(after), 0, -1) if " ".join(t.folded for t in after[:n]) in phrases]
        if not sizes or sizes[0] == len(after):
            return text
        owners = text[link.end :][after[sizes[0]].start :]
    else:
        owners = _owner(prop, ontology, lang)
    measure = text[link.start : link.end]
    return words(lang.code).say("with_their", things=owners, measure=measure) if owners else text


def _measure(text: str, links: Iterable[Link], ontology: Ontology) -> tuple[Link, str] | None:
    """The property of numbers with which the text begins, and where its name stands."""
    first = next((token.start for token in tokenise(text)), 0)
    for link in sorted(links, key=lambda each: -each.end):
        if link.start == first:
            for match in link.matches:
                is_known = match.kind is TermKind.PROPERTY and match.how in KNOWN
                if is_known and _holds_numbers(match.iri, ontology):
                    return link, match.iri
    return None


def _holds_numbers(prop: str, ontology: Ontology) -> bool:
    """Whether a property has numbers, or things that have some: a price, which has an amount."""
    uses = ontology.uses_of(prop)
    amounts = {use.object for use in uses if not use.literal and use.object}
    return any(use.literal and use.object in NUMERIC for use in uses) or any(
        use.literal and use.object in NUMERIC and use.subject in amounts for use in ontology.uses
    )


def _owner(prop: str, ontology: Ontology, lang: Language) -> str:
    """What the things that have the property are called; "" where they are of several kinds."""
    declared = [cls for union in ontology.domains(prop) if len(union) == 1 for cls in union]
    having = [ontology.superclasses(use.subject) for use in ontology.uses_of(prop) if use.subject]
    shared = frozenset.intersection(*having) if having else frozenset[str]()
    kinds = [cls for cls in (*declared, *shared) if cls in ontology.classes]
    if not kinds:
        return ""
    return ontology.label(min(kinds, key=lambda cls: (len(ontology.subclasses(cls)), cls)), lang.code)
