"""The Teams app: its manifest (schema 1.30) as plain data, and the package that administrators upload.

In: the bot's app id, the address of this service and a name. Out: a dict; a zip with `manifest.json` and the
two icons that Teams asks for.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from importlib.metadata import version
from typing import Any
from urllib.parse import urlsplit

from kgqa.errors import BadInput
from manifests.teams.icons import color, outline

SCHEMA = "1.30"
PATH = "/api/messages"
NAME_LENGTH = 30
SCOPES = ("personal", "team", "groupChat")

# What the message box offers. Real questions depend on the graph; this one is answered with some that work.
COMMANDS = (("What can I ask?", "Shows questions that this graph can answer"),)

_SHORT = "Ask your company's knowledge graph in plain language."
_FULL = (
    "Mention Querist in a channel or write to it directly, and ask in your own words. It answers in the "
    "thread from your company's knowledge graph. Every answer comes with the exact query that ran and with "
    "the steps that led to it, so that anyone can check it. When a question can be read in several ways, "
    "Querist asks back; when the graph does not know, it says so."
)
_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DAY_ONE = (1980, 1, 1, 0, 0, 0)  # the same input gives the same package, byte for byte


def build(
    app_id: str, url: str, name: str = "Querist", *, privacy_url: str = "", terms_url: str = ""
) -> dict[str, Any]:
    """The manifest. `app_id` is the bot's Microsoft App ID, `url` where Teams reaches this service.

    `privacy_url` and `terms_url` are your company's pages, which Teams shows beside the app; Teams wants
    some address, so without them it is that of the service.

    Raises BadInput.
    """
    host = _host(url)
    if not _GUID.fullmatch(app_id):
        raise BadInput(
            "Give the bot's Microsoft App ID, such as 1b4e28ba-2fa1-11d2-883f-0016d3cca427: --app-id."
        )
    if not 1 <= len(name) <= NAME_LENGTH:
        raise BadInput(f"Teams takes names of 1 to {NAME_LENGTH} characters; give another --name.")
    site = f"https://{host}"
    return {
        "$schema": f"https://developer.microsoft.com/json-schemas/teams/v{SCHEMA}/MicrosoftTeams.schema.json",
        "manifestVersion": SCHEMA,
        "version": version("querist"),
        "id": app_id.lower(),
        "developer": {
            "name": "Querist",
            "websiteUrl": site,
            "privacyUrl": _page(privacy_url) or site,
            "termsOfUseUrl": _page(terms_url) or site,
        },
        "name": {"short": name, "full": f"{name}: ask the knowledge graph"},
        "description": {"short": _SHORT, "full": _FULL},
        "icons": {"color": "color.png", "outline": "outline.png"},
        "accentColor": "#1D3557",
        "bots": [
            {
                "botId": app_id.lower(),
                "scopes": list(SCOPES),
                "isNotificationOnly": False,
                "supportsFiles": False,
                "supportsCalling": False,
                "supportsVideo": False,
                "commandLists": [
                    {
                        "scopes": list(SCOPES),
                        "commands": [{"title": t, "description": d} for t, d in COMMANDS],
                    }
                ],
            }
        ],
        "validDomains": [host],
    }


def package(manifest: dict[str, Any]) -> bytes:
    """The zip for the Teams admin center."""
    files = {
        "manifest.json": json.dumps(manifest, indent=2, ensure_ascii=False).encode(),
        "color.png": color(),
        "outline.png": outline(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, content in files.items():
            bundle.writestr(zipfile.ZipInfo(path, _DAY_ONE), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _page(url: str) -> str:
    if url and not url.startswith("https://"):
        raise BadInput(f"Teams links to https pages only, not to {url}.")
    return url


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if host is None or parts.scheme != "https" or parts.username or parts.query or parts.fragment:
        raise BadInput("Teams sends messages to an https address: give --url https://your.host.")
    return host if port is None else f"{host}:{port}"
