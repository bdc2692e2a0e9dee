"""The real Microsoft 365 Agents Playground, from npm, for as long as a test needs it.

In: the address at which a bot takes messages. Out: the address of a page that looks and works like Teams.
The package is installed once into `artifacts/`, which git ignores; nothing of it is kept in the repository.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

ARTIFACTS = Path(__file__).parents[2] / "artifacts"
PLAYGROUND = "@microsoft/m365agentsplayground@0.2.28"
SCHEMAS = "@microsoft/app-manifest@1.1.2"
_SECONDS = 60


def npm_package(name: str) -> Path:
    """The folder of an npm package, installed if it is not there yet. Skips the test without npm."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("npm and node are not installed (Debian: apt install npm)")
    bare, _, version = name.rpartition("@")
    prefix = ARTIFACTS / "npm" / f"{bare.rpartition('/')[2]}-{version}"
    folder = prefix / "node_modules" / bare
    if not (folder / "package.json").exists():
        ours = prefix.with_name(f"{prefix.name}-{os.getpid()}")  # another process may need it just now, too
        ours.mkdir(parents=True, exist_ok=True)
        command = [
            npm,
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
            str(ours),
            name,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode != 0:
            pytest.fail(f"npm could not install {name}: {done.stderr[-500:]}")
        try:
            ours.rename(prefix)
        except OSError:  # it was quicker
            shutil.rmtree(ours)
    return folder


@asynccontextmanager
async def playground(endpoint: str) -> AsyncIterator[str]:
    """The page's address; the playground sends what is said there to `endpoint`."""
    folder = npm_package(PLAYGROUND)
    process = await asyncio.create_subprocess_exec(
        "node",
        str(folder / "cli.js"),
        "start",
        *("-e", endpoint, "-c", "msteams", "-p", "0", "--disable-telemetry"),
        cwd=ARTIFACTS,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            address = await _address(process)
        rest = asyncio.create_task(process.communicate())  # a full pipe would stop the playground
        yield address
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    await rest


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    said = b""
    while line := await process.stdout.readline():
        said += line
        if port := re.search(rb"Listening on (\d+)", line):
            return f"http://127.0.0.1:{port[1].decode()}"
    pytest.fail(f"the playground did not start: {said.decode(errors='replace')[-500:]}")
