"""A real Virtuoso, from Debian's package, for as long as a test needs it.

In: a folder for its database, and graphs as (IRI, TriG text). Out: the address of its SPARQL endpoint, with
every literal in its text index.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

_SERVER, _CLIENT = "virtuoso-t", "isql-vt"
_SETTINGS = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
FileExtend = 20
[TempDatabase]
DatabaseFile = {folder}/temporary.db
TransactionFile = {folder}/temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
NumberOfBuffers = {buffers}
MaxDirtyBuffers = {dirty}
DirsAllowed = {folder}
ThreadsPerQuery = 2
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
ServerThreads = 10
Charset = UTF-8
[SPARQL]
ResultSetMaxRows = 10000
"""
_TRIG = 256  # how its loader calls the format
_INDEX = (
    "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All');\nDB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();\ncheckpoint;\n"
)


@contextmanager
def virtuoso(
    folder: Path, graphs: Sequence[tuple[str, str]], *, buffers: int = 4000, seconds: float = 120.0
) -> Iterator[str]:
    """The address of the endpoint. Skips the test where Virtuoso is not installed."""
    if shutil.which(_SERVER) is None or shutil.which(_CLIENT) is None:
        pytest.skip("Virtuoso is not installed (Debian: apt install virtuoso-opensource-7)")
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        sql, http = one.getsockname()[1], two.getsockname()[1]
    settings = folder / "virtuoso.ini"
    settings.write_text(
        _SETTINGS.format(folder=folder, sql=sql, http=http, buffers=buffers, dirty=buffers * 3 // 4), "utf-8"
    )
    command = [_SERVER, "-f", "-c", str(settings)]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            assert any("Server online" in line for line in server.stderr), "it ended at the start"
            _run(f"127.0.0.1:{sql}", _loading(folder, graphs) + _INDEX, seconds)
            yield f"http://127.0.0.1:{http}/sparql"
        finally:
            server.kill()  # nothing of it is kept


def _loading(folder: Path, graphs: Sequence[tuple[str, str]]) -> str:
    commands = ""
    for number, (iri, text) in enumerate(graphs):
        file = folder / f"{number}.trig"
        file.write_text(text, "utf-8")
        commands += f"DB.DBA.TTLP(file_to_string_output('{file}'), '', '{iri}', {_TRIG});\n"
    return commands


def _run(place: str, commands: str, seconds: float) -> None:
    done = subprocess.run(
        [_CLIENT, place, "dba", "dba", "VERBOSE=OFF", "BANNER=OFF", "PROMPT=OFF", "ERRORS=STDOUT"],
        input=commands,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=True,
    )
    assert "Error" not in done.stdout, done.stdout
