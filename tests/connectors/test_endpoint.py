"""The remote endpoint: the shared suite over a real server, and everything that can go wrong on the way."""

from __future__ import annotations

import socket
import ssl
import urllib.error
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from connectors import replies
from connectors.dataset import by_clauses, by_parameters
from connectors.endpoint import EndpointGraph
from connectors.refusals import failed
from connectors.transport import Address
from kgqa.errors import BadSetting, GraphRejected, GraphTimeout, GraphUnavailable, OperatorsMove
from kgqa.types import Limits, Term
from tests.connectors.graph_suite import (
    LIMITS,
    TRIPLES,
    EndlessSuite,
    GraphSuite,
    TripleTermSuite,
    company_file,
)
from tests.doubles.checked import checked
from tests.doubles.http_endpoint import SERVER_CUT, SERVER_ROWS, HttpEndpoint, http_endpoint
from tests.doubles.oxigraph import oxigraph

QUERY = checked("SELECT ?x WHERE { ?x ?p ?o }")
XSD = "http://www.w3.org/2001/XMLSchema#"


class TestOnOxigraph(GraphSuite, TripleTermSuite):
    @pytest.fixture
    def graph(self, oxigraph_server: str) -> EndpointGraph:
        return EndpointGraph(oxigraph_server, name="company")

    async def test_it_knows_how_many_triples_there_are(self, graph: EndpointGraph) -> None:
        assert (await graph.describe()).triples in {TRIPLES, TRIPLES + 1}  # a union may count one twice


@pytest.mark.slow
class TestEndlessOnOxigraph(EndlessSuite):
    """Each test has a server that ends with it: it would take the processor from all that follows."""

    @pytest.fixture
    def graph(self, tmp_path: Path) -> Iterator[EndpointGraph]:
        with oxigraph(tmp_path, company_file(tmp_path)) as url:
            yield EndpointGraph(url, name="company")


@pytest.fixture
async def endpoint() -> AsyncIterator[HttpEndpoint]:
    async with http_endpoint() as running:
        yield running


# ── each failure has its own sentence ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("manner", "kind", "words"),
    [
        ("html", GraphUnavailable, "answered with a web page.*often ends in /sparql"),
        ("html-as-json", GraphUnavailable, "answered with a web page"),
        ("half", GraphUnavailable, "stops in the middle"),
        ("not-results", GraphUnavailable, "no SPARQL result"),
        ("no-list", GraphUnavailable, "no SPARQL result"),
        ("no-rows", GraphUnavailable, "no SPARQL result"),
        ("vars-no-list", GraphUnavailable, "no SPARQL result"),
        ("unknown-variable", GraphUnavailable, "no SPARQL result"),
        ("no-value", GraphUnavailable, "no SPARQL result"),
        ("truth", GraphUnavailable, "no SPARQL result"),
        ("no-truth", GraphUnavailable, "no SPARQL result"),
        ("csv", GraphUnavailable, r"no SPARQL result \(its type is text/csv\).*SPARQL 1.1 endpoint"),
        ("turtle", GraphUnavailable, r"no SPARQL result \(its type is text/turtle\)"),
        ("packed", GraphUnavailable, r"packed its answer \(gzip\).*pack only for who asks"),
        ("reset", GraphUnavailable, "cut its answer off"),
        ("broken", GraphUnavailable, "cut its answer off"),
        ("400", GraphRejected, "It said: Parse error: syntax error at '}' line 3"),
        ("401", GraphUnavailable, "wants a login.*QUERIST_ENDPOINT_USER"),
        ("403", GraphUnavailable, "does not let us in.*It said: Forbidden$"),
        ("404", GraphUnavailable, "no SPARQL endpoint at.*Check the address"),
        ("429", GraphUnavailable, "too many queries from us. Ask again in 30 seconds"),
        ("500", GraphRejected, "Virtuoso 37000 Error SP030"),
        ("500-late", GraphTimeout, "lack of time.*estimated execution time"),
        ("503", GraphUnavailable, "not at work at this moment"),
    ],
)
async def test_what_the_endpoint_does_wrong_is_told_in_one_short_line(
    endpoint: HttpEndpoint, manner: str, kind: type[OperatorsMove], words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        await EndpointGraph(endpoint.url(f"/{manner}"), pause=lambda _: None).run(QUERY, LIMITS)
    told = str(caught.value)
    assert type(caught.value) is kind
    assert endpoint.url(f"/{manner}") in told, "it names the endpoint"
    assert told.isprintable()
    assert len(told) < 450
    assert "alert(1)" not in told


@pytest.mark.parametrize("manner", ["slow", "drip", "drip-headers", "drip-chunks"])
async def test_an_endpoint_that_takes_too_long_is_given_up(endpoint: HttpEndpoint, manner: str) -> None:
    with pytest.raises(GraphTimeout, match=r"did not answer in 0\.3 seconds"):
        await EndpointGraph(endpoint.url(f"/{manner}")).run(QUERY, Limits(seconds=0.3))


async def test_an_address_where_nothing_listens_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(GraphUnavailable, match=f"Nothing listens at http://127.0.0.1:{port}/sparql"):
        await EndpointGraph(f"http://127.0.0.1:{port}/sparql").run(QUERY, LIMITS)


async def test_tls_to_a_server_without_it_is_told(endpoint: HttpEndpoint) -> None:
    with pytest.raises(GraphUnavailable, match="does not speak TLS"):
        await EndpointGraph(endpoint.url("/fine").replace("http:", "https:")).run(QUERY, LIMITS)


def test_an_unknown_name_and_an_unknown_certificate_are_told() -> None:
    unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    untrusted = ssl.SSLCertVerificationError(1, "certificate verify failed")
    untrusted.verify_message = "self-signed certificate"
    told = [
        str(failed("https://kg.example/", urllib.error.URLError(error), 30)) for error in (unknown, untrusted)
    ]
    assert told[0] == "The name of https://kg.example/ is not known to the network. Check the address."
    assert told[1].startswith(
        "The certificate of https://kg.example/ is not trusted: self-signed certificate."
    )


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("file:///etc/passwd", "is no web address"),
        ("ftp://kg.example/sparql", "is no web address"),
        ("kg.example/sparql", "is no web address"),
        ("http://kg.example:port/sparql", "cannot be read"),
        ("https://ada:secret@kg.example/sparql", "holds a login"),
        ("gopher://ada:secret@kg.example/", "is no web address"),
    ],
)
def test_an_address_that_is_none_is_refused_without_repeating_a_password(url: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words) as caught:
        EndpointGraph(url)
    assert "secret" not in str(caught.value)


# ── what is sent ─────────────────────────────────────────────────────────────────────────────────


async def test_a_short_query_goes_by_get_and_a_long_one_by_post(endpoint: HttpEndpoint) -> None:
    graph = EndpointGraph(endpoint.url("/fine"))
    long = "SELECT ?x WHERE { ?x ?p ?o } # " + "é" * 9000
    for text in (QUERY.text, long):
        assert (await graph.run(checked(text), LIMITS)).rows == ((Term(kind="literal", value="1"),),)
    assert [
        (method, parameters["query"].split("\nLIMIT")[0]) for _, method, _, parameters in endpoint.requests
    ] == [
        ("GET", QUERY.text),
        ("POST", long),
    ]


@pytest.mark.parametrize("told", [by_parameters, by_clauses])
@pytest.mark.parametrize(("graphs", "method"), [(2, "GET"), (200, "POST")])
async def test_a_long_dataset_goes_by_post_however_it_is_told(
    endpoint: HttpEndpoint, told: Callable[[Address, list[str]], Address], graphs: int, method: str
) -> None:
    graph = EndpointGraph(endpoint.url("/fine"))
    graph._dataset.found = told(graph._address, [f"https://a.example/graph/{n}" for n in range(graphs)])
    await graph.run(QUERY, LIMITS)
    assert [asked[1] for asked in endpoint.requests] == [method]


async def test_the_address_keeps_its_own_parameters_and_hides_them_from_people(
    endpoint: HttpEndpoint,
) -> None:
    graph = EndpointGraph(endpoint.url("/fine") + "?apikey=s3cret&default-graph-uri=https://a.example/g")
    await graph.run(QUERY, LIMITS)
    _, _, headers, parameters = endpoint.requests[0]
    assert parameters["apikey"] == "s3cret"
    assert parameters["default-graph-uri"] == "https://a.example/g"
    assert headers["User-Agent"].startswith("Querist/")
    assert "json" in headers["Accept"]
    assert "s3cret" not in (await graph.describe()).name


@pytest.mark.parametrize(
    ("login", "header"),
    [
        ({"user": "ada", "password": "pässword"}, "Basic YWRhOnDDpHNzd29yZA=="),
        ({"user": "ada", "token": "t0ken"}, "Bearer t0ken"),
        ({}, None),
    ],
)
async def test_the_login_is_sent(endpoint: HttpEndpoint, login: dict[str, Any], header: str | None) -> None:
    await EndpointGraph(endpoint.url("/fine"), **login).run(QUERY, LIMITS)
    assert endpoint.requests[0][2].get("Authorization") == header


async def test_a_redirect_on_the_same_server_is_followed(endpoint: HttpEndpoint) -> None:
    assert (await EndpointGraph(endpoint.url("/moved"), token="t").run(QUERY, LIMITS)).rows
    assert [path for path, *_ in endpoint.requests] == ["/moved", "/fine"]


async def test_a_redirect_to_another_server_is_not_followed(endpoint: HttpEndpoint) -> None:
    async with http_endpoint() as other:
        endpoint.elsewhere = other.url("/fine")
        with pytest.raises(GraphUnavailable, match=f"sends its callers on to 127.0.0.1:{other.server.port}"):
            await EndpointGraph(endpoint.url("/away"), token="t").run(QUERY, LIMITS)
        assert other.requests == []


async def test_a_query_that_was_posted_is_not_sent_on(endpoint: HttpEndpoint) -> None:
    long = checked("SELECT ?x WHERE { ?x ?p ?o } # " + "x" * 2000)
    endpoint.elsewhere = endpoint.url("/fine")
    for path in ("/moved", "/away"):
        with pytest.raises(GraphUnavailable, match=r"sends its callers on to .* Give the final address"):
            await EndpointGraph(endpoint.url(path), token="t").run(long, LIMITS)
    assert [path for path, *_ in endpoint.requests] == ["/moved", "/away"]


# ── what comes back ──────────────────────────────────────────────────────────────────────────────


async def test_virtuosos_dialect_of_json_is_read(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/virtuoso")).run(QUERY, LIMITS)
    assert table.rows == (
        (
            Term(kind="literal", value="7", datatype=XSD + "integer"),
            Term(kind="iri", value="http://a.example/with space"),
            Term(kind="literal", value="color", language="en_US"),
            Term(kind="bnode", value="nodeID_3a__2f__2f_b10"),
        ),
    )


def test_half_a_character_is_exchanged_as_it_could_not_be_written() -> None:
    assert replies.sound("Anna \ud800 Miller") == "Anna ? Miller"
    assert replies.sound("Zoë 🙂") == "Zoë 🙂"


async def test_an_older_virtuosos_answer_to_an_ask_is_read(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/virtuoso-ask")).run(checked("ASK { ?s ?p ?o }"), LIMITS)
    assert (table.boolean, table.columns, table.rows) == (True, (), ())


async def test_results_in_xml_are_read(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/xml")).run(QUERY, LIMITS)
    assert (table.columns, table.rows) == (("x",), ((Term(kind="literal", value="1"),),))


async def test_an_answer_without_end_is_cut_at_the_limit(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/flood")).run(QUERY, Limits(seconds=20, bytes=50_000))
    assert table.truncated
    assert 0 < len(table.rows) <= 250
    assert {row[0].value for row in table.rows if row[0]} == {"y" * 200}


async def test_where_the_server_cuts_the_rest_is_fetched_page_by_page(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/cutting")).run(QUERY, LIMITS)
    assert [row[0].value for row in table.rows if row[0]] == [f"{n:03}" for n in range(SERVER_ROWS)]
    assert not table.truncated


@pytest.mark.parametrize(("most", "rows"), [(120, 120), (200, 200), (249, 249), (250, 250), (300, 250)])
async def test_paging_ends_at_the_limit_of_rows(endpoint: HttpEndpoint, most: int, rows: int) -> None:
    table = await EndpointGraph(endpoint.url("/cutting")).run(QUERY, Limits(rows=most))
    assert (len(table.rows), table.truncated) == (rows, rows < SERVER_ROWS)


async def test_paging_ends_at_the_limit_of_bytes(endpoint: HttpEndpoint) -> None:
    table = await EndpointGraph(endpoint.url("/cutting")).run(QUERY, Limits(bytes=3 * 180))
    assert (len(table.rows), table.truncated) == (180, True)


async def test_an_order_of_the_querys_own_comes_before_ours(endpoint: HttpEndpoint) -> None:
    text = "SELECT ?x WHERE { ?x <https://a.example/n> ?n } ORDER BY DESC(?n)"
    await EndpointGraph(endpoint.url("/cutting")).run(checked(text), LIMITS)
    assert "ORDER BY DESC(?n) ASC(STR(?x)) ASC(?x) LIMIT 100 OFFSET 200" in endpoint.queries()[-1]


async def test_a_server_that_will_not_sort_gives_its_first_rows_and_it_is_told(
    endpoint: HttpEndpoint,
) -> None:
    table = await EndpointGraph(endpoint.url("/unordered")).run(QUERY, LIMITS)
    assert (len(table.rows), table.truncated) == (SERVER_CUT, True)


async def test_a_limit_of_the_querys_own_is_left_alone(endpoint: HttpEndpoint) -> None:
    text = f"SELECT ?x WHERE {{ ?x ?p ?o }} LIMIT {SERVER_CUT}"
    table = await EndpointGraph(endpoint.url("/cutting")).run(checked(text), LIMITS)
    assert (len(table.rows), table.truncated) == (SERVER_CUT, False)
    assert endpoint.queries() == [text]


async def test_a_graph_that_tells_nothing_of_itself_has_an_unknown_fingerprint(
    endpoint: HttpEndpoint,
) -> None:
    described = await EndpointGraph(endpoint.url("/500")).describe()
    assert (described.fingerprint, described.triples) == ("unknown", None)


DATED, COUNTED, TOLD = "owl:versionInfo", "COUNT(", "void#triples"


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ({DATED: ["2025-01-01", "1.2"]}, {DATED: ["1.2", "2025-01-01"]}, True),
        ({DATED: ["2025-01-01"]}, {DATED: ["2025-01-02"]}, False),
        ({DATED: ["2025-01-01"]}, {DATED: ["2025-01-01", "2.0"]}, False),
        ({DATED: ["2025-01-01"], COUNTED: ["5"]}, {DATED: ["2025-01-01"], COUNTED: ["6"]}, False),
        ({TOLD: ["5"]}, {TOLD: ["6"]}, False),
    ],
)
async def test_a_fingerprint_is_new_when_what_the_endpoint_says_of_its_data_is(
    endpoint: HttpEndpoint, before: dict[str, list[str]], after: dict[str, list[str]], *, same: bool
) -> None:
    fingerprints = []
    for told in (before, after):
        endpoint.told = told
        fingerprints.append((await EndpointGraph(endpoint.url("/telling")).describe()).fingerprint)
    assert (fingerprints[0] == fingerprints[1]) is same
    assert "unknown" not in fingerprints


async def test_a_store_too_large_to_count_in_time_is_believed_what_it_says(endpoint: HttpEndpoint) -> None:
    endpoint.told = {TOLD: ["12000000000"]}
    assert (await EndpointGraph(endpoint.url("/telling")).describe()).triples == 12_000_000_000
