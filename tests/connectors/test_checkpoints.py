"""Checkpoints are signed, and what is no checkpoint or was changed is told by file and line."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import rfc8785
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors import checkpoints, verify_export
from connectors.database import contents
from kgqa.errors import BadInput, BadSetting
from tests.examples import examples

NOW = datetime(2026, 11, 20, 10, 42, tzinfo=UTC)


def written(folder: Path, size: int = 7) -> Path:
    key = checkpoints.private_key(folder / "key.pem")
    file = folder / "checkpoints.jsonl"
    checkpoints.append(file, checkpoints.signed(size, "ab" * 32, NOW, key))
    return file


def test_a_checkpoint_is_read_as_it_was_signed(tmp_path: Path) -> None:
    file = written(tmp_path)
    written(tmp_path, 9)
    one, other = checkpoints.read(file)
    assert (one.size, one.head, one.at, other.size) == (7, "ab" * 32, NOW, 9)
    public = checkpoints.public_key(str(tmp_path / "key.pem"))
    assert checkpoints.read(file, [public]) == (one, other)
    assert checkpoints.public_key(public.upper()) == public


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = checkpoints.private_key(tmp_path / "new" / "key.pem")
    again = checkpoints.private_key(tmp_path / "new" / "key.pem")
    assert checkpoints.public_hex(first) == checkpoints.public_hex(again)
    assert (tmp_path / "new" / "key.pem").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["key.pem"]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("size", 8, "line 1: the signature of this checkpoint does not hold"),
        ("head", "cd" * 32, "signature .* does not hold"),
        ("at", "2026-11-21T10:42:00+00:00", "signature .* does not hold"),
        ("signature", "00" * 64, "signature .* does not hold"),
        ("key", "xyz", "this is no checkpoint"),
        ("kind", "receipt", "this is no checkpoint"),
        ("at", "today", "this is no checkpoint"),
    ],
)
def test_a_checkpoint_that_was_changed_is_told_by_its_line(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    file = written(tmp_path)
    data = json.loads(file.read_text()) | {field: value}
    file.write_text(json.dumps(data))
    with pytest.raises(BadInput, match=said):
        checkpoints.read(file)


@pytest.mark.parametrize("text", ["", "\n", "[]", "{", '{"kind": "querist-checkpoint"}', "[" * 9_000])
def test_a_file_that_holds_none_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"x\.jsonl"):
        checkpoints.read(file)


def test_a_checkpoint_of_another_key_is_told(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    file = written(tmp_path)
    written(tmp_path / "other")
    other = checkpoints.public_key(str(tmp_path / "other" / "key.pem"))
    with pytest.raises(BadInput, match="signed with another key"):
        checkpoints.read(file, [other])


def test_a_key_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter.pem").write_text("Dear key")
    with pytest.raises(BadSetting, match=r"letter\.pem holds no private key .* openssl genpkey"):
        checkpoints.private_key(tmp_path / "letter.pem")
    with pytest.raises(BadInput, match=r"letter\.pem holds no key"):
        checkpoints.public_key(str(tmp_path / "letter.pem"))
    with pytest.raises(BadInput, match="neither 64 hex digits nor a file"):
        checkpoints.public_key("nowhere")
    (tmp_path / "other.pem").write_bytes(
        generate_private_key(SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    with pytest.raises(BadSetting, match="none of Ed25519"):
        checkpoints.private_key(tmp_path / "other.pem")
    with pytest.raises(BadInput, match="none of Ed25519"):
        checkpoints.public_key(str(tmp_path / "other.pem"))


# ── the program that needs nothing of ours ───────────────────────────────────────────────────────

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=examples(400), deadline=None)
@given(JSON)
def test_canonical_json_is_that_of_the_library_here_and_in_the_program(value: object) -> None:
    canonical = rfc8785.dumps(value)  # type: ignore[arg-type]
    assert verify_export.canonical(value) == canonical
    assert contents.canonical(value) == canonical


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 1, "There are no links"),
        ("{", 1, "Line 1 of x.jsonl is no JSON"),
        ("[1]", 1, "Line 1 of x.jsonl is no JSON object"),
        ('{"link": {}}', 1, "A line is none of an export"),
        (None, 2, "A file cannot be read"),
    ],
)
def test_the_program_says_plainly_what_it_cannot_read(
    tmp_path: Path, text: str | None, code: int, said: str
) -> None:
    if text is not None:
        (tmp_path / "x.jsonl").write_text(text)
    program = [sys.executable, "-I", verify_export.__file__, "x.jsonl"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stdout + done.stderr) == (code, True)
    assert "Traceback" not in done.stderr
