"""Checkpoints of the chain in a file: its size and its head at a moment, signed with Ed25519.

In: a file of checkpoints, a line of JSON each; a private key as PEM. Out: checkpoints whose signature holds.
A chain alone does not show that its end was cut off: a checkpoint does, where it lies outside the database.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kgqa.audit import Checkpoint
from kgqa.errors import BadInput, BadSetting

KIND = "querist-checkpoint"
_HEX = 64  # digits of a key, and of a hash


def private_key(path: Path) -> Ed25519PrivateKey:
    """The key of a file, which is made where there is none. Raises BadSetting."""
    try:
        if not path.exists():
            _make(path)
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except FileExistsError:
        return private_key(path)  # another process made it meanwhile
    except OSError as error:
        raise BadSetting(f"The key {path} cannot be read or made: {error.strerror}. Name another.") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadSetting(f"{path} holds no private key that can be read. {_MAKE}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadSetting(f"The key in {path} is none of Ed25519. {_MAKE}")
    return key


_MAKE = "Make one without a password: openssl genpkey -algorithm ed25519 -out FILE"


def _make(path: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.touch(mode=0o600)
    try:
        part.write_bytes(pem)
        os.link(part, path)  # whole, and only where there is none yet
    finally:
        part.unlink()


def public_hex(key: Ed25519PrivateKey | Ed25519PublicKey) -> str:
    """The public key in hex: what a checkpoint names."""
    public = key.public_key() if isinstance(key, Ed25519PrivateKey) else key
    raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return raw.hex()


def public_key(given: str) -> str:
    """A public key in hex, of 64 hex digits or of a PEM file with a key. Raises BadInput."""
    if len(given) == _HEX and all(c in "0123456789abcdef" for c in given.lower()):
        return given.lower()
    try:
        pem = Path(given).read_bytes()
        if b"PRIVATE" in pem:
            key: Any = serialization.load_pem_private_key(pem, password=None)
        else:
            key = serialization.load_pem_public_key(pem)
    except OSError as error:
        raise BadInput(
            f"The key {given} is neither 64 hex digits nor a file that can be read: {error.strerror}."
        ) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadInput(f"{given} holds no key that can be read. Give a PEM file of Ed25519.") from error
    if not isinstance(key, Ed25519PrivateKey | Ed25519PublicKey):
        raise BadInput(f"The key in {given} is none of Ed25519.")
    return public_hex(key)


def signed(size: int, head: str, at: datetime, key: Ed25519PrivateKey) -> Checkpoint:
    """A checkpoint of a chain of this size and head."""
    at = at.astimezone(UTC).replace(microsecond=0)
    return Checkpoint(
        size=size,
        head=head,
        at=at,
        key=public_hex(key),
        signature=key.sign(_message(size, head, at)).hex(),
    )


def append(path: Path, checkpoint: Checkpoint) -> None:
    """Adds a checkpoint at the end of a file, durably. Raises BadInput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(as_line(checkpoint) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}. Name another file.") from error


def as_line(checkpoint: Checkpoint) -> str:
    """A checkpoint as a line of its file."""
    return json.dumps(
        {
            "kind": KIND,
            "size": checkpoint.size,
            "head": checkpoint.head,
            "at": _time(checkpoint.at),
            "key": checkpoint.key,
            "signature": checkpoint.signature,
        }
    )


def read(path: Path, keys: Sequence[str] = ()) -> tuple[Checkpoint, ...]:
    """The checkpoints of a file; signed with one of the `keys`, where some are given. Raises BadInput."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The file of checkpoints {path} cannot be read: {error}.") from error
    found = [
        _checked(line, f"{path}, line {number}", keys) for number, line in enumerate(lines, 1) if line.strip()
    ]
    if not found:
        raise BadInput(f"{path} holds no checkpoint. Write one with: querist audit checkpoint")
    return tuple(found)


_NONE = "this is no checkpoint. Name a file that querist audit checkpoint wrote."


def _checked(line: str, where: str, keys: Sequence[str]) -> Checkpoint:
    try:
        data = json.loads(line)
        is_one = data["kind"] == KIND
        found = Checkpoint(
            size=int(data["size"]),
            head=str(data["head"]),
            at=datetime.fromisoformat(data["at"]),
            key=str(data["key"]).lower(),
            signature=str(data["signature"]),
        )
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key))
        key.verify(bytes.fromhex(found.signature), _message(found.size, found.head, found.at))
    except InvalidSignature as error:
        raise BadInput(f"{where}: the signature of this checkpoint does not hold.") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadInput(f"{where}: {_NONE}") from error
    if not is_one:
        raise BadInput(f"{where}: {_NONE}")
    if keys and found.key not in keys:
        raise BadInput(
            f"{where}: this checkpoint is signed with another key ({found.key[:16]}…) than was expected "
            f"({', '.join(k[:16] + '…' for k in keys)}). Name the key that it should have with --key."
        )
    return found


def _message(size: int, head: str, at: datetime) -> bytes:
    return rfc8785.dumps({"kind": KIND, "size": size, "head": head, "at": _time(at)})


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
