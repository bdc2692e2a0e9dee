"""The whole sentence: what is asked for, of which things, in which order, how many.

In: a query, the ontology, labels of the entities in it, a language. Out: one sentence without a full stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.errors import OurMove
from kgqa.ontology import Ontology
from kgqa.restate.scene import Edge, scene_of
from kgqa.restate.speech import Speaker
from kgqa.restate.ways import Chain, chain, root
from kgqa.restate.wording import Wording, wording
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse
from kgqa.sparql.model import (
    Aggregate,
    Blank,
    Call,
    Compare,
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
    if not said:  # DESCRIBE *
        said = [sentence.everything_of()]
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
        self.root: Node | None = None
        for inner_select in self.scene.apart:
            self._learn(inner_select)
        self.made = {k.variable.name: k.value for k in self.select.group_by if k.variable is not None}
        self.made |= {c.variable.name: c.value for c in self.select.columns if c.value is not None}

    def _learn(self, select: Select) -> None:
        """What a subquery of its own works out: said whole where it is one value, named where it is many."""
        inner = _Sentence(select, self.words, self.ontology, self.labels)
        many, such = bool(select.group_by), self.words.say("short", "such")
        for column in select.columns:
            name = column.variable.name
            if column.value is None:
                self.speaker.titles[column.variable] = inner.speaker.title(column.variable)
            elif many:
                short = inner._short(column.variable) or such
                noun = self.words.say("short", "value") if short == such else short
                self.speaker.worked_out[name] = self.words.say("nouns", "the", noun=noun)
            else:
                self.speaker.worked_out[name] = inner._value(column.value)
        if many or select.limit is not None or select.having:
            self.scene.limited.append(select)

    # ── the sentence ─────────────────────────────────────────────────────────────────────────────

    def sentence(self) -> str:
        aggregated = any(isinstance(p, Aggregate) for v in self.made.values() for p in parts(v))
        for condition in self.scene.others:
            if self.speaker.conditions.statement(self._unfolded(condition)) is not None:
                self.speaker.elsewhere |= variables(condition)
        return self.finished(self._grouped() if aggregated or not self._only_keys() else self._list())

    def _only_keys(self) -> bool:
        """Whether grouping serves order and HAVING alone: what is shown is a list of its keys."""
        keys = {k.value for k in self.select.group_by}
        return all(c.variable in keys for c in self.select.columns) or not keys

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
        made = [Var(n) for c in columns for n in sorted(self._underlying(c))]
        root = self._root([*columns, *made])
        if root is None and not self.made and not self.scene.apart:
            return self.words.say("head", "everything", things=self.words.say("nouns", "things"))
        if root is None:
            return self._worked_out()
        self.root = root
        self.speaker.elsewhere |= {c.name for c in [*columns, *made] if c != root} | self._ordering_names()
        rest = [c for c in columns if c != root]
        things = self.speaker.things(root)
        said = [self._column(c, root) for c in rest]
        if not rest:
            return self.words.say("head", "list", things=things)
        return self.words.say("head", "list_with", things=things, columns=self.words.all_of(said))

    def _underlying(self, column: Var) -> frozenset[str]:
        """The variables that a calculated column is made of."""
        value = self._made(column.name)
        aggregated = value is not None and any(isinstance(p, Aggregate) for p in parts(value))
        return frozenset() if value is None or aggregated else variables(value)

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
        noun = self._chain_noun(chain, first="their")
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

    def _chain_noun(self, chain: Chain, first: str) -> str:
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
        if forward and label.noun:
            return label.noun
        kind = self.speaker.kind_noun(end) or self.speaker.presumed(end)
        return kind or f"{self.words.say('nouns', 'thing')} ({self.words.quoted(label.text)})"

    def _chain(self, start: Node, end: Node) -> Chain:
        return chain(self.speaker.edges(), start, end)

    def _root(self, columns: list[Var]) -> Node | None:
        return root(self.scene, self.speaker.edges(), columns)

    def _occurs(self, node: Node) -> bool:
        return node in self.scene.types or any(e.touches(node) for e in self.speaker.edges())

    # ── values and groups ────────────────────────────────────────────────────────────────────────

    def _grouped(self) -> str:
        keys = self.select.group_by
        named = {k.variable.name: k.value for k in keys if k.variable is not None}
        key_nodes: list[Node] = []
        for key in keys:
            node = self._unfolded(key.value)
            if isinstance(node, Var):
                self.speaker.mentioned[node] = self.speaker.title(node)
                key_nodes.append(node)
            self.speaker.elsewhere |= variables(node)
        for name in sorted(self._ordering_names()):
            self.speaker.elsewhere.add(name)
        made = [c for c in self.select.columns if c.value is not None and not self._is_key(c.value, named)]
        grouped = {*named, *(k.value.name for k in keys if isinstance(k.value, Var))}
        plain = [
            c.variable for c in self.select.columns if c.value is None and c.variable.name not in grouped
        ]
        values = [self._value(c.value) for c in made if c.value is not None]
        values += [self._column(v, v) for v in plain]
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

    def _key(self, key: Key) -> str:
        node = self._unfolded(key.value)
        if not isinstance(node, Var):
            said = self._term(node)
            self.speaker.unsaid += said is None
            return self._without_the(said or "")
        noun = self.speaker.title(node)
        return self.speaker.with_clauses(noun, self.speaker.clauses(node, plural=False))

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
        """The expression that makes a variable; None for one that is looked up, or made from itself."""
        made = self.made.get(name, self.scene.computed.get(name))
        return None if made is None or name in variables(made) else made

    def _aggregate(self, aggregate: Aggregate) -> str | None:
        """The aggregate with the things it runs over: "the average price of products whose …"."""
        argument = aggregate.argument
        if argument is None:
            root = self._root([])
            things = self.speaker.things(root) if root is not None else self.words.say("nouns", "things")
            return self._counted(aggregate, things)
        node = self._unfolded(argument)
        if isinstance(node, Var) and self._occurs(node):
            return self._aggregate_of(aggregate, node)
        return self._calculated(aggregate, node)

    def _calculated(self, aggregate: Aggregate, expr: Expr) -> str | None:
        """Of an expression: "the total of the price times the quantity, over order lines that …"."""
        names = sorted(variables(expr))
        self.speaker.elsewhere |= set(names)
        said, root = self._term(expr), self._root([Var(n) for n in names])
        if said is None:
            return None
        text = self.words.say("calculated", aggregate.name, value=said)
        if root is None or root in self.speaker.mentioned:
            return text
        return self.words.say("calculated", "over", value=text, things=self.speaker.things(root))

    def _aggregate_of(self, aggregate: Aggregate, node: Var) -> str:
        key = self._name(aggregate, node)
        if node in self.speaker.mentioned:
            things = self.speaker.mentioned[node]
            return self.words.say("aggregates", key, value=things, things=self.words.nouns(things))
        if aggregate.name == "COUNT":
            return self._counted(aggregate, self.speaker.things(node))
        return self.words.say("aggregates", key, value=self._measured(node))

    def _counted(self, aggregate: Aggregate, things: str) -> str:
        alone = not self.select.group_by and len(self.select.columns) == 1
        whole = alone and self.select.columns[0].value == aggregate
        text = self.words.say("aggregates", "COUNT_alone" if whole else "COUNT", things=things)
        if aggregate.distinct or len(self.speaker.edges()) <= 1:
            return text
        return self.words.say("aggregates", "each_match", value=text)

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

    def _owner_chain(self, node: Node) -> Chain:
        """The forward way to a value from the thing that has it, over steps that nothing else is said of."""
        chain: Chain = []
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
            said = self._required(condition)
            if said is None:
                self.speaker.unsaid += 1
            else:
                text = self.words.say("aggregates", "having", sentence=text, condition=said)
        return text

    def _required(self, condition: Expr) -> str | None:
        """A condition on groups: "the number of products is more than 3"."""
        if not isinstance(condition, Compare):
            return None
        left, right = self._short(condition.left), self._short(condition.right)
        if left is None or right is None:
            return None
        left = left if isinstance(condition.left, Lit) else self.words.say("nouns", "the", noun=left)
        return f"{left} {self.words.say('conditions', condition.op, value=right)}"

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
                if argument is not None and not isinstance(inner, Var):
                    return self.words.say("short", "such")
                noun = (
                    self.speaker.title(inner) if isinstance(inner, Var) else self.words.say("nouns", "thing")
                )
                return self.words.say("short", name, value=noun, things=self.words.nouns(noun))
            case None if isinstance(expr, Var):
                if self.root is not None and (chain := self._chain(self.root, expr)):
                    return self._chain_noun(chain, first="")
                return self._without_the(self.speaker.name(expr.name) or self.speaker.title(expr))
            case Lit():
                return self.speaker.constant(made)
        said = None if made is None else self.speaker.conditions.term(made)
        return self.words.say("short", "such") if said is None else self._without_the(said)

    def _without_the(self, text: str) -> str:
        return text.removeprefix(self.words.say("nouns", "the", noun=""))


class _Ask(_Sentence):
    """One ASK, said."""

    def sentence(self) -> str:
        root, about = self._root([]), self._about()
        if root is not None and about is not None:
            kind = self.speaker.kind_noun(about) or self.words.say("nouns", "thing")
            clauses = self.speaker.clauses(about, plural=False)
            thing = self.speaker.with_clauses(self.words.a(kind), clauses)
            self.speaker.mentioned[about] = kind
            return self.finished(
                self.words.say("head", "ask_about", subject=self.speaker.constant(about), thing=thing)
            )
        if root is not None:
            thing = self.speaker.things(root, plural=False)
            return self.finished(self.words.say("head", "ask_any", thing=thing))
        said = [self._statement(edge) for edge in self.scene.edges]
        for node, types in self.scene.types.items():
            said += [self._is_a(node, classes) for classes in types]
        return self.finished(self.words.say("head", "ask_one", statement=self.words.all_of(said)))

    def _about(self) -> Iri | None:
        """The thing that is asked about by name."""
        named = [e.subject for e in self.scene.edges if isinstance(e.subject, Iri)]
        return named[0] if named else None

    def _is_a(self, node: Node, classes: tuple[str, ...]) -> str:
        kind = self.words.a(self.speaker.classes(classes))
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
