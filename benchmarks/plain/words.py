"""The words of a question: nouns of classes and properties, inflected as each language does."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Protocol

from kgqa.restate import english, german
from kgqa.restate.inflection import Case, gender_of, inflected


class Words(Protocol):
    """What the forms of a language need of the nouns that they hold."""

    def of(self, key: str, noun: str) -> dict[str, str]:
        """The inflected forms of a noun by their slots; empty where its inflection is not known."""


class English:
    """`order` -> {"a": "order", "A": "orders"}."""

    def of(self, key: str, noun: str) -> dict[str, str]:
        """The noun and its plural."""
        noun = english.sentence_case_noun(noun)
        return {key: noun, key.upper(): english.plural(noun)}


class German:
    """`Auftrag` -> {"a": "Auftrag", "A": "Aufträge", "which_a": "Welcher Auftrag", …}."""

    def of(self, key: str, noun: str) -> dict[str, str]:
        """The noun, its plural and what stands before it."""
        gender, many = gender_of(noun), german.plural(noun)
        if gender not in ("m", "f", "n") or not (many or key == "p"):
            return {}
        found = {
            key: noun,
            key.upper(): many,
            f"{key.upper()}_dat": german.dative_plural(noun) if many else "",
            f"which_{key}": f"Welch{_ENDS[gender]} {noun}",
            f"which_{key}_acc": f"Welch{_ENDS_OF_OBJECTS[gender]} {inflected('stark', noun, 'acc')}",
            f"each_{key}": f"jed{_ENDS[gender]} {noun}",
            f"no_{key}": inflected("kein", noun, "acc"),
            f"the_{key}": inflected("der", noun, "nom"),
            f"same_{key}": inflected("derselbe", noun, "acc"),
            f"the_{key}_acc": inflected("der", noun, "acc"),
        }
        cases: tuple[Case, Case] = ("acc", "dat")
        for case in cases:
            found[f"{key}_{case}"] = inflected("ein" if key == "p" else "stark", noun, case)
            for slot, adjective in _ADJECTIVES.items():
                article = "ein" if slot == "higher" else "stark" if slot == "average" else "der"
                found[f"{slot}_{key}{'_dat' if case == 'dat' else ''}"] = inflected(
                    article, f"{adjective} {noun}", case
                )
        found[f"average_{key}"] = inflected("der", f"durchschnittliche {noun}", "nom")
        return found


_ENDS = {"m": "er", "f": "e", "n": "es"}
_ENDS_OF_OBJECTS = _ENDS | {"m": "en"}
_ADJECTIVES = {
    "highest": "höchste",
    "lowest": "niedrigste",
    "higher": "höhere",
    "latest": "späteste",
    "earliest": "früheste",
    "average_high": "höchste durchschnittliche",
}
WORDS: dict[str, Words] = {"en": English(), "de": German()}


@cache
def forms() -> dict[str, dict[str, str]]:
    """The forms of each language by their names."""
    return tomllib.loads(files("benchmarks.plain").joinpath("forms.toml").read_text("utf-8"))
