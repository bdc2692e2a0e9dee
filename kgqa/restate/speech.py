"""Things of a scene as noun phrases with what is said of them.

In: a Scene and its names. Out: "products whose category is “Valve” and that have a supplier whose country
is “Norway”". Every edge is said once; what is left over can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.restate.clauses import Clause, with_clauses
from kgqa.restate.english import Label, is_mass
from kgqa.restate.naming import Names
from kgqa.restate.negation import either, negated
from kgqa.restate.scene import Edge, Scene
from kgqa.restate.terms import plain
from kgqa.restate.voice import Near, Voice, names_owner
from kgqa.restate.ways import forwards
from kgqa.sparql.model import Blank, Compare, Iri, Lit, Node, Var
from kgqa.sparql.walk import variables

_FAR = 50  # a chain this long is not said in one sentence anyway


@dataclass(eq=False)
class Speaker(Voice):
    """Walks one scene. `elsewhere` are the variables that columns, order or aggregates will say, `later`
    the things that have their own turn, `described` those with a name of their own ("the ship with the
    highest price") and how many they are.
    """

    elsewhere: set[str] = field(default_factory=set)
    later: set[Node] = field(default_factory=set)
    described: dict[Node, tuple[str, int]] = field(default_factory=dict)
    unsaid: int = 0

    def inside(self, scene: Scene, near: Near) -> Speaker:
        """A speaker for a part of the scene, which knows what has been named."""
        inner = Names(scene, self.words, self.names.ontology, self.names.labels, self.names.titles)
        return Speaker(
            scene,
            self.words,
            inner,
            mentioned=dict(self.mentioned),
            same=self.same,
            settled=self.settled,
            worked_out=self.worked_out,
            outer=(self, near),
        )

    # ── things ───────────────────────────────────────────────────────────────────────────────────

    def things(self, node: Node, *, plural: bool = True) -> str:
        """The node with everything that is said of it: "products whose …" or "a product whose …"."""
        if isinstance(node, Iri | Lit):
            return self.names.constant(node)
        if node in self.mentioned:
            return self.again(node)
        if node in self.described:
            text, count = self.described[node]
            self.mentioned[node] = self.names.title(node)
            return with_clauses(self.words, text, self.clauses(node, plural=count > 1))
        noun, owner = self._head(node)
        head = self._plural(node, noun) if plural else self.words.a(noun)
        return self._with(head, owner, node, plural=plural)

    def told(self, node: Node) -> tuple[str, list[Clause]]:
        """The noun of a thing that is said for the first time, and what is said of it."""
        noun, owner = self._head(node)
        clauses = self.clauses(node, plural=False)
        if owner is not None:
            noun = self.words.say("nouns", "of", noun=noun, owner=self.things(owner, plural=False))
        return noun, clauses

    def _with(self, head: str, owner: Node | None, node: Node, *, plural: bool) -> str:
        clauses = self.clauses(node, plural=plural and not is_mass(self.mentioned[node]))
        if owner is None:
            return with_clauses(self.words, head, clauses)
        whose = self.things(owner, plural=plural)
        if not clauses or isinstance(owner, Iri | Lit) or owner in self.described:
            of = self.words.say("nouns", "of", noun=head, owner=whose)
            return with_clauses(self.words, of, clauses)
        number = "_plural" if plural else ""
        noun = self.words.nouns(self.mentioned[node]) if plural else self.mentioned[node]
        back = self.words.say("property", f"noun_back{number}", noun=noun, owner=whose)
        return with_clauses(self.words, head, [*clauses, Clause(back)])

    def _head(self, node: Node) -> tuple[str, Node | None]:
        """The noun of a node that is said for the first time, and the thing that it is named after."""
        noun, owner = self.names.kind_noun(node) if node in self.scene.types else None, None
        for edge in self.scene.edges:
            if owner is None and edge.object == node and edge not in self.spoken and edge.subject != node:
                label = self.names.label(edge)
                if label.kind == "noun" and noun in (None, label.text) and edge.subject not in self.mentioned:
                    self.spoken.add(edge)
                    noun, owner = label.text, edge.subject
        if self.names.is_second(node):
            noun = self.names.title(node)
        noun = noun or self.names.presumed(node) or self.words.say("nouns", "thing")
        self.mentioned[node] = noun
        return noun, owner

    def _plural(self, node: Node, noun: str) -> str:
        types = self.scene.types.get(node)
        listed = types and not self.names.is_second(node)
        return self.names.classes(types[0], plural=True) if types and listed else self.words.nouns(noun)

    def kind(self, classes: tuple[str, ...], *, plural: bool = False) -> str:
        noun = self.names.classes(classes, plural=plural)
        return noun if plural else self.words.a(noun)

    # ── clauses ──────────────────────────────────────────────────────────────────────────────────

    def clauses(self, node: Node, *, plural: bool) -> list[Clause]:
        """Everything that is still unsaid about a node."""
        number, said = "_plural" if plural else "", list[Clause]()
        near = (node, "their" if plural else "its")
        for extra in self.scene.types.get(node, [])[1:]:
            kind = self.kind(extra, plural=plural)
            said.append(Clause(self.words.say("nouns", f"also_a{number}", kind=kind)))
        for edge in list(self.scene.edges):
            if edge.touches(node) and edge not in self.spoken and edge.other(node) not in self.later:
                self.spoken.add(edge)
                forward = edge.subject == node
                said += self._forward(edge, number) if forward else self._backward(edge, number)
        if isinstance(node, Var) and all(e in self.spoken for e in self.scene.edges if e.object == node):
            for said_of in self.predicates(node.name, near):
                predicate = self.words.agreeing(said_of) if plural else said_of
                said.append(Clause(self.words.say("property", f"own{number}", condition=predicate)))
        said += [c for s in self._fresh(node) if (c := negated(self, s, node, number)) is not None]
        for branches in self.scene.unions:
            if id(branches) not in self.settled and all(b.mentions(node) for b in branches):
                self.settled.add(id(branches))
                said += either(self, branches, node, plural=plural)
        return said

    def _fresh(self, node: Node) -> list[Scene]:
        """The negations about a node that have not been said, those too that only compare its values."""
        own = {e.object for e in self.scene.edges if e.subject == node}
        fresh = []
        for scene in self.scene.negations:
            compared = {Var(name) for c in scene.others for name in variables(c)}
            if id(scene) not in self.settled and (scene.mentions(node) or compared & own):
                fresh.append(scene)
                self.settled.add(id(scene))
        return fresh

    def predicates(self, variable: str, near: Near = None) -> list[str]:
        """What filters say of a variable: "is more than 20 kg", "is after the date of hiring of …"."""
        said, conditions = [], self.conditions(near)
        for condition in self.scene.conditions.get(variable, ()):
            if id(condition) not in self.settled:
                self.settled.add(id(condition))
                text = conditions.of_one(condition, variable)
                self.unsaid += text is None
                said.append(text)
        for condition in self.scene.others:
            if id(condition) in self.settled or not isinstance(condition, Compare):
                continue
            sides = (plain(condition.left), plain(condition.right))
            if Var(variable) in sides and self._in_reach(variables(condition) - {variable}, near):
                text = conditions.of_one(condition, variable)
                if text is not None:
                    self.settle(condition)
                    said.append(text)
        given = self.scene.given.get(variable)
        if given and id(given) not in self.settled:
            self.settled.add(id(given))
            values = self.words.one_of(self.names.constant(g, self.names.unit(Var(variable))) for g in given)
            said.append(self.words.say("conditions", "=" if len(given) == 1 else "in", value=values))
        return [s for s in said if s]

    def _in_reach(self, names: frozenset[str], near: Near) -> bool:
        """Whether values can be named where a thing is spoken of: its own, those of the thing that the
        sentence is about or of things with a name, and outer ones.
        """
        edges, root = self.names.edges(), self.names.root
        known = forwards if root in self.mentioned else lambda *_: []
        return near is None or all(
            Var(n) in (near[0], root)
            or forwards(edges, near[0], Var(n))
            or (root is not None and known(edges, root, Var(n)))
            or n in self.worked_out
            or Var(n) not in self.scene.nodes()
            or self.names.of_named(Var(n))
            for n in names
        )

    def _backward(self, edge: Edge, number: str) -> list[Clause]:
        """What leads to the node: "that are ordered by …"."""
        label, other = self.names.label(edge), edge.subject
        if isinstance(other, Iri | Lit) or other in self.mentioned or other in self.described:
            return [self.said(label, "_back", number, self.things(other))]
        noun, clauses = self.told(other)
        head = self.words.a(noun)
        if not clauses and noun == self.mentioned[other] and self.is_elsewhere(other):
            return []
        if clauses and label.kind != "noun":  # "that a ship that has a captain that … is owned by"
            them = self.words.say("nouns", f"them{number}")
            thing = with_clauses(self.words, head, [self.said(label, "", "", them), *clauses])
            return [Clause(self.words.say("property", f"there_is{number}", thing=thing))]
        return [self.said(label, "_back", number, with_clauses(self.words, head, clauses))]

    def _forward(self, edge: Edge, number: str) -> list[Clause]:
        label, other = self.names.label(edge), edge.object
        if isinstance(other, Iri | Lit):
            value = self.names.constant(other, self.names.unit_of_value(other))
            return [self.said(label, "", number, value, noun_key="noun_value")]
        if other in self.mentioned:
            same = self.mentioned[other] == label.text
            return [self.said(label, "", number, self.again(other), "noun_that" if same else "noun_value")]
        if other in self.described:
            value, count = self.things(other), self.described[other][1]
            value = self.words.say("nouns", "one_of", things=value) if count > 1 else value
            return [self.said(label, "", number, value, noun_key="noun_value")]
        if (as_well := self._shared(edge, label, number)) is not None:
            return [as_well]
        if label.kind != "noun":
            value = self.things(other, plural=False)
            unsaid = value == self.words.a(self.mentioned[other]) and self.is_elsewhere(other)
            return [] if unsaid else [self.said(label, "", number, value)]
        return self._has(edge, label, number)

    def _shared(self, edge: Edge, label: Label, number: str) -> Clause | None:
        """A value that a named thing has too: "with the same type as …"; None when more is said of it."""
        node = edge.object
        rest = [e for e in self.scene.edges if e.touches(node) and e is not edge]
        also = [e for e in rest if e.iris == edge.iris and e.object == node and isinstance(e.subject, Iri)]
        bound = isinstance(node, Var) and (
            node.name in self.scene.conditions or node.name in self.scene.given
        )
        if not also or len(also) != len(rest) or bound or node in self.scene.types or label.kind == "other":
            return None
        self.spoken.update(also)
        self.mentioned[node] = self.names.title(node)
        owner = self.words.all_of(self.names.constant(e.subject) for e in also if isinstance(e.subject, Iri))
        if label.kind == "noun":
            return Clause(self.words.say("nouns", "with_same", noun=label.text, owner=owner), "direct")
        value = self.words.say("nouns", "same_as", noun=self.mentioned[node], owner=owner)
        return self.said(label, "", number, value)

    def _has(self, edge: Edge, label: Label, number: str) -> list[Clause]:
        """A property that is a noun, to a thing that has not been named: "that have a supplier that …"."""
        other = edge.object
        kind = self.names.kind_noun(other) if other in self.scene.types else None
        told = self.names.handles().get(other, "")
        self.mentioned[other] = told if told not in ("", kind) else kind or label.text
        near = (edge.subject, "their" if number else "its")
        predicates = self.predicates(other.name, near) if isinstance(other, Var) else []
        clauses = self.clauses(other, plural=False)
        if kind and kind not in label.text and label.text not in kind:
            thing = with_clauses(self.words, self.words.a(kind), clauses)
            return [self.said(label, "", number, thing, noun_key="noun_value"), *self._own(predicates)]
        if predicates and not clauses:
            condition = self.words.all_of(predicates)
            key = f"noun_condition{number}"
            return [Clause(self.words.say("property", key, noun=label.text, condition=condition))]
        clauses += self._own(predicates)
        if not clauses and self.is_elsewhere(other):
            return []
        noun = told if self.names.is_second(other) else label.text
        if len(clauses) == 1 and clauses[0].place == "has" and names_owner(clauses[0].noun, noun):
            noun, clauses = clauses[0].noun, []  # "a payment that has a payment amount"
        thing = with_clauses(self.words, self.words.a(noun), clauses)
        text = self.words.say("property", f"noun_thing{number}", thing=thing)
        return [Clause(text, "plain" if clauses else "has", noun, thing, number)]

    def _own(self, predicates: list[str]) -> list[Clause]:
        return [Clause(self.words.say("property", "own", condition=p)) for p in predicates]

    def said(self, label: Label, way: str, number: str, value: str, noun_key: str = "noun") -> Clause:
        """A property with its other end, in the words that its label allows."""
        if label.kind == "noun":
            key = f"noun{way}" if way else noun_key
            noun = self.words.nouns(label.text) if way and number else label.text
            text = self.words.say("property", f"{key}{number}", noun=noun, value=value, owner=value)
            return Clause(text, "direct" if key == "noun_that" else "plain")
        text = self.words.say(
            "property",
            f"{label.kind}{way}{number}",
            phrase=label.text,
            verb=label.text,
            verb_plural=label.plural,
            label=self.words.quoted(label.text),
            value=value,
            owner=value,
        )
        return Clause(text)

    def is_elsewhere(self, node: Node) -> bool:
        """Whether the node, or one that hangs on it, is said by a column, the order or an aggregate."""
        seen: set[Node] = set()
        todo: list[Node] = [node]
        while todo and len(seen) <= _FAR:
            here = todo.pop()
            seen.add(here)
            if isinstance(here, Var) and here.name in self.elsewhere:
                return True
            todo += [e.object for e in self.names.edges() if e.subject == here and e.object not in seen]
        return False

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
            + sum(s.further + len(s.others) + len(s.negations) for s in scene.optional)
            + sum(name not in self.elsewhere for s in scene.optional for name in s.conditions)
        )
