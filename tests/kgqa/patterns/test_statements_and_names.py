"""Statements of Wikibase are known by their namespaces; names stand where things are called by them."""

from __future__ import annotations

from kgqa.ontology import PatternKind
from tests.kgqa.patterns.small import each, pattern, roles, terms

WD = "http://www.wikidata.org/"
CLAIMS = each(
    3,
    lambda n: (
        f"<{WD}entity/Q{n}> <{WD}prop/P39> _:s{n} ; <{WD}prop/direct/P39> <{WD}entity/Q9> .\n"
        f"_:s{n} <{WD}prop/statement/P39> <{WD}entity/Q9> ; <{WD}prop/qualifier/P580> 20{n}0 ."
    ),
)


def test_a_claim_leads_to_a_statement_with_a_value_and_qualifiers() -> None:
    found = pattern(CLAIMS, f"{WD}prop/P39")
    assert found is not None
    assert found.kind == "statement"
    assert [(role.value, iri.removeprefix(f"{WD}prop/")) for role, iri in found.roles] == [
        ("value", "statement/P39"),
        ("direct", "direct/P39"),
        ("qualifier", "qualifier/P580"),
    ]


def test_direct_claims_alone_are_no_statements() -> None:
    only = each(3, lambda n: f"<{WD}entity/Q{n}> <{WD}prop/direct/P39> <{WD}entity/Q9> .")
    assert pattern(only, f"{WD}prop/direct/P39") is None


def test_names_are_told_with_their_languages() -> None:
    turtle = each(4, lambda n: f':t{n} a :Tool ; rdfs:label "tool {n}"@en , "Werkzeug {n}"@de .')
    (found,) = [p for p in terms(turtle).ontology.patterns if p.kind is PatternKind.NAME]
    assert found.of.endswith("label")
    assert found.languages == ("de", "en")


def test_a_claim_that_is_used_by_nothing_has_no_roles_of_others() -> None:
    assert "direct" not in roles(pattern(CLAIMS.replace("direct/P39", "direct/P40"), f"{WD}prop/P39"))
