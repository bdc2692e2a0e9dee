"""A SPARQL server over Apache Jena, Debian's package, for as long as a test needs it.

In: a folder of its own, graph files. Out: the address of its endpoint, which answers from the graph without a
name, as Fuseki does.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_SERVER = Path(__file__).with_name("JenaServer.java")
_LIBRARIES = Path("/usr/share/java")
_MESSAGES = "xerces/impl/xpath/regex/message.properties"  # Debian's Jena does not start without, and lacks it
_PACKAGES = "Debian: apt install default-jdk-headless libapache-jena-java"


@contextmanager
def jena(folder: Path, *files: Path) -> Iterator[str]:
    """The address of a running server. Skips the test where Java or Jena is not installed."""
    if shutil.which("javac") is None:  # of which the program needs the compiler
        pytest.skip(f"There is no Java development kit ({_PACKAGES})")
    if not (_LIBRARIES / "jena-arq.jar").exists():
        pytest.skip(f"Apache Jena is not in {_LIBRARIES} ({_PACKAGES})")
    missing = folder / _MESSAGES
    missing.parent.mkdir(parents=True)
    missing.touch()
    command = ["java", "-cp", f"{folder}:{_LIBRARIES}/*", str(_SERVER), *map(str, files)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            address = server.stdout.readline().strip()
            assert address, "it ended at the start"
            yield address
        finally:
            server.kill()
