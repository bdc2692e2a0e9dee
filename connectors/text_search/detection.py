"""Which text search a store has: asked for a word that surely is in one of its names, since a store without
the search takes the same query for an ordinary one and finds nothing.

In: a Graph, how it names things. Out: the dialect, or None.
"""

from __future__ import annotations

from connectors.text_search import blazegraph, graphdb, jena, plain, qlever, rdf4j, stardog, virtuoso
from connectors.text_search.dialect import Dialect
from connectors.text_search.pieces import Pieces, pieces, words
from kgqa.check import admit
from kgqa.errors import BadSetting, GraphRejected, GraphTimeout
from kgqa.linking.names import Naming
from kgqa.ports import Graph
from kgqa.queries import written
from kgqa.types import CheckedQuery, Limits, ResultTable

DIALECTS: tuple[Dialect, ...] = (  # in the order in which they are tried
    virtuoso.DIALECT,
    jena.DIALECT,
    graphdb.FULL_TEXT,
    graphdb.CONNECTORS,
    rdf4j.DIALECT,
    stardog.DIALECT,
    blazegraph.DIALECT,
    qlever.TEXT,
    qlever.WORDS,
)
PLAIN = plain.DIALECT
NAMES = ("auto", "off", *(d.name for d in DIALECTS), PLAIN.name)

_PROBE = Limits(seconds=5.0, rows=500)
_SAMPLED = 3  # properties of which a name is taken
_SAMPLE = 20  # names of each
_LONG = 5  # letters of a word that every index keeps


async def detect(graph: Graph, naming: Naming) -> Dialect | None:
    """The first dialect that finds what is there. Raises GraphUnavailable."""
    samples = await _samples(graph, naming)
    for dialect in DIALECTS:
        ready = await prepared(graph, dialect)
        if ready and [word for word in samples if await _finds(graph, ready, word, naming)]:
            return ready
    return None


async def chosen(graph: Graph, naming: Naming, setting: str) -> Dialect | None:
    """The dialect that the setting QUERIST_TEXT_SEARCH asks for. Raises BadSetting and GraphUnavailable."""
    if setting == "off":
        return None
    if setting == "auto":
        return await detect(graph, naming)
    dialect = next((d for d in (*DIALECTS, PLAIN) if d.name == setting), None)
    if dialect is None:
        raise BadSetting(
            f"The setting QUERIST_TEXT_SEARCH names “{setting}”, which is no text search that Querist knows. "
            f"Those that exist: {', '.join(NAMES)}."
        )
    ready = await prepared(graph, dialect)
    if ready is None:
        raise BadSetting(
            f"The setting QUERIST_TEXT_SEARCH names {dialect.name}, but the store tells of none: "
            f"{dialect.store} must be set up there first."
        )
    return ready


async def prepared(graph: Graph, dialect: Dialect) -> Dialect | None:
    """The dialect with the store's own indexes, where it needs their names; None where there are none."""
    if dialect.with_instances is None:
        return dialect
    table = await _quietly(graph, admit(dialect.instances))
    found = [row[0].value for row in table.rows if row[0] and row[0].kind == "iri"] if table else []
    return dialect.with_instances(found) if found else None


async def _finds(graph: Graph, dialect: Dialect, word: Pieces, naming: Naming) -> bool:
    query = dialect.query(dialect.every, [word], naming.all)
    table = await _quietly(graph, query) if query else None
    return table is not None and any(row[2] and word[0] in row[2].value.lower() for row in table.rows)


async def _samples(graph: Graph, naming: Naming) -> list[Pieces]:
    """A long word of a name, for each of the first naming properties."""
    found: dict[Pieces, None] = {}
    for prop in naming.all[:_SAMPLED]:
        table = await _quietly(
            graph, admit(f"SELECT ?name WHERE {{ ?s {written(prop)} ?name }} LIMIT {_SAMPLE}")
        )
        names = [row[0].value for row in table.rows if row[0] and row[0].kind == "literal"] if table else []
        known = [w for name in names for piece in pieces(name) for w in words(piece).split()]
        best = max((w for w in known if w.isalpha()), key=len, default="")
        if len(best) >= _LONG:
            found[best,] = None
    return list(found)


async def _quietly(graph: Graph, query: CheckedQuery) -> ResultTable | None:
    try:
        return await graph.run(query, _PROBE)
    except (GraphRejected, GraphTimeout):
        return None
