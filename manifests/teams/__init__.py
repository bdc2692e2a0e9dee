"""The Teams app: its manifest (schema 1.30) as plain data, and the package that administrators upload.

In: the bot's app id, the address of this service and a name. Out: a dict, and what Teams would not take in
it; a zip with `manifest.json`, its translations and the two icons that Teams asks for.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from bot.words import FALLBACK, LANGUAGES, Words, words
from kgqa.errors import BadInput
from manifests.address import parts_of
from manifests.teams.icons import color, outline
from manifests.teams.rights import COPILOT, LISTENING, SCOPES
from manifests.teams.shape import GUID, SHAPE

SCHEMA = "1.30"
PATH = "/api/messages"
NAME_LENGTH = 30
FIND, ASK = "find", "ask"  # the ids of the commands of the message extension
FIND_NAME = "name"  # what "find" is given

_SCHEMAS = f"https://developer.microsoft.com/json-schemas/teams/v{SCHEMA}"
_DAY_ONE = (1980, 1, 1, 0, 0, 0)  # the same input gives the same package, byte for byte
_ADDRESS = "Teams sends messages to an https address: give --url https://your.host."
_COMMANDS = ("manifest-ask", "manifest-settings")  # what the message box offers


def build(
    app_id: str,
    url: str,
    name: str = "Querist",
    *,
    privacy_url: str = "",
    terms_url: str = "",
    listen: bool = False,
    copilot: bool = False,
) -> dict[str, Any]:
    """The manifest. `app_id` is the bot's Microsoft App ID, `url` where Teams reaches this service.

    `privacy_url` and `terms_url` are your company's pages, which Teams shows beside the app; Teams wants
    some address, so without them it is that of the service. `listen` asks to see messages without a mention,
    `copilot` makes the bot an agent in Microsoft 365 Copilot as well.

    Raises BadInput.
    """
    host = parts_of(url, _ADDRESS).netloc.lower()
    if not re.fullmatch(GUID, app_id):
        raise BadInput(
            "Give the bot's Microsoft App ID, such as 1b4e28ba-2fa1-11d2-883f-0016d3cca427: --app-id."
        )
    if not 1 <= len(name) <= NAME_LENGTH:
        raise BadInput(f"Teams takes names of 1 to {NAME_LENGTH} characters; give another --name.")
    app, site, say = app_id.lower(), f"https://{host}", words(FALLBACK)
    scopes = [scope.name for scope in (*SCOPES, *([COPILOT] if copilot else []))]
    manifest: dict[str, Any] = {
        "$schema": f"{_SCHEMAS}/MicrosoftTeams.schema.json",
        "manifestVersion": SCHEMA,
        "version": version("querist"),
        "id": app,
        "localizationInfo": {
            "defaultLanguageTag": FALLBACK,
            "additionalLanguages": [
                {"languageTag": language, "file": f"{language}.json"}
                for language in LANGUAGES
                if language != FALLBACK
            ],
        },
        "developer": {
            "name": "Querist",
            "websiteUrl": site,
            "privacyUrl": _page(privacy_url) or site,
            "termsOfUseUrl": _page(terms_url) or site,
        },
        "name": {"short": name, "full": say("manifest-long-name", app=name)},
        "description": {"short": say("manifest-short"), "full": say("manifest-full", app=name)},
        "icons": {"color": "color.png", "outline": "outline.png"},
        "accentColor": "#1D3557",
        "bots": [
            {
                "botId": app,
                "scopes": scopes,
                "isNotificationOnly": False,
                "supportsFiles": True,
                "supportsCalling": False,
                "supportsVideo": False,
                "commandLists": [{"scopes": scopes, "commands": _commands(say)}],
            }
        ],
        "composeExtensions": [{"botId": app, "commands": _extension(say)}],
        "validDomains": [host],
    }
    if copilot:
        manifest["copilotAgents"] = {"customEngineAgents": [{"type": "bot", "id": app}]}
    if listen:
        # Rights that are given by team and chat want a `resource` beside the id, which nothing reads.
        manifest["webApplicationInfo"] = {"id": app, "resource": f"api://{host}/{app}"}
        manifest["authorization"] = {
            "permissions": {
                "resourceSpecific": [{"name": right.name, "type": "Application"} for right in LISTENING]
            }
        }
    return manifest


def _commands(say: Words) -> list[dict[str, str]]:
    return [{"title": say(name), "description": say(f"{name}-about")} for name in _COMMANDS]


def _extension(say: Words) -> list[dict[str, Any]]:
    """Finding things from the message box, and asking from it or about a message."""
    return [
        {
            "id": FIND,
            "type": "query",
            "context": ["compose", "commandBox"],
            "title": say("manifest-find"),
            "description": say("manifest-find-about"),
            "initialRun": False,
            "parameters": [
                {
                    "name": FIND_NAME,
                    "title": say("manifest-find-name"),
                    "description": say("manifest-find-name-about"),
                    "inputType": "text",
                }
            ],
        },
        {
            "id": ASK,
            "type": "action",
            "context": ["message", "compose", "commandBox"],
            "title": say("manifest-shortcut"),
            "description": say("manifest-shortcut-about"),
            "fetchTask": True,
        },
    ]


def translated(manifest: dict[str, Any], language: str) -> dict[str, Any]:
    """The file of a language: the manifest's texts by the paths at which they stand there."""
    say, name = words(language), manifest["name"]["short"]
    texts = {
        "$schema": f"{_SCHEMAS}/MicrosoftTeams.Localization.schema.json",
        "name.short": name,
        "name.full": say("manifest-long-name", app=name),
        "description.short": say("manifest-short"),
        "description.full": say("manifest-full", app=name),
    }
    for number, command in enumerate(_commands(say)):
        at = f"bots[0].commandLists[0].commands[{number}]"
        texts |= {f"{at}.{field}": text for field, text in command.items()}
    for number, dialog in enumerate(_extension(say)):
        at = f"composeExtensions[0].commands[{number}]"
        texts |= {f"{at}.{field}": dialog[field] for field in ("title", "description")}
        for place, parameter in enumerate(dialog.get("parameters", ())):
            texts |= {
                f"{at}.parameters[{place}].{field}": parameter[field] for field in ("title", "description")
            }
    return texts


def check(manifest: dict[str, Any]) -> list[str]:
    """What Teams would not take in a manifest: one line each, none when all is well."""
    problems = list(SHAPE.problems(manifest, ""))
    if not problems and "authorization" in manifest and "webApplicationInfo" not in manifest:
        problems.append("webApplicationInfo: this is missing, and permissions by team and chat need it")
    return problems or list(_agent_problems(manifest))


def _agent_problems(manifest: dict[str, Any]) -> Iterator[str]:
    """Microsoft's rules for agents that its schema only describes: an agent is a bot of the app, and people
    can talk to this bot alone.
    """
    bots = {bot["botId"]: bot["scopes"] for bot in manifest.get("bots", ())}
    agents = manifest.get("copilotAgents", {}).get("customEngineAgents", ())
    for number, agent in enumerate(agents):
        if "personal" not in bots.get(agent["id"], ()):
            yield f"copilotAgents.customEngineAgents[{number}].id: this is no bot with the scope personal"


def package(manifest: dict[str, Any]) -> bytes:
    """The zip for the Teams admin center."""
    files = {
        "manifest.json": _json(manifest),
        **{
            entry["file"]: _json(translated(manifest, entry["languageTag"]))
            for entry in manifest["localizationInfo"]["additionalLanguages"]
        },
        "color.png": color(),
        "outline.png": outline(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, content in files.items():
            bundle.writestr(zipfile.ZipInfo(path, _DAY_ONE), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, indent=2, ensure_ascii=False).encode()


def _page(url: str) -> str:
    if url and not url.startswith("https://"):
        raise BadInput(f"Teams links to https pages only, not to {url}.")
    return url
