"""Each dialect: the very query that it sends, which our own reader and rdflib's understand."""

from __future__ import annotations

import pytest
from rdflib.plugins.sparql.parser import parseQuery

from connectors.text_search import graphdb, jena, plain, qlever
from connectors.text_search.detection import DIALECTS, PLAIN
from connectors.text_search.dialect import Dialect
from connectors.text_search.pieces import LONGEST, MOST, openings, pieces, words
from connectors.wall import refuse_outside
from kgqa.sparql import ParsedQuery, parse

LABEL, ALT = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#altLabel"
CONNECTORS = graphdb._over(["http://www.ontotext.com/connectors/lucene/instance#names"])
ALL = [*(d for d in DIALECTS if d is not graphdb.CONNECTORS), CONNECTORS, PLAIN]
HOSTILE = [
    "Ada Lovelace",
    "AND OR NOT NEAR TO",
    "\"'",
    '" } # \\',
    "\\",
    "'' OR ''",
    "*?~:()[]{}^\"'/",
    "a* b? c~2 d^4 [a TO z] f:g -h +i !j && || k",
    "O'Brien & Sons",
    "vx-2041/7",
    "line\nfeed\r\ttab \x00\x1f\x7f",
    "\ud800 \ufffe \u202e \u0085",
    "東京 Москва مرحبا नमस्ते Åse",
    "<http://x/> ?s $p _:b @en ^^xsd:int",
    "x" * LONGEST,
    " ".join(["ab"] * MOST),
]


def search(dialect: Dialect, phrase: str, *, near: bool = False) -> str:
    """The pattern that a phrase becomes."""
    pattern = dialect.near if near else dialect.every
    return pattern([pieces(phrase)], [LABEL, ALT])


FILTER = f"?s ?property ?name . FILTER(?property IN (<{LABEL}>, <{ALT}>))"
LUCENE = '\\"grace\\" AND \\"o\'hopper\\"'
NEAR = '(\\"grace\\" OR grace~1) AND \\"o\'hopper\\"'
LUC, SAIL = "http://www.ontotext.com/connectors/lucene", "http://www.openrdf.org/contrib/lucenesail"
BDS, QL = "http://www.bigdata.com/rdf/search", "http://qlever.cs.uni-freiburg.de/builtin-functions"


def jena_asks(search: str) -> str:
    return " UNION ".join(
        f'{{ (?s ?score) <http://jena.apache.org/text#query> (<{p}> "{search}" 100) . '
        f"?s <{p}> ?name . BIND(<{p}> AS ?property) }}"
        for p in (LABEL, ALT)
    )


def connectors_ask(search: str) -> str:
    instance = f"<{LUC}/instance#names>"
    return f'{{ ?search a {instance} ; <{LUC}#query> "{search}" ; <{LUC}#entities> ?s . }} {FILTER}'


def blazegraph_asks(search: str) -> str:
    return (
        f'?name <{BDS}#search> "{search}" ; <{BDS}#matchAllTerms> "true" ; <{BDS}#maxRank> "2000" . {FILTER}'
    )


def plainly(beginning: str) -> str:
    tests = f'(CONTAINS(?low, "{beginning}") && CONTAINS(?low, "o\'hopper"))'
    return f"{FILTER} FILTER(isLiteral(?name)) BIND(LCASE(STR(?name)) AS ?low) FILTER({tests})"


ASKED = {
    "virtuoso": f"{FILTER} ?name <bif:contains> \"'grace' AND 'o hopper'\" .",
    "jena": jena_asks(LUCENE),
    "graphdb": f'?name <http://www.ontotext.com/fts> ("{LUCENE}" "*") . {FILTER}',
    "graphdb-lucene": connectors_ask(LUCENE),
    "rdf4j": f'?s <{SAIL}#matches> ?match . ?match <{SAIL}#query> "{LUCENE}" . {FILTER}',
    "stardog": f'(?name ?score) <tag:stardog:api:property:textMatch> ("{LUCENE}" 2000) . {FILTER}',
    "blazegraph": blazegraph_asks("grace o hopper"),
    "qlever": f'?text <{QL}/contains-word> "grace o hopper" ; <{QL}/contains-entity> ?name . {FILTER}',
    "qlever-words": " ".join(f'?name <{QL}/has-word> "{w}" .' for w in ("grace", "o", "hopper"))
    + f" {FILTER}",
    "plain": plainly("grace"),
}
BEGUN = "grac gräc race rgac ggra gace garc grra grce grca graa grae"
NEARLY = ASKED | {
    "virtuoso": " UNION ".join(
        f"{{ SELECT ?s ?property ?name WHERE {{ {FILTER} ?name <bif:contains> {words} . }} LIMIT 1000 }}"
        for words in (
            '"(' + " OR ".join(["'grace'", *(f"'{b}*'" for b in BEGUN.split())]) + ") AND ('o hopper')\"",
            "\"('o hopper')\"",
        )
    ),
    "blazegraph": blazegraph_asks("grac* o hopper"),
    "qlever": ASKED["qlever"].replace("grace", "grac*"),
    "qlever-words": "",
    "plain": plainly("gra"),
}


@pytest.mark.parametrize("dialect", ALL, ids=lambda d: d.name)
def test_a_phrase_becomes_this_pattern(dialect: Dialect) -> None:
    assert search(dialect, "Grace O\u2019HOPPER") == ASKED[dialect.name]
    assert search(dialect, "Grace O\u2019HOPPER", near=True) == NEARLY[dialect.name].replace(LUCENE, NEAR)


@pytest.mark.parametrize("dialect", ALL, ids=lambda d: d.name)
@pytest.mark.parametrize("phrase", HOSTILE)
@pytest.mark.parametrize("near", [False, True])
def test_whatever_is_typed_is_a_query_that_reads_this_graph_alone(
    dialect: Dialect, phrase: str, *, near: bool
) -> None:
    found = pieces(phrase)
    query = dialect.query(dialect.near if near else dialect.every, [found], [LABEL, ALT]) if found else None
    if query is None:
        return
    query.text.encode()
    parsed = parse(query.text)
    assert isinstance(parsed, ParsedQuery)
    parseQuery(query.text)
    refuse_outside(query.text)
    assert query.text.startswith("SELECT ?s ?property ?name WHERE { { SELECT DISTINCT ?s ?property ?name")
    assert query.text.endswith("LIMIT 2000 } } ORDER BY STRLEN(STR(?name)) LIMIT 100")


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("Ada Lovelace", ("ada", "lovelace")),
        ("O\u2019Brien's VX-2041", ("o'brien's", "vx-2041")),
        ("Mu\u0308ller", ("müller",)),
        ("AT&T --- 3.5 a--b -c-", ("at&t", "3.5", "a", "b", "c")),
        ('"* ?~:()[]{}^\\/<>|!', ()),
        ("नमस्ते", ("नमस्ते",)),
        ("AND OR NOT", ("and", "or", "not")),
        ("", ()),
        ("x" * 2_000, ()),
        ("a " * 40, ()),
    ],
)
def test_the_pieces_of_a_phrase_hold_no_operators(phrase: str, found: tuple[str, ...]) -> None:
    assert pieces(phrase) == found


def test_a_piece_is_also_read_as_words() -> None:
    assert words("o'brien's") == "o brien s"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lvoelace", "lovelace"),
        ("lovelacce", "lovelace"),
        ("llovelace", "lovelace"),
        ("hoper", "hopper"),
        ("muller", "müller"),
        ("mueller", "müller"),
        ("müller", "muller"),
        ("valves", "valve"),
    ],
)
def test_the_beginnings_of_a_slip_are_those_of_what_is_meant(typed: str, meant: str) -> None:
    begun = openings(typed)
    assert any(meant.startswith(o) for o in begun)
    assert all(len(o) >= 4 for o in begun), "Virtuoso refuses shorter ones"
    assert len(begun) <= 24


@pytest.mark.parametrize("code", ["abc", "vx2041", "2041", "o'brien"])
def test_codes_and_short_words_are_no_slips(code: str) -> None:
    assert openings(code) == []


def test_jena_asks_for_each_property_by_itself() -> None:
    assert search(jena.DIALECT, "ada").count("text#query") == 2


def test_without_a_text_search_all_phrases_are_one_reading() -> None:
    query = plain.DIALECT.query(plain.DIALECT.every, [("ada",), ("grace", "hopper"), ("of",)], [LABEL])
    assert query is not None
    assert query.text.count("CONTAINS") == 3, "and none of what every name holds"
    assert query.text.count("?s ?property ?name .") == 1


def test_what_a_dialect_cannot_ask_it_does_not_ask() -> None:
    assert qlever.WORDS.query(qlever.WORDS.near, [("lovelace",)], [LABEL]) is None
    assert graphdb.CONNECTORS.query(graphdb.CONNECTORS.every, [("lovelace",)], [LABEL]) is None
    for dialect in ALL:
        assert dialect.query(dialect.near, [("of",)], [LABEL]) is None
