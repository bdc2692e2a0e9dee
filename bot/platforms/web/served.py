"""The page's own files and answers: HTML in the reader's language, scripts, JSON, problems in a sentence."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from aiohttp import web
from babel import negotiate_locale

from bot.platforms.loopback import HEADERS
from bot.words import FALLBACK, LANGUAGES, Words, words

PAGES = Path(__file__).parent / "pages"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
STATIC = {file.name: _TYPES[file.suffix] for file in PAGES.iterdir() if file.suffix in _TYPES}
_SCRIPTS = (  # the words that scripts say
    "page-on-its-way",
    "page-stop",
    "page-unreachable",
    "page-trying",
    "page-restarted",
    "page-reload",
    "page-own-query",
    "page-removed",
)


def language_of(request: web.Request) -> str:
    """The language of the bot's words that the browser's reader likes best."""
    wanted: list[tuple[float, int, str]] = []
    for part in request.headers.get("Accept-Language", "").split(","):
        tag, _, weight = part.strip().partition(";q=")
        wanted.append((-_weight(weight), len(wanted), tag.strip()))
    preferred = [tag for _, _, tag in sorted(wanted) if tag]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or FALLBACK


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def page(name: str, language: str, *, status: int = 200) -> web.Response:
    """A page of the folder, whose `{{names}}` become the texts of a language."""
    say = words(language)
    texts = {"language": language, "words": _data({name: say(name) for name in _SCRIPTS})}
    text = re.sub(
        r"\{\{([a-z-]+)\}\}",
        lambda match: texts.get(match[1]) or html.escape(say(match[1])),
        (PAGES / name).read_text("utf-8"),
    )
    return as_text(text, "text/html", status=status)


def _data(values: dict[str, str]) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(values).replace("<", "\\u003c")


async def static(request: web.Request) -> web.StreamResponse:
    """A script, a style sheet, the icon."""
    name = request.match_info["name"]
    if name not in STATIC:
        raise web.HTTPNotFound
    return as_text((PAGES / name).read_text("utf-8"), STATIC[name])


def as_text(text: str, media_type: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type=media_type, charset="utf-8", headers=HEADERS, status=status)


def as_bytes(data: bytes, media_type: str) -> web.Response:
    return web.Response(body=data, content_type=media_type, headers=HEADERS)


def as_json(data: dict[str, Any], *, status: int = 200) -> web.Response:
    return web.json_response(data, headers=HEADERS, status=status)


def problem(status: int, sentence: str) -> web.Response:
    return as_json({"problem": sentence}, status=status)


def words_for(request: web.Request) -> Words:
    """The texts in the language of who asks."""
    return words(language_of(request))
