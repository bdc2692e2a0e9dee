"""The benchmark of the check: detection, repair and speed on something small."""

import json
from pathlib import Path

import pytest
from rdflib import Graph, Variable

pytest.importorskip("reasonable")

from benchmarks.check.branches import read
from benchmarks.check.detection import Detection, by_kind, by_rule, detect, missed
from benchmarks.check.grown import Grown
from benchmarks.check.paper import PaperRules, frozen, thing
from benchmarks.check.repairing import Outcome, repair, shares
from benchmarks.check.sources import Source, public
from benchmarks.check.speed import queries
from benchmarks.check.tables import detection_figures
from kgqa.check import check
from kgqa.declared import read_ontology
from kgqa.types import CheckedQuery

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    whole = public("org", tmp_path_factory.mktemp("org"), rounds=1)
    few = {id_: whole.gold[id_] for id_ in ("org-004", "org-010")}
    return Source(whole.name, whole.declared, whole.data, few)


@pytest.fixture(scope="module")
def detection(source: Source) -> Detection:
    return detect(source, at_most=2)


def test_every_gold_query_of_the_public_ontologies_has_rows(tmp_path: Path) -> None:
    for name in ("org", "prov-o"):
        found = public(name, tmp_path, rounds=1)
        assert len([g for g in found.gold if "-r" not in g]) >= 20
        assert [g for g, text in found.gold.items() if not _rows(found, text)] == []


def _rows(source: Source, text: str) -> bool:
    from benchmarks.check.sources import has_rows

    return has_rows(source.store, text)


def test_detection_counts_what_the_oracle_holds_against_mutants(detection: Detection) -> None:
    rows = by_kind(detection.mutants)
    assert 0 < rows["all"].detected <= rows["all"].wrong <= rows["all"].mutants
    assert rows["all"].wrong - rows["all"].detected == len(
        missed(j for j in detection.mutants if not j.looked)
    )
    assert sum(c.total() for c in by_rule(detection.mutants).values()) == rows["all"].detected


def test_the_figures_can_be_written_to_a_file(detection: Detection) -> None:
    figures = json.loads(json.dumps(detection_figures(detection)))
    assert figures["by kind"]["all"]["wrong"] == by_kind(detection.mutants)["all"].wrong
    assert figures["gold"] == 2


def test_no_gold_query_is_refused(detection: Detection) -> None:
    assert detection.false_alarms(looked=False) == detection.false_alarms(looked=True) == []


def test_a_repair_is_right_when_it_gives_the_rows_of_the_gold_query(
    source: Source, detection: Detection
) -> None:
    found = repair(source, detection)
    for looked in (False, True):
        share = shares(found, looked=looked)["all"]
        assert share.total == sum(j.detected for j in detection.mutants if j.looked is looked)
        assert share.counts[Outcome.RIGHT] > 0
    source.graph.close()


def test_the_rules_of_the_paper_find_what_the_paper_says() -> None:
    prefixes = "PREFIX : <https://example.org/> PREFIX a: <urn:a:> "
    ontology = Graph().parse(
        data="""@prefix : <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        :soldByAgent a owl:ObjectProperty ; rdfs:domain :Policy ; rdfs:range :Agent .
        :against a owl:ObjectProperty ; rdfs:domain :Claim ; rdfs:range :PolicyCoverageDetail .
        :hasPolicy a owl:ObjectProperty ; rdfs:domain :PolicyCoverageDetail ; rdfs:range :Policy .""",
        format="turtle",
    )
    rules = PaperRules(ontology, prepared=True)

    def found(body: str, *shown: str) -> set[str]:
        triples = frozen(read(f"{prefixes} SELECT * WHERE {{ {body} }}"))
        return set(rules.violated(triples, [thing(Variable(v)) for v in shown]))

    assert found("?agent :soldByAgent ?policy ; a :Agent") == {"domain"}
    assert found("?policy a :Policy . ?claim a :Claim ; :against ?policy") == {"range"}
    assert found("?c :against ?p . ?d :hasPolicy ?p") == {"double_range"}
    assert found("?x :against ?p ; :hasPolicy ?q") == {"double_domain"}
    assert found("?c :against ?d . ?d :soldByAgent ?a") == {"domain_range"}
    assert found("?c :contra ?d") == {"incorrect_property"}
    assert found("?c :against/:hasPolicy/:soldByAgent ?a") == set()
    assert found("?c :against ?d", "c") == {"subject_output"}
    assert found("?c :against ?d", "d") == {"iri_output"}


def test_queries_over_grown_ontologies_pass_and_those_with_a_slip_mostly_do_not() -> None:
    grown = Grown(30)
    ontology = read_ontology(grown.text(), "nt", "grown")
    made = queries(grown, ontology)
    right, wrong = made[: len(made) // 2], made[len(made) // 2 :]
    assert all(isinstance(check(q, ontology), CheckedQuery) for q in right)
    assert sum(not isinstance(check(q, ontology), CheckedQuery) for q in wrong) > len(wrong) / 2
