"""An admin's file of patterns: what a class or a property is there for, whatever its shape.

    [classes."ex:Membership"]
    is = "relation"
    joins = ["ex:member", "ex:club"]

    [properties."ex:partOf"]
    is = "hierarchy"
    leads = "up"
    inclusive = true

    [classes."ex:Offer"]
    is = "none"

In: the tables of the file, the ontology. Out: Rulings with whole IRIs. Raises BadSetting with the place and
the remedy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kgqa.errors import BadSetting
from kgqa.ontology import Ontology, PatternKind, Role, Ruling
from kgqa.patterns.classes import CLASS_KINDS
from kgqa.patterns.texts import TEXT_KINDS
from kgqa.prefixes import whole
from kgqa.tables import hint, table

NONE = "none"
_ROLES: Mapping[PatternKind, tuple[Role, ...]] = {
    PatternKind.RELATION: (Role.JOINS, Role.HELD_BY, Role.DATE),
    PatternKind.EVENT: (Role.JOINS, Role.HELD_BY, Role.DATE),
    PatternKind.VALUE: (Role.VALUE,),
    PatternKind.QUANTITY: (Role.NUMBER, Role.UNIT),
    PatternKind.NAME_IN_PARTS: (Role.GIVEN, Role.FAMILY),
    PatternKind.STATEMENT: (Role.VALUE, Role.DIRECT, Role.QUALIFIER),
}
_KINDS = {
    "classes": (*(k for k in PatternKind if k in CLASS_KINDS), PatternKind.NAME_IN_PARTS),
    "properties": (
        *(PatternKind.HIERARCHY, PatternKind.NAME, PatternKind.STATEMENT),
        *(kind for kind in PatternKind if kind in TEXT_KINDS),
    ),
}
_NOUNS = {"classes": "class", "properties": "property"}
_ALIKE = 60  # how much a name must be like the right one to be proposed for it


def rulings_of(tables: Mapping[str, Any], ontology: Ontology, name: str) -> tuple[Ruling, ...]:
    """What the file `name` says of this ontology."""
    _only(tables, tuple(_KINDS), f"In {name}")
    return tuple(
        _ruling(part, iri, said, ontology, f'In {name}, [{part}."{iri}"]')
        for part in _KINDS
        for iri, said in table(tables.get(part, {}), f"In {name}, [{part}]").items()
    )


def _ruling(part: str, iri: str, value: Any, ontology: Ontology, where: str) -> Ruling:
    given = table(value, where)
    known = ontology.known_classes if part == "classes" else ontology.known_properties
    of = _known(iri, known, _NOUNS[part], ontology, where)
    kind = _kind(given.get("is"), part, where)
    roles = {role.value.replace(" ", "_"): role for role in _ROLES.get(kind, ())} if kind else {}
    _only(given, ("is", *roles, *(("leads", "inclusive") if kind is PatternKind.HIERARCHY else ())), where)
    said = [
        (role, _known(each, ontology.known_properties, "property", ontology, f"{where}, {key}"))
        for key, role in roles.items()
        for each in _texts(given.get(key, ()), f"{where}: {key}")
    ]
    if "leads" in given:
        said.append((_way(given["leads"], where), of))
    inclusive = given.get("inclusive")
    if not isinstance(inclusive, bool | None):
        raise BadSetting(f"{where}: inclusive is neither true nor false. Write one of them, without quotes.")
    if kind is PatternKind.NAME_IN_PARTS and [role for role, _ in said] != [Role.GIVEN, Role.FAMILY]:
        raise BadSetting(f"{where}: a name in parts has given = and family =. Give one property for each.")
    return Ruling(of=of, kind=kind, roles=tuple(said), inclusive=inclusive)


def _kind(said: Any, part: str, where: str) -> PatternKind | None:
    """The kind that is said; None for none."""
    kinds = {kind.value: kind for kind in _KINDS[part]}
    words = (*kinds, NONE)
    if said is None:
        raise BadSetting(f"{where} does not say what it is. Write is = with one of {', '.join(words)}.")
    if not isinstance(said, str) or said not in words:
        raise BadSetting(
            f"{where}: is = “{said}” is no pattern of a {_NOUNS[part]}. {hint(str(said), words)}"
        )
    return kinds.get(said)


def _known(name: str, known: Collection[str], noun: str, ontology: Ontology, where: str) -> str:
    """The whole IRI of a term that the graph has."""
    iri = whole(name.removeprefix("<").removesuffix(">"), ontology)
    if iri in known:
        return iri
    near = ontology.near_names.nearest(
        iri.rpartition("#")[2].rpartition("/")[2], known, floor=_ALIKE, limit=1
    )
    remedy = f"Did you mean {near[0][0]}?" if near else "querist card shows what there is."
    raise BadSetting(f"{where}: the graph has no {noun} {iri}. {remedy}")


def _way(said: Any, where: str) -> Role:
    if said not in (Role.UP, Role.DOWN):
        raise BadSetting(
            f'{where}: leads = “{said}” is no direction. Write "up" (to what is wider) or "down".'
        )
    return Role(said)


def _texts(value: Any, where: str) -> Iterator[str]:
    for each in value if isinstance(value, list | tuple) else (value,):
        if not isinstance(each, str):
            raise BadSetting(f"{where} is no property. Write its IRI in quotes, or several in brackets.")
        yield each


def _only(given: Mapping[str, Any], known: Collection[str], where: str) -> None:
    for key in given:
        if key not in known:
            raise BadSetting(f"{where}: “{key}” is unknown. {hint(key, known)}")
