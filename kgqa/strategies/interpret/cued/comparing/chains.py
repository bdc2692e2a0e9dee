"""The facts that lead from a thing to one of its values, and the same facts of another thing.

In: a draft and a variable in it. Out: the thing that has the value with the facts in between; drafts in which
something else has such a value, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.ontology import spaced
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Fact, Node, Thing
from kgqa.strategies.interpret.schema import Schema


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts from `subject` to `end`, in this order."""

    subject: Node
    facts: tuple[Fact, ...]
    end: str

    @property
    def first(self) -> str:
        """The property that begins it: of price and amount, the price."""
        return self.facts[0].property


def chain_to(draft: Draft, end: str) -> Chain | None:
    """The facts from the nearest thing that was named (or asked for) to a variable; None for none."""
    facts: list[Fact] = []
    here: Node = end
    while not (here != end and _is_said(draft, here)):
        steps = [f for f in draft.facts if here in (f.subject, f.object) and f not in facts]
        if not steps:
            return None
        step = min(steps, key=lambda f: f.object != here)  # against the arrow first
        facts.append(step)
        here = step.subject if step.object == here else step.object
    return Chain(here, tuple(reversed(facts)), end)


def _is_said(draft: Draft, node: Node) -> bool:
    if isinstance(node, Thing):
        return True
    if not isinstance(node, str):
        return False
    spot = draft.spot(node)
    return not spot.data and (spot.named or node in draft.focus)


def fits(chain: Chain, classes: tuple[str, ...], schema: Schema) -> bool:
    """Whether a thing of one of the classes can have what the chain leads to."""
    fact = chain.facts[0]
    straight = fact.subject == chain.subject
    seen = schema.subjects(fact.property) if straight else schema.objects(fact.property)
    known = [c for c in seen if c]
    return not known or not classes or schema.overlap(known, classes)


def copied(draft: Draft, chain: Chain, subject: Node, *, end: str = "") -> tuple[Draft, str]:
    """The draft in which `subject` has such a value, too, and the variable of it: `end`, or a new one."""
    nodes: dict[Node, Node] = {chain.subject: subject}
    if end:
        nodes[chain.end] = end
    made = draft
    for fact in chain.facts:
        for node in (fact.subject, fact.object):
            if isinstance(node, str) and node not in nodes:
                known = made.spot(node)
                nodes[node] = made.fresh(words_of(node))
                made = made.add(Spot(str(nodes[node]), known.classes, data=known.data))
        new = Fact(nodes.get(fact.subject, fact.subject), fact.property, nodes.get(fact.object, fact.object))
        made = made.changed(facts=(*made.facts, new))
    return made, str(nodes[chain.end])


def words_of(variable: str) -> str:
    """The words of a variable's name, without the number that told it from another one."""
    return spaced(variable.rstrip("0123456789"))
