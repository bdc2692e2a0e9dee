"""Settings choose the strategies, their limits and the texts for models; what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings
from bot.wiring.strategies import limited, prompts_of, strategies_of
from kgqa.errors import BadSetting
from kgqa.prompts import shipped, shipped_names
from kgqa.strategies.agent import Bounds
from kgqa.strategies.oneshot import Settings as Shots


def test_without_a_model_none_is_asked_and_with_one_they_come_last() -> None:
    alone = ("library", "functions", "parse")
    assert strategies_of(Settings()) == alone
    assert strategies_of(Settings(model_name="m")) == (*alone, "agent")
    assert strategies_of(Settings(model_name="m", model_profile="small")) == (*alone, "oneshot")
    assert strategies_of(Settings(strategies="parse, library")) == ("parse", "library")


def test_the_name_of_a_strategy_that_is_no_more_stands_for_the_one_in_its_place() -> None:
    asked = Settings(strategies="library, parse, interpret, agent", model_name="m")
    assert strategies_of(asked) == ("library", "parse", "agent")


@pytest.mark.parametrize(
    ("wanted", "named"),
    [("guess", "no such strategy"), ("library, library", "twice"), ("oneshot", "none is set up")],
)
def test_a_strategy_that_cannot_be_is_named_with_the_remedy(wanted: str, named: str) -> None:
    with pytest.raises(BadSetting, match=named):
        strategies_of(Settings(strategies=wanted))


def test_limits_are_set_by_their_names() -> None:
    bounds = limited(Bounds(), "turns=3, query_seconds = 4.5", "QUERIST_AGENT")
    assert (bounds.turns, bounds.query_seconds, bounds.rows) == (3, 4.5, Bounds().rows)


@pytest.mark.parametrize("text", ["speed=3", "turns=many", "turns=0", "turns=-1", "turns=2.5", "turns"])
def test_a_limit_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="QUERIST_AGENT sets"):
        limited(Bounds(), text, "QUERIST_AGENT")


def test_a_small_model_may_be_told_no_pairs() -> None:
    assert limited(Shots(), "pairs=0", "QUERIST_ONESHOT").pairs == 0


def test_a_file_of_the_folder_stands_in_the_place_of_every_prompt_that_we_have(tmp_path: Path) -> None:
    for name in shipped_names():
        (tmp_path / f"{name}.md").write_text(f"Ours is better than {name}.", "utf-8")
    prompts = prompts_of(Settings(prompts=tmp_path))
    assert all(prompts.get(n).text != shipped(n) for n in shipped_names())
    assert prompts.get("repair").version != prompts_of(Settings()).get("repair").version


def test_a_prompt_that_we_do_not_have_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "onshot.md").write_text("…", "utf-8")
    with pytest.raises(BadSetting, match=r"onshot\.md"):
        prompts_of(Settings(prompts=tmp_path))
    with pytest.raises(BadSetting, match="no folder"):
        prompts_of(Settings(prompts=tmp_path / "none"))
    (tmp_path / "onshot.md").rename(tmp_path / "oneshot.md").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match="UTF-8"):
        prompts_of(Settings(prompts=tmp_path))
