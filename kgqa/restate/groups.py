"""A query that counts, adds up or compares groups.

In: a Telling. Out: "for each supplier, the number of products with that supplier", "how many products".
"""

from __future__ import annotations

from kgqa.restate.clauses import with_clauses
from kgqa.restate.lists import everything
from kgqa.restate.telling import Telling
from kgqa.restate.terms import calendar_part, dates_between
from kgqa.restate.ways import Chain, forwards, reach, root
from kgqa.restate.weighed import weighed
from kgqa.sparql.model import Aggregate, Blank, Expr, Iri, Key, Lit, Node, Product, Var
from kgqa.sparql.walk import variables

_LONG = 3  # "of the … of the …" has an end


def grouped(telling: Telling) -> str:
    """The whole of it: groups and what is worked out for each."""
    keys, values = keys_and_values(telling)
    if not keys:
        return telling.words.series(values)
    return telling.words.say(
        "head", "for_each", keys=telling.words.all_of(keys), values=telling.words.series(values)
    )


def keys_and_values(telling: Telling) -> tuple[list[str], list[str]]:
    """What is grouped by, and what is worked out for each group."""
    select, speaker, words = telling.select, telling.speaker, telling.words
    optional = _with_optional(telling)
    named = {k.variable.name: k.value for k in select.group_by if k.variable is not None}
    by = [k for k in select.group_by if not (variables(k.value) & speaker.worked_out.keys())]
    nodes = [telling.unfolded(k.value) for k in by]
    for node in nodes:
        if isinstance(node, Var):
            speaker.mentioned[node] = telling.names.title(node)
            speaker.keys.add(node)
        speaker.elsewhere |= variables(node)
    for key in select.order_by:
        speaker.elsewhere |= variables(key.value)
    made = [c for c in select.columns if c.value is not None and c.value not in named.values()]
    keyed = {*named, *(k.value.name for k in select.group_by if isinstance(k.value, Var))}
    plain = [c.variable for c in select.columns if c.value is None and c.variable.name not in keyed]
    owners = _owners(telling, [n for n in nodes if isinstance(n, Var)])
    values = [value(telling, c.value) for c in made if c.value is not None]
    values += [telling.names.the(telling.names.title(v)) for v in plain]
    if not values:
        values = [words.say("head", "list", things=everything(telling))]
    keys = [_key(telling, k, owners) for k in by]
    if optional and keys:
        keys[-1] = words.say("head", "also_without", keys=keys[-1])
    return keys, values


def _with_optional(telling: Telling) -> bool:
    """Takes what is counted out of OPTIONAL; True where groups without any of it count too."""
    names = {n for c in telling.select.columns if c.value is not None for n in variables(c.value)}
    names -= {n for k in telling.select.group_by for n in variables(k.value)}
    found = [
        s for s in telling.scene.optional if any(isinstance(n, Var) and n.name in names for n in s.nodes())
    ]
    for scene in found:
        telling.scene.optional.remove(scene)
        telling.scene.take(scene)
    return bool(found)


def _owners(telling: Telling, keys: list[Var]) -> dict[Node, str]:
    """Keys that are values of another key, as "its name"."""
    found: dict[Node, str] = {}
    for key in keys:
        for owner in keys:
            way = forwards(telling.names.edges(), owner, key) if owner != key else []
            if len(way) == 1 and telling.names.label(way[0][0]).kind == "noun" and owner not in found:
                telling.speaker.spoken.add(way[0][0])
                found[key] = telling.speaker.chain_noun(way, first="its")
    return found


def _key(telling: Telling, key: Key, owners: dict[Node, str]) -> str:
    node, speaker = telling.unfolded(key.value), telling.speaker
    if not isinstance(node, Var):
        if part := _of_itself(telling, node):
            return part
        said = speaker.term(node)
        speaker.unsaid += said is None
        return telling.words.without_the(said or telling.words.say("short", "value"))
    noun = telling.words.without_the(owners.get(node) or telling.names.title(node))
    return with_clauses(telling.words, noun, speaker.clauses(node, plural=False))


def _of_itself(telling: Telling, expr: Expr) -> str:
    """A part of a date that is called so itself: "month", not "month of the month"."""
    part = calendar_part(expr)
    if part is None or not isinstance(part[1], Var):
        return ""
    names = {telling.words.say("short", key) for key in ("YEAR", "MONTH", "DAY", "QUARTER")}
    return telling.words.say("short", part[0]) if telling.names.title(part[1]) in names else ""


def value(telling: Telling, expr: Expr) -> str:
    """A projected expression in words, with the things it is worked out over."""
    if (found := weighed(telling, expr)) is not None:
        found.settle(telling)
        return found.said_after(telling, _of_value(telling, Aggregate(found.name, found.value), found.value))
    said = telling.speaker.term(expr)
    telling.speaker.speak_of(expr)
    if said is None:
        telling.speaker.unsaid += 1
        return telling.names.the(telling.words.say("short", "value"))
    return said


def is_plain(telling: Telling, *, within: str = "") -> bool:
    """Whether groups are worked out over everything: no condition but one on the variable `within`, and
    nothing that the query names.
    """
    scene = telling.scene
    limiting = (scene.others, scene.unions, scene.negations, scene.further, scene.given, scene.limited)
    named = any(isinstance(n, Iri | Lit) for e in scene.edges for n in (e.subject, e.object))
    worked_out = scene.apart or scene.picked or telling.select.having
    return not (any(limiting) or set(scene.conditions) - {within} or named or worked_out)


# ── aggregates ───────────────────────────────────────────────────────────────────────────────────


def aggregate(telling: Telling, made: Aggregate) -> str | None:
    """The aggregate with the things it runs over: "the average price of products whose …"."""
    if made.argument is None:
        about = root(telling.scene, telling.names.edges(), [])
        things = telling.words.say("nouns", "things") if about is None else telling.speaker.things(about)
        return _counted(telling, made, things)
    node = telling.unfolded(made.argument)
    if isinstance(node, Var) and telling.occurs(node):
        return _of_value(telling, made, node)
    return _calculated(telling, made, node)


def _calculated(telling: Telling, made: Aggregate, expr: Expr) -> str | None:
    """Of an expression: "the total of the price times the quantity, over order lines that …"."""
    speaker, names = telling.speaker, sorted(variables(expr))
    speaker.elsewhere |= set(names)
    about, said = root(telling.scene, telling.names.edges(), [Var(n) for n in names]), speaker.term(expr)
    if said is None:
        return None
    if about is not None and isinstance(expr, Product) and (short := telling.product(expr)) is not None:
        if telling.is_worth(expr):
            if about not in speaker.mentioned:
                short = telling.words.say("nouns", "of_many", noun=short, owner=speaker.things(about))
            return _once(telling, made, telling.words.say("aggregates", made.name, value=short))
        said = telling.names.the(short)  # whose they are is said once
    if about is not None and dates_between(expr, speaker.made_of) is not None:
        said = telling.words.without_the(said)
        if about not in speaker.mentioned:
            said = telling.words.say("nouns", "of_many", noun=said, owner=speaker.things(about))
        return _once(telling, made, telling.words.say("aggregates", made.name, value=said))
    text = _once(telling, made, telling.words.say("calculated", made.name, value=said))
    if about is None or about in speaker.mentioned:
        return text
    return telling.words.say("calculated", "over", value=text, things=speaker.things(about))


def _of_value(telling: Telling, made: Aggregate, node: Var) -> str:
    dated = telling.names.is_date(node.name) and made.name in ("MIN", "MAX")
    key = f"{made.name}_date" if dated else made.name
    if node in telling.speaker.mentioned:
        noun = telling.speaker.mentioned[node]
        return telling.words.say("aggregates", key, value=noun, things=telling.words.nouns(noun))
    if made.name == "COUNT":
        return _counted(telling, made, telling.speaker.things(node))
    value = _measured(telling, node)
    return _once(telling, made, telling.words.say("aggregates", key, value=value))


def _once(telling: Telling, made: Aggregate, text: str) -> str:
    """Says where equal values count once, which a total and an average depend on."""
    merged = any(not _tells_apart(telling, columns, made) for columns in telling.scene.distinct)
    if made.name in ("SUM", "AVG") and (made.distinct or merged):
        return telling.words.say("aggregates", "each_value", value=text)
    return text


def _tells_apart(telling: Telling, columns: frozenset[str], made: Aggregate) -> bool:
    """Whether the rows of an inner query keep the things apart that the values belong to."""
    values = {Var(n) for n in variables(made)}
    owners = [Var(c) for c in columns if Var(c) not in values]
    return any(values <= reach(telling.names.edges(), owner) for owner in owners)


def _counted(telling: Telling, made: Aggregate, things: str) -> str:
    select = telling.select
    alone = not select.group_by and len(select.columns) == 1 and not telling.embedded
    whole = alone and select.columns[0].value == made
    text = telling.words.say("aggregates", "COUNT_alone" if whole else "COUNT", things=things)
    if made.distinct or len(telling.scene.edges) <= 1 or _one_row_each(telling, made):
        return text
    return telling.words.say("aggregates", "each_match", value=text)


def _one_row_each(telling: Telling, made: Aggregate) -> bool:
    """Whether an inner query gives each thing that is counted once in its group."""
    keys = {k.value.name for k in telling.select.group_by if isinstance(k.value, Var)}
    return any(columns <= keys | variables(made) for columns in telling.scene.distinct)


def _measured(telling: Telling, node: Var) -> str:
    """A value of things: "price of products whose …", the value in the singular."""
    chain, speaker = _owner_chain(telling, node), telling.speaker
    if not chain:
        return speaker.things(node, plural=False)
    about = chain[0][0].subject
    speaker.elsewhere.add(node.name)
    conditional = node.name in telling.scene.conditions or node.name in telling.scene.given
    if not conditional:  # else "whose price is more than …" follows
        speaker.spoken |= {edge for edge, _ in chain}
        speaker.mentioned.setdefault(node, speaker.chain_noun(chain, first=""))
    noun = speaker.chain_noun(chain, first="")
    key = "of" if isinstance(about, Iri | Lit) else "of_many"
    return telling.words.say("nouns", key, noun=noun, owner=speaker.things(about))


def _owner_chain(telling: Telling, node: Node) -> Chain:
    """The forward way to a value from the thing that has it, over steps that nothing else is said of."""
    chain: Chain = []
    edges, scene = telling.names.edges(), telling.scene
    while len(chain) <= _LONG:
        incoming = [e for e in edges if e.object == node]
        if len(incoming) != 1 or telling.names.label(incoming[0]).kind != "noun":
            break
        edge = incoming[0]
        if isinstance(edge.subject, Iri) and chain:
            break
        chain.insert(0, (edge, True))
        node = edge.subject
        simple = isinstance(node, Var | Blank) and node not in scene.types
        lonely = sum(e.subject == node for e in edges) == 1
        if not (simple and lonely) or node in telling.speaker.mentioned or node in scene.picked:
            break
    return chain
