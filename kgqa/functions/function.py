"""What a function is: a callable with a name, a meaning in a line, typed parameters, and the words by which
people ask for it.

In: a callable whose parameters are annotated. Out: a frozen Function, or NotCallable, which says what it
lacks.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from types import UnionType
from typing import Any, NewType

from kgqa.functions.reading import Graph

Thing = NewType("Thing", str)  # the IRI of a thing
Kind = NewType("Kind", str)  # the IRI of a class
Word = NewType("Word", str)  # the IRI of a class, a property or a thing: what can be explained
Measured = NewType("Measured", str)  # the IRI of what readings are readings of, or the property of a number
Unit = NewType("Unit", str)  # the symbol of a unit, or the code of a currency


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit: “5 km”. `units` are what it may be measured in, likeliest first."""

    value: Decimal
    units: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        return self.units[0] if self.units else ""


class Slot(StrEnum):
    """What an argument is, and how it is found in a question."""

    THING = "thing"
    KIND = "kind of things"
    WORD = "term"
    MEASURED = "what is measured"
    UNIT = "unit"
    AMOUNT = "amount"
    NUMBER = "number"
    COUNT = "whole number"
    TEXT = "text"


_SLOTS: Mapping[Any, Slot] = {
    Thing: Slot.THING,
    Kind: Slot.KIND,
    Word: Slot.WORD,
    Measured: Slot.MEASURED,
    Unit: Slot.UNIT,
    Amount: Slot.AMOUNT,
    Decimal: Slot.NUMBER,
    float: Slot.NUMBER,
    int: Slot.COUNT,
    str: Slot.TEXT,
}
TERMS = (Slot.THING, Slot.KIND, Slot.WORD, Slot.MEASURED)  # those that are IRIs
_NAME = re.compile(r"[a-z][a-z0-9_]{0,60}")
_PLACE = re.compile(r"\{(\w+)\}")
_LONGEST = 200  # characters of a phrase, and of what a function means


class NotCallable(ValueError):  # noqa: N818 - what it is, not what went wrong
    """A callable that is no function; the text says what it lacks."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """`name` in phrases and calls; one with a `default` may be left out."""

    name: str
    slot: Slot
    default: Any = inspect.Parameter.empty

    @property
    def is_needed(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """`means` is what it is for, in a line. `asked` are, by language, the phrases that ask for it, with the
    parameters in braces and alternatives between slashes: "{kind} nearest/closest to {place}". `graph` is the
    parameter that takes the graph, "" where it needs none, `language` the one that takes the language of the
    question. `seconds` is how long a call may take.
    """

    name: str
    means: str
    call: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    asked: Mapping[str, tuple[str, ...]] | None = None
    graph: str = ""
    language: str = ""
    seconds: float = 0.0

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)


@typing.overload
def function(call: Callable[..., Any], /) -> Function: ...


@typing.overload
def function(
    *, name: str = "", asked: Mapping[str, Sequence[str]] | None = None, seconds: float = 0.0
) -> Callable[[Callable[..., Any]], Function]: ...


def function(
    call: Callable[..., Any] | None = None,
    *,
    name: str = "",
    asked: Mapping[str, Sequence[str]] | None = None,
    seconds: float = 0.0,
) -> Any:
    """A decorator: the function that a callable is. Raises NotCallable."""

    def make(made: Callable[..., Any]) -> Function:
        return described(made, name=name, asked=asked, seconds=seconds)

    return make(call) if call is not None else make


def described(
    call: Callable[..., Any] | Function,
    *,
    name: str = "",
    asked: Mapping[str, Sequence[str]] | None = None,
    seconds: float = 0.0,
) -> Function:
    """The function that a callable is, by its annotations and the first line of its docstring. Raises
    NotCallable.
    """
    if isinstance(call, Function):
        return call
    own = name or getattr(call, "__name__", "")
    if not _NAME.fullmatch(own):
        raise NotCallable(f"“{own}” is no name of a function: small letters, digits and underscores.")
    means = (inspect.getdoc(call) or "").strip().split("\n")[0].strip()[:_LONGEST]
    if not means:
        raise NotCallable(f"{own} does not say what it is for. Write a line below its head.")
    try:
        hints = typing.get_type_hints(call)
        signature = inspect.signature(call)
    except (NameError, TypeError, ValueError) as error:
        raise NotCallable(f"The parameters of {own} cannot be read: {error}") from error
    parameters: list[Parameter] = []
    graph = language = ""
    for each in signature.parameters.values():
        hint = _plain(hints.get(each.name))
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY):
            raise NotCallable(f"{own} takes “{each.name}” in a way that no question can give.")
        if hint is Graph:
            graph = each.name
        elif each.name == "language" and hint is str:
            language = each.name
        elif hint in _SLOTS:
            parameters.append(Parameter(each.name, _SLOTS[hint], each.default))
        else:
            kinds = "Thing, Kind, Word, Measured, Amount, Unit, Decimal, float, int, str"
            raise NotCallable(f"{own} does not say what “{each.name}” is. It can be: {kinds}; or the Graph.")
    found = Function(
        name=own,
        means=means,
        call=call,
        parameters=tuple(parameters),
        asked={code: tuple(phrases) for code, phrases in (asked or {}).items()},
        graph=graph,
        language=language,
        seconds=seconds,
    )
    _refuse_wrong_phrases(found)
    return found


def _plain(hint: Any) -> Any:
    """A type without its None: what may be left out is told by the default."""
    if isinstance(hint, UnionType) or typing.get_origin(hint) is typing.Union:
        kinds = [one for one in typing.get_args(hint) if one is not type(None)]
        return kinds[0] if len(kinds) == 1 else hint
    return hint


def _refuse_wrong_phrases(found: Function) -> None:
    for phrase in (p for phrases in (found.asked or {}).values() for p in phrases):
        places = _PLACE.findall(phrase)
        if wrong := [p for p in places if found.parameter(p) is None]:
            raise NotCallable(f"A phrase of {found.name} names “{wrong[0]}”, and there is no such parameter.")
        if missing := [p.name for p in found.parameters if p.is_needed and p.name not in places]:
            raise NotCallable(f"The phrase “{phrase}” of {found.name} gives no “{missing[0]}”.")
        if not _PLACE.sub("", phrase).strip(" ?") or len(phrase) > _LONGEST:
            raise NotCallable(f"The phrase “{phrase}” of {found.name} would take every question.")
