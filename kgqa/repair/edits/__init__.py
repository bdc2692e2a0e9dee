"""The kinds of edits. One kind, one file; adding one is a file and a line here."""

from __future__ import annotations

from kgqa.repair.edit import EditKind
from kgqa.repair.edits import (
    cast,
    direction,
    grouping,
    hop,
    label,
    namespace,
    quantity,
    relation,
    sibling,
    stated_class,
    statement,
    term,
    thing,
    unnamed,
    value,
    variable,
)

EDITS: tuple[EditKind, ...] = (
    namespace.KIND,
    term.KIND,
    variable.KIND,
    unnamed.KIND,
    value.KIND,
    cast.KIND,
    quantity.KIND,
    statement.KIND,
    direction.KIND,
    sibling.KIND,
    hop.KIND,
    relation.KIND,
    label.KIND,
    thing.KIND,
    grouping.KIND,
    stated_class.KIND,
)
