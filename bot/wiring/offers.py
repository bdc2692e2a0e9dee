"""A core -> what there is to ask of it, for who has not asked yet."""

from __future__ import annotations

from bot.desk import Apart, Core, Offer, Router
from bot.wiring.asleep import Asleep
from kgqa.ontology import Class, local_name
from kgqa.pipeline import Kit, Pipeline

_SUCH = 4  # kinds of things that are named
_LOOKED_AT = 24  # of the largest, those that people know by name go first


def offers_of(core: Core) -> tuple[Offer, ...]:
    """The graphs of a core, in their order; () for a core that is not ours."""
    if isinstance(core, Router):
        return tuple(offer for one in core.cores.values() for offer in offers_of(one))
    if isinstance(core, Asleep):
        return (Offer(name=core.name),)
    return (_offer(core.kit),) if isinstance(core, Pipeline) else ()


async def try_examples(apart: Apart) -> None:
    """In the background of a service: tries the questions that are offered, before somebody wants them."""

    async def tried(core: Core) -> None:
        for one in core.cores.values() if isinstance(core, Router) else (core,):
            if isinstance(one, Pipeline):
                await one.kit.examples.tried()

    await apart.beside(tried)


def _offer(kit: Kit) -> Offer:
    classes = [c for c in kit.ontology.classes.values() if c.instances]
    largest = sorted(classes, key=lambda c: (-c.instances, c.iri))[:_LOOKED_AT]
    known = sorted(largest, key=lambda c: not _has_names(c, kit))[:_SUCH]
    return Offer(
        name=kit.described.name,
        kinds=len(classes),
        such=tuple(kit.ontology.label(c.iri) for c in known),
        tried=lambda: kit.examples.known,
        verified=lambda: tuple((pair.question.strip(), pair.language) for pair in kit.shelf.pairs),
    )


def _has_names(cls: Class, kit: Kit) -> bool:
    first = next(iter(kit.index.names.of_class(cls.iri, 1)), None)
    return first is not None and first.label != local_name(first.iri)
