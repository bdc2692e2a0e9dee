"""Things of a scene as noun phrases with what is said of them.

In: a Scene, the ontology's names, labels of entities. Out: "products whose category is “Valve” and that
have a supplier whose country is “Norway”". Every edge is said once; what is left over can be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kgqa.ontology import RDF_LANG_STRING, XSD, Ontology, PropertyKind, local_name, spaced
from kgqa.restate.conditions import Conditions
from kgqa.restate.english import Label, is_mass, property_label
from kgqa.restate.scene import Edge, Scene
from kgqa.restate.wording import DATES, Wording
from kgqa.sparql.model import Blank, Iri, Lit, Node, Var
from kgqa.values.units import without_unit


@dataclass(eq=False)
class Speaker:
    """Walks one scene. `spoken` are edges already said, `mentioned` nodes already named, `elsewhere` the
    variables that columns, order or aggregates will say.
    """

    scene: Scene
    words: Wording
    ontology: Ontology
    labels: Mapping[str, str]
    elsewhere: set[str] = field(default_factory=set)
    spoken: set[Edge] = field(default_factory=set)
    mentioned: dict[Node, str] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)  # ids of unions, negations and conditions already said
    worked_out: dict[str, str] = field(default_factory=dict)  # variables that subqueries work out, in words
    titles: dict[Node, str] = field(default_factory=dict)  # nouns for what subqueries hand out
    unsaid: int = 0

    @property
    def conditions(self) -> Conditions:
        return Conditions(self.words, self.name, self.unit, self.constant)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def constant(self, term: Iri | Lit, unit: str = "") -> str:
        if isinstance(term, Lit):
            return self.words.value(term, unit)
        if term.value in self.ontology.classes or term.value in self.ontology.properties:
            return self.words.quoted(self.ontology.label(term.value, self.words.language))
        return self.words.quoted(self.labels.get(term.value) or spaced(local_name(term.value)))

    def label(self, edge: Edge) -> Label:
        """How the property of an edge is said."""
        found = [self._label(iri) for iri in edge.iris]
        if len(found) > 1:
            return _noun(self.words.one_of(f.text for f in found))
        if edge.mark and found[0].kind == "noun":
            key = {"+": "steps", "*": "steps_or_self", "?": "maybe_step"}[edge.mark]
            return _noun(self.words.say("property", key, noun=found[0].text))
        if edge.mark:
            self.unsaid += 1
        return found[0]

    def _label(self, iri: str) -> Label:
        text = without_unit(self.ontology.label(iri, self.words.language))
        if self.words.language != "en":
            return _noun(text)
        prop = self.ontology.properties.get(iri)
        links = prop is not None and prop.kind is PropertyKind.OBJECT
        label = property_label(text, links=links)
        values = prop is not None and prop.kind is PropertyKind.DATA
        return _noun(self.words.quoted(text)) if values and label.kind == "phrase" else label

    def unit(self, variable: str) -> str:
        for edge in self.edges():
            if edge.object == Var(variable) and len(edge.iris) == 1:
                prop = self.ontology.properties.get(edge.iris[0])
                return prop.unit if prop else ""
        return ""

    def is_date(self, variable: str) -> bool:
        ranges: set[str] = set()
        for edge in self.edges():
            if edge.object == Var(variable):
                ranges.update(*(r for iri in edge.iris for r in self.ontology.ranges(iri)))
                ranges.update(u.object for iri in edge.iris for u in self.ontology.uses_of(iri))
        return bool(ranges) and ranges <= DATES | {XSD + "gYear", RDF_LANG_STRING}

    def edges(self) -> list[Edge]:
        """The scene's own edges and those of its optional parts."""
        return [*self.scene.edges, *(e for s in self.scene.optional for e in s.edges)]

    def kind_noun(self, node: Node) -> str | None:
        """The class of a node as a noun, if the query gives one."""
        types = self._all_types(node)
        return self.classes(types[0]) if types else None

    def _all_types(self, node: Node) -> list[tuple[str, ...]]:
        found = list(self.scene.types.get(node, ()))
        for scene in self.scene.optional:
            found += scene.types.get(node, ())
        return found

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

    def role(self, node: Node) -> str | None:
        """The noun of a property that leads to the node: "supplier", "price"."""
        for edge in self.edges():
            if edge.object == node:
                noun = self.label(edge).noun
                if noun:
                    return noun
        return None

    def title(self, node: Node) -> str:
        """A short noun for a node: its class, its role, or "thing"."""
        return (
            self.kind_noun(node)
            or self.role(node)
            or self.titles.get(node)
            or self.presumed(node)
            or self.words.say("nouns", "thing")
        )

    def presumed(self, node: Node) -> str | None:
        """The class that the ontology gives to whatever has the properties that the query asks of the node.

        Only where it declares one class, and the data has no other.
        """
        for edge in self.edges():
            if len(edge.iris) != 1 or edge.mark or not edge.touches(node):
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

    def name(self, variable: str) -> str | None:
        """What a variable stands for in a comparison: "the price", or "the price of the supplier" where
        there are two prices; None where no words tell it apart.
        """
        if variable in self.worked_out:
            return self.worked_out[variable]
        node: Node = Var(variable)
        if node not in self.scene.types and not any(e.touches(node) for e in self.edges()):
            return None
        others = [self._lineage(n) for n in self._all_nodes() if n != node]
        own = self._lineage(node)
        for depth in range(1, len(own) + 1):
            if all(other[:depth] != own[:depth] for other in others):
                text = self._the(own[0])
                owner = ""
                for noun in reversed(own[1:depth]):
                    owner = self._the(
                        noun if not owner else self.words.say("nouns", "of", noun=noun, owner=owner)
                    )
                return self._the(self.words.say("nouns", "of", noun=own[0], owner=owner)) if owner else text
        return None

    def _all_nodes(self) -> list[Node]:
        nodes = [n for s in (self.scene, *self.scene.optional) for n in s.nodes()]
        return [n for n in dict.fromkeys(nodes) if isinstance(n, Var | Blank)]

    def _lineage(self, node: Node) -> list[str]:
        """The node's noun and those of the things it belongs to: ["amount", "price", "product"]."""
        nouns, seen = [], set[Node]()
        while node not in seen:
            seen.add(node)
            nouns.append(self.constant(node) if isinstance(node, Iri | Lit) else self.title(node))
            node = next((e.subject for e in self.edges() if e.object == node), node)
        return nouns

    def _the(self, noun: str) -> str:
        return self.words.say("nouns", "the", noun=noun)

    # ── things ───────────────────────────────────────────────────────────────────────────────────

    def things(self, node: Node, *, plural: bool = True) -> str:
        """The node with everything that is said of it: "products whose …" or "a product whose …"."""
        if isinstance(node, Iri | Lit):
            return self.constant(node)
        if node in self.mentioned:
            return self.words.say("nouns", "that", noun=self.mentioned[node])
        head, owner = self._head(node, plural=plural)
        clauses = self.clauses(node, plural=plural and not is_mass(self.mentioned[node]))
        if owner is None:
            return self.with_clauses(head, clauses)
        whose = self.things(owner, plural=plural)
        if not clauses or isinstance(owner, Iri | Lit):
            return self.with_clauses(self.words.say("nouns", "of", noun=head, owner=whose), clauses)
        number = "_plural" if plural else ""
        nouns = self.mentioned[node]
        again = self.words.say(
            "property", f"noun_back{number}", noun=self.words.nouns(nouns) if plural else nouns, owner=whose
        )
        return self.with_clauses(head, [*clauses, again])

    def with_clauses(self, head: str, clauses: list[str]) -> str:
        """The short clauses first, so that the last "and" cannot be taken for a part of a long one."""
        return f"{head} {self.words.all_of(sorted(clauses, key=len))}" if clauses else head

    def _head(self, node: Node, *, plural: bool) -> tuple[str, Node | None]:
        """The noun of a node that is said for the first time, and the thing that it is named after."""
        noun, owner = self.kind_noun(node) if node in self.scene.types else None, None
        for edge in self.scene.edges:
            if noun is None and edge.object == node and edge not in self.spoken:
                label = self.label(edge)
                if label.kind == "noun" and edge.subject != node:
                    self.spoken.add(edge)
                    noun, owner = label.text, edge.subject
        noun = noun or self.presumed(node) or self.words.say("nouns", "thing")
        self.mentioned[node] = noun
        if not plural:
            return self.words.a(noun), owner
        types = self.scene.types.get(node)
        return (self.classes(types[0], plural=True) if types else self.words.nouns(noun)), owner

    def clauses(self, node: Node, *, plural: bool) -> list[str]:
        """Everything that is still unsaid about a node, as relative clauses."""
        number = "_plural" if plural else ""
        said = [
            self.words.say("nouns", f"also_a{number}", kind=self._kind(extra, plural=plural))
            for extra in self.scene.types.get(node, [])[1:]
        ]
        for edge in list(self.scene.edges):
            if edge.touches(node) and edge not in self.spoken:
                self.spoken.add(edge)
                said.append(self._clause(edge, node, number))
        if isinstance(node, Var) and all(e in self.spoken for e in self.scene.edges if e.object == node):
            said += self._own_conditions(node, plural=plural)
        said += [self._negated(n, node, number) for n in self._fresh(self.scene.negations, node)]
        for branches in self.scene.unions:
            if id(branches) not in self.settled and all(b.mentions(node) for b in branches):
                self.settled.add(id(branches))
                said.append(self._either(branches, node, plural=plural))
        return [s for s in said if s]

    def _kind(self, classes: tuple[str, ...], *, plural: bool = False) -> str:
        noun = self.classes(classes, plural=plural)
        return noun if plural else self.words.a(noun)

    def _own_conditions(self, node: Var, *, plural: bool) -> list[str]:
        said = self.predicates(node.name)
        if plural:
            said = ["are" + s[2:] if s.startswith("is ") else s for s in said]
        return [self.words.say("property", "own", condition=s) for s in said]

    def predicates(self, variable: str) -> list[str]:
        """What filters say of a variable: "is more than 20 kg"."""
        said = []
        for condition in self.scene.conditions.get(variable, ()):
            if id(condition) in self.settled:
                continue
            self.settled.add(id(condition))
            text = self.conditions.of_one(condition, variable)
            if text is None:
                self.unsaid += 1
            else:
                said.append(text)
        given = self.scene.given.get(variable)
        if given and id(given) not in self.settled:
            self.settled.add(id(given))
            key = "=" if len(given) == 1 else "in"
            values = self.words.one_of(self.constant(g, self.unit(variable)) for g in given)
            said.append(self.words.say("conditions", key, value=values))
        return said

    # ── one clause ───────────────────────────────────────────────────────────────────────────────

    def _clause(self, edge: Edge, node: Node, number: str) -> str:
        label, other = self.label(edge), edge.other(node)
        if edge.subject == node:
            return self._forward(label, other, number)
        if isinstance(other, Iri | Lit) or other in self.mentioned:
            owner = self.things(other)
        else:
            owner = self._unless_elsewhere(other)
        return self._said(label, "_back", number, owner) if owner else ""

    def _forward(self, label: Label, other: Node, number: str) -> str:
        if isinstance(other, Iri | Lit):
            value = self.constant(other, self._unit_of(other))
            return self._said(label, "", number, value, noun_key="noun_value")
        if other in self.mentioned:
            value = self.words.say("nouns", "that", noun=self.mentioned[other])
            same = self.mentioned[other] == label.text
            return self._said(label, "", number, value, noun_key="noun_that" if same else "noun_value")
        if label.kind != "noun":
            value = self._unless_elsewhere(other)
            return self._said(label, "", number, value) if value else ""
        kind = self.kind_noun(other)
        self.mentioned[other] = kind or label.text
        predicates = self.predicates(other.name) if isinstance(other, Var) else []
        clauses = self.clauses(other, plural=False)
        if other in self.scene.types and kind and kind not in label.text and label.text not in kind:
            clauses.insert(0, self._also(self.scene.types[other][0], ""))
        if predicates and not clauses:
            return self.words.say(
                "property",
                f"noun_condition{number}",
                noun=label.text,
                condition=self.words.all_of(predicates),
            )
        clauses = [*clauses, *(self.words.say("property", "own", condition=p) for p in predicates)]
        if not clauses and self._is_elsewhere(other):
            return ""
        thing = self.with_clauses(self.words.a(label.text), clauses)
        return self.words.say("property", f"noun_thing{number}", thing=thing)

    def _said(self, label: Label, way: str, number: str, value: str, noun_key: str = "noun") -> str:
        """A property with its other end, in the words that its label allows."""
        if label.kind == "noun":
            key = f"noun{way}" if way else noun_key
            noun = self.words.nouns(label.text) if way and number else label.text
            return self.words.say("property", f"{key}{number}", noun=noun, value=value, owner=value)
        return self.words.say(
            "property",
            f"{label.kind}{way}{number}",
            phrase=label.text,
            verb=label.text,
            verb_plural=label.plural,
            label=self.words.quoted(label.text),
            value=value,
            owner=value,
        )

    def _unless_elsewhere(self, other: Node) -> str:
        """A thing of its own, or "" when nothing is said of it here and it is said elsewhere."""
        text = self.things(other, plural=False)
        bare = text == self.words.a(self.mentioned[other])
        return "" if bare and self._is_elsewhere(other) else text

    def _is_elsewhere(self, node: Node) -> bool:
        """Whether the node, or one that hangs on it, is said by a column, the order or an aggregate."""
        seen: set[Node] = set()
        todo: list[Node] = [node]
        while todo:
            here = todo.pop()
            seen.add(here)
            if isinstance(here, Var) and here.name in self.elsewhere:
                return True
            todo += [
                e.object for e in self.edges() if e.subject == here and e.object not in seen
            ]  # fmt: skip
            if len(seen) > 50:  # noqa: PLR2004 - a chain this long is not said in one sentence anyway
                return False
        return False

    def _unit_of(self, node: Node) -> str:
        for edge in self.scene.edges:
            if edge.object is node and len(edge.iris) == 1:
                prop = self.ontology.properties.get(edge.iris[0])
                return prop.unit if prop else ""
        return ""

    # ── what is not, and what may be ─────────────────────────────────────────────────────────────

    def _fresh(self, scenes: list[Scene], node: Node) -> list[Scene]:
        fresh = [s for s in scenes if id(s) not in self.settled and s.mentions(node)]
        self.settled.update(id(s) for s in fresh)
        return fresh

    def _inside(self, scene: Scene) -> Speaker:
        return Speaker(
            scene, self.words, self.ontology, self.labels, set(), set(), dict(self.mentioned), self.settled
        )

    def _negated(self, scene: Scene, node: Node, number: str) -> str:
        inner = self._inside(scene)
        plain = not (scene.conditions or scene.others or scene.unions or scene.negations or scene.further)
        if plain and not scene.edges and len(scene.types) == 1 and len(scene.types.get(node, ())) == 1:
            kind = self._kind(scene.types[node][0], plural=bool(number))
            return self.words.say("negation", f"kind{number}", kind=kind)
        if plain and not scene.types and len(scene.edges) == 1 and scene.edges[0].subject == node:
            edge = scene.edges[0]
            label = inner.label(edge)
            if label.kind == "noun" and isinstance(edge.object, Iri | Lit):
                value = self.constant(edge.object)
                return self.words.say("negation", f"none_value{number}", noun=label.text, value=value)
            if label.kind == "noun" and edge.object not in self.mentioned:
                return self.words.say("negation", f"none{number}", noun=label.text)
        clauses = inner.clauses(node, plural=bool(number))
        if types := scene.types.get(node):
            clauses.insert(0, self._also(types[0], number))
        self.unsaid += inner.left_over()
        if not clauses:
            self.unsaid += 1
            return ""
        return self.words.say("negation", f"except{number}", clauses=self.words.all_of(clauses))

    def _also(self, classes: tuple[str, ...], number: str) -> str:
        kind = self._kind(classes, plural=bool(number))
        return self.words.say("nouns", f"is_a{number}", kind=kind)

    def _either(self, branches: list[Scene], node: Node, *, plural: bool) -> str:
        said = []
        for branch in branches:
            inner = self._inside(branch)
            inner.elsewhere = self.elsewhere
            clauses = inner.clauses(node, plural=plural)
            if types := branch.types.get(node):
                clauses.insert(0, self._also(types[0], "_plural" if plural else ""))
            self.unsaid += inner.left_over()
            if not clauses:
                self.unsaid += 1
                return ""
            said.append(self.words.all_of(clauses))
        return self.words.say("alternatives", "either", branches=self.words.one_of(said))

    # ── the rest ─────────────────────────────────────────────────────────────────────────────────

    def left_over(self) -> int:
        """How many parts of the scene have not been said."""
        scene = self.scene
        return (
            self.unsaid
            + scene.further
            + sum(e not in self.spoken for e in scene.edges)
            + sum(id(n) not in self.settled for n in (*scene.negations, *scene.unions))
            + sum(id(c) not in self.settled for cs in scene.conditions.values() for c in cs)
            + sum(id(g) not in self.settled for g in scene.given.values())
            + sum(id(c) not in self.settled for c in scene.others)
            + sum(isinstance(n, Var | Blank) and n not in self.mentioned for n in scene.types)
        )


def _noun(text: str) -> Label:
    return Label("noun", text, noun=text)
