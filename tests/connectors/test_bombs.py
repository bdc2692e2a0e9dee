"""Small files that would fill the memory are refused with a sentence that names them: each is loaded in a
process of its own, which may take little memory.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

import pytest

from tests.kgqa.test_entities import HOSTILE
from tests.patience import LONG

ROOM = 900 * 2**20  # bytes of addresses for a process that loads a file
LOADS = """
import resource, sys
from pyoxigraph import Store
from connectors.files import load
from kgqa.errors import BadInput
room = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    print(load(Store(), sys.argv[2:]))
except BadInput as error:
    print(error)
"""


def loaded(file: Path) -> str:
    """What a process with little memory says that loads a file."""
    command = [sys.executable, "-c", LOADS, str(ROOM), str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LONG, env=os.environ, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout.strip()


@pytest.mark.parametrize("name", ["billion laughs", "quadratic", "in the body"])
def test_entities_that_come_to_gigabytes_are_not_expanded(tmp_path: Path, name: str) -> None:
    file = tmp_path / "laughs.rdf"
    file.write_text(HOSTILE[name], "utf-8")
    said = loaded(file)
    assert said.startswith(f"The file {file} is not loaded: ")
    assert said.endswith("It would fill the memory.")


def test_a_document_with_short_names_of_namespaces_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "fine.owl"
    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    file.write_text(
        f'<!DOCTYPE r [<!ENTITY x "urn:x#">]><r:RDF xmlns:r="{rdf}" xmlns:e="urn:e:">'
        '<r:Description r:about="&x;a"><e:p r:resource="&x;b"/></r:Description></r:RDF>',
        "utf-8",
    )
    assert loaded(file) == "1"


def write(file: IO[bytes], texts: int, megabytes: int) -> None:
    """Triples, each with a text of so many megabytes."""
    for number in range(texts):
        file.write(b'<urn:a> <urn:b> "%d' % number)
        for _ in range(megabytes):
            file.write(b"a" * 2**20)
        file.write(b'" .\n')


@pytest.mark.slow
def test_a_file_that_unpacks_to_far_more_than_its_size_is_not_loaded(tmp_path: Path) -> None:
    file = tmp_path / "texts.ttl.gz"
    with gzip.open(file, "wb", compresslevel=1) as packed:
        write(cast("IO[bytes]", packed), texts=300, megabytes=1)
    assert loaded(file).startswith(
        f"The file {file} is not loaded: it unpacks to more than 200 times its size."
    )


def test_a_text_that_is_longer_than_the_parser_reads_is_told_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "text.ttl"
    with file.open("wb") as plain:
        write(plain, texts=1, megabytes=17)
    assert loaded(file).startswith(f"The file {file} holds a text of more than 16 MB")
