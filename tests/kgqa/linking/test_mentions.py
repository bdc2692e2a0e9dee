"""Which words of a question may name something together."""

import pytest

from kgqa.linking.mentions import codes, is_small_code, spans_a_break


@pytest.mark.parametrize(
    "phrase",
    ['Commercial" and "Residential', "Gale\u201c und \u201eRime", 'Gale" cost', "Gale, Rime", "it. Rime"],
)
def test_a_name_ends_where_a_clause_or_a_quotation_ends(phrase: str) -> None:
    assert spans_a_break(phrase)


@pytest.mark.parametrize(
    "phrase", ['Anna "Annie" Smith', '19" rack mount', "St. Gallen", "Gale 200", 'the "Gale', "Dr. Lind"]
)
def test_a_name_may_hold_a_quotation_inches_and_a_word_cut_short(phrase: str) -> None:
    assert not spans_a_break(phrase)


@pytest.mark.parametrize("text", ["A" * 2_000, "A1" * 1_000, "A-" * 1_000, "a." * 1_000 + "@", "a@" * 1_000])
def test_a_long_run_of_anything_is_read_at_once(text: str) -> None:
    assert len(codes(text)) < len(text)


def test_codes_and_addresses_are_found_as_a_whole() -> None:
    text = "Is WR-201 or AB12.7/C3 from liv.skaar@company.example at https://a.example/x?"
    assert [text[start:end] for start, end in codes(text)] == [
        "WR-201",
        "AB12.7/C3",
        "liv.skaar@company.example",
        "https://a.example/x",
    ]


def test_a_code_may_begin_with_a_small_word() -> None:
    assert [p for p in ("so-2024-0007", "on/12", "so 2024", "2024-12", "and-or") if is_small_code(p)] == [
        "so-2024-0007",
        "on/12",
    ]
