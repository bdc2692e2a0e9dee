"""What a query is held against beside the ontology: the things it names, the asker's rights, bounds, and
what blocks.

In: nothing. Out: one frozen value, `Conditions`; its defaults know nothing, close nothing and block what
the ontology forbids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgqa.types import Ground, Level

Things = Mapping[str, frozenset[str] | None]
"""Things (IRIs) that were looked up in the graph, each with its classes, or None where the graph says nothing
of it. What was not looked up is not in here.
"""

Texts = Mapping[str, frozenset[tuple[str, str]]]
"""Texts that were looked up in the graph, each with what has it: a property, and the class of a thing that
has it by this property ("" for none). What was not looked up is not in here.
"""

Units = Mapping[str, frozenset[tuple[str, str]]]
"""Properties that lead to quantities, each with the units in which the graph has these, by the class of the
things that have them ("" for none). What was not looked up is not in here.
"""

ALWAYS = frozenset((Ground.BROKEN, Ground.FORBIDDEN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Which grounds keep a query from running, and of which nothing is said. All others are warned of.

    BROKEN and FORBIDDEN block whatever stands here. With UNLIKELY among `blocks`, classes that are not
    related count as disjoint (the closed world of OBQC 3.3).
    """

    blocks: frozenset[Ground] = frozenset((Ground.ENTAILED, Ground.UNLIKELY))
    silent: frozenset[Ground] = frozenset((Ground.OUTPUT,))

    def level(self, ground: Ground) -> Level | None:
        """How an issue of this ground is told; None: not at all."""
        if ground in ALWAYS or ground in self.blocks:
            return Level.ERROR
        return None if ground in self.silent else Level.WARNING


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """What the asker may not see: classes and properties with all below them, and named graphs (IRIs). It is
    false where nothing is closed.

    `documents` are names of what opens documents to some, and not to the asker, and `functions` names of
    registered ones that they may not call: no query can touch either.
    `union` says that the store's default graph holds what its named graphs hold.
    """

    classes: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    graphs: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    union: bool = False

    def __bool__(self) -> bool:
        return bool(self.classes or self.properties or self.graphs)

    @property
    def names(self) -> frozenset[str]:
        """All that is closed: IRIs, and the names of functions and of what opens documents."""
        return self.classes | self.properties | self.graphs | self.documents | self.functions

    @property
    def is_merged(self) -> bool:
        """Whether anything that the default graph holds may be of a closed graph."""
        return self.union and bool(self.graphs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a query may cost, as far as that can be told before it runs: `rows` that it asks for by LIMIT,
    `pairs` that unconnected parts make of each other, `things` that a path without a fixed end starts at.
    """

    rows: int = 1_000_000
    pairs: int = 10_000_000
    things: int = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """All of it together; what was looked up is not changed but replaced."""

    things: Things = field(default_factory=dict, hash=False)
    texts: Texts = field(default_factory=dict, hash=False)
    units: Units = field(default_factory=dict, hash=False)
    closed: Closed = field(default_factory=Closed)
    bounds: Bounds = field(default_factory=Bounds)
    policy: Policy = field(default_factory=Policy)
    functions: frozenset[str] = frozenset()  # the store's own that may be called, by IRI; "…*" is a namespace
