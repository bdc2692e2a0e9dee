"""Settings -> the strategies, with their limits and the texts that models are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TypeVar

from bot.settings import Settings, listed, name_of
from connectors import calibration_file
from kgqa.calibration import Calibration
from kgqa.errors import BadSetting
from kgqa.ports import Strategy
from kgqa.prepare import STRATEGIES
from kgqa.prompts import Prompts, shipped_names
from kgqa.strategies.agent import Agent, Bounds
from kgqa.strategies.oneshot import OneShot
from kgqa.strategies.oneshot import Settings as Shots
from kgqa.strategies.parts import Parts

AUTO = "auto"
WITHOUT_MODEL = ("library", "functions", "parse")
WITH_MODEL = ("oneshot", "agent", "tables", "calls")
FORMER = {"interpret": "parse"}  # names of strategies that are another one's now
BY_PROFILE = {"strong": "agent", "small": "oneshot"}
Limits = TypeVar("Limits", Bounds, Shots)


def strategies_of(settings: Settings) -> tuple[str, ...]:
    """The strategies in their order. Raises BadSetting for one that does not exist, one that stands there
    twice, and one that needs a model where none is set up.
    """
    has_model = bool(settings.model_name or settings.model_replay)
    named = listed(settings.strategies)
    former = {new for old, new in FORMER.items() if old in named}
    wanted = tuple(dict.fromkeys(FORMER.get(n, n) for n in named) if former else named)
    if wanted in ((), (AUTO,)):
        return (*WITHOUT_MODEL, BY_PROFILE[settings.model_profile]) if has_model else WITHOUT_MODEL
    setting = name_of("strategies")
    for name in wanted:
        if name not in STRATEGIES:
            known = ", ".join(sorted(STRATEGIES))
            raise BadSetting(f"{setting} names “{name}”, and there is no such strategy. There are: {known}.")
        if wanted.count(name) > 1:
            raise BadSetting(f"{setting} names “{name}” twice. Each strategy is asked once.")
        if name in WITH_MODEL and not has_model:
            raise BadSetting(
                f"{setting} names “{name}”, which asks a language model, and none is set up. "
                f"Set {name_of('model_name')}, or leave “{name}” out."
            )
    return wanted


def makers(settings: Settings) -> Mapping[str, Callable[[Parts], Strategy]]:
    """What makes each strategy, within the limits of the settings. Raises BadSetting."""
    bounds = limited(Bounds(reply_seconds=settings.model_reply_seconds), settings.agent, name_of("agent"))
    shots = limited(Shots(seconds=settings.model_reply_seconds), settings.oneshot, name_of("oneshot"))
    return {
        **STRATEGIES,
        "agent": lambda parts: Agent(parts, bounds),
        "oneshot": lambda parts: OneShot(parts, shots),
    }


_MAY_BE_NONE = ("stirred", "pairs")  # of other limits 0 would leave nothing to do


def limited(usual: Limits, text: str, setting: str) -> Limits:
    """Limits with those of a setting, written as `turns=6, rows=20`. Raises BadSetting, which names them."""
    known = {f.name: type(getattr(usual, f.name)) for f in fields(usual)}
    numbers = {name: kind for name, kind in known.items() if kind in (int, float)}
    found: dict[str, int | float] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, _, value = (p.strip() for p in part.partition("="))
        if name not in numbers:
            raise BadSetting(f"{setting} sets “{name}”. What can be set: {', '.join(numbers)}.")
        try:
            found[name] = numbers[name](value)
        except ValueError as error:
            raise BadSetting(
                f"{setting} sets {name} to “{value}”, which is no number of that kind."
            ) from error
        if not 0 <= found[name] < 10**9 or (found[name] == 0 and name not in _MAY_BE_NONE):
            raise BadSetting(f"{setting} sets {name} to {value}; it is more than 0.")
    return replace(usual, **found)  # type: ignore[arg-type]  # each of its own kind, as was seen above


def calibration_of(settings: Settings) -> Calibration:
    """What the confidence of the strategies is worth; nothing is known without a file. Raises BadInput."""
    return calibration_file.read(settings.calibration) if settings.calibration else Calibration()


def prompts_of(settings: Settings) -> Prompts:
    """The texts that models are given, with those of the admin's folder in their place. Raises BadSetting for
    a folder that cannot be read and for a file that stands for none.
    """
    if settings.prompts is None:
        return Prompts()
    folder, setting = Path(settings.prompts), name_of("prompts")
    if not folder.is_dir():
        raise BadSetting(f"{setting} is {folder}, which is no folder.")
    own: dict[str, str] = {}
    for file in sorted(folder.glob("*.md")):
        if file.stem not in shipped_names():
            known = ", ".join(sorted(shipped_names()))
            raise BadSetting(f"{setting} holds {file.name}, and there is no such prompt. There are: {known}.")
        try:
            own[file.stem] = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(f"{file} cannot be read as text in UTF-8: {error}.") from error
    return Prompts(own)
