"""Verifies an export of Querist's record. It needs Python 3.9 or newer, and nothing of Querist.

    python verify_export.py record.jsonl
    python verify_export.py record.jsonl --checkpoints checkpoints.jsonl [--key 64 HEX DIGITS]

Each line of an export is an entry of the record with its link of a chain. The program holds that
  - `hash` is the SHA-256 of `link` as canonical JSON (RFC 8785);
  - `link.previous` is the `hash` of the line before, and the links are numbered without gaps;
  - `link.facts` is the SHA-256 of `facts`, `link.personal` the HMAC-SHA-256 of `personal` keyed by `salt`;
  - where the salt is gone, a later line tells of forgetting that link;
  - the chain is as long as at each checkpoint, and has the same hash there.
Signatures of checkpoints (Ed25519) are checked where the package `cryptography` is installed.
Exit code 0: all of it holds; 1: it does not; 2: a file cannot be read.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

Line = dict[str, Any]


class Broken(Exception):  # noqa: N818  # it says what is found
    """What does not hold, in a sentence."""


def canonical(value: Any) -> bytes:
    """JSON in the one spelling of RFC 8785."""
    return _written(value).encode()


def _written(value: Any) -> str:
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return "{" + ",".join(f"{_written(name)}:{_written(part)}" for name, part in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    if isinstance(value, float):
        return _number(value)
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """A number as ECMAScript writes it: the shortest digits that mean it."""
    if value == 0:
        return "0"
    sign, digits_, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digits_)).lstrip("0")
    point = len(digits) + int(exponent)  # where the point stands, counted from the first digit
    digits = digits.rstrip("0")
    minus, count = "-" if sign else "", len(digits)
    if count <= point <= 21:
        return minus + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if count > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def lines_of(path: str) -> Iterator[Line]:
    """The objects of a file of JSON lines."""
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if not text.strip():
                continue
            try:
                line = json.loads(text)
            except ValueError:
                raise Broken(f"Line {number} of {path} is no JSON.") from None
            if not isinstance(line, dict):
                raise Broken(f"Line {number} of {path} is no JSON object.")
            yield line


def verify(lines: Iterator[Line], heads: dict[int, str]) -> tuple[int, int, int]:
    """The first and the last link, and how many were forgotten; `heads` are those of checkpoints by size.
    Raises Broken.
    """
    first = number = 0
    before = ""
    emptied: list[int] = []
    told: list[list[int]] = []
    for line in lines:
        link = _link(line)
        if not first:
            first, number, before = link["number"], link["number"] - 1, link["previous"]
            if first == 1 and before != "0" * 64:
                raise Broken("Link 1 names one before it: the beginning was cut off.")
        if link["number"] != number + 1:
            raise Broken(f"Link {number + 1} is missing: the next one is {link['number']}.")
        number = link["number"]
        if hashlib.sha256(canonical(link)).hexdigest() != line["hash"]:
            raise Broken(f"Link {number} was changed: its hash is not that of what it says.")
        if link["previous"] != before:
            raise Broken(f"Link {number} does not follow from the one before.")
        before = line["hash"]
        if number in heads and heads[number] != before:
            raise Broken(f"Link {number} is another one than at its checkpoint.")
        _content(line, link)
        if line["salt"] is None:
            emptied.append(number)
        if link["kind"] == "forget" and link["reference"] == "":
            told += line["facts"]["facts"].get("links", [])
    if not first:
        raise Broken("There are no links.")
    if longer := [size for size in heads if size > number]:
        raise Broken(f"The chain ends with link {number}, and at a checkpoint it had {max(longer)}.")
    for each in emptied:
        if not any(start <= each <= end for start, end in told):
            raise Broken(f"Link {each} lost its personal text, and no act tells of forgetting it.")
    return first, number, len(emptied)


def _link(line: Line) -> Line:
    link = line.get("link")
    names = {"number", "at", "reference", "entry", "kind", "facts", "personal", "previous"}
    if (
        not isinstance(link, dict)
        or set(link) != names
        or not {"hash", "salt", "facts", "personal"} <= set(line)
    ):
        raise Broken("A line is none of an export of Querist's record.")
    if not isinstance(link["number"], int) or link["number"] < 1:
        raise Broken("A link has no number.")
    shown = (line.get("at"), line.get("kind"), line.get("record"))
    if shown != (link["at"], link["kind"], link["reference"]):
        raise Broken(f"Line of link {link['number']} says another time, kind or record than its link.")
    return link


def _content(line: Line, link: Line) -> None:
    where = f"link {link['number']} ({link['kind']} of {link['reference'] or 'an auditor'})"
    facts = line["facts"]
    if not isinstance(facts, dict):
        raise Broken(f"What {where} tells of is gone.")
    if hashlib.sha256(canonical(facts)).hexdigest() != link["facts"]:
        raise Broken(f"The facts of {where} were changed.")
    if (facts.get("kind"), facts.get("at")) != (link["kind"], link["at"]):
        raise Broken(f"The facts of {where} are those of another one.")
    if line["salt"] is None:
        if line["personal"] is not None:
            raise Broken(f"The personal text of {where} was forgotten, and stands there.")
    elif (
        hmac.new(bytes.fromhex(line["salt"]), canonical(line["personal"]), "sha256").hexdigest()
        != link["personal"]
    ):
        raise Broken(f"The personal text of {where} was changed.")


def heads_of(path: str, key: str) -> tuple[dict[int, str], str]:
    """The heads of a file of checkpoints by their sizes, and what is to be said of the signatures."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        said = "Signatures were NOT checked: pip install cryptography."
        return {c["size"]: c["head"] for c in lines_of(path) if c["size"]}, said
    heads, keys = {}, set()
    for checkpoint in lines_of(path):
        signed = {name: checkpoint[name] for name in ("kind", "size", "head", "at")}
        keys.add(checkpoint["key"])
        if key and checkpoint["key"] != key:
            raise Broken(f"The checkpoint of {checkpoint['at']} is signed with another key.")
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint["key"]))
            public.verify(bytes.fromhex(checkpoint["signature"]), canonical(signed))
        except (InvalidSignature, ValueError):
            raise Broken(f"The signature of the checkpoint of {checkpoint['at']} does not hold.") from None
        if checkpoint["size"]:
            heads[checkpoint["size"]] = checkpoint["head"]
    return heads, f"Signed with {', '.join(sorted(keys))}."


def main() -> int:
    """Reads the arguments, says what is found; the exit code."""
    parser = argparse.ArgumentParser(description="Verifies an export of Querist's record.")
    parser.add_argument("export", help="the file that `querist audit export` wrote")
    parser.add_argument("--checkpoints", default="", help="a file of signed checkpoints")
    parser.add_argument("--key", default="", help="the public key that signed them, in hex")
    given = parser.parse_args()
    try:
        heads, signed = heads_of(given.checkpoints, given.key) if given.checkpoints else ({}, "")
        first, last, forgotten = verify(lines_of(given.export), heads)
    except Broken as broken:
        print(f"The export does not hold. {broken}")
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(f"A file cannot be read: {error}", file=sys.stderr)
        return 2
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        print(f"The export does not hold. A line is none of Querist's ({type(error).__name__}).")
        return 1
    print(f"The export holds: links {first} to {last}, {forgotten} of them forgotten.")
    if first > 1:
        print(f"What was before link {first} is not part of it.")
    if heads:
        print(f"It meets {len(heads)} checkpoint{'' if len(heads) == 1 else 's'}. {signed}")
    else:
        print("Without a checkpoint nobody can tell whether its end was cut off.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
