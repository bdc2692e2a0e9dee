"""The file of access: what it says, and how it tells of a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.access.reading import access_in
from bot.access.rules import Reader
from bot.wiring import access_of, open_core
from kgqa.errors import BadSetting
from tests.bot.payroll import ACCESS, settings_in


def read(folder: Path, text: str) -> Path:
    (folder / "access.toml").write_text(text)
    return folder / "access.toml"


def reader(*groups: str, channel: str = "", tenant: str = "slack:T1", unsure: tuple[str, ...] = ()) -> Reader:
    return Reader(tenant=tenant, groups=frozenset(groups), channel=channel, unsure=frozenset(unsure))


RULES = """
[groups.hr]
people = ["U12345"]
[groups.temps]
people = ["U54321"]
[[closed]]
name = "to all"
properties = ["def:a"]
[[closed]]
name = "to all but hr"
properties = ["def:b"]
open_to.groups = ["hr"]
[[closed]]
name = "to temps"
properties = ["def:c"]
closed_to.groups = ["temps"]
[[closed]]
name = "but in a channel and a tenant"
properties = ["def:d"]
open_to.channels = ["slack:T1:C1"]
open_to.tenants = ["teams:acme"]
[[closed]]
name = "to temps of hr as well"
properties = ["def:e"]
open_to.groups = ["hr"]
closed_to.groups = ["temps"]
"""
ALWAYS = {"to all"}
CHANNEL = {"but in a channel and a tenant"}
HR = {"to all but hr", "to temps of hr as well"}


@pytest.mark.parametrize(
    ("who", "closed"),
    [
        (reader(), ALWAYS | CHANNEL | HR),
        (reader("hr"), ALWAYS | CHANNEL),
        (reader("temps"), ALWAYS | CHANNEL | HR | {"to temps"}),
        (reader("hr", "temps"), ALWAYS | CHANNEL | {"to temps", "to temps of hr as well"}),
        (reader("hr", channel="slack:T1:C1"), ALWAYS),
        (reader("hr", tenant="teams:ACME"), ALWAYS),
        (reader(unsure=("hr",)), ALWAYS | CHANNEL | HR),
        (reader(unsure=("temps",)), ALWAYS | CHANNEL | HR | {"to temps"}),
    ],
)
def test_a_rule_closes_to_all_who_are_not_certainly_let_in(
    tmp_path: Path, who: Reader, closed: set[str]
) -> None:
    assert access_in(read(tmp_path, RULES)).closed_for([who]) == closed


def test_what_is_closed_to_one_reader_is_closed_where_others_read_along(tmp_path: Path) -> None:
    access = access_in(read(tmp_path, RULES))
    assert access.closed_for([reader("hr"), reader()]) == ALWAYS | CHANNEL | HR


def test_people_are_named_by_id_by_address_and_in_a_file_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "hr.txt").write_text("ada@example.com\nU00009  # Ben\n\n")
    text = '[people]\n"Ada@example.com" = ["slack:T1:UADA", "teams:acme:aad-ada"]\n'
    text += '[groups.hr]\nfile = "hr.txt"\n[[closed]]\nname = "pay"\nproperties = ["def:a"]\n'
    access = access_in(read(tmp_path, text))
    for person in (("slack", "T1", "UADA"), ("teams", "acme", "aad-ada"), ("slack", "T9", "U00009")):
        assert access.groups_of(*person) == {"hr"}
    assert access.groups_of("slack", "T9", "UADA") == frozenset()


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (
            ('open_to.groups = ["pay"]', 'open_to.groups = ["pai"]'),
            15,
            "the group “pai”, and there is no such group in [groups]. Did you mean “pay”?",
        ),
        (
            ('properties = ["def:salary"]', 'propertys = ["def:salary"]'),
            14,
            "says “propertys”, which means nothing. Did you mean “properties”?",
        ),
        (
            ('people = ["ada@example.com"]', 'people = ["ada@exmaple.com"]'),
            6,
            (
                "“ada@exmaple.com” is no id of a person, and [people] does not say whose it is. "
                "Did you mean “ada@example.com”?"
            ),
        ),
        (("slack:T1:CLAW", "#legal"), 21, "“#legal” is no channel. Write it as in slack:T0123456:C0123456."),
        (
            ("open_to.groups", "opento.groups"),
            15,
            "says “opento”, which means nothing. Did you mean “open_to”?",
        ),
        (
            ("[groups.lawyers]", "[group.lawyers]"),
            9,
            "says “group”, which means nothing. Did you mean “groups”?",
        ),
        (('name = "cases"', 'name = "pay"'), 13, "Two rules are called “pay”."),
        (('classes = ["def:Case"]', "classes = []"), 18, "The rule “cases” closes nothing."),
        (
            ('open_to.groups = ["lawyers"]', 'open_to.groups = "lawyers"'),
            20,
            "open_to.groups is a list of texts",
        ),
    ],
)
def test_a_slip_is_told_with_its_line_and_the_nearest_right_name(
    tmp_path: Path, change: tuple[str, str], line: int, said: str
) -> None:
    path = read(tmp_path, ACCESS.replace(*change, 1))
    with pytest.raises(BadSetting) as caught:
        access_in(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert said in str(caught.value)


def test_a_slip_in_the_syntax_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"access\.toml is no TOML: .+line 17"):
        access_in(read(tmp_path, ACCESS.replace('open_to.groups = ["pay"]', 'open_to.groups = ["pay"')))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"no\.toml cannot be read"):
        access_in(tmp_path / "no.toml")


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (
            ("def:salary", "def:sallary"),
            14,
            "The graph knows no property “def:sallary”. Did you mean “def:salary”?",
        ),
        (("def:Case", "def:Cases"), 19, "The graph knows no class “def:Cases”. Did you mean “def:Case”?"),
        (("def:Case", "https://pay.example/def/Caze"), 19, "Did you mean “https://pay.example/def/Case”?"),
        (("def:Case", "hr:Caze"), 19, "“hr:Caze” is no IRI, and no short name by a prefix of the ontology"),
        (("def:salary", "def:Case"), 14, "The graph knows no property “def:Case”."),
        (
            ('classes = ["def:Case"]', 'functions = ["convrt"]'),
            19,
            "The rule “cases”: There is no function “convrt”. Did you mean “convert”?",
        ),
    ],
)
async def test_a_name_that_the_graph_does_not_know_ends_the_start(
    tmp_path: Path, change: tuple[str, str], line: int, said: str
) -> None:
    settings = settings_in(tmp_path, ACCESS.replace(*change, 1))
    with pytest.raises(BadSetting) as caught:
        await open_core(settings, access=access_of(settings))
    assert f"line {line}: " in str(caught.value)
    assert said in str(caught.value)


async def test_a_named_graph_that_the_store_does_not_have_ends_the_start(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, ACCESS.replace('classes = ["def:Case"]', 'graphs = ["urn:x:cases"]', 1))
    with pytest.raises(BadSetting, match=r"line 19: The rule “cases”: The store has no graph “urn:x:cases”"):
        await open_core(settings, access=access_of(settings))


@pytest.mark.parametrize(
    ("names", "said"), [("", "does not say of which graphs"), ('in = "hr"\n', "“hr”, which is not served")]
)
def test_of_several_graphs_a_rule_says_which_it_is_about(tmp_path: Path, names: str, said: str) -> None:
    (tmp_path / "graphs.toml").write_text('[pay]\ngraph = "a.ttl"\n[crm]\ngraph = "b.ttl"\n')
    access = ACCESS.replace('name = "pay"', f'name = "pay"\n{names}').replace(
        'name = "cases"', 'name = "cases"\nin = ["crm"]'
    )
    settings = settings_in(tmp_path, access, graphs=tmp_path / "graphs.toml")
    with pytest.raises(BadSetting, match=said):
        access_of(settings.model_copy(update={"graph": ""}))
