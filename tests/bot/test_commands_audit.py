"""`querist audit`: what auditors see of the record, and that their reading is recorded too."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.audit.accounts import is_password, read_accounts
from bot.commands import ask
from bot.commands import audit as command
from bot.people import own_user
from bot.settings import load
from kgqa.errors import AskersMove, BadSetting, GraphTimeout, OperatorsMove
from kgqa.trail import noted, sending
from kgqa.types import Answer, Outcome, Question, ResultTable, Step, Term
from tests.bot.commands import opening
from tests.connectors.recorded import ADA, with_lived
from tests.doubles import answers
from tests.doubles.checked import checked
from tests.doubles.core import PreparedCore


class Shell:
    """The commands `ask` and `audit` in front of a prepared core."""

    def __init__(self) -> None:
        self.core = PreparedCore()
        self.prepared: dict[str, Answer | Exception] = self.core._prepared
        self.app = typer.Typer()
        self.app.callback()(lambda: None)
        ask.add(self.app, opening(self.core))
        command.add(self.app, opening(self.core))

    def ask(self, text: str, answer: Answer) -> str:
        """Asks; the reference of the record."""
        self.prepared[text] = answer
        _, out = self("ask", text, "--json")
        return str(json.loads(out)["record"])

    def __call__(self, *call: str, text: str | None = None) -> tuple[int, str]:
        done = CliRunner().invoke(self.app, list(call), input=text)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout

    def json(self, *call: str) -> Any:
        return json.loads(self("audit", *call, "--json")[1])


@pytest.fixture
def shell(data: Path) -> Shell:
    return Shell()


@pytest.fixture
def lives(data: Path) -> list[str]:
    """A record with two people in it; its references."""
    return with_lived(data / "querist.db")


def change(data: Path, statement: str) -> None:
    with sqlite3.connect(data / "querist.db") as raw:
        raw.execute(statement)
    raw.close()


# ── list and show ────────────────────────────────────────────────────────────────────────────────


def test_records_are_listed_the_newest_first(shell: Shell, lives: list[str]) -> None:
    code, out = shell("audit", "list")
    assert code == 0
    assert re.findall(r"^([0-9a-f]{4}-[0-9a-f]{2})", out, re.MULTILINE) == lives[::-1]
    assert "open" in out
    assert "answered, 3 rows" in out
    assert "And who is her deputy?" in out


def test_a_list_is_filtered_and_paged(shell: Shell, lives: list[str]) -> None:
    assert [one["record"] for one in shell.json("list", "--who", "U-ADA")["records"]] == lives[:1]
    page = shell.json("list", "--limit", "3")
    assert page["older"] == lives[1]
    rest = shell.json("list", "--before", page["older"], "--limit", "3")
    assert ([one["record"] for one in rest["records"]], rest["older"]) == (lives[:1], None)
    assert "No record is like that" in shell("audit", "list", "--text", "nobody asked this")[1]


def test_people_and_channels_are_called_by_the_names_of_the_file(
    shell: Shell, lives: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tmp_path / "names.csv"
    names.write_text("slack:T1:U-ADA,Ada Njoroge\n")
    monkeypatch.setenv("QUERIST_NAMES", str(names))
    code, out = shell("audit", "list", "--who", "ada njoroge")
    assert (code, out.count("Ada Njoroge U-ADA")) == (0, 1)
    assert lives[0] in out
    assert "Ada Njoroge U-ADA" in shell("audit", "show", lives[0])[1]
    rows = list(csv.DictReader(io.StringIO(shell("audit", "export", "--csv", "--who", "Ada Njoroge")[1])))
    assert [row["record"] for row in rows] == lives[:1]
    names.write_text("broken")
    with pytest.raises(BadSetting, match="file of names"):
        shell("audit", "list")


def test_the_record_is_read_where_a_chat_is_not_set_up_to_its_end(
    shell: Shell, lives: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERIST_SLACK_BOT_TOKEN", "xoxb-1")
    code, out = shell("audit", "list")
    assert (code, lives[0] in out) == (0, True)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("list", "--since", "next week"), "--since takes a day"),
        (("list", "--until", "2026-02-31"), "--until takes a day"),
        (("list", "--since", "today", "--until", "yesterday"), "nothing can be found between"),
        (("list", "--since", "999999w"), "--since takes a day"),
        (("list", "--outcome", "great"), "There is no outcome “great”. Those that exist: answered"),
        (("list", "--judged", "maybe"), "--judged takes up or down"),
        (("list", "--before", "zz"), "No record is “zz”"),
        (("show", "0000"), "No record is “0000”. See them with: querist audit list"),
        (("show", ""), "No record is “”"),
        (("show", "\udfff"), "No record is"),
        (("rerun", "0000"), "No record is “0000”"),
        (("forget", "nobody", "--yes"), "The record knows nobody called “nobody”"),
        (("export", "--who", "x"), "take no --who"),
        (("export", "--csv", "--after", "3"), "--after counts links"),
        (("export", "no/such/folder/x.jsonl"), "does not exist"),
        (("verify", "--against", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (("verify", "--against", "nowhere.jsonl", "--key", "abc"), "neither 64 hex digits nor a file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    shell: Shell, lives: list[str], call: tuple[str, ...], said: str
) -> None:
    with pytest.raises((AskersMove, OperatorsMove)) as told:
        shell("audit", *call)
    assert said in str(told.value)


def test_without_a_record_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "new"))
    with pytest.raises(AskersMove, match="Nothing is recorded in"):
        Shell()("audit", "list")


def test_a_record_is_told_from_question_to_result(shell: Shell) -> None:
    reference = shell.ask("Who leads Field Engineering?", answers.one_thing())
    code, out = shell("audit", "show", reference[:5])
    assert code == 0
    order = [
        "Who leads Field Engineering?",
        own_user(),
        "1 name found",
        "SELECT ?person",
        "Result",
        "Ada Njoroge leads",
        "work began",
        "It holds. What stands here is what was written",
    ]
    places = [out.index(part) for part in order]
    assert places == sorted(places)


LOOKED = "SELECT ?other WHERE { ?other a <urn:x> }"
HUNG = "PREFIX x: <urn:x:>\nSELECT ?hung WHERE {\n  ?hung x:y ?z }"


def looking(_: Question) -> None:
    """Sends two queries, of which one comes back."""
    noted(Step(stage="names", summary="2 names found"))
    with sending(checked(LOOKED), "Company") as sent:
        sent.found(ResultTable(columns=("other",), rows=((None,), (None,), (None,))))
    with sending(checked(HUNG), "Company"):
        pass


def test_every_query_that_was_sent_is_told_folded_or_whole(shell: Shell) -> None:
    shell.core.during = looking
    reference = shell.ask("Who leads Field Engineering?", answers.one_thing())
    _, folded = shell("audit", "show", reference)
    assert "3 rows" in folded
    assert "from Company" in folded
    assert "no result: the work was cut off" in folded
    assert "SELECT ?hung WHERE { ?hung x:y ?z }" in folded
    assert "PREFIX x:" not in folded
    assert f"querist audit show {reference} --queries" in folded
    _, whole = shell("audit", "show", reference, "--queries")
    assert "PREFIX x: <urn:x:>" in whole
    kept = shell.json("show", reference)["executed"]
    assert [(each["text"], each["rows"]) for each in kept] == [(LOOKED, 3), (HUNG, None)]


def test_the_steps_of_work_that_was_cut_off_are_told(shell: Shell) -> None:
    shell.core.during = looking
    shell.prepared["Who leads?"] = GraphTimeout("The graph did not answer.")
    _, out = shell("ask", "Who leads?", "--json")
    assert json.loads(out)["trace"] == []
    assert "2 names found" in shell("audit", "show", str(json.loads(out)["record"]))[1]


def test_a_record_that_is_not_as_it_was_written_says_so(shell: Shell, data: Path) -> None:
    reference = shell.ask("Why?", answers.one_thing())
    change(data, "UPDATE record_answers SET query = 'SELECT ?nothing WHERE {}'")
    code, out = shell("audit", "show", reference)
    assert (code, "This record does not hold." in out) == (1, True)
    assert shell.json("show", reference)["holds"] is False


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET opened_at = 'never'",
        "UPDATE record_answers SET outcome = 'great'",
        "UPDATE record_answers SET trace = '{'",
        "UPDATE record_answers SET answer = '{}'",
        "UPDATE record_entries SET details = 'x'",
    ],
)
def test_what_nobody_of_ours_wrote_is_found_and_shown_as_that(
    shell: Shell, data: Path, lives: list[str], statement: str
) -> None:
    change(data, statement)
    code, out = shell("audit", "verify")
    assert (code, "The record does not hold. " in out) == (1, True)
    for call in (("list",), ("show", lives[0])):
        try:
            shell("audit", *call)
        except OperatorsMove as error:
            assert "The first such place is told by: querist audit verify" in str(error)  # noqa: PT017


def test_texts_that_would_steer_a_terminal_are_shown_as_text(shell: Shell) -> None:
    reference = shell.ask("Why \x1b[31m[red]?", answers.hostile())
    for call in (("list",), ("show", reference)):
        assert "\x1b" not in shell("audit", *call)[1]


# ── verify, checkpoint ───────────────────────────────────────────────────────────────────────────


def test_a_record_that_holds_says_so_and_what_is_not_shown_by_that(shell: Shell, lives: list[str]) -> None:
    code, out = shell("audit", "verify")
    assert code == 0
    assert out.startswith("The record holds. 23 links, 4 questions.")
    assert "Without a checkpoint nobody can tell whether its end was cut off" in out


def test_a_record_that_was_changed_fails_with_its_first_broken_place(
    shell: Shell, data: Path, lives: list[str]
) -> None:
    change(data, f"UPDATE records SET person = 'somebody else' WHERE reference = '{lives[1]}'")
    code, out = shell("audit", "verify")
    assert code == 1
    assert "The record does not hold. Link 6: the question of record" in out
    assert "Its words, who asked or where was changed." in out
    assert "The 5 links before it hold." in out
    assert shell.json("verify")["broken"]["record"] == lives[1]


def test_a_cut_end_shows_at_the_checkpoint_of_the_data_folder_or_of_a_file(
    shell: Shell, data: Path, lives: list[str], tmp_path: Path
) -> None:
    signed = shell.json("checkpoint", str(tmp_path / "outside.jsonl"))
    shell("audit", "checkpoint")
    assert "It meets 1 checkpoint." in shell("audit", "verify")[1]
    change(data, "DELETE FROM record_chain WHERE number > 20")
    change(data, "DELETE FROM audit_acts")
    change(
        data,
        "DELETE FROM record_entries WHERE kind = 'opened' AND reference NOT IN "
        "(SELECT reference FROM record_chain)",
    )
    for call in ((), ("--against", str(tmp_path / "outside.jsonl"), "--key", signed["key"])):
        code, out = shell("audit", "verify", *call)
        assert (code, "its end was cut off" in out) == (1, True)


def test_a_checkpoint_can_be_signed_with_a_key_of_the_auditors_own(
    shell: Shell, lives: list[str], tmp_path: Path
) -> None:
    file, key = str(tmp_path / "c.jsonl"), str(tmp_path / "auditor.pem")
    code, out = shell("audit", "checkpoint", file, "--key", key)
    assert (code, "Signed" in out) == (0, True)
    assert shell("audit", "verify", "--against", file, "--key", key)[0] == 0


# ── export ───────────────────────────────────────────────────────────────────────────────────────


def test_an_export_is_verified_by_the_program_that_comes_with_it(
    shell: Shell, lives: list[str], tmp_path: Path
) -> None:
    export, program = tmp_path / "out" / "record.jsonl", tmp_path / "out" / "verify.py"
    export.parent.mkdir()
    shell("audit", "checkpoint", str(tmp_path / "out" / "c.jsonl"))
    assert shell("audit", "export", str(export), "--verifier", str(program))[0] == 0

    def verify() -> tuple[int, str]:
        call = [sys.executable, "-I", "verify.py", "record.jsonl", "--checkpoints", "c.jsonl"]
        done = subprocess.run(call, cwd=export.parent, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout

    code, said = verify()
    assert (code, "The export holds: links 1 to 25, 0 of them forgotten." in said) == (0, True)
    assert "It meets 1 checkpoint." in said
    export.write_text(export.read_text("utf-8").replace("Who leads", "Who robs", 1), "utf-8")
    code, said = verify()
    assert (code, "The personal text of link 1" in said) == (1, True)


def test_an_export_goes_on_where_the_last_one_ended(shell: Shell, lives: list[str]) -> None:
    lines = [json.loads(line) for line in shell("audit", "export")[1].splitlines()]
    assert [line["link"]["number"] for line in lines] == list(range(1, 25))
    more = [json.loads(line) for line in shell("audit", "export", "--after", "24")[1].splitlines()]
    assert [line["link"]["number"] for line in more] == [25]
    assert shell("audit", "export", "--since", "2020-01-01")[1].count("\n") == 26


def test_a_table_is_exported_as_csv_with_filters_and_without_formulas(shell: Shell, lives: list[str]) -> None:
    shell.ask("=HYPERLINK(1)", answers.unknown())
    rows = list(csv.DictReader(io.StringIO(shell("audit", "export", "--csv")[1])))
    assert [row["record"] for row in rows[1:]] == lives[::-1]
    assert rows[0]["question"] == "'=HYPERLINK(1)"
    assert rows[0]["outcome"] == "unknown"
    mine = list(csv.DictReader(io.StringIO(shell("audit", "export", "--csv", "--who", ADA)[1])))
    assert [row["record"] for row in mine] == lives[:1]


def test_an_export_overwrites_nothing_and_leaves_no_half_file(
    shell: Shell, lives: list[str], tmp_path: Path
) -> None:
    (tmp_path / "there.jsonl").write_text("mine")
    with pytest.raises(AskersMove, match=r"there\.jsonl is there already"):
        shell("audit", "export", str(tmp_path / "there.jsonl"))
    assert (tmp_path / "there.jsonl").read_text() == "mine"


# ── run again ────────────────────────────────────────────────────────────────────────────────────


def counts(**rows: str) -> Answer:
    """An answer with a number for each thing."""
    answer = answers.one_thing()
    number = "http://www.w3.org/2001/XMLSchema#integer"
    table = tuple(
        (Term(kind="iri", value=f"https://e.example/{k}"), Term(kind="literal", value=v, datatype=number))
        for k, v in rows.items()
    )
    return replace(answer, table=ResultTable(columns=("site", "n"), rows=table))


def test_a_query_that_finds_the_same_again_says_so(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1", b="2"))
    shell.prepared["How many?"] = counts(b="2", a="1")
    code, out = shell("audit", "rerun", reference)
    assert (code, out.startswith("The same result. 2 rows, the same hash.")) == (0, True)
    assert shell.core.asked[-1].query == counts().query.text  # type: ignore[union-attr]


def test_rows_that_came_went_and_changed_are_told(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1", b="2", c="3"))
    shell.prepared["How many?"] = counts(b="2", c="4", d="5")
    code, out = shell("audit", "rerun", reference)
    assert code == 1
    assert "Another result. 3 rows then, 3 rows now: 1 row came, 1 row went, 1 row changed." in out
    assert "+ https://e.example/d  5" in out
    assert "- https://e.example/a  1" in out
    assert "~ https://e.example/c  3 → 4" in out
    told = shell.json("rerun", reference)
    assert (told["same"], told["rows_then"], told["changed"][0]["now"][1]) == (False, 3, "4")


def test_running_again_is_a_question_of_its_own_in_the_record(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1"))
    told = shell.json("rerun", reference)
    newest, _ = shell.json("list")["records"]
    assert (newest["record"], newest["channel"], newest["person"]) == (told["again"], "audit", own_user())


def test_a_query_that_is_refused_today_is_told_as_that(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1"))
    shell.prepared["How many?"] = answers.refused()
    with pytest.raises(AskersMove, match=f"The query of record {reference} does not run here"):
        shell("audit", "rerun", reference)


def test_what_goes_wrong_while_a_query_runs_again_is_recorded(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1"))
    shell.prepared["How many?"] = GraphTimeout("The graph did not answer in 30 seconds.")
    with pytest.raises(GraphTimeout):
        shell("audit", "rerun", reference)
    newest, _ = shell.json("list")["records"]
    assert (newest["channel"], newest["outcome"]) == ("audit", "failed")


def test_what_had_no_query_or_was_changed_is_not_run(shell: Shell, data: Path) -> None:
    unknown, known = shell.ask("What?", answers.unknown()), shell.ask("How many?", counts(a="1"))
    with pytest.raises(AskersMove, match=f"Record {unknown} has no query that could run again"):
        shell("audit", "rerun", unknown)
    change(data, "UPDATE record_answers SET query = 'SELECT ?salary WHERE { ?x ?y ?salary }'")
    with pytest.raises(AskersMove, match=f"Record {known} is not as it was written, so it is not run"):
        shell("audit", "rerun", known)


@pytest.mark.slow
def test_what_was_fetched_beside_the_answer_is_no_difference(shell: Shell) -> None:
    text = "SELECT ?site ?n WHERE { ?site <https://e.example/n> ?n }"
    both = replace(counts(a="1", b="2"), query=answers.ran(text))
    assert both.table is not None
    alone = replace(
        both, table=ResultTable(columns=("site",), rows=tuple(row[:1] for row in both.table.rows))
    )
    reference = shell.ask("Which?", alone)
    shell.prepared["Which?"] = both
    assert shell("audit", "rerun", reference)[0] == 0
    shell("audit", "forget", own_user(), "--yes")
    shell.prepared[reference] = both
    assert shell("audit", "rerun", reference)[0] == 0


# ── forget ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_person_is_forgotten_after_a_yes_and_the_record_holds(
    shell: Shell, lives: list[str], data: Path
) -> None:
    with pytest.raises(AskersMove, match="Add --yes"):
        shell("audit", "forget", "U-ADA")
    code, out = shell("audit", "forget", "U-ADA", "--yes", "--why", "asked for it")
    assert code == 0
    assert "Forgotten  slack:T1:U-ADA" in out
    assert "1 question asked" in out
    listed = shell("audit", "list")[1]
    assert "(forgotten)" in listed
    assert "secret lab" not in listed
    assert "Its words, rows and steps were forgotten." in shell("audit", "show", lives[0])[1]
    code, out = shell("audit", "verify")
    assert code == 0
    assert "the personal text was forgotten, and acts say so" in out
    left = b"".join(file.read_bytes() for file in data.iterdir() if file.is_file())
    assert b"U-ADA" not in left


def test_of_a_forgotten_result_the_hash_still_tells(shell: Shell) -> None:
    reference = shell.ask("How many?", counts(a="1"))
    shell("audit", "forget", own_user(), "--yes")
    shell.prepared[reference] = counts(a="1")
    assert shell("audit", "rerun", reference)[0] == 0
    shell.prepared[reference] = counts(a="2")
    code, out = shell("audit", "rerun", reference)
    assert (code, "Its rows were forgotten" in out) == (1, True)


# ── retain ───────────────────────────────────────────────────────────────────────────────────────


def aged(data: Path) -> None:
    """Takes the links of the record back by a year: only their age counts, and nobody verifies."""
    change(data, "UPDATE record_chain SET at = replace(at, substr(at, 1, 4), substr(at, 1, 4) - 2)")


def test_what_was_kept_for_long_enough_is_emptied_after_a_yes(
    shell: Shell, lives: list[str], data: Path
) -> None:
    aged(data)
    code, out = shell("audit", "retain", "--days", "300", "--dry-run")
    assert (code, "To be emptied  what was kept for 300 days" in out, "4 questions" in out) == (0, True, True)
    assert shell.json("retain", "--days", "300", "--dry-run")["records"] == 4
    with pytest.raises(AskersMove, match="Add --yes"):
        shell("audit", "retain", "--days", "300")
    assert shell.json("show", lives[0])["question"] == "Who leads the secret lab?"
    code, out = shell("audit", "retain", "--days", "300", "--yes")
    assert (code, "Emptied  what was kept for 300 days" in out, "4 questions" in out) == (0, True, True)
    assert "secret lab" not in shell("audit", "list")[1]
    act = next(one for one in shell.json("acts")["acts"] if one["kind"] == "forget")
    assert (act["by"], act["facts"]["days"]) == (own_user(), 300)


def test_what_is_young_is_kept_and_that_is_said(
    shell: Shell, lives: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AskersMove, match="Set QUERIST_RETENTION_DAYS, or give --days"):
        shell("audit", "retain")
    monkeypatch.setenv("QUERIST_RETENTION_DAYS", "30")
    assert shell.json("retain", "--yes") == {"days": 30, "records": 0, "links": 0, "held": 0}
    assert shell.json("verify")["forgotten"] == 0


# ── reading is recorded ──────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_who_reads_verifies_exports_and_forgets_stands_in_the_record(shell: Shell, lives: list[str]) -> None:
    shell("audit", "list", "--text", "deputy")
    shell("audit", "show", lives[1])
    shell("audit", "verify")
    shell("audit", "export", "--csv")
    shell("audit", "forget", "U-ADA", "--yes")
    acts = shell.json("acts", "--limit", "5")["acts"]
    assert [(act["kind"], act["by"]) for act in acts] == [
        (kind, own_user()) for kind in ("forget", "export", "verify", "show", "list")
    ]
    assert acts[-1]["details"] == {"text": "deputy"}
    assert acts[-1]["facts"] == {"records": [lives[1]]}
    assert acts[3]["facts"] == {"record": lives[1]}
    code, out = shell("audit", "acts", "--limit", "2")
    assert (code, "There are older ones: --before" in out) == (0, True)


@pytest.mark.slow
def test_outcomes_are_said_in_words(shell: Shell) -> None:
    for answer in answers.all_outcomes():
        shell.ask(answer.outcome.value, answer)
    out = shell("audit", "list", "--limit", "50")[1]
    for word in (
        "answered, ",
        "nothing found",
        "asked back",
        "not in the graph",
        "refused",
        "failed",
        "stopped",
    ):
        assert word in out
    listed = shell.json("list", "--outcome", "nothing-found")["records"]
    assert {one["outcome"] for one in listed} == {Outcome.NOTHING_FOUND.value}


# ── accounts for the pages ───────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_an_account_is_written_with_a_hash_and_for_its_owner_alone(shell: Shell, data: Path) -> None:
    code, out = shell("audit", "account", "ada", "--role", "admin", text="correct horse\ncorrect horse\n")
    assert (code, "ada is admin now" in out) == (0, True)
    file = data / "auditors.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    assert "correct horse" not in file.read_text() + out
    account = read_accounts(load()).named("ADA")
    assert account is not None
    assert is_password("correct horse", account.password)
    assert not is_password("correct horses", account.password)
    before = file.read_text()
    _, out = shell("audit", "account", "ada", text="another password\nanother password\n")
    assert "stands in" in out
    assert 'password = "scrypt:' in out
    assert file.read_text() == before


def test_an_account_of_the_companys_sign_in_needs_no_password(shell: Shell, data: Path) -> None:
    shell("audit", "account", "grace", "--signs-in-as", "slack:T1:U1")
    account = read_accounts(load()).known_as("slack:T1:U1")
    assert account is not None
    assert (account.name, account.role, account.password) == ("grace", "auditor", "")


@pytest.mark.parametrize(
    ("call", "text", "said"),
    [
        (("ada",), "short\nshort\n", "Take at least 12"),
        (("ada", "--role", "king"), "", "has no role that exists"),
        (("a b",), "", "is no name"),
        (("ada", "--signs-in-as", "ada@company.example"), "", "signs_in_as is not right"),
    ],
)
def test_an_account_that_cannot_be_is_refused_in_a_sentence(
    shell: Shell, data: Path, call: tuple[str, ...], text: str, said: str
) -> None:
    with pytest.raises((AskersMove, OperatorsMove)) as told:
        shell("audit", "account", *call, text=text)
    assert said in str(told.value)
    assert not (data / "auditors.toml").exists()
