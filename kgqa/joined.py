"""What each of several sources shows -> what they show together.

In: a graph; where it is several sources, each is looked at alone. Out: one Observed. Then things that one
source names and another one describes are looked at: a few hundred of each class, and of what has no class
where it is named. What they are elsewhere holds for all of their kind, with counts in proportion.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa.bounded import rows
from kgqa.observed import VOCABULARIES, Observed, observe
from kgqa.ontology import Chain, Sample, TextForm, Use
from kgqa.ports import Federation, Graph
from kgqa.sampling import VALUES
from kgqa.side_by_side import side_by_side
from kgqa.types import Limits, Term

MOST = 300  # classes and properties of one source that are looked at, the most used
LOOKING = Limits(seconds=20.0, rows=2_000, bytes=2_000_000, small=True)

Watch = Callable[[Graph, str], Graph]  # a source and its name -> what it is looked at through
Shares = Mapping[str, float]  # of some things, by class; "" are those that have none anywhere


async def observed_of(graph: Graph, watch: Watch = lambda graph, _: graph) -> Observed:
    """What is observed in a graph, or in all of its sources. Raises what `graph.run` raises."""
    if not isinstance(graph, Federation):
        return await observe(watch(graph, ""))
    sources = [watch(source.graph, source.name) for source in graph.sources]
    found = await side_by_side(map(observe, sources))
    names = [source.name for source in graph.sources]
    return await joined([_Shown(*each) for each in zip(names, sources, found, strict=True)])


@dataclass
class _Shown:
    """A source, what it shows, and what the others say of its things: by class, and where they have none by
    the property that they have, or that leads to them.
    """

    name: str
    graph: Graph
    observed: Observed
    elsewhere: dict[str, Shares] = field(default_factory=dict)
    subjects: dict[str, Shares] = field(default_factory=dict)
    objects: dict[str, Shares] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    async def look(self, others: Sequence[_Shown]) -> None:
        """Asks the others what things of this source are."""
        uses = self.observed.uses
        classes = [c for c, _ in Counter(self.observed.classes).most_common(MOST)]
        subjects = _commonest((u.property, u.count) for u in uses if not u.subject)
        objects = _commonest((u.property, u.count) for u in uses if not u.literal and not u.object)
        for kind, terms, query, keyword in (
            (self.elsewhere, classes, "some-things", "class"),
            (self.subjects, subjects, "some-untyped-subjects", "property"),
            (self.objects, objects, "some-untyped-objects", "property"),
        ):
            looks = (self._shares(others, query, keyword, term) for term in terms)
            kind.update(zip(terms, await side_by_side(looks), strict=True))

    async def _shares(self, others: Sequence[_Shown], name: str, keyword: str, term: str) -> Shares:
        found = await rows(self.graph, name, LOOKING, self.notices, **{keyword: (term,)})
        things = [cell.value for (cell,) in found if cell and cell.kind == "iri"]
        if not things:
            return {}
        looks = (rows(other.graph, "kinds", LOOKING, self.notices, things=things) for other in others)
        pairs = {
            (thing.value, cls.value)
            for kinds in await side_by_side(looks)
            for thing, cls in kinds
            if thing and cls and cls.kind == "iri" and not cls.value.startswith(VOCABULARIES)
        }
        typed = len({thing for thing, _ in pairs})
        counts = Counter(cls for _, cls in pairs)
        shares = {cls: count / len(things) for cls, count in counts.items()}
        return shares | ({"": 1 - typed / len(things)} if typed < len(things) else {})

    def kinds_of_subject(self, cls: str, prop: str) -> Iterator[tuple[str, float]]:
        """What the things are that a use or a sample is of, each with its share."""
        yield from self._kinds(cls, self.subjects.get(prop))

    def kinds_of_object(self, use: Use) -> Iterator[tuple[str, float]]:
        if use.literal:
            yield use.object, 1.0
        else:
            yield from self._kinds(use.object, self.objects.get(use.property))

    def _kinds(self, cls: str, untyped: Shares | None) -> Iterator[tuple[str, float]]:
        if not cls:
            yield from (untyped or {"": 1.0}).items()
            return
        yield cls, 1.0
        yield from ((c, share) for c, share in self.elsewhere.get(cls, {}).items() if c and c != cls)


async def joined(sources: Sequence[_Shown]) -> Observed:
    """What the sources show together. Raises what their graphs raise."""
    await side_by_side(one.look([other for other in sources if other is not one]) for one in sources)
    each = [source.observed for source in sources]
    notices = (f"{s.name}: {notice}" for s in sources for notice in (*s.observed.notices, *s.notices))
    return Observed(
        schema=tuple(dict.fromkeys(triple for one in each for triple in one.schema)),
        classes=_classes(sources),
        uses=_uses(sources),
        overlaps=_overlaps(sources),
        notices=tuple(dict.fromkeys(notices)),
        unread=tuple(dict.fromkeys(part for one in each for part in one.unread)),
        codes=tuple(dict.fromkeys(coded for one in each for coded in one.codes)),
        samples=_samples(sources),
        unsampled=tuple(f"{s.name}: {notice}" for s in sources for notice in s.observed.unsampled),
        chains=_chains(each),
        text_forms=_text_forms(each),
        languages=tuple(dict.fromkeys(pair for one in each for pair in one.languages)),
    )


def _chains(each: Sequence[Observed]) -> tuple[Chain, ...]:
    """The chains of properties that one source alone has: where several have some, nobody knows how they go
    on from one to the other.
    """
    counted = Counter(chain.property for one in each for chain in one.chains)
    return tuple(chain for one in each for chain in one.chains if counted[chain.property] == 1)


def _text_forms(each: Sequence[Observed]) -> tuple[TextForm, ...]:
    """The forms of the texts of properties that one source alone has, and of those that all write alike."""
    found: defaultdict[str, list[TextForm]] = defaultdict(list)
    for one in each:
        for known in one.text_forms:
            found[known.property].append(known)
    having = Counter(p for one in each for p in {u.property for u in one.uses})
    return tuple(
        replace(
            some[0],
            looked=sum(s.looked for s in some),
            fits=sum(s.fits for s in some),
            stray=next((s.stray for s in some if s.stray), ""),
            whole=all(s.whole for s in some),
        )
        for prop, some in found.items()
        if len(some) == having[prop] and len({s.form for s in some}) == 1
    )


def _classes(sources: Sequence[_Shown]) -> dict[str, int]:
    """How many things each class has; those that several sources have are one."""
    found: Counter[str] = Counter()
    for source in sources:
        for cls, count in source.observed.classes.items():
            known = source.elsewhere.get(cls, {}).get(cls, 0.0) if cls in found else 0.0
            found[cls] += round(count * (1 - known))
    return dict(found)


def _uses(sources: Sequence[_Shown]) -> tuple[Use, ...]:
    found: dict[tuple[str, str, str, bool], Use] = {}
    for source in sources:
        own: dict[tuple[str, str, str, bool], Use] = {}
        for use in source.observed.uses:
            for subject, one in source.kinds_of_subject(use.subject, use.property):
                for obj, other in source.kinds_of_object(use):
                    share = one * other
                    key = (subject, use.property, obj, use.literal)
                    said = replace(
                        use,
                        subject=subject,
                        object=obj,
                        count=max(1, round(use.count * share)),
                        subjects=max(1, round(use.subjects * share)),
                    )
                    if key not in own or own[key].count < said.count:  # what it says itself tells more
                        own[key] = said
        for key, use in own.items():
            known = found.get(key)
            found[key] = use if known is None else _sum(known, use)
    return tuple(found.values())


def _sum(one: Use, other: Use) -> Use:
    return replace(one, count=one.count + other.count, subjects=one.subjects + other.subjects)


def _overlaps(sources: Sequence[_Shown]) -> tuple[tuple[str, str, int], ...]:
    found: Counter[tuple[str, str]] = Counter()
    for source in sources:
        for one, other, count in source.observed.overlaps:
            found[one, other] += count
    for source in sources:
        for cls, shares in source.elsewhere.items():
            for other, share in shares.items():
                count = round(source.observed.classes.get(cls, 0) * share)
                if other and other != cls and count:
                    for pair in ((cls, other), (other, cls)):
                        found[pair] = max(found[pair], count)
    return tuple((one, other, count) for (one, other), count in found.items())


def _samples(sources: Sequence[_Shown]) -> tuple[Sample, ...]:
    found: defaultdict[tuple[str, str], list[Sample]] = defaultdict(list)
    for source in sources:
        for sample in source.observed.samples:
            for subject, _ in source.kinds_of_subject(sample.subject, sample.property):
                own = replace(sample, subject=subject)
                if subject == sample.subject or not found[subject, sample.property]:
                    found[subject, sample.property].append(own)
    return tuple(_one_sample(some) for some in found.values())


def _one_sample(some: Sequence[Sample]) -> Sample:
    first = some[0]
    if len(some) == 1:
        return first
    values: Counter[Term] = Counter()
    for sample in some:
        values.update(dict(sample.values))
    return replace(
        first,
        having=sum(s.having for s in some),
        count=sum(s.count for s in some),
        looked=sum(s.looked for s in some),
        values=tuple(values.most_common(VALUES)),
        whole=all(s.whole for s in some) and len(values) <= VALUES,
        least="",  # how their texts compare is not known here
        most="",
    )


def _commonest(counts: Iterable[tuple[str, int]]) -> list[str]:
    found: Counter[str] = Counter()
    for term, count in counts:
        found[term] += count
    return [term for term, _ in found.most_common(MOST)]
