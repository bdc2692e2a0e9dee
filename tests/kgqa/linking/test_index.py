"""The label index: the same name in several spellings is found, and near names are told from equal ones."""

from __future__ import annotations

import weakref

from kgqa.check.closed import Closing
from kgqa.check.conditions import Closed
from kgqa.language import language
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.opened import OpenNames
from kgqa.ontology import Ontology
from kgqa.types import TermKind

EN = language("en")


def index(*names: str, kind: TermKind = TermKind.ENTITY) -> TermIndex:
    entries = [Entry(kind, f"http://x/{n}", name, name) for n, name in enumerate(names)]
    return TermIndex((), FewNames(entries))


def test_an_exact_name_comes_before_a_part_of_a_longer_one() -> None:
    found = index("Ice House", "Ice House Shop").look_up("ice house")
    assert [m.label for m in found] == ["Ice House", "Ice House Shop"]
    assert found[0].score > found[1].score


def test_a_preferred_name_comes_before_an_alternative_one() -> None:
    both = TermIndex(
        [
            Entry(TermKind.ENTITY, "http://x/a", "Nile", "Nile"),
            Entry(TermKind.ENTITY, "http://x/b", "Nile", "Blue Nile", preferred=False),
        ]
    )
    assert [m.iri for m in both.look_up("Nile")] == ["http://x/a", "http://x/b"]


def test_one_slip_in_a_word_is_forgiven_and_another_word_is_not() -> None:
    names = index("Savannah", "Aviary")
    assert [m.label for m in names.fuzzy("Savanah")] == ["Savannah"]
    assert [m.label for m in names.fuzzy("Avairy")] == ["Aviary"]
    assert list(names.fuzzy("Cavern")) == []


def test_short_words_are_not_guessed() -> None:
    assert list(index("Pip", "Pan").fuzzy("Pin")) == []


def test_a_plural_finds_the_singular() -> None:
    assert [m.label for m in index("country", kind=TermKind.CLASS).exact("countries", EN)] == ["country"]


def test_only_the_kinds_that_were_asked_for_are_found() -> None:
    assert index("Aviary").look_up("Aviary", kinds=frozenset((TermKind.CLASS,))) == ()


def test_an_empty_index_and_an_empty_phrase_find_nothing() -> None:
    assert TermIndex(()).look_up("anything") == ()
    assert index("Aviary").look_up("") == ()
    assert index("", "?!").look_up("?!") == ()


def test_a_name_of_one_word_is_found_where_the_longer_ones_with_that_word_are_closed() -> None:
    vault = "http://x/Vault"
    secret = Entry(TermKind.ENTITY, "http://x/v", "Aviary Vault", "Aviary Vault", classes=(vault,))
    names = FewNames([Entry(TermKind.ENTITY, "http://x/a", "Aviary", "Aviary"), secret])
    closed = Closing(Ontology(), Closed(), frozenset((vault,)), frozenset())
    found = TermIndex((), OpenNames(names, closed)).exact("aviary", EN)
    assert [m.label for m in found] == ["Aviary"]


def test_what_was_looked_up_is_let_go_with_the_index_at_once() -> None:
    store = FewNames([Entry(TermKind.ENTITY, "http://x/a", "Aviary", "Aviary")])
    names = TermIndex((), store)
    assert [*names.exact("Aviary", EN)]
    assert [*names.fuzzy("Avairy")]
    gone = weakref.ref(store)
    del store, names
    assert gone() is None


def test_words_within_an_address_of_the_web_are_nobodys_name() -> None:
    address = "https://shop.example/2023/alpine-touring/highlights.html"
    values = index(address, "Alpine Touring Club", kind=TermKind.VALUE)
    assert [m.label for m in values.look_up("Alpine Touring")] == ["Alpine Touring Club"]
    assert [m.label for m in values.exact(address, EN)] == [address]
