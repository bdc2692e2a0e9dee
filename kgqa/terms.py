"""A graph -> its terms: the schema, how things are named, and the names themselves with what finds them.

In: a Graph, an ontology given beside it, lexicons, a shelf for the names and for what was observed. Out:
Terms, up to date, or as they are on the shelf for who only looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from kgqa.check.closed import Closing, closing, opened
from kgqa.check.conditions import Closed
from kgqa.codelists import Coded
from kgqa.errors import NamesUnavailable, OperatorsMove
from kgqa.joined import observed_of
from kgqa.linking.build import Progress, Told, index_names
from kgqa.linking.coded import meanings
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.lexicon import Lexicon, entries, misfits, relabelled
from kgqa.linking.names import Naming, declared_names, naming_of, schema_entries
from kgqa.linking.opened import is_open, open_names
from kgqa.linking.public_names import with_public_names
from kgqa.linking.spelled import with_spelled_names
from kgqa.linking.stamp import is_stale
from kgqa.observed import Observed, from_text, ontology_of, stamp_of, text_of
from kgqa.ontology import Ontology, Part, Ruling
from kgqa.patterns import with_patterns
from kgqa.ports import Graph, Indexed, NameShelf
from kgqa.prefixes import with_prefixes
from kgqa.queries import query
from kgqa.resumed import Resumed
from kgqa.types import UNTOLD, GraphDescription, Limits, TermKind

_CHANGING = (
    "The graph changed each time that it was read: what is known of its schema and its names may be partly "
    "old. The next start reads it again."
)
ClosedIn = Callable[[Ontology], Closed]  # what an admin has closed, in the terms of an ontology
RuledIn = Callable[[Ontology], tuple[Ruling, ...]]  # what an admin says of its patterns


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a graph speaks of. `indexed` is None where its names were never read; `stale` says that the graph,
    or a lexicon, has changed since they were. `extra` are the names that lexicons give.
    """

    graph: Graph
    described: GraphDescription
    ontology: Ontology
    naming: Naming
    extra: tuple[Entry, ...]
    indexed: Indexed | None
    stale: bool = False
    looked: bool = False  # at what is there: nothing was read
    codes: tuple[Coded, ...] = ()  # what codes of the graph mean by its own lists

    @property
    def schema(self) -> tuple[Entry, ...]:
        """The names of classes and properties."""
        more = (e for e in self.extra if e.kind in (TermKind.CLASS, TermKind.PROPERTY))
        return (*schema_entries(self.ontology), *more)

    @property
    def unread(self) -> tuple[str, ...]:
        """What of the graph could not be read, or only in part: parts of its schema, "names"."""
        parts = tuple(part.value for part in Part if part in self.ontology.unread)
        return (*parts, "names") if self.indexed and self.indexed.report.unread else parts

    def index(self) -> TermIndex:
        """What finds them."""
        given = (e for e in self.extra if e.kind in (TermKind.ENTITY, TermKind.VALUE))
        names = self.indexed.names if self.indexed else FewNames(given)
        coded = meanings(self.codes, self.ontology)
        return TermIndex((*self.schema, *coded), open_names(names, self.ontology), self.naming.in_parts)

    def without(self, closed: Closed) -> Terms:
        """The terms as far as an asker may know them; names that are read later are read without the rest."""
        if not closed:
            return self
        ontology = opened(self.ontology, closed)
        if closed.is_merged:  # any name may be one of a closed graph
            naming = naming_of(ontology)
            return replace(self, ontology=ontology, naming=naming, extra=(), indexed=None, codes=())
        hidden = closing(ontology, closed)
        extra = tuple(e for e in self.extra if is_open(e, hidden))
        codes = () if closed.graphs else tuple(c for c in self.codes if _is_open(c, hidden))
        return replace(self, ontology=ontology, naming=naming_of(ontology), extra=extra, codes=codes)


def _is_open(coded: Coded, hidden: Closing) -> bool:
    """Whether neither a property with codes nor the list that says what they mean is closed."""
    terms = {coded.property, coded.said_by, *coded.said_with}
    return terms.isdisjoint(hidden.terms) and not hidden.has_values_of(coded.property)


async def terms_of(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    shelf: NameShelf | None = None,
    lexicons: Sequence[Lexicon] = (),
    told: Told = lambda _: None,
    progress: Progress = lambda *_: None,
    fresh: bool = False,
    by_name: bool = True,
    closed: ClosedIn = lambda _: Closed(),
    ruled: RuledIn = lambda _: (),
) -> Terms:
    """The terms, read where they are not up to date; `fresh` ones take nothing over. Where nothing is
    found `by_name`, no names are copied: a store's own text search may know a billion of them. What is
    `closed` in the ontology is in none of them; what is `ruled` of its patterns goes before their shapes.
    A graph that changed meanwhile is read once more.

    Raises OperatorsMove when the graph fails, or the shelf while it holds nothing.
    """
    described = await _reached(graph, limits)
    for is_last in (False, True):
        observed = None if fresh else _kept(shelf, described)
        if is_read := observed is None:
            told("reading the schema")
            observed = await _observed(graph, described, shelf, progress, fresh=fresh)
            observed = _keep(observed, shelf, described, fresh=fresh)
        terms = _schema(graph, described, observed, given, lexicons, ruled)
        terms = terms.without(closed(terms.ontology))
        if not by_name:
            told("the names stay in the graph: no way leads to them by name")
        else:
            told("reading the names")
            terms = await _with_names(terms, shelf, told, progress, fresh=fresh)
        if not is_read or not _has_changed(described, now := await graph.describe(afresh=True)):
            return terms
        if not is_last:
            told("the graph changed while it was read, and is read again")
            described = now
    return _noticed(terms, _CHANGING)


def _has_changed(before: GraphDescription, now: GraphDescription) -> bool:
    """Whether a graph is another one than it was; a store that once was too slow to be counted may not be."""
    counted = (before.triples is None) is (now.triples is None)
    return counted and now.fingerprint not in {before.fingerprint, UNTOLD}


async def _with_names(
    terms: Terms, shelf: NameShelf | None, told: Told, progress: Progress, *, fresh: bool
) -> Terms:
    """The terms with the names of things. Raises OperatorsMove."""
    try:
        indexed = await index_names(
            terms.graph,
            terms.described,
            terms.ontology,
            terms.naming,
            shelf,
            told=told,
            progress=progress,
            fresh=fresh,
            extra=terms.extra,
        )
    except NamesUnavailable as error:
        indexed = _earlier(shelf, error)
    return replace(_noticed(terms, *indexed.report.notices), indexed=indexed)


def _noticed(terms: Terms, *notices: str) -> Terms:
    return replace(terms, ontology=replace(terms.ontology, notices=(*terms.ontology.notices, *notices)))


async def terms_as_they_are(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    shelf: NameShelf,
    lexicons: Sequence[Lexicon] = (),
    told: Told = lambda _: None,
    closed: ClosedIn = lambda _: Closed(),
    ruled: RuledIn = lambda _: (),
) -> Terms:
    """The terms with the names that are on the shelf, however old; nothing is kept, and no name read."""
    described = await _reached(graph, limits)
    observed = _kept(shelf, described)
    if observed is None:
        told("reading the schema")
        observed = await observed_of(graph)
    terms = _schema(graph, described, observed, given, lexicons, ruled)
    terms = terms.without(closed(terms.ontology))
    notices: list[str] = []
    last = shelf.whole(notices)
    notices += last[1].report.notices if last else ()
    ontology = replace(terms.ontology, notices=(*terms.ontology.notices, *notices))
    stale = last is not None and is_stale(last[0], terms.described, ontology, terms.naming, terms.extra)
    return replace(terms, ontology=ontology, indexed=last[1] if last else None, stale=stale, looked=True)


async def _reached(graph: Graph, limits: Limits | None) -> GraphDescription:
    """Which graph this is, asked before it is read: what changes meanwhile is seen at the next start."""
    described = await graph.describe()
    if not described.remote or described.triples is None:  # one that has counted has answered
        await graph.run(query("reach"), limits or Limits())  # a store that cannot answer this ends the start
    return described


async def _observed(
    graph: Graph, described: GraphDescription, shelf: NameShelf | None, progress: Progress, *, fresh: bool
) -> Observed:
    """What is observed, gone on with where an earlier start at this state of the graph was ended."""
    notes = None
    if shelf is not None and described.fingerprint != UNTOLD:
        notes = shelf.notes(stamp_of(described), fresh=fresh)

    def watched(source: Graph, name: str) -> Graph:
        told = partial(progress, "reading the schema")
        return Resumed(source, notes, told, of=name)

    observed = await observed_of(graph, watched)
    if notes is not None and not observed.notices:  # else the next start goes on from here
        with suppress(OperatorsMove):
            notes.forget()
    return observed


def _kept(shelf: NameShelf | None, described: GraphDescription) -> Observed | None:
    """What was observed before in this very state of the graph."""
    if shelf is None or described.fingerprint == UNTOLD:
        return None
    return from_text(shelf.observed(stamp_of(described)) or "")


def _keep(
    observed: Observed, shelf: NameShelf | None, described: GraphDescription, *, fresh: bool
) -> Observed:
    """Keeps what was observed if it is all there is. After a `fresh` look the earlier one never counts."""
    whole = described.fingerprint != UNTOLD and not observed.notices
    if shelf is None or not (whole or fresh):
        return observed
    try:
        shelf.keep_observed(stamp_of(described), text_of(observed) if whole else "")
    except OperatorsMove as error:
        notice = f"The schema will be read anew at the next start, since it could not be kept: {error}"
        return replace(observed, notices=(*observed.notices, notice))
    return observed


def _schema(
    graph: Graph,
    described: GraphDescription,
    observed: Observed,
    given: Ontology | None,
    lexicons: Sequence[Lexicon],
    ruled: RuledIn,
) -> Terms:
    ontology = with_spelled_names(with_public_names(with_prefixes(ontology_of(observed, given))))
    notices = [*described.notices]
    notices += [notice for each in lexicons for notice in (*each.notices, *misfits(each, ontology))]
    ontology = relabelled(replace(ontology, notices=(*ontology.notices, *notices)), lexicons)
    ontology = replace(ontology, rulings=ruled(ontology))
    naming = naming_of(ontology)
    ontology = with_patterns(ontology, naming)
    return Terms(
        graph=graph,
        described=described,
        ontology=ontology,
        naming=naming,
        extra=(
            *(entry for each in lexicons for entry in entries(each, ontology)),
            *(entry for individual in ontology.individuals for entry in declared_names(individual)),
        ),
        indexed=None,
        codes=observed.codes,
    )


def _earlier(shelf: NameShelf | None, error: NamesUnavailable) -> Indexed:
    """The names that were read before, where they cannot be read anew."""
    last = shelf.whole([]) if shelf else None
    if last is None:
        raise error
    kept = last[1]
    notice = f"The names that were read before are used, since the new ones could not be kept: {error}"
    return Indexed(kept.names, replace(kept.report, notices=(*kept.report.notices, notice)))
