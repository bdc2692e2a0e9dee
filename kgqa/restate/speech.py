"""Things of a scene as noun phrases with what is said of them.

In: a Scene and its names. Out: "products whose category is “Valve” and that have a supplier whose country
is “Norway”". Every edge is said once; what is left over can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.restate.clauses import Clause, with_clauses
from kgqa.restate.english import is_mass
from kgqa.restate.naming import Names
from kgqa.restate.negation import either, negated
from kgqa.restate.periods import period
from kgqa.restate.relations import backward, forward
from kgqa.restate.scene import Edge, Scene
from kgqa.restate.terms import plain
from kgqa.restate.voice import Near, Voice
from kgqa.restate.ways import forwards
from kgqa.restate.wording import CLAUSAL
from kgqa.sparql.model import NUMERIC, Blank, Compare, Expr, Iri, Lit, Node, Var
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

    def things(self, node: Node, *, plural: bool = True, the: bool = False) -> str:
        """The node with everything that is said of it: "products whose …" or "a product whose …"; with `the`,
        "the product whose …".
        """
        if isinstance(node, Iri | Lit):
            return self.names.constant(node)
        if node in self.mentioned:
            return self.again(node)
        if node in self.described:
            text, count = self.described[node]
            self.mentioned[node] = self.names.title(node)
            return with_clauses(self.words, text, self.clauses(node, plural=count > 1))
        noun, owner = self.head(node)
        one = self.names.the(noun) if the else self.words.a(noun)
        head = self._plural(node, noun) if plural else one
        return self._with(head, owner, node, plural=plural, the=the)

    def told(self, node: Node) -> tuple[str, list[Clause]]:
        """The noun of a thing that is said for the first time, and what is said of it."""
        noun, owner = self.head(node)
        clauses = self.clauses(node, plural=False)
        if owner is not None:
            whose = self.things(owner, plural=False, the=self.names.is_one(owner))
            noun = self.words.say("nouns", "of", noun=noun, owner=whose)
        return noun, clauses

    def _with(self, head: str, owner: Node | None, node: Node, *, plural: bool, the: bool) -> str:
        clauses = self.clauses(node, plural=plural and not is_mass(self.mentioned[node]))
        if owner is None:
            return with_clauses(self.words, head, clauses)
        whose = self.things(owner, plural=plural, the=the)
        if plural and whose == self.words.nouns(self.names.unnamed(owner)):
            return with_clauses(self.words, head, clauses)  # "of things" says nothing
        if not clauses or isinstance(owner, Iri | Lit) or owner in self.described:
            key = "of_many" if plural and not isinstance(owner, Iri | Lit) else "of"
            key = "of" if owner in self.described else key
            of = self.words.say("nouns", key, noun=head, owner=whose)
            return with_clauses(self.words, of, clauses)
        number = "_plural" if plural else ""
        noun = self.words.nouns(self.mentioned[node]) if plural else self.mentioned[node]
        back = self.words.say("property", f"noun_back{number}", noun=noun, owner=whose)
        return with_clauses(self.words, head, [*clauses, Clause(back)])

    def head(self, node: Node) -> tuple[str, Node | None]:
        """The noun of a node that is said for the first time, and the thing that it is named after."""
        noun, owner = self.names.kind_noun(node) if node in self.scene.types else None, None
        for edge in self.scene.edges:
            if owner is None and edge.object == node and edge not in self.spoken and edge.subject != node:
                label = self.names.label(edge)
                own = noun in (None, label.text) or self._is_implied(edge)
                if label.kind == "noun" and own and edge.subject not in self.mentioned:
                    self.spoken.add(edge)
                    noun, owner = (
                        self.names.without_owner(label.text, self.names.title(edge.subject)),
                        edge.subject,
                    )
                    if (price := self._what_it_is_of(edge)) is not None:
                        noun, owner = self.names.label(price).text, price.subject
        if self.names.is_second(node):
            noun = self.names.title(node)
        noun = noun or self.names.presumed(node) or self.names.unnamed(node)
        self.mentioned[node] = noun
        return noun, owner

    def _is_implied(self, edge: Edge) -> bool:
        """Whether what a named thing leads to is always of the class that the query gives it."""
        types = self.scene.types.get(edge.object, [])
        if not isinstance(edge.subject, Iri) or len(types) != 1 or len(edge.iris) != 1 or edge.mark:
            return False
        known = frozenset(c for cls in types[0] for c in self.names.ontology.subclasses(cls))
        seen = {u.object for u in self.names.ontology.uses_of(edge.iris[0])}
        return bool(seen) and seen <= known | {""}

    def _what_it_is_of(self, edge: Edge) -> Edge | None:
        """The edge to what a value stands for, of which nothing else is asked: an amount's list price."""
        rest = [e for e in self.scene.edges if e.touches(edge.subject) and e is not edge]
        price = rest[0] if len(rest) == 1 and rest[0].object == edge.subject else None
        if price is None or not self.names.stands_for(edge) or edge.subject in self.scene.types:
            return None
        if self.names.label(price).kind != "noun" or price.subject in self.mentioned:
            return None
        self.spoken.add(price)
        self.mentioned[edge.subject] = self.names.label(price).text
        return price

    def nouns_of(self, node: Node) -> str:
        """The plural of what a node is called that was said."""
        return self._plural(node, self.mentioned[node])

    def _plural(self, node: Node, noun: str) -> str:
        types = self.scene.types.get(node)
        listed = types and not self.names.is_second(node) and noun == self.names.kind_noun(node)
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
                relate = forward if edge.subject == node else backward
                said += relate(self, edge, number)
        if isinstance(node, Var) and all(e in self.spoken for e in self.scene.edges if e.object == node):
            for said_of in self.predicates(node.name, near):
                predicate = self.words.agreeing(said_of) if plural else said_of
                key = "own_clause" if predicate.startswith(CLAUSAL) else "own"
                predicate = predicate.removeprefix(CLAUSAL)
                said.append(Clause(self.words.say("property", f"{key}{number}", condition=predicate)))
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

    def _in_a_period(self, variable: str) -> list[str | None]:
        """Two dates that bound a year or a month as that year or month."""
        conditions = [c for c in self.scene.conditions.get(variable, ()) if id(c) not in self.settled]
        found = period(conditions, variable)
        if found is None:
            return []
        self.settled.update(id(c) for c in conditions)
        value = str(found.start.year) if found.kind == "year" else self.words.month(found.start)
        return [self.words.say("conditions", found.kind, value=value)]

    def _between(self, variable: str) -> list[str | None]:
        """Two numbers that bound a value: "is between 5 kg and 10 kg"."""
        open_ = [c for c in self.scene.conditions.get(variable, ()) if id(c) not in self.settled]
        unit = self.names.unit(Var(variable))
        bounds = {
            c.op: plain(c.right) for c in open_ if isinstance(c, Compare) and plain(c.left) == Var(variable)
        }
        low, high = bounds.get(">="), bounds.get("<=")
        if len(open_) != len(bounds) or set(bounds) != {">=", "<="}:
            return []
        if not (isinstance(low, Lit) and isinstance(high, Lit)):
            return []
        if not {low.datatype, high.datatype} <= NUMERIC or self.names.is_year(variable):
            return []
        self.settled.update(id(c) for c in open_)
        values = {"low": self.names.constant(low, unit), "high": self.names.constant(high, unit)}
        return [self.words.say("conditions", "between", **values)]

    def predicates(self, variable: str, near: Near = None) -> list[str]:
        """What filters say of a variable: "is more than 20 kg", "is after the date of hiring of …"."""
        said, conditions = [*self._in_a_period(variable), *self._between(variable)], self.conditions(near)
        for condition in self.scene.conditions.get(variable, ()):
            if self._is_another(condition, variable):
                self.settled.add(id(condition))
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

    def _is_another(self, condition: Expr, variable: str) -> bool:
        """Whether a condition says that the thing is not the one that it is compared with, which a sentence
        that is read aloud need not say.
        """
        if not (self.words.is_aloud and isinstance(condition, Compare) and condition.op == "!="):
            return False
        sides = (condition.left, condition.right)
        compared = {e.subject for e in self.scene.edges if isinstance(e.subject, Iri)}
        return Var(variable) in sides and any(side in compared for side in sides)

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
            or any(forwards(edges, key, Var(n)) for key in self.keys)
            or Var(n) not in self.scene.nodes()
            or self.names.of_named(Var(n))
            for n in names
        )

    def is_elsewhere(self, node: Node, *, beyond: Node) -> bool:
        """Whether the node, or one that hangs on it, is said by a column, the order or an aggregate; what
        hangs on the thing that it was reached from is no part of that.
        """
        seen: set[Node] = {beyond}
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
