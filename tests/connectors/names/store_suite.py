"""What every adapter of `kgqa.ports.NameStore` must do, as one suite: a class of tests to inherit from.

A subclass gives the fixture `store_of`, which makes a store of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgqa.linking.entry import Entry, Thing
from kgqa.linking.tokens import key
from kgqa.ports import NameStore
from kgqa.types import TermKind

EX = "https://company.example/id/"
DEF = "https://company.example/def/"
PERSON, PLACE = DEF + "Person", DEF + "Place"

StoreOf = Callable[[Iterable[Entry]], NameStore]


def entity(name: str, local: str = "", *classes: str, label: str = "", preferred: bool = True) -> Entry:
    return Entry(
        kind=TermKind.ENTITY,
        iri=EX + (local or name.replace(" ", "-")),
        name=name,
        label=label or name,
        preferred=preferred,
        classes=classes,
    )


def value(text: str, of: str = "colour", *, name: str = "") -> Entry:
    return Entry(kind=TermKind.VALUE, iri=DEF + of, name=name or text, label=name or text, value=text)


COMPANY = (
    entity("Ada Lovelace", "ada", PERSON),
    entity("Countess of Lovelace", "ada", PERSON, label="Ada Lovelace", preferred=False),
    entity("Grace Brewster Murray Hopper", "grace", PERSON),
    entity("Jörg Müller", "joerg", PERSON),
    entity("Anna Smith", "anna", PERSON),
    entity("New York City", "nyc", PLACE),
    entity("York", "york", PLACE),
    entity("International Business Machines", "ibm"),
    entity("Department of Management Services", "dms"),
    value("red"),
    value("dark red"),
)


def names(entries: Iterable[Entry]) -> list[str]:
    return [entry.name for entry in entries]


class NameStoreSuite:
    """Sentences about the behaviour of a store of names."""

    @pytest.fixture
    def company(self, store_of: StoreOf) -> NameStore:
        return store_of(COMPANY)

    # ── names as they are ────────────────────────────────────────────────────────────────────────

    @pytest.mark.parametrize("written", ["Ada Lovelace", "ADA LOVELACE", "ada-lovelace", "adaLovelace"])
    def test_a_name_is_found_however_its_words_are_joined(self, company: NameStore, written: str) -> None:
        assert names(company.named(key(written))) == ["Ada Lovelace"]

    def test_an_entry_comes_back_as_it_was_given(self, store_of: StoreOf) -> None:
        given = (
            Entry(
                kind=TermKind.ENTITY,
                iri=EX + "valve",
                name="Ventil VX-2041",
                label="Valve",
                preferred=False,
                identifier=True,
                classes=(DEF + "Part", DEF + "Thing"),
                language="de",
                source="parts.json",
            ),
            Entry(
                kind=TermKind.VALUE,
                iri=DEF + "born",
                name="10 December 1815 ✓",
                label="1815",
                value="1815-12-10",
                datatype="http://www.w3.org/2001/XMLSchema#date",
            ),
            Entry(kind=TermKind.CLASS, iri=DEF + "Part", name="part", label=""),
            Entry(kind=TermKind.PROPERTY, iri=DEF + "hasPart", name="has part", label="part"),
        )
        store = store_of(given)
        assert [entry for one in given for entry in store.named(key(one.name))] == list(given)

    def test_a_name_that_nobody_has_is_not_found(self, company: NameStore) -> None:
        assert not company.named("lovelace")
        assert not company.named("")

    def test_all_who_have_a_name_are_found_but_no_more_than_asked_for(self, store_of: StoreOf) -> None:
        store = store_of(entity("Anna Smith", f"anna-{n}") for n in range(70))
        assert len({e.iri for e in store.named("anna smith")}) == 50
        assert len({e.iri for e in store.named("anna smith", limit=7)}) == 7
        assert len({e.iri for e in store.named("anna smith", limit=100)}) == 70

    # ── parts of names ───────────────────────────────────────────────────────────────────────────

    def test_words_that_are_left_out_do_not_hide_a_name_and_the_shortest_comes_first(
        self, store_of: StoreOf
    ) -> None:
        store = store_of(map(entity, ("Grace Murray Brewster Hopper", "Grace Hopper", "Murray Hopper Grace")))
        assert names(store.holding(["hopper", "grace"])) == [
            "Murray Hopper Grace",
            "Grace Murray Brewster Hopper",
        ]

    def test_a_name_that_has_no_more_words_is_not_one_that_holds_them(self, company: NameStore) -> None:
        assert names(company.holding(["york"])) == ["New York City"]
        assert not company.holding(["smith", "anna"])
        assert not company.holding([])

    def test_words_in_another_order_are_the_same_name_and_no_longer_one(self, store_of: StoreOf) -> None:
        store = store_of(map(entity, ("Cathedral Wells", "Wells Cathedral Office", "Wells Wells Cathedral")))
        assert names(store.reordered("wells cathedral")) == ["Cathedral Wells"]
        assert not store.reordered("cathedral wells")
        assert not store.reordered("")

    def test_words_that_too_many_names_hold_identify_none(self, store_of: StoreOf) -> None:
        store = store_of(entity(f"Anna Smith {n}") for n in range(51))
        assert not store.holding(["anna", "smith"])
        assert len(store.holding(["anna"], limit=51)) == 51

    # ── names that are near ──────────────────────────────────────────────────────────────────────

    @pytest.mark.parametrize(
        "written",
        [
            "ada lovelac",
            "ada lovelacee",
            "ada lovelice",
            "ada lvoelace",
            "adalovelace",
            "ada lovelcae ",
            "aada lovelacs",
            "lovelace ada",
            "lovelace dada",
        ],
    )
    def test_a_name_is_near_when_two_letters_differ_or_its_words_are_swapped(
        self, company: NameStore, written: str
    ) -> None:
        assert names(company.near(key(written)))[0] == "Ada Lovelace"

    def test_a_name_is_near_that_shares_most_of_the_words(self, company: NameStore) -> None:
        assert "New York City" in names(company.near("new york cities area"))
        assert "Grace Brewster Murray Hopper" in names(company.near("grace brewster hoper"))

    def test_nearer_names_come_first_and_the_name_itself_is_not_near(self, store_of: StoreOf) -> None:
        store = store_of(map(entity, ("Anna Smiths", "Anna Smith", "Anna Smythe")))
        near = names(store.near("anna smith"))
        assert near[0] == "Anna Smiths"
        assert "Anna Smith" not in near

    def test_what_is_like_no_name_is_near_to_none(self, company: NameStore) -> None:
        assert not company.near("zzyzx")
        assert not company.near("")

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def test_words_are_near_within_as_many_slips_as_are_asked_for(self, company: NameStore) -> None:
        assert company.words_near("lovelacs", 1) == ["lovelace"]
        assert company.words_near("lovvelacs", 1) == []
        assert company.words_near("lovvelacs", 2) == ["lovelace"]
        assert company.words_near("lovelace", 2) == []
        assert company.words_near("smtih", 1) == ["smith"]

    def test_a_word_is_as_frequent_as_the_names_that_have_it(self, store_of: StoreOf) -> None:
        store = store_of(map(entity, ("New York", "York", "York York", "Yorkshire")))
        assert store.frequency("york") == 3
        assert store.frequency("shire") == 0

    # ── abbreviations ────────────────────────────────────────────────────────────────────────────

    @pytest.mark.parametrize(
        ("written", "meant"),
        [
            ("ibm", "International Business Machines"),
            ("intl bus mach", "International Business Machines"),
            ("international business mach", "International Business Machines"),
            ("dept of mgmt svcs", "Department of Management Services"),
            ("doms", "Department of Management Services"),
            ("dms", "Department of Management Services"),
        ],
    )
    def test_a_name_is_found_by_its_initials_and_by_its_words_cut_short(
        self, company: NameStore, written: str, meant: str
    ) -> None:
        assert names(company.shortened(written.split())) == [meant]

    def test_a_letter_that_stands_in_the_name_too_hides_no_words_cut_short(self, store_of: StoreOf) -> None:
        store = store_of([entity("Klara B Thorvaldsen"), entity("Klara C Thorvaldsen")])
        assert names(store.shortened(["kla", "b", "thor"])) == ["Klara B Thorvaldsen"]

    @pytest.mark.parametrize("written", ["ib", "bus mach", "intl mach bus", "anna smith", "", "i b"])
    def test_other_letters_abbreviate_nothing(self, company: NameStore, written: str) -> None:
        assert not company.shortened(written.split())

    # ── terms ────────────────────────────────────────────────────────────────────────────────────

    def test_an_entity_is_known_by_its_label_and_classes(self, company: NameStore) -> None:
        assert company.thing(EX + "ada") == Thing("Ada Lovelace", (PERSON,))
        assert company.thing(EX + "nobody") is None
        assert company.thing(DEF + "colour") is None

    def test_a_term_has_all_its_names_and_a_property_its_values(self, company: NameStore) -> None:
        assert names(company.of_term(EX + "ada")) == ["Ada Lovelace", "Countess of Lovelace"]
        assert names(company.of_term(DEF + "colour")) == ["red", "dark red"]
        assert names(company.of_term(DEF + "colour", limit=1)) == ["red"]
        assert not company.of_term(EX + "nobody")

    def test_a_class_has_its_entities_each_once(self, company: NameStore) -> None:
        assert sorted(names(company.of_class(PLACE))) == ["New York City", "York"]
        assert [e.iri for e in company.of_class(PERSON)].count(EX + "ada") == 1
        assert len(company.of_class(PERSON, limit=2)) == 2

    def test_the_store_knows_its_size_and_its_longest_name(self, store_of: StoreOf) -> None:
        assert store_of(COMPANY).size == len(COMPANY)
        assert store_of(COMPANY).longest == 4
        assert store_of([entity(" ".join("abcdefghijklmnop"))]).longest == 12
        empty = store_of([])
        assert (empty.size, empty.longest, list(empty.near("ada"))) == (0, 1, [])

    # ── what people and graphs write ─────────────────────────────────────────────────────────────

    @pytest.mark.parametrize("name", ["", "  ", "+++", "🙂", "\x00\x1f", "\ud800"])
    def test_a_name_without_letters_or_digits_is_passed_over(self, store_of: StoreOf, name: str) -> None:
        store = store_of([entity(name, "nameless"), entity("York")])
        assert store.size == 1
        assert store.thing(EX + "nameless") is None

    @pytest.mark.parametrize("odd", ["\x00", "\x1f", "\ud800", "\u2028", "\u202e", "🙂", "\ufdfa"])
    def test_odd_characters_in_names_and_terms_do_no_harm(self, store_of: StoreOf, odd: str) -> None:
        name = f"New {odd} York"
        store = store_of([entity(name, f"new{odd}york", DEF + odd), value(name, of=odd)])
        assert {e.name for e in store.named(key(name))} == {name}
        assert store.thing(EX + f"new{odd}york") == Thing(name, (DEF + odd,))
        assert len(store.of_class(DEF + odd)) == len(store.of_term(DEF + odd)) == 1
        for text in (odd, f"new {odd} york"):
            store.named(text), store.near(text), store.holding(text.split()), store.shortened(text.split())
            store.frequency(text), store.words_near(text, 2)

    @pytest.mark.parametrize("text", ["york " * 20_000, "y" * 100_000, "أ" * 100_000])
    def test_a_name_of_a_hundred_kilobytes_is_found_by_its_beginning(
        self, store_of: StoreOf, text: str
    ) -> None:
        store = store_of([entity(text, "long"), entity("York")])
        assert [e.iri for e in store.named(key(text[:300]))] == [EX + "long"]
        assert store.thing(EX + "long") is not None
        store.near(key(text)), store.holding(text.split()), store.shortened(text.split())
        assert names(store.named("york")) == ["York"]

    def test_many_threads_may_ask_at_once(self, store_of: StoreOf) -> None:
        store = store_of(entity(f"Part {n}") for n in range(200))
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda n: names(store.named(f"part {n}")), range(200)))
        assert found == [[f"Part {n}"] for n in range(200)]
