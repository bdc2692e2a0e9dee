"""The words of a schema's lines: a class with what it is a kind of, a property with what it leads to.

In: classes and edges. Out: short texts, in which whatever comes from the graph stands on one line.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from kgqa.declared import is_datatype
from kgqa.fence import on_one_line
from kgqa.linking.tokens import folded_words
from kgqa.ontology import RDF_LANG_STRING, RDFS_LITERAL, SKOS, XSD, local_name, spaced
from kgqa.values.units import without_unit
from kgqa.vocabulary.edges import ANYTHING, Edge
from kgqa.vocabulary.handles import Vocabulary, standard

SMALL_VOCABULARY = 8  # different values that are worth telling
_NAME, _VALUE = 50, 30  # characters of a name that the handle does not tell, and of a value
_ENDS = 4  # classes or datatypes that one property is said to lead to

Samples = Callable[[str, int], Sequence[str]]  # a property, how many -> that many values of it, or fewer


def no_samples(_: str, __: int) -> Sequence[str]:
    return ()


class Told:
    """How the classes and properties of one vocabulary are told; each is worded once."""

    def __init__(self, vocabulary: Vocabulary, samples: Samples) -> None:
        self.vocabulary, self.samples = vocabulary, samples
        self.ontology = vocabulary.ontology
        self._told: dict[Edge, str] = {}

    def opening(self, cls: str) -> str:
        """The beginning of a class's line: its handle, what it is a kind of, its name."""
        if cls == ANYTHING:
            return "anything"
        known = self.ontology.classes.get(cls)
        above = [self.vocabulary.handle(p) for p in (known.parents if known else ()) if not standard(p)]
        kind = f" (a kind of {', '.join(above[:_ENDS])})" if above else ""
        return f"{self.vocabulary.handle(cls)}{kind}{self._name(cls)}"

    def said(self, edge: Edge) -> str:
        """A property in a class's line."""
        if edge not in self._told:
            self._told[edge] = self._said(edge)
        return self._told[edge]

    def _said(self, edge: Edge) -> str:
        known = self.ontology.properties.get(edge.property)
        things = [e for e in edge.ends if not is_datatype(e)]
        kinds = dict.fromkeys(_datatype(e) for e in edge.ends if is_datatype(e))
        ends = [*kinds, *(self.vocabulary.handle(e) for e in things[:_ENDS])]
        end = "|".join(ends) + ("|…" if len(things) > _ENDS else "")
        arrow = "-> " if things or not ends else ""
        unit = f" {one_line(known.unit, _VALUE)}" if known and known.unit and not things else ""
        text = (
            f"{self.vocabulary.handle(edge.property)}{self._name(edge.property)} {arrow}{end or 'anything'}"
        )
        return f"{text}{unit}{'*' if edge.several else ''}{self._values(edge, kinds)}"

    def _values(self, edge: Edge, kinds: Container[str]) -> str:
        """The values of a small vocabulary of texts."""
        if "text" not in kinds:
            return ""
        values = list(dict.fromkeys(self.samples(edge.property, SMALL_VOCABULARY + 1)))
        short = [one_line(v, _VALUE + 1).replace('"', "'") for v in values]
        repeats = edge.count >= 2 * len(values) or not self.ontology.uses  # identifiers do not
        if not (1 < len(values) <= SMALL_VOCABULARY and repeats) or any(len(v) > _VALUE for v in short):
            return ""
        return " = " + "|".join(f'"{v}"' for v in short)

    def _name(self, iri: str) -> str:
        """The name of a term where its handle does not say it."""
        label = one_line(without_unit(self.ontology.label(iri, "en")), _NAME)
        handle = self.vocabulary.handle(iri).partition(":")[2]
        told = "".join(folded_words(label)) == "".join(folded_words(spaced(handle)))
        return "" if told or not label else f" “{label}”"


def _datatype(iri: str) -> str:
    """A datatype in a word that a model knows from SPARQL."""
    if iri in (XSD + "string", RDF_LANG_STRING, RDFS_LITERAL, SKOS + "notation"):
        return "text"
    return local_name(iri)


def one_line(text: str, most: int) -> str:
    """A text of the graph's on one line, without what does not print."""
    return on_one_line(text)[:most]


def weight(text: str) -> int:
    """What a text costs in a prompt: UTF-8 bytes, since scripts that take more of them take more tokens."""
    return len(text.encode("utf-8", "replace"))
