"""Terms are linked, never typed: what a search finds, and what it is called."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.errors import LinkerFailed
from kgqa.ontology import RDFS
from kgqa.pipeline import Kit
from kgqa.strategies.agent import Bounds
from kgqa.types import Match, TermKind
from tests.kgqa.agent.exploring import Exploring, describe, exploring, failure, query, search, seen, turn
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, kit_of


def found(kit: Kit, *actions: dict[str, object]) -> list[str]:
    asked = exploring(kit, turn(*actions), turn(failure("")))
    asked()
    return lines(asked)


def lines(asked: Exploring, number: int = -1) -> list[str]:
    return seen(asked, number).split("```text\n")[1].split("\n```")[0].split("\n")


def test_things_are_found_with_a_short_handle_their_classes_and_how_sure_that_is(kit: Kit) -> None:
    assert found(kit, search("Tembo")) == [":e1 “Tembo”, a :Mammal (sure)"]
    assert found(kit, search("Tenbo"))[0] == ":e1 “Tembo”, a :Mammal (perhaps)"


def test_classes_and_properties_have_the_handles_of_the_vocabulary(kit: Kit) -> None:
    assert ":Keeper, a class (sure)" in found(kit, search("keepers"))
    assert found(kit, search("date of birth"))[0] == ":bornOn “date of birth”, a property (sure)"


def test_a_word_of_a_name_is_enough_for_a_term_of_the_schema(kit: Kit) -> None:
    assert any(line.startswith(":joinedOn") for line in found(kit, search("joining of the staff")))


def test_values_are_found_with_the_property_that_has_them(kit: Kit) -> None:
    assert "the value “Mind the step” of :sign (sure)" in found(kit, search("mind the step"))


def test_a_search_may_be_for_one_kind_and_for_things_of_one_class(kit: Kit) -> None:
    assert found(kit, search("Bird Team", kind="class")) != found(kit, search("Bird Team", kind="thing"))
    both = found(kit, search("Brandt", kind="thing", cls=":Keeper"))
    assert both == [
        ":e1 “Jonas Brandt”, a :Keeper (likely)",
        ":Lena_Brandt “Lena Brandt”, a :Keeper (likely)",
    ]
    assert found(kit, search("Brandt", cls=":Animal"))[0].startswith("Nothing is called “Brandt”.")
    assert found(kit, search("Tembo", cls=":Animal")) == [":e1 “Tembo”, a :Mammal (sure)"]


def test_what_nothing_is_called_is_said(kit: Kit) -> None:
    assert found(kit, search("Zqxw Qqzz"))[0].startswith("Nothing is called “Zqxw Qqzz”.")


def test_a_word_of_too_many_names_is_said_to_be_in_them() -> None:
    herd = "".join(f'<{ID}m{n}> a <{DEF}Mammal> ; <{RDFS}label> "Coupé {n}" . ' for n in range(120))
    (told,) = found(kit_of(ONTOLOGY + DATA + herd), search("coupé"))
    assert told == "Nothing is called just “coupé”; it is in 120 names, which CONTAINS and LCASE find."


def test_asked_again_it_says_what_was_found_before_under_the_same_handle(kit: Kit) -> None:
    asked = exploring(kit, turn(search("Pip")), turn(search("Tembo"), search("pip")), turn(failure("")))
    asked()
    assert lines(asked, 1) == [":e1 “Pip”, a :Bird (sure)"]
    assert lines(asked, 2) == [":e2 “Tembo”, a :Mammal (sure)", "", ":e1 “Pip”, a :Bird (sure)"]


def test_names_in_any_script_are_found_and_asked_for() -> None:
    named = {
        "tokyo": "東京動物園",
        "munich": "Münchner Tierpark",
        "athens": "Ζωολογικός Κήπος",
        "delhi": "चिड़ियाघर",
    }
    kit = kit_of(
        "".join(f'<{ID}{iri}> a <{DEF}Zoo> ; <{RDFS}label> "{name}" .\n' for iri, name in named.items())
        + f"<{DEF}Zoo> a <http://www.w3.org/2002/07/owl#Class> ."
    )
    for name in (*named.values(), "MÜNCHNER TIERPARK", "Mu\u0308nchner Tierpark"):
        asked = exploring(
            kit, turn(search(name)), turn(describe(":e1"), query("ASK { :e1 a :Zoo }")), turn(failure(""))
        )
        asked.graph = kit.graph  # type: ignore[assignment]
        asked("Which zoos are there?")
        assert lines(asked, 1)[0].startswith(":e1 “")
        assert asked.summaries[1].endswith("tries a query: yes")


# ── further linkers ──────────────────────────────────────────────────────────────────────────────


@dataclass
class Says:
    """A linker that says the same of every phrase, raises, or never answers."""

    what: Match | Exception | None
    name: str = "text search"

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        if isinstance(self.what, Exception):
            raise self.what
        if self.what is None:
            await asyncio.Event().wait()
            raise AssertionError
        return [[self.what] for _ in phrases]


ELEPHANT = Match(
    kind=TermKind.ENTITY,
    iri=ID + "tembo",
    label="Tembo",
    score=0.9,
    how="custom",
    classes=(DEF + "Mammal",),
)


def test_what_further_linkers_find_is_found(kit: Kit) -> None:
    asked = exploring(kit, turn(search("the old elephant")), turn(failure("")))
    asked.linkers = (Says(ELEPHANT),)
    asked()
    assert ":e1 “Tembo”, a :Mammal (likely)" in lines(asked)


def test_a_linker_that_fails_or_hangs_costs_what_it_would_have_found(kit: Kit) -> None:
    asked = exploring(kit, turn(search("Pip")), turn(failure("")), bounds=Bounds(search_seconds=0.05))
    asked.linkers = (Says(LinkerFailed("no")), Says(None, name="semantic"))
    asked()
    assert lines(asked) == [
        ":e1 “Pip”, a :Bird (sure)",
        "(text search cannot be asked now.)",
        "(semantic took more than 0.05 seconds.)",
    ]
