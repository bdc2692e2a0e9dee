"""The README and the documents: every link leads somewhere, every command and setting exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import Settings, name_of
from tests.house.test_admin_guides import options

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = sorted(DOCS.rglob("*.md"))
BESIDE = [
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "benchmarks" / "README.md",
    ROOT / "manifests" / "README.md",
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(page: Path) -> str:
    """The page without its code, which may look like links."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(page: Path) -> set[str]:
    """The places in a page that a link may lead to, as GitHub and MkDocs name them."""
    heads = re.findall(r"^#+ +(.+)$", page.read_text("utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head)).lower() for head in heads)
    return {head.strip().replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", [*PAGES, *BESIDE], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(text_of(page)):
        if re.match(r"[a-z]+:", target):
            continue  # another site, which no test asks
        name, _, place = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{target} is not there"
        assert not place or place in anchors(file), f"{target}: {file.name} has no such heading"


def test_every_page_stands_in_the_entrance_in_one_line() -> None:
    lines = (DOCS / "README.md").read_text("utf-8").splitlines()
    listed = [name for line in lines if line.startswith("- ") for name in LINK.findall(line)[:1]]
    pages = {str(page.relative_to(DOCS)) for page in PAGES if page.parent.name != "decisions"} - {"README.md"}
    assert sorted(listed) == sorted({*pages, "decisions/README.md"})


def test_every_decision_stands_in_their_list_with_its_title() -> None:
    lines = (DOCS / "decisions" / "README.md").read_text("utf-8").splitlines()
    told = [line for line in lines if line.startswith("- ")]
    for line, page in zip(told, sorted((DOCS / "decisions").glob("[0-9]*.md")), strict=True):
        number, _, title = page.read_text("utf-8").splitlines()[0].removeprefix("# ").partition(". ")
        assert line == f"- [{number}]({page.name}): {title}"


def test_the_readme_can_be_read_in_one_go() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", [README, DOCS / "commands.md"], ids=lambda path: path.name)
def test_every_command_exists_with_its_options(page: Path) -> None:
    known = options()
    calls = re.findall(r"(?:\$ .*?|`)(?:\.venv/bin/)?querist ([^#`\n]*)", page.read_text("utf-8"))
    assert calls
    for call in calls:
        if call.startswith("COMMAND"):
            continue
        command = max((c for c in known if f"{call.strip()} ".startswith(f"{c} ")), key=len, default="")
        group = any(c.startswith(f"{call.strip()} ") for c in known)
        assert command or group, f"querist {call} does not exist"
        assert set(re.findall(r"(?<!\S)--[a-z-]+", call)) <= {*known.get(command, set()), "--help"}, call


def test_the_page_of_commands_has_all_of_them() -> None:
    listed = re.findall(
        r"^\| `querist ([a-z ]+)` \|", (DOCS / "commands.md").read_text("utf-8"), re.MULTILINE
    )
    assert {call.split()[0] for call in listed} == {command.split()[0] for command in options()}


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_setting_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"(?<!…_)\bQUERIST_[A-Z0-9_]*[A-Z0-9]\b", page.read_text("utf-8")))
    assert named <= {name_of(field) for field in Settings.model_fields}


def test_make_has_the_two_commands_of_the_readme() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {"demo", "test"} == set(re.findall(r"^\$ make ([a-z]+)", README.read_text("utf-8"), re.MULTILINE))
    assert {"demo", "test"} <= targets
