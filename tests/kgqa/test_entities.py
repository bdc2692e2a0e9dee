"""An XML document whose entities come to gigabytes is refused before anybody expands them."""

from __future__ import annotations

from io import BytesIO

import pytest

from kgqa.declared.files import File
from kgqa.entities import Bounded, Expands
from kgqa.errors import BadInput

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
BODY = f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:e="urn:e:"><rdf:Description rdf:about="urn:a"><e:p>{{}}</e:p>'
END = "</rdf:Description></rdf:RDF>"


def document(entities: str, text: str) -> str:
    return f'<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [{entities}]>\n{BODY.format(text)}{END}'


def nested(levels: int, times: int) -> str:
    inner = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * times}">' for n in range(1, levels))
    return f'<!ENTITY l0 "lol">{inner}'


HOSTILE = {
    "billion laughs": document(nested(10, 10), "&l9;"),
    "in the middle of a declaration": document(nested(10, 10), "&l9;").replace("<!DOCTYPE", "<!DOCTYPE  "),
    "quadratic": document(f'<!ENTITY a "{"x" * 4000}">', "&a;" * 40_000),
    "one long entity": document(f'<!ENTITY a "{"x" * 10_000}">', "&a;"),
    "itself": document('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"),
    "in the body": BODY.format("<!DOCTYPE x [" + nested(10, 10) + "]>&l9;") + END,
    "a declaration without an end": '<!DOCTYPE x [<!ENTITY a "b">' + " " * 3_000_000,
    "a declaration that cannot be read": document('<!ENTITY a "b"><!WRONG>', "&a;"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_entities_that_come_to_too_much_are_refused(name: str) -> None:
    with pytest.raises(Expands):
        Bounded(BytesIO(HOSTILE[name].encode())).read_all()


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 7, 100, 1 << 16])
def test_what_is_read_is_the_document_and_short_names_of_namespaces_pass(size: int) -> None:
    spaces = f'<!ENTITY rdf "{RDF}"><!ENTITY x "urn:x#"><!ENTITY % p "y"><!ENTITY xy "&x;y">'
    text = document(spaces, "&rdf;type &x;a &amp; &xy; &#65; " * 20_000).encode()
    bounded, pieces = Bounded(BytesIO(text)), list[bytes]()
    while piece := bounded.read(size):
        pieces.append(piece)
    assert b"".join(pieces) == text


@pytest.mark.parametrize("size", [1, 3, 1 << 16])
def test_a_reference_that_is_read_in_halves_counts(size: int) -> None:
    bounded = Bounded(BytesIO(HOSTILE["quadratic"].encode()))
    with pytest.raises(Expands, match="more than 20 times its size"):
        all(iter(lambda: bounded.read(size), b""))


def test_an_ontology_with_such_entities_is_refused_by_its_name() -> None:
    with pytest.raises(BadInput, match=r"laughs\.rdf is not read: the entity l\d+ stands for"):
        list(File(HOSTILE["billion laughs"], "rdf", "laughs.rdf").triples())
