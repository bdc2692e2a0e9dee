"""A real Virtuoso, from Debian's package, for as long as a test needs it.

In: a folder for its database, and graphs as (IRI, TriG text), or files of one graph. Out: the address of its
SPARQL endpoint: small and with every literal in its text index, or with the settings that Debian ships.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
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


_STOCK = Path("/usr/share/virtuoso-opensource-7/virtuoso.ini")
_PLACES = ("/var/lib/virtuoso-opensource-7/db", "/var/lib/virtuoso-opensource-7/vsp")


@contextmanager
def virtuoso(
    folder: Path, graphs: Sequence[tuple[str, str]], *, buffers: int = 4000, seconds: float = 120.0
) -> Iterator[str]:
    """The address of the endpoint. Skips the test where Virtuoso is not installed."""
    sql, http = _ports()
    settings = _SETTINGS.format(folder=folder, sql=sql, http=http, buffers=buffers, dirty=buffers * 3 // 4)
    with _running(folder, settings, sql, http, seconds, lambda: _loading(folder, graphs) + _INDEX) as address:
        yield address


@contextmanager
def stock_virtuoso(
    folder: Path, graph: str, files: Sequence[Path], *, seconds: float = 300.0
) -> Iterator[str]:
    """The address of an endpoint whose settings are Debian's but for its ports, its places, and the folder
    from which the files are loaded. Skips the test where Virtuoso is not installed.
    """
    if not _STOCK.exists():
        pytest.skip(f"{_STOCK} is not there (Debian: apt install virtuoso-opensource-7)")
    sql, http = _ports()
    settings = _STOCK.read_text("utf-8")
    for place in _PLACES:
        settings = settings.replace(place, str(folder))
    for stock, port in (("1111", sql), ("8890", http)):
        settings = re.sub(rf"(?m)^(ServerPort\s*=\s*){stock}\b", rf"\g<1>127.0.0.1:{port}", settings)
    folders = sorted({str(file.parent) for file in files})
    settings = re.sub(r"(?m)^(DirsAllowed\s*=.*)$", rf"\g<1>, {', '.join(folders)}", settings)
    commands = "".join(f"ld_dir('{file.parent}', '{file.name}', '{graph}');\n" for file in files)
    with _running(folder, settings, sql, http, seconds, lambda: f"{commands}rdf_loader_run();\n") as address:
        yield address


def _ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        return one.getsockname()[1], two.getsockname()[1]


@contextmanager
def _running(
    folder: Path, text: str, sql: int, http: int, seconds: float, loading: Callable[[], str]
) -> Iterator[str]:
    if shutil.which(_SERVER) is None or shutil.which(_CLIENT) is None:
        pytest.skip("Virtuoso is not installed (Debian: apt install virtuoso-opensource-7)")
    settings = folder / "virtuoso.ini"
    settings.write_text(text, "utf-8")
    command = [_SERVER, "-f", "-c", str(settings)]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            assert any("Server online" in line for line in server.stderr), "it ended at the start"
            _run(f"127.0.0.1:{sql}", loading(), seconds)
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
