"""What the things of a scene are called: by class, by role, by what tells them apart.

In: a Scene, the ontology's names, labels of entities. Out: nouns and names in the reader's language,
constants as people write them, units.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kgqa.declared.vocabulary import DATES
from kgqa.language import everywhere, fold
from kgqa.linking.tokens import tokenise
from kgqa.numbers import ELAPSED
from kgqa.ontology import (
    RDF_LANG_STRING,
    RDF_TYPE,
    RDFS,
    XSD,
    Name,
    Ontology,
    PatternKind,
    PropertyKind,
    local_name,
    spaced,
)
from kgqa.restate.english import Label, begins_with_preposition, property_label
from kgqa.restate.german import german_label
from kgqa.restate.scene import Edge, Scene
from kgqa.restate.terms import day_of
from kgqa.restate.ways import reach
from kgqa.restate.wording import Wording
from kgqa.sparql.model import Aggregate, Blank, Call, Expr, Iri, Lit, Node, Product, Signed, Sum, Var
from kgqa.values.units import is_currency, without_unit

_KNOWN = {RDFS + "label": "name", RDF_TYPE: "type", "http://www.w3.org/2004/02/skos/core#prefLabel": "name"}
_NOTE = re.compile(r"(?<=\w)\s*\(([^()]*)\)$")  # "supplier rating (1 to 5)"
_LAST_ORDINAL = 4  # "the fourth ship"; what is told apart further than that has no name


@dataclass(eq=False)
class Names:
    """Names for one scene. `titles` are nouns for what subqueries hand out, `root` is what the sentence is
    about: it keeps its noun when another thing has the same. `told_apart` are the variables that the
    sentence names a second time; things with such values need nouns of their own. `keys` are what is
    grouped by: "that ship" cannot be taken for another.
    """

    scene: Scene
    words: Wording
    ontology: Ontology
    labels: Mapping[str, str]
    titles: dict[Node, str] = field(default_factory=dict)
    root: Node | None = None
    told_apart: set[str] = field(default_factory=set)
    keys: frozenset[Node] = frozenset()
    _handles: dict[Node, str] | None = None

    # ── constants and properties ─────────────────────────────────────────────────────────────────

    def constant(self, term: Iri | Lit, unit: str = "") -> str:
        if isinstance(term, Lit):
            return self.words.value(term, unit)
        if term.value in self.ontology.classes or term.value in self.ontology.properties:
            return self.words.quoted(self.ontology.label(term.value, self.words.language))
        return self.words.named(self.labels.get(term.value) or spaced(local_name(term.value)))

    def label(self, edge: Edge) -> Label:
        """How the property of an edge is said."""
        found = [self._label(iri) for iri in edge.iris]
        if len(found) > 1:
            return noun_label(self.words.one_of(f.text for f in found))
        if edge.mark == "+" and found[0].kind == "verb":
            verbs = (found[0].text, found[0].plural)
            text, plural = (self.words.say("property", "at_any_level", verb=verb) for verb in verbs)
            return replace(found[0], text=text, plural=plural)
        if edge.mark:
            key = {"+": "steps", "*": "steps_or_self", "?": "maybe_step"}[edge.mark]
            noun = found[0].text if found[0].kind == "noun" else self.words.quoted(found[0].text)
            return noun_label(self.words.say("property", key, noun=noun))
        return found[0]

    def _label(self, iri: str) -> Label:
        if iri in _KNOWN and not self._names(iri):
            return noun_label(self.words.say("nouns", _KNOWN[iri]))
        text = _NOTE.sub("", without_unit(self.ontology.label(iri, self.words.language)))
        if self.words.language == "de" and any(n.language.startswith("de") for n in self._names(iri)):
            return german_label(text)
        if self.words.language != "en":
            return noun_label(text)
        prop = self.ontology.properties.get(iri)
        links = prop is not None and prop.kind is PropertyKind.OBJECT
        label = property_label(text, links=links)
        values = prop is not None and prop.kind is PropertyKind.DATA
        relates = label.kind == "phrase" or begins_with_preposition(text)
        return noun_label(self.words.quoted(text)) if values and relates else label

    def after_is(self, edge: Edge) -> str:
        """A label of values that is no noun, as it stands after "is": "in force since"; "" for any other."""
        text = self.label(edge).text
        open_, close = self.words.table["marks"]["open"], self.words.table["marks"]["close"]
        return text[1:-1] if text.startswith(open_) and text.endswith(close) else ""

    def note(self, edge: Edge) -> str:
        """What stands in brackets behind a label and is no unit: "1 to 5"."""
        text = without_unit(self.ontology.label(edge.iris[0], self.words.language)) if edge.iris else ""
        found = _NOTE.search(text)
        return found[1] if found else ""

    def backwards(self, edge: Edge, *, nouns: bool = False) -> Label | None:
        """How the edge is said from its other end, where the ontology has a word for that: "supplies"."""
        if len(edge.iris) != 1 or edge.mark:
            return None
        kinds = ("verb", "phrase", "noun") if nouns else ("verb", "phrase")
        found = (self._label(iri) for iri in sorted(self.ontology.inverses(edge.iris[0])))
        return next((label for label in found if label.kind in kinds), None)

    def is_one(self, node: Node, seen: frozenset[Node] = frozenset()) -> bool:
        """Whether a thing that the query names has but one such value, by all that the data shows."""
        if node in seen:
            return False
        edges = [e for e in self.scene.edges if e.object == node]
        single = (
            len(edges) == 1
            and not edges[0].mark
            and all(self.ontology.is_single(iri) for iri in edges[0].iris)
        )
        return single and (isinstance(edges[0].subject, Iri) or self.is_one(edges[0].subject, seen | {node}))

    def is_several(self, edge: Edge) -> bool:
        """Whether things may have several such values: "the skill", not "whose skill"."""
        return any(u.count > u.subjects for iri in edge.iris for u in self.ontology.uses_of(iri))

    def stands_for(self, edge: Edge) -> bool:
        """Whether a value is all that its owner is there for: the amount of a price."""
        names = [n.text for iri in edge.iris for n in self._names(iri)]
        return len(edge.iris) == 1 and bool(everywhere("amount_words") & {fold(name) for name in names})

    def _names(self, iri: str) -> tuple[Name, ...]:
        prop = self.ontology.properties.get(iri)
        return prop.names if prop is not None else ()

    def edges(self) -> list[Edge]:
        """The scene's own edges and those of its optional parts."""
        return self.scene.all_edges()

    def bare(self, node: Node) -> str:
        """What the property of a value is called, without its note in brackets; "" for several properties."""
        edges = [e for e in self.scene.edges if e.object == node]
        return _NOTE.sub("", self.label(edges[0]).text) if len(edges) == 1 else ""

    def is_quantity(self, value: Expr) -> bool:
        """Whether a value is called a quantity: how many there are."""
        node = value if isinstance(value, Var) else None
        return node is not None and bool(
            {t.folded for t in tokenise(fold(self.bare(node)))} & everywhere("weighted.quantity")
        )

    def unit(self, expr: Expr) -> str:
        """The unit that the values of an expression are in; "" for none and for one that is not sure."""
        match expr:
            case Var(name) if name in self.scene.computed and expr not in {
                n for e in self.scene.edges for n in (e.subject, e.object)
            }:
                made = self.scene.computed[name]
                return "" if made == expr else self.unit(made)
            case Var():
                units = {self._unit(e) for e in self.edges() if e.object == expr}
                return units.pop() if len(units) == 1 else ""
            case Aggregate("SUM" | "AVG" | "MIN" | "MAX" | "SAMPLE", inner) if inner is not None:
                return self.unit(inner)
            case Call("ABS" | "ROUND" | "CEIL" | "FLOOR", (inner,)) | Signed(_, inner):
                return self.unit(inner)
            case Sum(terms) if day_of(expr) is not None:
                return "d" if isinstance(terms[-1][1], Call) else ELAPSED  # a time of day comes last
            case Sum(terms):
                units = {self.unit(term) for _, term in terms}
                return units.pop() if len(units) == 1 else ""
            case Product(((_, whole), ("/", Aggregate("COUNT")))):
                return self.unit(whole)
            case Product(factors) if {way for way, _ in factors} == {"*"}:
                money = {unit for _, factor in factors if is_currency(unit := self.unit(factor))}
                return money.pop() if len(money) == 1 else ""
        return ""

    def _unit(self, edge: Edge) -> str:
        prop = self.ontology.properties.get(edge.iris[0]) if len(edge.iris) == 1 else None
        return (prop.unit if prop else "") or self._currency(edge)

    def _currency(self, edge: Edge) -> str:
        """The currency that the query asks for beside an amount."""
        beside = (e.object for e in self.scene.edges if e.subject == edge.subject and self.stands_for(edge))
        return next((o.value for o in beside if isinstance(o, Lit) and is_currency(o.value)), "")

    def of_named(self, node: Node) -> bool:
        """Whether the node is a value of a thing that the query names: it is told apart by that alone."""
        edges = [e for e in self.edges() if e.touches(node)]
        return bool(edges) and all(map(self._is_of_named, edges)) and node not in self.scene.types

    def _is_of_named(self, edge: Edge) -> bool:
        """Whether an edge leads from a named thing to a value, or from its price to the amount of that."""
        above = [e.subject for e in self.edges() if e.object == edge.subject]
        through = self.stands_for(edge) and bool(above) and all(isinstance(s, Iri) for s in above)
        return isinstance(edge.subject, Iri) or through

    def unit_of_value(self, node: Node) -> str:
        """The unit of a value that stands in the query itself."""
        return next((self._unit(e) for e in self.scene.edges if e.object is node), "")

    def is_date(self, variable: str) -> bool:
        ranges: set[str] = set()
        for edge in self.edges():
            if edge.object == Var(variable) and (
                read := {self.ontology.read_as(i) for i in edge.iris} - {""}
            ):
                ranges.update(read)
            elif edge.object == Var(variable):
                ranges.update(*(r for iri in edge.iris for r in self.ontology.ranges(iri)))
                ranges.update(u.object for iri in edge.iris for u in self.ontology.uses_of(iri))
        return bool(ranges) and ranges <= DATES | {XSD + "gYear", RDF_LANG_STRING}

    def is_year(self, variable: str) -> bool:
        """Whether the texts of a variable are years: nobody writes 1,998."""
        own = [iri for edge in self.edges() if edge.object == Var(variable) for iri in edge.iris]
        return bool(own) and all(self.ontology.pattern(iri, PatternKind.YEAR_TEXT) for iri in own)

    # ── classes ──────────────────────────────────────────────────────────────────────────────────

    def kind_noun(self, node: Node) -> str | None:
        """The class of a node as a noun, if the query gives one."""
        found = list(self.scene.types.get(node, ()))
        for scene in self.scene.optional:
            found += scene.types.get(node, ())
        return self.classes(found[0]) if found else None

    def classes(self, classes: Iterable[str], *, plural: bool = False) -> str:
        listed = tuple(classes)
        widest = [c for c in listed if not any(o != c and self.ontology.is_a(c, o) for o in listed)] or listed
        if len(widest) > 1 and (whole := self.whole(frozenset(listed))):
            widest = [whole]
        names = [self.ontology.label(c, self.words.language) for c in widest]
        return self.words.one_of(self.words.nouns(n) if plural else self.words.noun(n) for n in names)

    def whole(self, listed: frozenset[str]) -> str | None:
        """The class whose things are exactly those of the listed classes, as far as the data shows."""
        above = frozenset.intersection(*(self.ontology.superclasses(c) for c in listed))
        for cls in sorted(above, key=lambda c: (len(self.ontology.subclasses(c)), c)):
            below = (self.ontology.classes.get(c) for c in self.ontology.subclasses(cls))
            if {c.iri for c in below if c is not None and c.instances} == listed:
                return cls
        return None

    def presumed(self, node: Node) -> str | None:
        """The class that the ontology gives to whatever has the properties that the query asks of the node.

        Only where it declares one class, and the data has no other.
        """
        for edge in self.edges():
            if len(edge.iris) != 1 or edge.mark not in ("", "+") or not edge.touches(node):
                continue
            domain = edge.subject == node
            iri = edge.iris[0]
            unions = self.ontology.domains(iri) if domain else self.ontology.ranges(iri)
            seen = {u.subject if domain else u.object for u in self.ontology.uses_of(iri)}
            if len(unions) == 1 and len(unions[0]) == 1:
                (kind,) = unions[0]
                if kind in self.ontology.classes and seen <= self.ontology.subclasses(kind):
                    return self.classes((kind,))
        return None

    # ── nouns ────────────────────────────────────────────────────────────────────────────────────

    def role(self, node: Node) -> str | None:
        """The noun of a property that leads to the node: "supplier", "price". An amount is called as what it
        is the amount of.
        """
        for edge in self.edges():
            if edge.object == node and self.stands_for(edge) and (noun := self.role(edge.subject)):
                return noun
        return next((n for e in self.edges() if e.object == node and (n := self.label(e).noun)), None)

    def title(self, node: Node) -> str:
        """A short noun for a node: its class, its role, or "thing"; "second ship" for one of two."""
        return self.handles().get(node) or next(self._nouns(node))

    def _nouns(self, node: Node) -> Iterator[str]:
        """What a node may be called, the best first."""
        is_known = False
        for name in (self.kind_noun, self.role, self.titles.get, self.presumed):
            if noun := name(node):
                is_known = True
                yield noun
        if not is_known:
            yield self.unnamed(node)

    def unnamed(self, node: Node) -> str:
        """What is said of something that neither a class nor a property names."""
        is_date = isinstance(node, Var) and self.is_date(node.name)
        return self.words.say("nouns", "date" if is_date else "thing")

    def handles(self) -> dict[Node, str]:
        """Things with a noun that no other thing of the scene has."""
        if self._handles is None:
            self._handles = {}
            taken: dict[str, int] = {}
            things = [n for n in self.all_nodes() if isinstance(n, Var) and self._is_thing(n)]
            for node in sorted(things, key=lambda n: n != self.root):
                best = next(self._nouns(node))
                if node in self.keys:
                    self._handles[node] = best
                    continue
                noun = next((n for n in self._nouns(node) if n not in taken), best)
                if noun not in taken or self._comes_again(node):
                    taken[noun] = taken.get(noun, 0) + 1
                    self._handles[node] = self._counted(noun, taken[noun])
        return self._handles

    def _comes_again(self, node: Node) -> bool:
        return any(isinstance(n, Var) and n.name in self.told_apart for n in reach(self.edges(), node))

    def is_second(self, node: Node) -> bool:
        """Whether only a number tells the thing from another one."""
        handle = self.handles().get(node, "")
        return bool(handle) and handle not in self._nouns(node)

    def _counted(self, noun: str, number: int) -> str:
        if 1 < number <= _LAST_ORDINAL:
            return self.words.say("nouns", f"another {number}", noun=noun)
        return noun

    def _is_thing(self, node: Node) -> bool:
        return node in self.scene.types or any(e.subject == node for e in self.edges())

    def all_nodes(self) -> list[Node]:
        nodes = [n for s in (self.scene, *self.scene.optional) for n in s.nodes()]
        return [n for n in dict.fromkeys(nodes) if isinstance(n, Var | Blank)]

    # ── what tells a value apart ─────────────────────────────────────────────────────────────────

    def name(self, node: Node) -> str | None:
        """What a node is called in a comparison: "the price", or "the price of the supplier" where there
        are two prices; None where no words tell it apart.
        """
        if node not in self.scene.types and not any(e.touches(node) for e in self.edges()):
            return None
        priced = {e.subject for e in self.edges() if e.object == node and self.stands_for(e)}
        others = [self._lineage(n) for n in self.all_nodes() if n != node and n not in priced]
        own = self._lineage(node)
        named = any(isinstance(n, Iri | Lit) for n, _ in own)
        for depth in range(len(own) if named else 1, len(own) + 1):
            if all(_texts(other[:depth]) != _texts(own[:depth]) for other in others):
                text = ""
                for part, noun in reversed(own[:depth]):
                    of = self.words.say("nouns", "of", noun=noun, owner=text) if text else noun
                    text = of if isinstance(part, Iri | Lit) else self.the(of)
                return text
        return None

    def _lineage(self, node: Node) -> list[tuple[Node, str]]:
        """The node and the things it belongs to, with their nouns: "amount", "price", "product"."""
        line, seen, is_said = list[tuple[Node, str]](), set[Node](), False
        while node not in seen:
            seen.add(node)
            text = self.constant(node) if isinstance(node, Iri | Lit) else self.title(node)
            if not is_said and (not line or text != line[-1][1]):
                line.append((node, text))
            above = next((e for e in self.edges() if e.object == node), None)
            is_said = above is not None and self.stands_for(above)  # the amount of a price is the price
            node = node if above is None else above.subject
        return line

    def without_owner(self, noun: str, owner: str) -> str:
        """A noun inside what it belongs to: of an address, "country code of address" as "country code"."""
        for of in self.words.table["marks"]["owned"].split("|"):
            noun = noun.removesuffix(f" {of} {owner}") or noun
        return noun

    def the(self, noun: str) -> str:
        return self.words.say("nouns", "the", noun=noun)


def _texts(line: list[tuple[Node, str]]) -> list[str]:
    return [text for _, text in line]


def noun_label(text: str) -> Label:
    return Label("noun", text, noun=text)
