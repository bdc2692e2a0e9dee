"""The whole sentence: what is asked for, of which things, in which order, how many.

In: a query, the ontology, labels of the entities in it, a language. Out: one sentence without a full stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.errors import OurMove
from kgqa.ontology import Ontology
from kgqa.restate.scene import Edge, Scene, scene_of
from kgqa.restate.speech import Speaker
from kgqa.restate.wording import Wording, wording
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse
from kgqa.sparql.model import (
    Aggregate,
    Blank,
    Call,
    Expr,
    Iri,
    Key,
    Lit,
    Node,
    Product,
    Select,
    Signed,
    Sum,
    Var,
)
from kgqa.sparql.walk import parts, variables
from kgqa.types import CheckedQuery


def restate(
    query: CheckedQuery | ParsedQuery, ontology: Ontology, labels: Mapping[str, str], language: str = "en"
) -> str:
    """What the query asks for, in one plain sentence. Raises OurMove when a checked query does not parse."""
    parsed = parse(query.text) if isinstance(query, CheckedQuery) else query
    if isinstance(parsed, SyntaxIssue):
        raise OurMove(f"A checked query could not be read again: expected {parsed.expected}.")
    words = wording(language)
    match parsed.form:
        case "ask":
            return _Ask(parsed.select, words, ontology, labels).sentence()
        case "select":
            return _Sentence(parsed.select, words, ontology, labels).sentence()
        case "describe":
            return _description(parsed, words, ontology, labels)
        case "construct":
            subject = _Sentence(parsed.select, words, ontology, labels)
            return words.say("head", "construct", things=subject.everything())


def _description(parsed: ParsedQuery, words: Wording, ontology: Ontology, labels: Mapping[str, str]) -> str:
    sentence = _Sentence(parsed.select, words, ontology, labels)
    said = [
        sentence.speaker.constant(d) if isinstance(d, Iri) else sentence.speaker.things(d)
        for d in parsed.described
    ]
    return sentence.finished(words.say("head", "describe", things=words.all_of(said)))


@dataclass(eq=False)
class _Sentence:
    """One SELECT, said."""

    select: Select
    words: Wording
    ontology: Ontology
    labels: Mapping[str, str]

    def __post_init__(self) -> None:
        self.scene = scene_of(self.select)
        self.speaker = Speaker(self.scene, self.words, self.ontology, self.labels)
        self.made = {c.variable.name: c.value for c in self.select.columns if c.value is not None}

    # ── the sentence ─────────────────────────────────────────────────────────────────────────────

    def sentence(self) -> str:
        aggregated = any(isinstance(p, Aggregate) for v in self.made.values() for p in parts(v))
        if self.select.group_by or (aggregated and self.made):
            text = self._grouped()
        else:
            text = self._list()
        return self.finished(text)

    def finished(self, text: str) -> str:
        """The sentence with conditions between things, what limits it, and what has no words."""
        for condition in self.scene.others:
            said = self.speaker.conditions.statement(self._unfolded(condition))
            if said is not None:
                self.speaker.settled.add(id(condition))
                text = f"{text}, {self.words.say('conditions', 'where', condition=said)}"
        text = self._having(text)
        text = self._ordered(text)
        for limited in self.scene.limited:
            inner = _Sentence(limited, self.words, self.ontology, self.labels).sentence()
            text = self.words.say("head", "also", sentence=text, note=inner)
        left = self.speaker.left_over()
        if left:
            return self.words.say("head", "further" if left == 1 else "furthers", sentence=text)
        return text

    def everything(self) -> str:
        root = self._root([])
        return self.finished(
            self.speaker.things(root) if root is not None else self.words.say("nouns", "things")
        )

    # ── lists ────────────────────────────────────────────────────────────────────────────────────

    def _list(self) -> str:
        if not self.select.columns:
            return self.words.say("head", "everything", things=self.everything_of())
        columns = [c.variable for c in self.select.columns]
        root = self._root(columns)
        if root is None:
            return self._worked_out()
        self.speaker.elsewhere |= {c.name for c in columns if c != root} | self._ordering_names()
        rest = [c for c in columns if c != root]
        things = self.speaker.things(root)
        said = [self._column(c, root) for c in rest]
        if not rest:
            return self.words.say("head", "list", things=things)
        return self.words.say("head", "list_with", things=things, columns=self.words.all_of(said))

    def everything_of(self) -> str:
        root = self._root([])
        return self.speaker.things(root) if root is not None else self.words.say("nouns", "things")

    def _worked_out(self) -> str:
        """Columns that no pattern binds: constants and calculations."""
        said = [self._value(Var(c.variable.name)) for c in self.select.columns]
        return self.words.all_of(said)

    def _column(self, column: Var, root: Node) -> str:
        value = self._made(column.name)
        if value is not None:
            said = self._term(value)
            self.speaker.unsaid += said is None
            return said or self.words.quoted(column.name)
        chain = self._chain(root, column)
        if not chain:
            return self.words.say("nouns", "the", noun=self.speaker.title(column))
        noun = self._chain_noun(chain, first="its")
        optional = any(edge not in self.scene.edges for edge, _ in chain)
        predicates = self._optional_predicates(column) if optional else []
        if optional:
            noun = self.words.say("nouns", "where_known", column=noun)
        return " ".join((noun, *(f"({p})" for p in predicates)))

    def _optional_predicates(self, column: Var) -> list[str]:
        said = []
        for scene in self.scene.optional:
            inner = Speaker(scene, self.words, self.ontology, self.labels)
            said += inner.predicates(column.name)
        return said

    def _chain_noun(self, chain: list[tuple[Edge, bool]], first: str) -> str:
        """The way from the root to a value: "the name of its supplier"; `first` is how the root is said."""
        nouns = [self._step_noun(edge, forward=forward) for edge, forward in chain]
        text = self.words.say("nouns", first, noun=nouns[0]) if first else nouns[0]
        for noun in nouns[1:]:
            owner = text if first else self.words.say("nouns", "the", noun=text)
            of = self.words.say("nouns", "of", noun=noun, owner=owner)
            text = self.words.say("nouns", "the", noun=of) if first else of
        return text

    def _step_noun(self, edge: Edge, *, forward: bool) -> str:
        label, end = self.speaker.label(edge), edge.object if forward else edge.subject
        if forward and label.kind == "noun":
            return label.text
        kind = self.speaker.kind_noun(end)
        if kind:
            return kind
        thing = self.words.say("nouns", "thing")
        return f"{thing} ({self.words.quoted(label.text)})"

    def _chain(self, root: Node, target: Node) -> list[tuple[Edge, bool]]:
        """The shortest way from one node to another over the scene and its optional parts."""
        ways: list[tuple[Node, list[tuple[Edge, bool]]]] = [(root, [])]
        seen = {root}
        edges = self.speaker.edges()
        for node, way in ways:
            if node == target:
                return way
            for edge in edges:
                end = edge.other(node) if edge.touches(node) else None
                if end is not None and end not in seen and not isinstance(end, Iri | Lit):
                    seen.add(end)
                    ways.append((end, [*way, (edge, edge.subject == node)]))
        return []

    def _root(self, columns: list[Var]) -> Node | None:
        """The thing that the sentence is about: the one that the columns belong to."""
        candidates = [n for n in self.scene.nodes() if isinstance(n, Var | Blank)]
        wanted = [c for c in columns if c in candidates or self._chain_exists(c)] or columns
        best, best_score = None, (-1, -1, -1, -1)
        for place, node in enumerate(candidates):
            reach = self._forward(node)
            score = (
                sum(c in reach for c in wanted),
                int(node in columns),
                int(node in self.scene.types),
                -place,
            )
            if score > best_score:
                best, best_score = node, score
        return best

    def _chain_exists(self, column: Var) -> bool:
        return any(e.touches(column) for e in self.speaker.edges())

    def _forward(self, node: Node) -> set[Node]:
        reached, todo = {node}, [node]
        while todo:
            here = todo.pop()
            for edge in self.speaker.edges():
                if edge.subject == here and edge.object not in reached:
                    reached.add(edge.object)
                    todo.append(edge.object)
        return reached

    # ── values and groups ────────────────────────────────────────────────────────────────────────

    def _grouped(self) -> str:
        keys = [k for k in self.select.group_by]
        named = {k.variable.name: k.value for k in keys if k.variable is not None}
        key_nodes = [Var(n) for k in keys for n in sorted(variables(k.value))]
        owners: list[Node] = []
        for node in key_nodes:
            self.speaker.mentioned[node] = self._key_noun(node)
        for name in sorted(self._ordering_names()):
            self.speaker.elsewhere.add(name)
        made = [c for c in self.select.columns if c.value is not None and not self._is_key(c.value, named)]
        plain = [c.variable for c in self.select.columns if c.value is None and c.variable not in key_nodes
                 and c.variable.name not in named]  # fmt: skip
        values = [self._value(c.value) for c in made if c.value is not None]
        values += [self._column(v, owners[0] if owners else v) for v in plain]
        if not values:
            values = [self.words.say("head", "list", things=self.everything_of())]
        if not keys:
            return self._head_of(values)
        said = [self._key(k) for k in keys]
        return self.words.say(
            "head", "for_each", keys=self.words.all_of(said), values=self.words.all_of(values)
        )

    def _is_key(self, value: Expr, named: dict[str, Expr]) -> bool:
        return value in named.values()

    def _head_of(self, values: list[str]) -> str:
        return self.words.all_of(values)

    def _key_noun(self, node: Var) -> str:
        return self.speaker.title(node)

    def _key(self, key: Key) -> str:
        if not isinstance(key.value, Var):
            said = self._term(key.value)
            self.speaker.unsaid += said is None
            return (said or "").removeprefix("the ")
        node = key.value
        noun = self._key_noun(node)
        clauses = self.speaker.clauses(node, plural=False)
        if isinstance(node, Var):
            clauses += [f"that {p}" for p in self.speaker.predicates(node.name)]
        return " ".join((noun, *([self.words.all_of(clauses)] if clauses else [])))

    def _value(self, expr: Expr) -> str:
        """A projected expression in words, with the things it is worked out over."""
        said = self._term(expr)
        if said is None:
            self.speaker.unsaid += 1
            return self.words.say("nouns", "the", noun=self.words.say("nouns", "thing"))
        return said

    def _term(self, expr: Expr) -> str | None:
        match expr:
            case Aggregate():
                return self._aggregate(expr)
            case Sum(steps) | Product(steps):
                text = self._term(steps[0][1])
                for sign, part in steps[1:]:
                    other = self._term(part)
                    if text is None or other is None:
                        return None
                    text = self.words.say("arithmetic", sign, left=text, right=other)
                return text
            case Signed("-", inner):
                said = self._term(inner)
                return None if said is None else self.words.say("arithmetic", "negative", value=said)
            case Call(str(function), (inner, *_)) if self.words.has("arithmetic", function):
                said = self._term(inner)
                return None if said is None else self.words.say("arithmetic", function, value=said)
            case Call(Iri(_), (inner,)):
                return self._term(inner)
            case Var(name) if (made := self._made(name)) is not None:
                return self._term(made)
        return self.speaker.conditions.term(expr)

    def _made(self, name: str) -> Expr | None:
        if name in self.made:
            return self.made[name]
        if name in self.scene.computed:
            expr, scene = self.scene.computed[name]
            return expr if scene is None else None
        return None

    def _aggregate(self, aggregate: Aggregate) -> str | None:
        """ "the average price of products whose …": the aggregate with the things it runs over."""
        argument = aggregate.argument
        if argument is None:
            root = self._root([])
            things = self.speaker.things(root) if root is not None else self.words.say("nouns", "things")
            return self.words.say("aggregates", "COUNT", things=things)
        node = self._unfolded(argument)
        if (
            isinstance(node, Var)
            and any(e.touches(node) for e in self.speaker.edges())
            or node in self.scene.types
        ):
            assert isinstance(node, Var)
            return self._aggregate_of(aggregate, node)
        names = sorted(variables(node))
        if not names:
            return None
        self.speaker.elsewhere |= set(names)
        said = self._term(node)
        root = self._root([Var(n) for n in names])
        if said is None or root is None:
            return None
        if root in self.speaker.mentioned:
            return self.words.say("aggregates", self._name(aggregate, node), value=said, things=said)
        of = self.words.say("nouns", "of", noun=said.removeprefix("the "), owner=self.speaker.things(root))
        return self.words.say("aggregates", self._name(aggregate, node), value=of, things=of)

    def _aggregate_of(self, aggregate: Aggregate, node: Var) -> str:
        key = self._name(aggregate, node)
        if node in self.speaker.mentioned:
            things = self.speaker.mentioned[node]
            return self.words.say("aggregates", key, value=things, things=self.words.nouns(things))
        if aggregate.name == "COUNT":
            return self.words.say("aggregates", key, things=self.speaker.things(node))
        return self.words.say("aggregates", key, value=self._measured(node))

    def _measured(self, node: Var) -> str:
        """A value of things: "price of products whose …", the value in the singular."""
        chain = self._owner_chain(node)
        if not chain:
            return self.speaker.things(node, plural=False)
        root = chain[0][0].subject
        self.speaker.elsewhere.add(node.name)
        noun = self._chain_noun(chain, first="")
        predicates = self.speaker.predicates(node.name)
        text = self.words.say("nouns", "of", noun=noun, owner=self.speaker.things(root))
        self.speaker.mentioned.setdefault(node, noun)
        return " ".join((text, *(f"({p})" for p in predicates)))

    def _owner_chain(self, node: Node) -> list[tuple[Edge, bool]]:
        """The forward way to a value from the thing that has it, over steps that nothing else is said of."""
        chain: list[tuple[Edge, bool]] = []
        while True:
            incoming = [e for e in self.speaker.edges() if e.object == node]
            noun = len(incoming) == 1 and self.speaker.label(incoming[0]).kind == "noun"
            if not noun or len(chain) > 3:  # noqa: PLR2004 - "of the … of the …" has an end
                return chain
            edge = incoming[0]
            chain.insert(0, (edge, True))
            self.speaker.spoken.add(edge)
            node = edge.subject
            simple = isinstance(node, Var | Blank) and node not in self.scene.types
            lonely = sum(e.subject == node for e in self.speaker.edges()) == 1
            if not (simple and lonely) or node in self.speaker.mentioned:
                return chain

    def _name(self, aggregate: Aggregate, node: Expr) -> str:
        dated = isinstance(node, Var) and self.speaker.is_date(node.name)
        return f"{aggregate.name}_date" if dated and aggregate.name in ("MIN", "MAX") else aggregate.name

    def _unfolded(self, expr: Expr) -> Expr:
        """An expression with the variables that BIND makes replaced by what they are."""
        while isinstance(expr, Call) and isinstance(expr.function, Iri) and len(expr.arguments) == 1:
            expr = expr.arguments[0]
        if isinstance(expr, Var) and (made := self._made(expr.name)) is not None and made != expr:
            return self._unfolded(made)
        return expr

    # ── having, order, limits ────────────────────────────────────────────────────────────────────

    def _having(self, text: str) -> str:
        for condition in self.select.having:
            self.speaker.unsaid += 1
            del condition
        return text

    def _ordering_names(self) -> set[str]:
        return {n for k in self.select.order_by for n in variables(k.value)}

    def _ordered(self, text: str) -> str:
        select, words = self.select, self.words
        limit, offset = select.limit, select.offset or 0
        if select.order_by and limit is not None and not offset and len(select.order_by) == 1:
            key = select.order_by[0]
            said, date = self._short(key.value), "_date" if self._dated(key.value) else ""
            way = "high" if key.descending else "low"
            if said is None:
                self.speaker.unsaid += 1
            else:
                one = "one" if limit == 1 else "some"
                return words.say("order", f"{one}_{way}{date}", sentence=text, value=said, count=limit)
        elif select.order_by:
            keys = [self._sorted_by(k) for k in select.order_by]
            text = words.say("order", "sorted", sentence=text, keys=words.all_of(keys))
        if offset and limit is not None:
            first, last = words.ordinal(offset + 1), words.ordinal(offset + limit)
            key_ = "rank" if limit == 1 else "ranks"
            return words.say("order", key_, sentence=text, first=first, last=last)
        if offset:
            return words.say("order", "from_rank", sentence=text, first=words.ordinal(offset + 1))
        if limit is not None:
            return words.say("order", "at_most", sentence=text, count=limit)
        return text

    def _sorted_by(self, key: Key) -> str:
        said = self._short(key.value)
        if said is None:
            self.speaker.unsaid += 1
            said = self.words.say("nouns", "thing")
        way = ("high" if key.descending else "low") + ("_date" if self._dated(key.value) else "")
        return self.words.say("order", way, value=said)

    def _dated(self, expr: Expr) -> bool:
        return isinstance(expr, Var) and self.speaker.is_date(expr.name)

    def _short(self, expr: Expr) -> str | None:
        """An ordering value as a short noun: "price", "number of products"."""
        made = self._made(expr.name) if isinstance(expr, Var) else expr
        match made:
            case Aggregate(name, argument, _, _):
                inner = self._unfolded(argument) if argument is not None else None
                noun = (
                    self.speaker.title(inner) if isinstance(inner, Var) else self.words.say("nouns", "thing")
                )
                return self.words.say("short", name, value=noun, things=self.words.nouns(noun))
            case None if isinstance(expr, Var):
                return self.speaker.title(expr)
        said = None if made is None else self._term(made)
        return None if said is None else said.removeprefix("the ")


class _Ask(_Sentence):
    """One ASK, said."""

    def sentence(self) -> str:
        root = self._root([])
        if root is not None:
            thing = self.speaker.things(root, plural=False)
            return self.finished(self.words.say("head", "ask_any", thing=thing))
        said = [self._statement(edge) for edge in self.scene.edges]
        for node, types in self.scene.types.items():
            said += [self._is_a(node, classes) for classes in types]
        return self.finished(self.words.say("head", "ask_one", statement=self.words.all_of(said)))

    def _is_a(self, node: Node, classes: tuple[str, ...]) -> str:
        kind = self.words.a(self.speaker._classes(classes))
        return self.words.say("statement", "kind", subject=self.speaker.things(node), kind=kind)

    def _statement(self, edge: Edge) -> str:
        self.speaker.spoken.add(edge)
        label = self.speaker.label(edge)
        return self.words.say(
            "statement",
            label.kind,
            subject=self.speaker.things(edge.subject),
            value=self.speaker.things(edge.object),
            noun=label.text,
            phrase=label.text,
            verb=label.text,
            label=self.words.quoted(label.text),
        )
