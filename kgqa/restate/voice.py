"""What the values of a scene are called in a sentence, with what is already known.

In: expressions of a scene. Out: "their price", "the length of “Nora”", "the average price of products",
"the name of their supplier".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kgqa.restate.conditions import Conditions
from kgqa.restate.english import Label
from kgqa.restate.inflection import relative, which
from kgqa.restate.naming import Names
from kgqa.restate.scene import Edge, Scene
from kgqa.restate.terms import Terms, dates_between
from kgqa.restate.ways import Chain, forwards
from kgqa.restate.wording import Wording
from kgqa.sparql.model import Aggregate, Expr, Iri, Lit, Node, Var
from kgqa.sparql.walk import variables

Near = tuple[Node, str] | None  # the thing that is being spoken of, and "their" or "its"


@dataclass(eq=False)
class Voice:
    """`spoken` are edges already said, `mentioned` nodes already named, `settled` the ids of conditions,
    unions and negations already said; `keys` are what is grouped by, `same` what an outer sentence named.
    `worked_out` are variables that subqueries work out, in words (`shortened`: in a few), `made` those that
    expressions make. `quantities` say how many an edge leads to: "more than 8 project members".
    """

    scene: Scene
    words: Wording
    names: Names
    spoken: set[Edge] = field(default_factory=set)
    mentioned: dict[Node, str] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)
    keys: set[Node] = field(default_factory=set)
    same: set[Node] = field(default_factory=set)
    worked_out: dict[str, str] = field(default_factory=dict)
    shortened: dict[str, str] = field(default_factory=dict)
    made: Mapping[str, Expr] = field(default_factory=dict)
    quantities: dict[Edge, str] = field(default_factory=dict)
    aggregate: Callable[[Aggregate], str | None] = lambda _: None
    outer: tuple[Voice, Near] | None = None

    # ── terms ────────────────────────────────────────────────────────────────────────────────────

    def term(self, expr: Expr, near: Near = None) -> str | None:
        """An expression in words; values of the thing that is spoken of are "their price"."""
        dates = dates_between(expr, self.made_of) or ()
        self.spoken |= {e for e in self.scene.edges if e.object in dates}  # what lasts has both
        says = Terms(self.words, lambda atom: self._atom(atom, near), self.names.unit, self.made_of)
        return says.term(expr)

    def _atom(self, atom: Expr, near: Near) -> str | None:
        match atom:
            case Var(name):
                made = self.made_of(name)
                if made is not None:
                    return self.term(made, near)
                return self.worked_out.get(name) or self._named(atom, near)
            case Iri() | Lit():
                return self.names.constant(atom)
            case Aggregate():
                return self.aggregate(atom)
        return None

    def made_of(self, name: str) -> Expr | None:
        """The expression that makes a variable; None for one that is looked up, or made from itself."""
        made = self.made.get(name, self.scene.computed.get(name))
        return None if made is None or name in variables(made) else made

    def _named(self, node: Var, near: Near) -> str | None:
        if node in self.keys:
            return self.again(node)
        way = forwards(self.names.edges(), near[0], node) if near else []
        if near and way and all(self.names.label(e).kind == "noun" for e, _ in way[1:]):
            return self.chain_noun(way, first=near[1], exact=True)
        own = self.names.name(node)
        for key in self.keys:  # "the length of that ship"
            way = forwards(self.names.edges(), key, node)
            if own is None and way and all(self.names.label(e).kind == "noun" for e, _ in way):
                noun = self.chain_noun(way, first="")
                return self.names.the(self.words.say("nouns", "of", noun=noun, owner=self.again(key)))
        if own is None and self.outer is not None:
            speaker, theirs = self.outer
            return speaker.term(node, theirs)
        return own

    def conditions(self, near: Near = None) -> Conditions:
        return Conditions(
            self.words,
            lambda expr: self.term(expr, near),
            self.names.unit,
            self.names.constant,
            self.names.is_date,
            self.names.is_year,
        )

    def settle(self, condition: Expr) -> None:
        """Marks a condition between things as said, with the values of named things that it speaks of."""
        self.settled.add(id(condition))
        self.speak_of(condition)

    def speak_of(self, expr: Expr) -> None:
        for edge in self.scene.edges:
            value = isinstance(edge.object, Var) and edge.object.name in variables(expr)
            held = self._held_by_named(edge) if value else []
            if held:
                self.spoken.update(held)
                self.mentioned.setdefault(edge.object, self.names.title(edge.object))

    def _held_by_named(self, edge: Edge) -> list[Edge]:
        """The edges from a named thing to a value: its weight, the amount of its price; else none."""
        if isinstance(edge.subject, Iri):
            return [edge]
        above = [e for e in self.scene.edges if e.object == edge.subject]
        of_named = len(above) == 1 and isinstance(above[0].subject, Iri) and self.names.stands_for(edge)
        return [*above, edge] if of_named else []

    def again(self, node: Node) -> str:
        return self.words.say("nouns", "same" if node in self.same else "that", noun=self.mentioned[node])

    # ── ways ─────────────────────────────────────────────────────────────────────────────────────

    def chain_noun(self, chain: Chain, first: str, *, exact: bool = False) -> str:
        """The way from a thing to a value: "the name of their supplier"; `first` is how the thing is said.

        Where it is `exact`, that is "the name of the company that they are sold by".
        """
        nouns = [self.step_noun(edge, forward=forward) for edge, forward in chain]
        label, forward = self.names.label(chain[0][0]), chain[0][1]
        related = exact and forward and label.kind != "noun" and not label.noun
        kept = [nouns[0]]
        for noun, (edge, onwards) in zip(nouns[1:], chain[1:], strict=True):
            if onwards and self.names.stands_for(edge):  # the amount of a price is the price
                continue
            if names_owner(noun, kept[-1]) and not (related and len(kept) == 1):
                kept[-1] = noun  # "the agent ID of the agent of …" says the agent twice
            else:
                kept.append(noun)
        text = self.words.say("nouns", first, noun=kept[0]) if first else kept[0]
        if related:  # "the manager that they report to"
            text = self.names.the(self._related(label, first, kept[0]))
        for noun in kept[1:]:
            owner = text if first else self.names.the(text)
            of = self.words.say("nouns", "of", noun=noun, owner=owner)
            text = self.names.the(of) if first else of
        return text

    def _related(self, label: Label, first: str, noun: str) -> str:
        label = label.turned
        text = self.words.say(
            "nouns",
            f"{label.kind}_{first}",
            noun=noun,
            which=which(label.before, label.text, many=False),
            phrase=label.text,
            verb=label.text,
            verb_plural=label.plural,
            before=label.before,
            label=self.words.quoted(label.text),
        )
        return relative(noun, text)

    def step_noun(self, edge: Edge, *, forward: bool) -> str:
        label, end = self.names.label(edge), edge.object if forward else edge.subject
        if forward and label.noun:
            return label.noun
        kind = self.names.kind_noun(end) or self.names.presumed(end)
        return kind or f"{self.words.say('nouns', 'thing')} ({self.words.quoted(label.text)})"


def names_owner(noun: str, owner: str) -> bool:
    """Whether a noun says already what it belongs to: "agent ID" of an "agent"."""
    return noun == owner or noun.startswith(f"{owner} ") or noun.endswith(f" of {owner}")
