"""The pages' HTML: templates with data, and headers that let nothing else in.

In: the name of a template and what it shows. Out: a response. Every text is escaped by the templates.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.audit.plain import counted
from bot.platforms.loopback import HEADERS as LOCAL
from bot.platforms.web.served import PAGES as OTHERS

PAGES = Path(__file__).parent / "pages"
LOOK = OTHERS / "look.css"
# No script at all; forms go to these pages alone.
HEADERS = LOCAL | {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",  # with none at all, browsers hide from where a form is sent
}


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"moment": moment, "counted": counted, "iso": lambda at: at.isoformat()}
    return made


def drawn(template: str, /, *, status: int = 200, **data: Any) -> web.Response:
    """A page."""
    text = _templates().get_template(template).render(data)
    return web.Response(text=text, content_type="text/html", charset="utf-8", headers=HEADERS, status=status)


def icon() -> web.Response:
    """The icon."""
    text = (OTHERS / "icon.svg").read_text("utf-8")
    return web.Response(text=text, content_type="image/svg+xml", charset="utf-8", headers=HEADERS)


def style() -> web.Response:
    """The style sheet, with the colours of all pages."""
    text = "\n".join(file.read_text("utf-8") for file in (LOOK, PAGES / "audit.css"))
    return web.Response(text=text, content_type="text/css", charset="utf-8", headers=HEADERS)


def moment(at: datetime, form: str = "short") -> str:
    """A moment as people read it, in the time of this machine."""
    local = at.astimezone()
    if form == "long":
        return f"{local:%A}, {local.day} {local:%B %Y}, {local:%H:%M:%S %Z}"
    if form == "exact":
        return f"{local:%Y-%m-%d %H:%M:%S}.{local.microsecond // 1000:03}"
    return f"{local.day} {local:%b %Y}, {local:%H:%M}"
