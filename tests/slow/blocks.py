"""Block Kit as a web page, by `slack-blocks-to-jsx` from npm: not Slack itself, but near to how it looks."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

from tests.slow.playground import npm_package

RENDERER = "slack-blocks-to-jsx@1.1.1"
Blocks = list[dict[str, Any]]


async def as_page(pieces: dict[str, Blocks]) -> bytes:
    """A page with each piece in a section of its name, one below the other."""
    package = npm_package(RENDERER)
    command = ["node", str(Path(__file__).with_name("blocks.mjs")), str(package)]
    told = json.dumps(list(pieces.items()))
    node = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    html, complaints = await asyncio.wait_for(node.communicate(told.encode()), 60)
    assert node.returncode == 0, complaints.decode()[-2000:]
    return html
