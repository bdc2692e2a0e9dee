"""A file is read however it is packed, encoded or named; one that cannot be read is named with its place and
the remedy; several are read as one.
"""

from __future__ import annotations

import gzip

import pyoxigraph as ox
import pytest

from kgqa.check import check
from kgqa.declared import read_ontologies, read_ontology
from kgqa.errors import BadInput
from kgqa.types import CheckedQuery
from tests.kgqa.zoo import DEF, ONTOLOGY

PREFIXES = f"@prefix : <{DEF}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
XML = ox.serialize(
    (q.triple for q in ox.parse(ONTOLOGY.encode(), format=ox.RdfFormat.TURTLE)), format=ox.RdfFormat.RDF_XML
)
RDF_HEAD = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'


@pytest.mark.parametrize(
    ("ending", "text", "words"),
    [
        ("ttl", "@prefix : <http://x/> .\n:a :b :c .\n:d :e .\n", "line 3"),
        ("nt", "<http://x/a> <http://x/b> <http://x/c> .\nnonsense\n", "line 2"),
        ("rdf", f"{RDF_HEAD}\n<rdf:Description>\n</rdf:RDF>", "line 3"),
        ("rdf", f"{RDF_HEAD}\n<rdf:Description rdf:about='a'><x:p/></rdf:Description></rdf:RDF>", "line 2"),
        ("owl", f'{RDF_HEAD}<rdf:Description rdf:about="http://a/ b"/></rdf:RDF>', "http://a/ b"),
        ("jsonld", "{not json", "line 1"),
        ("jsonld", '{"@context": "https://x.example/", "@id": "http://x/a"}', "context"),
        ("jsonld", "[1, 2", "line 1"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_place(ending: str, text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_ontology(text, ending, f"broken.{ending}")
    assert f"broken.{ending}" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<!DOCTYPE html>\n<html><body>Not found</body></html>", "is a web page"),
        (b"<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'/>", "is a web page"),
        (b"PK\x03\x04\x14\x00", "ZIP archive. Unpack it"),
        (b"%PDF-1.7", "PDF"),
        (b"Prefix(:=<http://x/>)\nOntology(<http://x>)", "functional syntax. Save it as Turtle"),
        (b"Prefix: : <http://x/>\nOntology: <http://x>", "Manchester syntax. Save it as Turtle"),
        (b"<?xml version='1.0'?>\n<Ontology xmlns='http://www.w3.org/2002/07/owl#'/>", "OWL/XML. Save it"),
        (b"\x1f\x8b\x08\x00broken", "packed with gzip and broken"),
        (gzip.compress(ONTOLOGY.encode())[:200], "packed with gzip and broken"),
        ("@prefix : <http://x/> .\n:a :b 'ä' .".encode("latin-1"), "line 2 holds something else. Save it as"),
        (b"<?xml version='1.0' encoding='klingon'?><x/>", "klingon is not known. Save it as UTF-8"),
    ],
)
@pytest.mark.parametrize("ending", ["ttl", "rdf"])
def test_what_is_no_ontology_is_called_by_its_name(data: bytes, words: str, ending: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_ontology(data, ending, f"given.{ending}")
    assert f"given.{ending}" in str(caught.value)
    assert words in str(caught.value)


def test_an_unknown_format_is_named_with_those_that_are_read() -> None:
    with pytest.raises(BadInput, match=r"sheet\.xlsx.*\.ttl"):
        read_ontology("", "xlsx", "sheet.xlsx")


@pytest.mark.parametrize("ending", ["ttl", "nt", "rdf", "jsonld"])
@pytest.mark.parametrize("data", ["", " \n\n", b"", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_empty_ontology_and_said_to_be_one(data: str | bytes, ending: str) -> None:
    found = read_ontology(data, ending, "empty.ttl")
    assert not found.classes
    assert not found.properties
    assert found.notices == (
        "There are no classes and no properties in empty.ttl: nothing is known from it.",
    )


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(ONTOLOGY.encode()),
        b"\xef\xbb\xbf" + ONTOLOGY.encode(),
        ONTOLOGY.encode("utf-16"),
        ONTOLOGY.encode("utf-16-le"),
        ONTOLOGY.encode("utf-16-be"),
        gzip.compress(ONTOLOGY.encode("utf-16")),
        ONTOLOGY.replace("\n", "\r\n").encode(),
    ],
)
def test_a_packed_file_and_one_in_another_encoding_say_the_same(data: bytes) -> None:
    plain = read_ontology(ONTOLOGY, "ttl", "zoo.ttl")
    assert read_ontology(data, "ttl", "zoo.ttl") == plain


def test_an_xml_file_in_a_declared_encoding_is_read_in_it() -> None:
    text = f"<?xml version='1.0' encoding='ISO-8859-1'?>\n{RDF_HEAD}"
    text += f"<rdf:Description rdf:about='{DEF}Tür'><rdf:type rdf:resource='http://www.w3.org/2002/07/owl#Class'/>"
    found = read_ontology((text + "</rdf:Description></rdf:RDF>").encode("latin-1"), "rdf", "doors.rdf")
    assert DEF + "Tür" in found.classes


@pytest.mark.parametrize("ending", ["ttl", "rdf", "owl", "jsonld", "nt", "trig", "xml"])
@pytest.mark.parametrize("text", [ONTOLOGY, "# by hand\n\n" + ONTOLOGY, XML])
def test_what_a_file_begins_with_tells_more_than_its_ending(text: str | bytes, ending: str) -> None:
    found = read_ontology(text, ending, f"zoo.{ending}")
    assert found.classes.keys() == read_ontology(ONTOLOGY, "ttl", "zoo.ttl").classes.keys()


def test_an_ontology_that_calls_itself_by_no_name_is_read() -> None:
    found = read_ontology(PREFIXES + "<> a owl:Ontology . :Pump a owl:Class .", "ttl", "a pump.ttl")
    assert DEF + "Pump" in found.classes


def test_prefixes_come_from_every_syntax_that_has_them() -> None:
    context = f'{{"@context": {{"zoo": "{DEF}"}}, "@id": "zoo:Pump", "@type": "http://www.w3.org/2002/07/owl#Class"}}'
    xml = f'{RDF_HEAD[:-1]} xmlns:zoo="{DEF}"><zoo:Pump rdf:about="{DEF}one"/></rdf:RDF>'
    for text, ending in ((f"PREFIX zoo: <{DEF}>\n", "ttl"), (xml, "rdf"), (context, "jsonld")):
        assert ("zoo", DEF) in read_ontology(text, ending, f"zoo.{ending}").prefixes


def test_of_a_prefix_that_two_files_use_differently_the_first_counts() -> None:
    parts = [(f"@prefix z: <http://{n}/> .", "ttl", f"{n}.ttl") for n in ("one", "two")]
    assert read_ontologies(parts).prefixes == (("z", "http://one/"),)


def test_several_files_are_one_ontology_and_their_unnamed_nodes_stay_apart() -> None:
    text = PREFIXES + "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    text += ":NAME a owl:ObjectProperty ; rdfs:domain _:u . _:u owl:unionOf ( :NAMEA :NAMEB ) ."
    parts = [(text.replace("NAME", name), "ttl", f"{name}.ttl") for name in ("one", "two")]
    found = read_ontologies(parts)
    for name in ("one", "two"):
        assert found.domains(DEF + name) == (frozenset((f"{DEF}{name}A", f"{DEF}{name}B")),)


def test_an_import_that_is_not_given_is_named_and_one_that_is_given_is_not() -> None:
    base = PREFIXES + (
        "<http://a.example/o> a owl:Ontology ; owl:imports <http://b.example/o#> , <http://c.example/v/2> , "
        "<http://d.example/o> , <http://www.w3.org/2004/02/skos/core> . :A a owl:Class ."
    )
    other = PREFIXES + "<http://b.example/o> a owl:Ontology . :B a owl:Class ."
    third = PREFIXES + (
        "<http://c.example/v> a owl:Ontology ; owl:versionIRI <http://c.example/v/2> ; "
        "owl:imports <http://a.example/o> . :C a owl:Class ."
    )
    alone = read_ontology(base, "ttl", "a.ttl")
    assert len(alone.missing_imports) == 3
    found = read_ontologies([(text, "ttl", "x.ttl") for text in (base, other, third)])
    assert found.missing_imports == ("http://d.example/o",)
    assert found.notices == (
        "The ontology imports http://d.example/o, which was not given; its terms are not known.",
    )
    assert found.classes.keys() == {DEF + "A", DEF + "B", DEF + "C"}


def test_what_a_file_uses_and_does_not_declare_is_mentioned() -> None:
    text = PREFIXES + (
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix dcterms: <http://purl.org/dc/terms/> . "
        ":A a owl:Class ; dcterms:creator 'us' . :AShape a sh:NodeShape ; sh:property [ sh:path :p ] ."
    )
    found = read_ontology(text, "ttl", "a.ttl")
    shacl = "http://www.w3.org/ns/shacl#"
    assert {f"{shacl}NodeShape", f"{shacl}property", "http://purl.org/dc/terms/creator"} <= found.mentioned
    assert f"{shacl}NodeShape" not in found.known_classes
    asked = (
        "SELECT ?s WHERE { ?s a sh:NodeShape ; sh:property/sh:path ?p }",
        "SELECT ?c WHERE { ?c a owl:Class ; dcterms:creator ?who }",
    )
    for query in asked:
        verdict = check(query, found)
        assert isinstance(verdict, CheckedQuery)
        assert not [w for w in verdict.warnings if w.rule in ("incorrect property", "unknown class")]
    assert not isinstance(check("SELECT ?s WHERE { ?s a sh:NodeShap }", found), CheckedQuery)


def test_data_beside_an_ontology_is_passed_over() -> None:
    things = "\n".join(f":thing{i} a :Pump ; :weight {i} ." for i in range(100))
    found = read_ontology(
        PREFIXES + ":Pump a owl:Class . :weight a owl:DatatypeProperty .\n" + things, "ttl", "x"
    )
    assert found.classes.keys() == {DEF + "Pump"}
    assert found.properties.keys() == {DEF + "weight"}
