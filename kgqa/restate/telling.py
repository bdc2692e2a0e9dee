"""One SELECT in the course of being said: its scene, a speaker for it, and what it makes.

In: a Select, a language's words, names. Out: what the stages of the sentence share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgqa.ontology import Ontology
from kgqa.restate.folding import compared, folded
from kgqa.restate.naming import Names
from kgqa.restate.scene import Scene
from kgqa.restate.speech import Speaker
from kgqa.restate.staging import scene_of
from kgqa.restate.terms import plain
from kgqa.restate.voice import Near
from kgqa.restate.ways import root
from kgqa.restate.wording import Wording
from kgqa.sparql.model import Aggregate, Expr, Node, Product, Select, Var
from kgqa.sparql.walk import parts, variables
from kgqa.values.units import is_currency


@dataclass(eq=False)
class Telling:
    """`root` is the thing that a list is about, `near` how it is said again,
    `is_ranked` whether its rank has been said. `embedded` is a query inside
    another one's sentence.
    """

    select: Select
    words: Wording
    ontology: Ontology
    labels: Mapping[str, str]
    embedded: bool = False
    root: Node | None = None
    near: Near = None
    is_ranked: bool = False
    scene: Scene = field(init=False)
    names: Names = field(init=False)
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        self.select = compared(folded(self.select))
        self.scene = scene_of(self.select, self.ontology)
        self.names = Names(self.scene, self.words, self.ontology, self.labels)
        self.speaker = Speaker(self.scene, self.words, self.names)
        made = {k.variable.name: k.value for k in self.select.group_by if k.variable is not None}
        made |= {c.variable.name: c.value for c in self.select.columns if c.value is not None}
        self.speaker.made = made
        if self.aggregated or not self.only_keys():
            keys = (self.unfolded(k.value) for k in self.select.group_by)
            self.names.keys = frozenset(k for k in keys if isinstance(k, Var))
        self.names.told_apart = {n for e in self._expressions() for n in variables(e)}

    def _expressions(self) -> list[Expr]:
        """Everything in the query that names a thing or a value a second time."""
        select, scene = self.select, self.scene
        keys = [k.value for k in (*select.group_by, *select.order_by)]
        shown = [c.variable if c.value is None else c.value for c in select.columns]
        return [*shown, *keys, *select.having, *scene.others, *scene.computed.values()]

    def inner(self, select: Select) -> Telling:
        return Telling(select, self.words, self.ontology, self.labels, embedded=True)

    @property
    def aggregated(self) -> bool:
        made = self.speaker.made.values()
        return any(isinstance(p, Aggregate) for value in made for p in parts(value))

    def only_keys(self) -> bool:
        """Whether grouping serves order and HAVING alone: what is shown is a list of its keys."""
        keys = {k.value for k in self.select.group_by}
        return all(c.variable in keys for c in self.select.columns) or not keys

    def find_root(self) -> Node | None:
        """The thing that most columns, or what they are made of, belong to."""
        columns = [c.variable for c in self.select.columns]
        made = [Var(n) for c in columns for n in sorted(self.underlying(c))]
        return root(self.scene, self.names.edges(), [*columns, *made])

    def underlying(self, column: Var) -> frozenset[str]:
        """The variables that a calculated column is made of."""
        value = self.speaker.made_of(column.name)
        return frozenset() if value is None else self.underlying_of(value)

    def underlying_of(self, value: Expr) -> frozenset[str]:
        if any(isinstance(p, Aggregate) for p in parts(value)):
            return frozenset()
        names = variables(value)  # the days between two dates are made of what is made
        return names.union(*(self.underlying(Var(name)) for name in names))

    def unfolded(self, expr: Expr) -> Expr:
        """A variable that an expression makes replaced by that expression; casts taken away."""
        expr = plain(expr)
        if isinstance(expr, Var) and (made := self.speaker.made_of(expr.name)) is not None and made != expr:
            return self.unfolded(made)
        return expr

    def product(self, made: Product) -> str | None:
        """“quantity times unit price", of variables alone; an amount of money as the value that it is."""
        titles = [(way, self.names.title(factor)) for way, factor in made.factors if isinstance(factor, Var)]
        if len(titles) < len(made.factors) or titles[0][0] != "*":
            return None
        said = titles[0][1]
        for way, title in titles[1:]:
            said = self.words.say("arithmetic", way, left=said, right=title)
        return self.words.say("short", "worth", value=said) if self.is_worth(made) else said

    def is_worth(self, made: Product) -> bool:
        """Whether a product is what goods are worth: how many there are times what one costs."""
        counts = any(self.names.is_quantity(factor) for _, factor in made.factors)
        return counts and is_currency(self.names.unit(made))

    def occurs(self, node: Node) -> bool:
        return node in self.scene.types or any(e.touches(node) for e in self.names.edges())
