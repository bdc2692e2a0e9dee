"""What a query can call that reaches out of the graph: functions, properties that are calls, names of graphs.

In: IRIs. Out: whether they are known to be harmless (functions), or known to reach out (the rest). Stores
have such calls of their own, which run code, ask other servers or models, or read files and tables.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.check.iris import is_whole
from kgqa.ontology import XSD

_MATHS = "http://www.w3.org/2005/xpath-functions/math#"
_GEO = "http://www.opengis.net/def/function/geosparql/"
_XPATH = "http://www.w3.org/2005/xpath-functions#"
# Of XPath's functions, those that compute from their arguments; others read documents and the environment.
_COMPUTING = frozenset(
    (
        *(
            "abs",
            "ceiling",
            "floor",
            "round",
            "round-half-to-even",
            "number",
            "not",
            "boolean",
            "true",
            "false",
        ),
        *("concat", "string-join", "substring", "string-length", "normalize-space", "normalize-unicode"),
        *("upper-case", "lower-case", "translate", "contains", "starts-with", "ends-with", "compare"),
        *("substring-before", "substring-after", "matches", "replace", "encode-for-uri", "string"),
        *("year-from-dateTime", "month-from-dateTime", "day-from-dateTime", "hours-from-dateTime"),
        *("minutes-from-dateTime", "seconds-from-dateTime", "timezone-from-dateTime"),
        *("year-from-date", "month-from-date", "day-from-date", "days-from-duration"),
        *("hours-from-duration", "minutes-from-duration", "seconds-from-duration"),
        *("adjust-dateTime-to-timezone", "format-number", "format-date", "format-dateTime"),
    )
)
_CALLS = (  # properties that are calls
    "java:",  # Jena: any class that is on its path
    "urn:java:",
    "http://jena.apache.org/ARQ/jsFunction#",
    "http://spinrdf.org/",  # SPIN: templates, eval
    "sql:",  # Virtuoso: stored procedures
    "http://www.openlinksw.com/virtrdf-data-formats#",
    "http://www.ontotext.com/gpt/",  # GraphDB: language models, JavaScript, other databases
    "http://www.ontotext.com/js#",
    "http://www.ontotext.com/connectors/mongodb#",
    "http://www.ontotext.com/connectors/kafka#",
    "http://www.ontotext.com/owlim/system#",
    "tag:stardog:api:functions:",  # Stardog: stored functions, models, machine learning
    "tag:stardog:api:analytics:",
    "tag:stardog:api:voicebox:",
    "http://www.bigdata.com/queryHints#",  # Blazegraph: how a query may use the machine
    "http://www.bigdata.com/rdf/gas#",
    "http://aws.amazon.com/neptune/vocab/v01/QueryHints#",
    "http://franz.com/ns/allegrograph/8.0.0/llm/",  # AllegroGraph: language models, vector stores
    "http://franz.com/vdb/",
    "http://cambridgesemantics.com/ontologies/DataToolkit#",  # Anzo: files and services
)
_VIRTUOSO, _TEXT_SEARCH = "bif:", ("bif:contains", "bif:xcontains")
_ELSEWHERE = ("file:", "virtual:", "jar:", "ftp:", "jdbc:", "data:", "db:", "java:", "mongodb:")


ALL = "*"  # ends what stands for every function of a namespace


def is_allowed(function: str, allowed: Iterable[str]) -> bool:
    """Whether an admin allows a function: by its IRI, or by the beginning of it with a star. A star
    alone allows nothing; nor is one allowed that a store may read as another ("…/../other").
    """
    return is_whole(function) and any(
        function.startswith(name.removesuffix(ALL)) if name.endswith(ALL) else function == name
        for name in allowed
        if name != ALL
    )


def is_harmless(function: str) -> bool:
    """Whether a function is known to compute from its arguments alone."""
    if function.startswith(_XPATH):
        return function.removeprefix(_XPATH) in _COMPUTING
    return function.startswith((XSD, _MATHS, _GEO)) and is_whole(function)


def is_call(prop: str) -> bool:
    """Whether a property is known to be a call that does more than search the graph's texts."""
    if prop.startswith(_VIRTUOSO):
        return prop not in _TEXT_SEARCH
    return prop.startswith(_CALLS)


def is_elsewhere(graph: str) -> bool:
    """Whether the name of a graph is known to be a place outside of the store."""
    return graph.lower().startswith(_ELSEWHERE)
