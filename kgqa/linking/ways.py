"""Which ways lead from a phrase to the things of a class, as an admin chooses them.

In: the text of a TOML file. Out: a frozen Ways. Whatever the order in the file, custom ways come first, then
direct ones, then the others; a custom way ends the search for things of its class. Classes and properties
themselves are always found by their names.

    [default]
    ways = ["direct", "fuzzy"]
    [classes."https://example.org/LandUse"]
    ways = ["direct", "semantic"]
    [classes."ex:Employee"]
    ways = ["custom:staff"]
    [custom]
    staff = "acme.linkers:staff"
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kgqa.errors import BadSetting
from kgqa.ontology import Ontology
from kgqa.prefixes import whole
from kgqa.tables import hint, table

KNOWN = ("direct", "fuzzy", "semantic", "text search")
CUSTOM = "custom:"
DEFAULT = ("direct", "fuzzy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """`default` are the ways to things of classes without ways of their own; `custom` says where each custom
    linker is to be found ("package.module:name"), beside those that packages register.
    """

    default: tuple[str, ...] = DEFAULT
    by_class: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    custom: Mapping[str, str] = field(default_factory=dict)

    def allows(self, way: str, classes: Iterable[str]) -> bool:
        """Whether `way` leads to things of `classes`: the first of them that has ways of its own decides."""
        own = next((self.by_class[cls] for cls in classes if cls in self.by_class), self.default)
        return way in own

    @property
    def by_name(self) -> bool:
        """Whether any way needs the names of things and values: where none does, they are not copied."""
        return any(way in ways for ways in (self.default, *self.by_class.values()) for way in DEFAULT)

    @property
    def linkers(self) -> tuple[str, ...]:
        """The names of the custom linkers that some class or the default asks for."""
        chosen = (way for ways in (self.default, *self.by_class.values()) for way in ways)
        return tuple(dict.fromkeys(w.removeprefix(CUSTOM) for w in chosen if w.startswith(CUSTOM)))

    def classes_of(self, linker: str) -> tuple[str, ...]:
        """The classes whose things are found by this custom linker."""
        return tuple(cls for cls, ways in self.by_class.items() if CUSTOM + linker in ways)


def read_ways(text: str, name: str) -> Ways:
    """The ways that the file `name` chooses. Raises BadSetting, with the place and the remedy."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadSetting(
            f"The file {name} is no TOML: {error}. Put it right; IRIs stand in quotes."
        ) from error
    _only(data, ("default", "classes", "custom"), "at the top", name)
    default, classes, custom = (
        table(data.get(part, {}), f"In {name}, {part}") for part in ("default", "classes", "custom")
    )
    for linker, place in custom.items():
        if (
            not isinstance(place, str)
            or not all(_is_dotted(part) for part in place.split(":", 1))
            or ":" not in place
        ):
            raise BadSetting(f'In {name}, [custom] {linker} is no callable. Write "package.module:name".')
    by_class = {}
    for cls, own in classes.items():
        where = f'[classes."{cls}"]'
        if ":" not in cls:
            raise BadSetting(
                f'In {name}, {where} is no IRI. Write it whole, or with a prefix such as "foaf:Person".'
            )
        ways = _ways(table(own, f"In {name}, {where}"), where, name, custom)
        if any(w.startswith(CUSTOM) for w in ways) and (
            more := [w for w in ways if not w.startswith(CUSTOM)]
        ):
            raise BadSetting(
                f"In {name}, {where} has a custom way, which ends the search, so “{more[0]}” would never be "
                "tried. Remove one of them."
            )
        by_class[cls] = ways
    where = "[default]"
    return Ways(
        default=_ways(default, where, name, custom) if default else DEFAULT, by_class=by_class, custom=custom
    )


def fitted(ways: Ways, ontology: Ontology) -> tuple[Ways, tuple[str, ...]]:
    """The ways with whole IRIs, inherited by the kinds of each class; and what an admin should know."""
    own = {whole(cls, ontology): each for cls, each in ways.by_class.items()}
    strange = [cls for cls in own if cls not in ontology.classes]
    notices = [f"The graph has no class {cls}, so the ways chosen for it are never used." for cls in strange]
    unused = [linker for linker in ways.custom if linker not in ways.linkers]
    notices += [f"No ways ask for the custom linker {linker}, so it is never used." for linker in unused]
    inherited = dict(own)
    for cls in ontology.classes:
        if cls not in own and (above := [a for a in ontology.superclasses(cls) if a in own]):
            nearest = max(above, key=lambda a: (len(ontology.superclasses(a)), a))
            inherited[cls] = own[nearest]
    return replace(ways, by_class=inherited), tuple(notices)


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def _ways(own: Mapping[str, Any], where: str, name: str, custom: Collection[str]) -> tuple[str, ...]:
    _only(own, ("ways",), f"in {where}", name)
    ways = own.get("ways")
    if not isinstance(ways, list) or not ways or not all(isinstance(way, str) for way in ways):
        raise BadSetting(f'In {name}, {where} names no ways. Write ways = ["direct", "fuzzy"].')
    for way in ways:
        if way not in KNOWN and not (way.startswith(CUSTOM) and way != CUSTOM):
            known = (*KNOWN, *(CUSTOM + linker for linker in custom))
            raise BadSetting(f"In {name}, {where} has the unknown way “{way}”. {hint(way, known)}")
    return tuple(dict.fromkeys(ways))


def _only(own: Mapping[str, Any], known: Collection[str], where: str, name: str) -> None:
    for key in own:
        if key not in known:
            raise BadSetting(f"In {name}, “{key}” {where} is unknown. {hint(key, known)}")


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))
