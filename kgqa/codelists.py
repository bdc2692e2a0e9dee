"""Lists of codes in a graph: things that say of a short code, which others have as a literal, what it means
("HLD" is "on hold"), and often for which property.

In: a Graph and what was observed of it. Out: what the codes of which property mean, found by the shape of the
list alone, in a few bounded queries; a graph without classes that stand apart is asked nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kgqa.bounded import rows
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.language import fold
from kgqa.language.abbreviations import spelled_out
from kgqa.ontology import RDF_LANG_STRING, RDF_TYPE, SKOS, XSD, Use, local_name, spaced
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.side_by_side import side_by_side
from kgqa.sparql.model import Lit
from kgqa.types import Limits, Term

MOST_LISTS = 8  # classes that are looked at
MOST_CODES = 2_000  # things of such a class
_LONGEST_CODE, _LONGEST_TEXT = 12, 80  # characters
_MOST = 0.9  # share of the things that must have what makes them a list
_SURE = 3  # different codes in use from which a property is known to use a list that names it nowhere
_LOOKING = Limits(seconds=10.0, rows=20_000, bytes=5_000_000)
_STRINGS = (XSD + "string", RDF_LANG_STRING, "")

Rows = Iterable[tuple[Term | None, ...]]


@dataclass(frozen=True, slots=True)
class Coded:
    """The literal `code` of `property` means `text`, as things of the class `said_by` say by `said_with`."""

    property: str
    code: str
    text: str
    said_by: str
    said_with: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _List:
    """A list, or the part of one that stands under one heading: `meant` are its texts by its codes."""

    cls: str
    properties: tuple[str, ...]
    heading: str
    meant: Mapping[str, str]


async def code_lists(
    graph: Graph, counts: Mapping[str, int], uses: Sequence[Use], notices: list[str]
) -> tuple[Coded, ...]:
    """What the codes of which property mean. Raises GraphUnavailable."""
    known: defaultdict[str, list[str]] = defaultdict(list)
    for iri in dict.fromkeys(use.property for use in uses):
        known[fold(local_name(iri))].append(iri)
    lists: list[_List] = []
    apart = list(islice(_apart(counts, uses), MOST_LISTS))
    looks = (rows(graph, "code-list", _LOOKING, notices, **{"class": (cls,)}) for cls in apart)
    for cls, found in zip(apart, await side_by_side(looks), strict=True):
        lists += _lists(cls, found, known)
    if not lists:
        return ()
    texts = [Lit(code) for code in dict.fromkeys(code for each in lists for code in each.meant)]
    used: defaultdict[str, set[str]] = defaultdict(set)
    for text, prop, _ in await rows(graph, "texts", _LOOKING, notices, texts=texts):
        if text and prop:
            used[prop.value].add(text.value)
    coded: list[Coded] = []
    ordered = sorted(used.items())
    times = [sum(use.count for use in uses if use.property == iri) for iri, _ in ordered]
    chosen = (
        _list_of(iri, some, n, lists, known, graph, notices)
        for (iri, some), n in zip(ordered, times, strict=True)
    )
    for (iri, _), each in zip(ordered, await side_by_side(chosen), strict=True):
        if each is not None:
            coded += (Coded(iri, c, text, each.cls, each.properties) for c, text in each.meant.items())
    return tuple(coded)


def _apart(counts: Mapping[str, int], uses: Sequence[Use]) -> Iterator[str]:
    """The small classes whose things lead to no others and are led to by none, and have several texts."""
    edges = (u for u in uses if not u.literal and u.property != RDF_TYPE and not u.property.startswith(SKOS))
    linked = {cls for use in edges for cls in (use.subject, use.object)}
    for cls, count in sorted(counts.items()):
        if 1 < count <= MOST_CODES and cls not in linked:
            texts = {
                u.property
                for u in uses
                if u.subject == cls and u.literal and u.object in _STRINGS and u.subjects >= _MOST * count
            }
            if len(texts) > 1:
                yield cls


def _lists(cls: str, found: Rows, known: Collection[str]) -> Iterator[_List]:
    """The lists that things of a class make, one for each heading that they stand under."""
    said: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for s, prop, value in found:
        if s and prop and value and value.value.strip():
            said[s.value].setdefault(prop.value, value.value.strip())
    things = list(said.values())
    props = [
        p
        for p in sorted({p for thing in things for p in thing})
        if sum(p in thing for thing in things) >= _MOST * len(things)
    ]
    whole = [thing for thing in things if all(p in thing for p in props)]

    def length(prop: str) -> float:
        return sum(len(thing[prop]) for thing in whole) / len(whole)

    heading = next((p for p in props if whole and all(fold(t[p]) in known for t in whole)), "")
    own = [p for p in props if p != heading and _tells_apart(p, whole, heading)]
    codes = [p for p in own if all(map(_may_be_code, (t[p] for t in whole)))]
    code = min(codes, key=length, default="")
    texts = [p for p in own if code and length(p) > length(code) and _are_texts([t[p] for t in whole])]
    if not texts:
        return
    text = min(texts, key=length)
    under: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for thing in whole:
        under[thing.get(heading, "")][thing[code]] = thing[text]
    said_with = tuple(p for p in (heading, code, text) if p)
    yield from (_List(cls, said_with, title, meant) for title, meant in sorted(under.items()))


def _tells_apart(prop: str, things: Sequence[Mapping[str, str]], heading: str) -> bool:
    different = {(thing.get(heading, ""), fold(thing[prop])) for thing in things}
    return len(different) == len(things)


def _may_be_code(text: str) -> bool:
    return len(text) <= _LONGEST_CODE and text.split() == [text]


def _are_texts(texts: Sequence[str]) -> bool:
    """Whether these are words for people: some have a small letter, and none is a paragraph."""
    return any(c.islower() for text in texts for c in text) and all(len(t) <= _LONGEST_TEXT for t in texts)


async def _list_of(
    prop: str,
    used: Collection[str],
    times: int,
    lists: Sequence[_List],
    known: Mapping[str, Sequence[str]],
    graph: Graph,
    notices: list[str],
) -> _List | None:
    """The list whose codes a property has, so many `times`: the one that names it; else the only one that has
    all its codes, if they recur and it is called alike, or so many codes are no accident. None where that is
    open.
    """
    named = [each for each in lists if prop in known.get(fold(each.heading), ())]
    if named:
        return named[0] if len(named) == 1 and not named[0].meant.keys().isdisjoint(used) else None
    if any(prop in each.properties for each in lists):
        return None
    fitting = [
        each
        for each in lists
        if set(used) <= each.meant.keys() and times > len(each.meant) and not known.get(fold(each.heading))
    ]
    alike = [each for each in fitting if _words(prop) & (_words(each.cls) | _words(each.heading))]
    if len(alike) != 1 and (len(fitting) != 1 or len(used) < _SURE or max(map(len, used)) == 1):
        return None
    best = (alike or fitting)[0]
    return best if await _has_no_more(prop, best, graph, notices) else None


async def _has_no_more(prop: str, best: _List, graph: Graph, notices: list[str]) -> bool:
    """Whether all different literals of a property are codes of a list."""
    limits = Limits(seconds=_LOOKING.seconds, rows=len(best.meant) + 1, bytes=_LOOKING.bytes)
    try:
        table = await graph.run(query("different-values", property=(prop,)), limits)
    except (GraphTimeout, GraphRejected) as error:
        notices.append(f"The graph could not be read fully (different-values): {error}")
        return False
    return not table.truncated and all(row[0] and row[0].value in best.meant for row in table.rows)


def _words(name: str) -> set[str]:
    """The words of a local name, as they stand and spelled out."""
    local = spaced(local_name(name)).casefold()
    return {w for text in (local, *(said for said, _ in spelled_out(local))) for w in fold(text).split()}
