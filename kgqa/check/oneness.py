"""Claims about one thing, by where they hold: those of one node, and those of nodes that are one.

In: claims with their scopes, and pairs of nodes that are the same. Out: claims by scope and by the classes
that they name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgqa.check.claims import Claim
from kgqa.ontology import Union
from kgqa.sparql.model import Node
from kgqa.sparql.sameness import Same
from kgqa.sparql.scope import Scope, around

Placed = dict[Scope, dict[Union, list[Claim]]]
_Groups = dict[Node, set[Node]]  # each node -> all that are the same as it


def placed(claims: Iterable[tuple[Scope, Claim]]) -> Placed:
    """Claims by where they hold and what they name; of claims that say the same, the first."""
    found: Placed = {}
    seen = set()
    for scope, claim in claims:
        source = (claim.side, claim.fact.property, claim.fact.skips)
        key = (scope, claim.classes, *source)
        if key not in seen:
            seen.add(key)
            found.setdefault(scope, {}).setdefault(claim.classes, []).append(claim)
    return found


def merged(same: Sequence[tuple[Same, Scope]], claims: dict[Node, Placed]) -> Iterator[Placed]:
    """For each set of nodes that are the same somewhere, their claims as they hold there."""
    if not same:
        return
    inside = {node: _inside(own) for node, own in claims.items()}
    pairs: dict[Scope, list[Same]] = {}
    for each, scope in same:
        pairs.setdefault(scope, []).append(each)
    groups: dict[Scope, _Groups] = {}
    for scope in sorted(pairs, key=len):
        here = groups[scope] = {}
        for pair in pairs[scope]:
            one, other = (_group(node, here, scope, groups) for node in (pair.one, pair.other))
            _join(one, other, here)
        for group in {id(g): g for g in here.values()}.values():
            yield placed(
                (max(place, scope, key=len), claim)
                for node in sorted(group & claims.keys(), key=repr)
                for place in (scope, *around(scope), *inside[node].get(scope, ()))
                for named in claims[node].get(place, {}).values()
                for claim in named
            )  # fmt: skip


def _group(node: Node, here: _Groups, scope: Scope, groups: dict[Scope, _Groups]) -> set[Node]:
    """What is the same as a node, here; at first what is the same further out."""
    if node not in here:
        further = (groups[place][node] for place in around(scope) if node in groups.get(place, {}))
        group = set(next(further, (node,)))
        here.update(dict.fromkeys(group, group))
    return here[node]


def _join(one: set[Node], other: set[Node], here: _Groups) -> None:
    if one is not other:
        small, large = sorted((one, other), key=len)
        large |= small
        here.update(dict.fromkeys(small, large))


def _inside(own: Placed) -> dict[Scope, list[Scope]]:
    """The scopes of a node's claims, under each that is around them."""
    found: dict[Scope, list[Scope]] = {}
    for scope in own:
        for place in around(scope):
            found.setdefault(place, []).append(scope)
    return found
