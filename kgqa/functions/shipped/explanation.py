"""What a term means: the company's own definition, else what the ontology or the graph says of it."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.definitions.definition import Definitions
from kgqa.functions.asking import DEFINED
from kgqa.functions.function import Word
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.ontology import RDFS, SKOS
from kgqa.types import DisplayColumn, Term
from kgqa.wording import words

TELLING = (
    SKOS + "definition",
    RDFS + "comment",
    "http://purl.org/dc/terms/description",
    "http://purl.org/dc/elements/1.1/description",
    "http://schema.org/description",
    "https://schema.org/description",
    SKOS + "scopeNote",
)
_LONGEST = 4_000


def defining(definitions: Definitions) -> Callable[..., Result]:
    """`define`, which knows the company's own terms."""

    def define(word: Word, graph: Graph, sort: Word | None = None) -> Result:
        """What a term, a class, a property or a thing means."""
        del sort  # it says what is meant to be explained, and changes nothing
        say = words(graph.language).say
        if word.startswith(DEFINED):
            name = word.removeprefix(DEFINED)
            own = next((d for d in definitions.every if d.name == name), None)
            told = own.means if own else ""
        else:
            name, told = graph.label(word), meaning(word, graph)
        if not told:
            raise NoResult(say("define_none", term=name))
        column = DisplayColumn(title=name, kind="text")
        term = Term(kind="literal", value=told[:_LONGEST])
        return Result(
            columns=("meaning",),
            rows=((term,),),
            shown={"meaning": column},
            says=say("define", term=name, means=told.rstrip()[:_LONGEST]),
        )

    return define


def meaning(term: str, graph: Graph) -> str:
    """What the ontology says that a term means, else what the graph says of a thing; "" for nothing."""
    onto = graph.ontology
    declared = onto.classes.get(term) or onto.properties.get(term)
    if declared is not None:
        return declared.comment.strip()
    telling = [p for p in TELLING if p in (RDFS + "comment", SKOS + "definition") or onto.uses_of(p)]
    patterns = " UNION ".join(
        f"{{ {graph.iri(term)} {graph.iri(p)} ?text . BIND({graph.iri(p)} AS ?by) }}" for p in telling
    )
    table = graph.select(f"SELECT ?by ?text WHERE {{ {patterns} }}")
    found = [(by.value, text) for by, text in table.rows if by is not None and text is not None]
    found.sort(key=lambda each: ((each[1].language or "")[:2] != graph.language, telling.index(each[0])))
    return found[0][1].value.strip() if found else ""
