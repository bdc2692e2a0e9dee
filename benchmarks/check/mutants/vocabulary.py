"""What a mutant is made with: the terms of an ontology and their neighbours, and chance that stays the same.

In: an Ontology, and names of things. Out: siblings, plausible inventions and misspellings of a term. Nothing
of the check is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from rapidfuzz import fuzz, process

from kgqa.ontology import Ontology, PropertyKind, local_name, spaced

Item = TypeVar("Item")
NEAR = 70.0
_LINKED = ("Of", "By", "In", "At", "For", "To", "With", "From", "During")  # a name that says where it leads


class Chance:
    """Chance by a text: the same text, the same sequence, on every machine."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a benchmark is no secret

    def below(self, end: int) -> int:
        return int(self._random.random() * end)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        left, found = list(items), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


@dataclass(frozen=True)
class Vocabulary:
    """The declared terms; `names` are those of things, by their IRIs."""

    ontology: Ontology
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset((*self.ontology.classes, *self.ontology.properties))

    def is_data(self, iri: str) -> bool:
        known = self.ontology.properties.get(iri)
        return known is not None and known.kind is PropertyKind.DATA

    def sibling_properties(self, iri: str) -> list[str]:
        """Properties that share a domain or a range with this one, or have a like name."""
        ontology = self.ontology
        domains, ranges = set(ontology.domains(iri)), set(ontology.ranges(iri))
        others = [p for p in sorted(ontology.properties) if p != iri]
        beside = [p for p in others if domains & set(ontology.domains(p)) or ranges & set(ontology.ranges(p))]
        return list(dict.fromkeys((*_alike(iri, others), *beside)))

    def other_classes(self, iri: str) -> list[str]:
        """Classes beside this one in the hierarchy, of like names, and any."""
        classes = self.ontology.classes
        others = [c for c in sorted(classes) if c != iri]
        mine = classes[iri].parents if iri in classes else ()
        beside = [c for c in others if set(classes[c].parents) & set(mine)]
        return list(dict.fromkeys((*_alike(iri, others), *beside, *others)))

    def invented_properties(self, iri: str) -> list[str]:
        """Names that a model would expect and that nobody declared: "has" and the range, verb forms, the
        property with its class before it.
        """
        space, name = _split(iri)
        start = [local_name(c) for u in self.ontology.domains(iri) for c in sorted(u)]
        end = [local_name(c) for u in self.ontology.ranges(iri) for c in sorted(u)]
        names = [f"{_small(c)}{_capital(name)}" for c in start]
        if not self.is_data(iri):
            names += [f"has{_capital(c)}" for c in end] + [f"belongsTo{_capital(c)}" for c in end]
            names += [f"{_small(c)}Of" for c in start]
        names += [name[3].lower() + name[4:]] if name.startswith("has") and len(name) > 4 else []
        names += [f"get{_capital(name)}", f"{name}Value"]
        if not name.startswith(("has", "is", "was")):
            names.append(f"has{_capital(name)}")
            names += [] if self.is_data(iri) or name.endswith(_LINKED) else [f"is{_capital(name)}Of"]
        return [space + n for n in dict.fromkeys(names) if space + n not in self.terms]

    def misspellings(self, iri: str, chance: Chance) -> list[str]:
        """One or two slips of the pen, the plural or the singular, another case."""
        space, name = _split(iri)
        found = [_slip(name, chance), _slip(_slip(name, chance), chance)]
        found.append(name[:-1] if name.endswith("s") else name + "s")
        found.append(name[0].swapcase() + name[1:])
        found.append(spaced(name).replace(" ", "_").lower())
        return [space + n for n in dict.fromkeys(found) if n and space + n not in self.terms]

    def name_of(self, iri: str) -> str:
        """What a model would write for a thing that it knows by name alone."""
        return self.names.get(iri) or spaced(local_name(iri))


def _alike(iri: str, others: Sequence[str]) -> list[str]:
    names = {o: spaced(local_name(o)) for o in others}
    found = process.extract(
        spaced(local_name(iri)), names, scorer=fuzz.token_set_ratio, limit=4, score_cutoff=NEAR
    )
    return [o for _, _, o in found]


def _split(iri: str) -> tuple[str, str]:
    name = local_name(iri)
    return iri[: len(iri) - len(name)], name


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]


def _small(name: str) -> str:
    return name[0].lower() + name[1:]


def _slip(name: str, chance: Chance) -> str:
    """One letter dropped, doubled, exchanged with the next, or another one."""
    if len(name) < 4:
        return name + name[-1]
    at = 1 + chance.below(len(name) - 2)
    match chance.below(4):
        case 0:
            return name[:at] + name[at + 1 :]
        case 1:
            return name[:at] + name[at] + name[at:]
        case 2:
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        case _:
            return name[:at] + chance.pick("aeinorst") + name[at + 1 :]
