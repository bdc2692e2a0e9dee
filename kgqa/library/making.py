"""A pair -> its template on one graph: its question linked, its query checked.

In: a pair, the index of names, the ontology. Out: a Template, or None for a query that does not hold.
"""

from __future__ import annotations

from kgqa.check import Conditions, check, parsed_of
from kgqa.conversation import spoken
from kgqa.language import language
from kgqa.library.pair import Pair
from kgqa.library.shape import Template, template_of
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.ontology import Ontology
from kgqa.types import CheckedQuery, Question


def made(
    pair: Pair, index: TermIndex, ontology: Ontology, conditions: Conditions | None = None
) -> Template | None:
    """The template of a pair; None for one whose query does not pass the check as things are now."""
    verdict = check(pair.sparql, ontology, conditions)
    query = parsed_of(verdict) if isinstance(verdict, CheckedQuery) else None
    if query is None:
        return None
    question = Question(text=pair.question, asked_at=pair.at, language=pair.language)
    lang = language(pair.language) if pair.language else spoken(question)
    linked = link(question, index, lang, ontology)
    return template_of(pair, query, linked, ontology, lang)


def opened(template: Template, ontology: Ontology) -> str:
    """The question with what may be exchanged in brackets: "Who works in [department]?"."""
    text = template.pair.question
    for gap in reversed(template.gaps):
        classes = sorted(gap.place.classes, key=lambda c: (-len(ontology.superclasses(c)), c))
        name = ontology.label(classes[0]) if classes else gap.place.filling.value
        text = f"{text[: gap.place.start]}[{name}]{text[gap.place.end :]}"
    return text
