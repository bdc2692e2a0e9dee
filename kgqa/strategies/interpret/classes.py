"""Which class conditions a pattern needs: those that were said and that no fact implies already.

In: the spots of a draft. Out: variables with the classes that the data types their things with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.ontology import OWL_THING
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.uses import UNTYPED


def needed(spots: Iterable[Spot], draft: Draft, schema: Schema) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each variable that needs a class, with the classes of which one must hold."""
    for spot in spots:
        said = spot.named and not spot.data and spot.classes not in ((), (UNTYPED,))
        if said and isinstance(spot.node, str):
            wanted = concrete(spot, schema)
            if wanted and (
                _is_plain(spot, wanted, draft, schema) or not implied(spot, wanted, draft, schema)
            ):
                yield spot.node, wanted


def _is_plain(spot: Spot, wanted: tuple[str, ...], draft: Draft, schema: Schema) -> bool:
    """One class of what is asked for costs nothing and lets the query be read, unless it would hide things
    that nobody gave a class.
    """
    untyped = any(schema.is_untyped(p, forward=at_end) for p, at_end in _sides(spot, draft))
    return spot.node in draft.focus and len(wanted) == 1 and not untyped


def concrete(spot: Spot, schema: Schema) -> tuple[str, ...]:
    """The classes that things of a spot are typed with: the class itself where the data types things with it,
    its subclasses otherwise.
    """
    ontology = schema.ontology
    found: dict[str, None] = {}
    for cls in spot.classes:
        if cls == OWL_THING:
            continue
        # a subclass whose things carry the class as well needs no mention
        apart = ontology.apart(cls)
        if not apart or ontology.instances(cls):
            found.update(dict.fromkeys(sorted((*apart, cls))))
        else:
            found.update(dict.fromkeys(apart))
    return tuple(found)


def implied(spot: Spot, wanted: tuple[str, ...], draft: Draft, schema: Schema) -> bool:
    """Whether some fact can only hold of such things, by what the data shows. Things that nobody gave a class
    but that have the same property are taken for the same kind of thing.
    """
    known = {*wanted, UNTYPED}
    return schema.observed and any(
        known.issuperset(seen) and any(seen)
        for p, at_end in _sides(spot, draft)
        for seen in [schema.objects(p) if at_end else schema.subjects(p)]
    )


def _sides(spot: Spot, draft: Draft) -> Iterator[tuple[str, bool]]:
    """The properties that the spot has, and whether it stands at their end."""
    for fact in draft.facts:
        if fact.optional:
            continue
        if fact.subject == spot.node:
            yield fact.property, False
        if fact.object == spot.node:
            yield fact.property, True
