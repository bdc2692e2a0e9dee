"""Terms that have only the short names of a database: what they stand for, and how questions find them."""

from __future__ import annotations

import pytest

from kgqa.language.abbreviations import spelled_out
from kgqa.linking.codes import are_codes
from kgqa.linking.drawn import stands_for
from kgqa.linking.lexicon import Lexicon, Record, relabelled
from kgqa.linking.names import naming_of, schema_entries
from kgqa.linking.spelled import said_by, with_spelled_names
from kgqa.ontology import Class, Name, Ontology, Property, PropertyKind, Use
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.school import DATA, S
from tests.kgqa.zoo import ask, kit_of, values


@pytest.fixture(scope="module")
def school() -> Kit:
    return kit_of(DATA)


def column(local: str, *, of: str = "BKR", label: str = "", unit: str = "") -> Ontology:
    """A bakery's export with one column."""
    names = (Name(label),) if label else ()
    return Ontology(
        classes={S + of: Class(iri=S + of, declared=False, instances=3)},
        properties={S + local: Property(iri=S + local, kind=PropertyKind.DATA, names=names, unit=unit)},
        uses=(Use(subject=S + of, property=S + local, object="", count=3, subjects=3, literal=True),),
    )


def names_of(ontology: Ontology, local: str) -> list[str]:
    return [n.text for n in with_spelled_names(ontology).properties[S + local].names]


# ── what short names stand for ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cust nm", ["customer name"]),
        ("ord qty", ["order quantity"]),
        ("bake tm", ["bake time", "bake team"]),
        ("ovn no", ["ovn number"]),
        ("anz brote", ["Anzahl brote"]),
    ],
)
def test_the_words_of_a_short_name_are_spelled_out_by_a_table(name: str, said: list[str]) -> None:
    assert [text for text, _ in spelled_out(name)] == said


@pytest.mark.parametrize("name", ["no children", "no", "customer name", "bus", "cat", "has id", ""])
def test_whole_words_stay_what_they_are(name: str) -> None:
    assert spelled_out(name) == ()


def test_a_word_that_is_one_of_the_language_as_well_is_short_beside_short_ones() -> None:
    assert [text for text, _ in spelled_out("cat cd")] == ["category code"]


def test_what_stands_in_capitals_is_the_name_of_a_table_and_no_word() -> None:
    assert spelled_out("best") == ()
    assert spelled_out("BEST") == (("Bestellung", "de"),)


def test_readings_of_one_name_are_few() -> None:
    assert 1 < len(spelled_out("dep st exp cst")) <= 6


# ── names of terms ───────────────────────────────────────────────────────────────────────────────


def test_a_column_without_a_label_is_called_by_what_its_name_stands_for_beside_the_name_itself() -> None:
    assert names_of(column("dlv_addr"), "dlv_addr") == ["dlv addr", "delivery address", "delivered address"]
    assert names_of(column("mgr_tel"), "mgr_tel") == ["manager telephone", "mgr tel"]


def test_the_name_of_its_table_before_a_column_may_be_left_out() -> None:
    assert "name" in names_of(column("bkr_nm"), "bkr_nm")
    assert "name" not in names_of(column("cust_nm"), "cust_nm")


def test_what_is_left_of_a_columns_name_is_read_in_the_language_of_the_whole() -> None:
    assert names_of(column("kd_nr", of="KD"), "kd_nr")[0] == "Nummer"


def test_a_column_with_a_label_keeps_it_alone() -> None:
    assert names_of(column("dlv_addr", label="Drop-off point"), "dlv_addr") == ["Drop-off point"]


def test_a_unit_behind_a_short_name_stays_its_unit() -> None:
    assert names_of(column("wgt_kg", unit="kg"), "wgt_kg") == ["weight (kg)", "wgt kg"]


def test_a_class_is_called_what_the_columns_that_lead_to_it_are_called(school: Kit) -> None:
    assert school.ontology.label(S + "CRS") == "course"
    assert school.ontology.label(S + "STD") == "STD"  # a standard or a student: nobody says


def test_a_label_in_a_lexicon_ends_the_guessing() -> None:
    lexicon = Lexicon("names.csv", (Record(iri=S + "prc", label="Price per loaf"),))
    named = relabelled(with_spelled_names(column("prc")), (lexicon,))
    assert [n.text for n in named.properties[S + "prc"].names] == ["Price per loaf", "prc"]


def test_what_is_guessed_is_worth_less_than_what_is_said_and_tells_where_it_comes_from() -> None:
    entries = {e.name: e for e in schema_entries(with_spelled_names(column("prc")))}
    assert entries["price"].guessed
    assert entries["price"].source == "“prc”, spelled out"
    assert not entries["prc"].guessed


# ── words drawn together ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("short", "word"), [("prsn", "person"), ("lbr", "library"), ("rdr", "reader"), ("gdn", "guardian")]
)
def test_a_word_without_vowels_is_another_one_drawn_together(short: str, word: str) -> None:
    assert stands_for(short, word)


@pytest.mark.parametrize(
    ("short", "word"), [("prsn", "parent"), ("shp", "shop"), ("rdr", "order"), ("lbr", "lab")]
)
def test_other_words_are_not(short: str, word: str) -> None:
    assert not stands_for(short, word)


def test_a_question_finds_a_class_that_is_called_so_alone() -> None:
    kit = kit_of(f'@prefix : <{S}> . :P1 a :PRSN ; :nm "Ann" . :P2 a :PRSN ; :nm "Bo" .')
    assert values(ask(kit, "How many persons are there?")) == [("2",)]
    labelled = kit_of(
        f'@prefix : <{S}> . :PRSN <http://www.w3.org/2000/01/rdf-schema#label> "Guardian" .'
        ':P1 a :PRSN ; :nm "Ann" . :P2 a :PRSN ; :nm "Bo" .'
    )
    assert ask(labelled, "How many persons are there?").outcome is Outcome.NOT_IN_GRAPH


# ── what columns are for ─────────────────────────────────────────────────────────────────────────


def test_columns_of_names_and_of_parts_of_names_are_known_by_their_short_names(school: Kit) -> None:
    assert set(school.naming.preferred) >= {S + "std_nm", S + "crs_nm"}
    assert school.naming.parts == ((S + "tch_fn", S + "tch_ln"),)
    assert naming_of(column("bkr_nm", label="Baker's name")).preferred == (S + "bkr_nm",)
    assert naming_of(column("cust_nm")).preferred == ()  # a baker is not called as his customer is


def test_columns_of_numbers_that_tell_things_apart_are_known_by_their_short_names() -> None:
    assert are_codes(S + "plt_no", column("plt_no", label="Licence plate"), ["B 12", "B 13"])
    assert not are_codes(S + "plt_clr", column("plt_clr"), ["red", "blue"])


def test_the_unit_is_read_of_numbers_and_not_of_texts(school: Kit) -> None:
    assert school.ontology.properties[S + "ht_cm"].unit == "cm"
    assert school.ontology.properties[S + "std_nm"].unit == ""  # no nautical miles


def test_the_likeliest_reading_comes_first() -> None:
    assert next(n.text for n in said_by(S + "bkr_no", column("bkr_no"))) == "number"


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the salary of Mina Okafor?", ["4100"]),
        ("What is the date of birth of Luis Moya?", ["2008-11-20"]),
        ("How tall is ST-1003?", ["158"]),
        ("Which student is the tallest?", [S + "STD_2"]),
        ("How many courses are there?", ["4"]),
        ("Which courses does Mina Okafor teach?", [S + "CRS_1", S + "CRS_3"]),
        ("home room of Jonas Weber", ["R 7"]),
        ("courses without a teacher", [S + "CRS_4"]),
        ("Who teaches Pottery?", [S + "TCH_1"]),
    ],
)
def test_questions_in_plain_words_find_short_names(school: Kit, question: str, rows: list[str]) -> None:
    assert sorted(row[0] for row in values(ask(school, question))) == rows


def test_what_the_export_does_not_have_is_still_told(school: Kit) -> None:
    for question in ("What is the blood group of Luis Moya?", "How many detentions did Ada Brandt get?"):
        assert ask(school, question).outcome is Outcome.NOT_IN_GRAPH


def test_labels_that_stand_at_columns_nobody_declares_are_read(school: Kit) -> None:
    assert school.ontology.label(S + "fee_eur") == "Fee (EUR)"
    assert school.ontology.label(S + "TCH") == "Teacher"
