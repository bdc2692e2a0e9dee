"""No text crashes the check, and nothing that writes or leaves the graph passes it."""

from __future__ import annotations

import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.check import check
from kgqa.check.example import EXAMPLE
from kgqa.ontology import Ontology
from kgqa.repair.text import readable
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, spelled
from kgqa.sparql.pieces import pieces
from kgqa.types import CheckedQuery
from tests.examples import examples
from tests.kgqa.sparql_queries import queries
from tests.kgqa.test_sparql import QUERIES
from tests.kgqa.test_sparql_readers import COMMON

FUZZ = settings(
    max_examples=examples(60), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
WRITES = (
    "INSERT DATA { ex:a ex:b ex:c }",
    "DELETE DATA { ex:a ex:b ex:c }",
    "DELETE WHERE { ?s ?p ?o }",
    "DELETE { ?s ?p ?o } INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "LOAD <http://x.example/>",
    "LOAD SILENT <file:///etc/passwd> INTO GRAPH ex:g",
    "CLEAR ALL",
    "DROP SILENT DEFAULT",
    "CREATE GRAPH ex:g",
    "ADD ex:a TO ex:b",
    "MOVE DEFAULT TO ex:b",
    "COPY ex:a TO ex:b",
)
OUTSIDE = (
    "SELECT * FROM <file:///etc/passwd> WHERE { ?s ?p ?o }",
    "SELECT * FROM NAMED ex:g WHERE { ?s ?p ?o }",
    "ASK FROM ex:g { ?s ?p ?o }",
    "SELECT * WHERE { SERVICE <http://x.example/> { ?s ?p ?o } }",
    "SELECT * WHERE { ?s a ex:Product OPTIONAL { SERVICE SILENT ?s { ?s ?p ?o } } }",
    "SELECT * WHERE { ?s a ex:Product FILTER NOT EXISTS { { SERVICE ex:e { ?s ?p ?o } } } }",
    "SELECT * WHERE { { SELECT ?s { SERVICE ex:e { ?s ?p ?o } } } }",
    "SELECT * WHERE { ?s ?p ?o } HAVING (EXISTS { SERVICE ex:e { ?s ?p ?o } })",
    "SELECT (EXISTS { SERVICE ex:e { ?s ?p ?o } } AS ?x) WHERE { ?s ?p ?o }",
    "SELECT * WHERE { BIND(<java:java.lang.Runtime.exec>('x') AS ?y) }",
    "SELECT * WHERE { ?s <java:org.example.Read> ?o }",
    "SELECT * WHERE { ?s ?p ?o FILTER(<sql:file_to_string>('/etc/passwd') = ?o) }",
)
SPACES = st.sampled_from((" ", "\n", "\t", "\r\n", " # a comment\n", "\r"))
CASES = st.sampled_from((str.upper, str.lower, str.title, str))


@pytest.mark.parametrize("text", [*WRITES, *OUTSIDE])
def test_nothing_that_writes_or_leaves_the_graph_passes(text: str) -> None:
    verdict = check(text, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert "read only" in {issue.rule for issue in verdict}


@FUZZ
@given(st.sampled_from(WRITES), st.sampled_from(("", "BASE <http://x/> ", "PREFIX a: <http://a/> ")), SPACES)
def test_no_dress_makes_an_update_pass(update: str, prologue: str, space: str) -> None:
    dressed = prologue + space + update.replace(" ", space) + space
    assert not isinstance(check(dressed, EXAMPLE), CheckedQuery)


@FUZZ
@given(st.sampled_from(WRITES), st.sampled_from((";", ".", "", "}", "#\r", "\u2028")), CASES)
def test_no_update_rides_on_a_query(update: str, joint: str, case: object) -> None:
    ridden = f"SELECT ?p WHERE {{ ?p a ex:Product }} {joint} {update}"
    assert not isinstance(check(ridden, EXAMPLE), CheckedQuery)


@pytest.mark.parametrize(
    "text",
    [
        # a carriage return ends a comment for a store
        "SELECT * WHERE { ?s ?p ?o # harmless\r SERVICE <http://x.example/> { ?s ?p ?o } \n}",
        # an escape that one reader decodes before it looks for the end of the string, another after
        'SELECT * WHERE { ?s ?p "\\u0022 . SERVICE <http://x.example/> { ?a ?b ?c } # " }',
        "SELECT * WHERE { ?s ?p ?o . \\u0053ERVICE <http://x.example/> { ?a ?b ?c } }",
    ],
)
def test_what_readers_take_in_two_ways_is_refused(text: str) -> None:
    assert not isinstance(check(text, EXAMPLE), CheckedQuery)


PIECES = st.sampled_from(
    [
        "SELECT",
        "ASK",
        "WHERE",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ".",
        ";",
        ",",
        "?x",
        "?y",
        "ex:price",
        "a",
        "5",
        "'v'",
        "<http://x/>",
        "*",
        "+",
        "?",
        "|",
        "^",
        "!",
        "FILTER",
        "OPTIONAL",
        "UNION",
        "MINUS",
        "NOT",
        "EXISTS",
        "COUNT",
        "AS",
        "GROUP",
        "BY",
        "ORDER",
        "LIMIT",
        "VALUES",
        "BIND",
        "IN",
        "&&",
        "||",
        "=",
        "<",
        ">",
        "DISTINCT",
        "\\",
        '"',
        "#",
        "@en",
        "^^",
    ]
)


@FUZZ
@given(st.lists(PIECES, max_size=25))
def test_no_heap_of_tokens_crashes_the_check(heap: list[str]) -> None:
    judge(" ".join(heap))


@FUZZ
@given(st.text(max_size=60))
def test_no_text_crashes_the_check(text: str) -> None:
    judge(text)
    judge(f"SELECT * WHERE {{ ?x ex:name {text} }}")


@pytest.mark.parametrize("bracket", ["()", "{}", "[]"])
def test_endless_nesting_is_refused_in_time(bracket: str) -> None:
    verdict = check(f"SELECT * WHERE {{ FILTER {bracket[0] * 5000}1{bracket[1] * 5000} }}", EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert verdict[0].hint == "Expected at most 60 nested brackets."


# ── whatever passes is a query for a store too ───────────────────────────────────────────────────

UNBOUND = Ontology(prefixes=(("ex", "https://example.org/"), ("", "https://example.org/none/")))
STORE = pyoxigraph.Store()
LISTED = (  # what the specification allows and this store refuses
    "IRI parsing failed",  # an address that only SPARQL's own grammar takes for one
    "Duplicated variable name in SELECT",  # DESCRIBE ?x ?x
    "The SELECT contains a variable that is unbound",  # GROUP BY (?x AS ?y)
)
CORPUS = (*QUERIES, *COMMON, *WRITES, *OUTSIDE)
TOKENS = tuple(dict.fromkeys(p.text for text in CORPUS for p in pieces(text)))


def judge(text: str) -> None:
    """Checks a text against what is known of much and against what is known of nothing."""
    for ontology in (EXAMPLE, UNBOUND):
        verdict = check(text, ontology)
        if isinstance(verdict, CheckedQuery):
            assert is_query(verdict.text), text
            assert is_query(verdict.canonical), text
            assert not is_update(verdict.text), text


def is_query(text: str) -> bool:
    try:
        STORE.query(text)
    except SyntaxError as error:
        # The store takes no characters beyond the basic plane in names; the specification does.
        return any(listed in str(error) for listed in LISTED) or max(text) > "\uffff"
    return True


def is_update(text: str) -> bool:
    try:
        pyoxigraph.Store().update(text)
    except (SyntaxError, OSError):
        return False
    return True


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A text of the corpus with tokens or characters left out, doubled, exchanged and put in."""
    parts = [p.text for p in pieces(draw(st.sampled_from(CORPUS)))]
    if draw(st.booleans()):
        parts = list("".join(parts))
    signs = (
        st.sampled_from(TOKENS)
        if len(parts[0]) > 1
        else st.sampled_from("'\"<>{}()[].;,#\\?|&^\n\x00\ud800_@%")
    )
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(("leave out", "double", "exchange", "put in"))):
            case "leave out":
                parts[at] = ""
            case "double":
                parts.insert(at, parts[at])
            case "exchange":
                other = draw(st.integers(0, len(parts) - 1))
                parts[at], parts[other] = parts[other], parts[at]
            case _:
                parts.insert(at, draw(signs))
    return "".join(parts)


@settings(FUZZ, max_examples=examples(150))
@given(mutants())
def test_no_slip_makes_a_query_pass_that_a_store_refuses_or_an_update(text: str) -> None:
    judge(text)
    if (mended := readable(text, UNBOUND.prefixes)) is not None:
        assert isinstance(parse(mended[0], UNBOUND.prefixes), ParsedQuery)
        assert not is_update(text)
        judge(mended[0])


@settings(FUZZ, max_examples=examples(40))
@given(queries)
def test_what_passes_of_all_constructs_is_a_query_for_a_store(query: ParsedQuery) -> None:
    judge(spelled(query, UNBOUND.prefixes))


@pytest.mark.parametrize(
    "text", ["ASK { ?x ?p '\ud800' }", "ASK { ?x ?p '\\ud800' }", "ASK { ?x ?p '\x00' }"]
)
def test_what_is_no_text_is_an_issue(text: str) -> None:
    verdict = check(text, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert [issue.rule for issue in verdict] == ["syntax"]


# ── large texts ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        " ".join(f"?x{n} ex:p 'value {n}'@en ; ex:q <http://a.example/{n}> ." for n in range(1600)),
        f"VALUES (?x ?y) {{ {' '.join(f'(ex:a{n} {n})' for n in range(6000))} }} ?x ex:p|ex:q ?y",
        f"?x ex:p|ex:q ?y FILTER({' || '.join(f'?y = {n}' for n in range(7500))})",
        " UNION ".join(f"{{ ?x ^ex:p{n} ?y }}" for n in range(4000)),
        f"?x ex:p '{'a' * 100_000}'",
        f"?x ex:p 1 # {'a' * 100_000}\n",
        f"?x ex:p 1 {' ' * 100_000}",
    ],
)
def test_a_query_of_a_hundred_thousand_characters_is_read(body: str) -> None:
    text = f"SELECT * WHERE {{ {body} }}"
    assert len(text) > 90_000
    parsed = parse(text, UNBOUND.prefixes)
    assert isinstance(parsed, ParsedQuery)


@pytest.mark.slow
def test_a_query_of_a_hundred_thousand_characters_that_breaks_at_its_end_says_so() -> None:
    text = f"ASK {{ ?x ex:p ?y FILTER(?y IN ({', '.join(f'ex:a{n}' for n in range(9500))}) }}"
    problem = parse(text, UNBOUND.prefixes)
    assert isinstance(problem, SyntaxIssue)
    assert problem.column == len(text)
    assert problem.advice == "The bracket “(” opened at line 1, column 24 is not closed."


@pytest.mark.parametrize(
    "piece",
    [
        "a.",
        "a:",
        "'",
        '"',
        "\\",
        "<",
        "#",
        " ",
        "\n",
        "?",
        "ex:a ",
        "SELECT ",
        "{ ",
        "1.",
        "%",
        "\ufeff",
        "a\"'",
    ],
)
def test_fifty_thousand_characters_of_nothing_are_refused(piece: str) -> None:
    for start in ("", "ASK { FILTER("):
        verdict = check(start + piece * (50_000 // len(piece)), EXAMPLE)
        assert not isinstance(verdict, CheckedQuery)


def test_a_longer_query_is_refused_for_its_length() -> None:
    verdict = check("SELECT * WHERE { ?x ?p ?o } #" + "x" * 200_000, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert verdict[0].hint == "Expected a query of at most 200,000 characters."
