"""What Teams takes in a manifest of schema 1.30: the part of Microsoft's schema that this app uses.

Out: SHAPE. A slow test holds the manifest and its translations against the schemas of
npm's `@microsoft/app-manifest`.
"""

from __future__ import annotations

from manifests.shape import HTTPS, Fields, Flag, OneOf, Several, Text, fields

GUID = r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"

_GUID = Text(36, pattern=GUID)
_PAGE = Text(2_048, pattern=HTTPS)
_FILE = Text(2_048, pattern=r"[\w-]+\.(png|json)")
_TAG = Text(26, pattern=r"[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,2}")
_SCOPE = OneOf(("team", "personal", "groupChat", "copilot"))

_BOT = fields(
    {
        "isNotificationOnly": Flag(),
        "supportsFiles": Flag(),
        "supportsCalling": Flag(),
        "supportsVideo": Flag(),
        "commandLists": Several(
            fields(
                scopes=Several(_SCOPE, 4, 1),
                commands=Several(fields({"description": Text(4_000)}, title=Text(128)), 12, 1),
            ),
            3,
        ),
    },
    botId=_GUID,
    scopes=Several(_SCOPE, 4, 1),
)

_PARAMETER = fields(
    {
        "description": Text(128),
        "inputType": OneOf(("text", "textarea", "number", "date", "time", "toggle", "choiceset")),
    },
    name=Text(64),
    title=Text(32),
)
_EXTENSION = fields(
    botId=_GUID,
    commands=Several(
        fields(
            {
                "type": OneOf(("query", "action")),
                "context": Several(OneOf(("compose", "commandBox", "message")), 3, 1),
                "description": Text(128),
                "initialRun": Flag(),
                "fetchTask": Flag(),
                "parameters": Several(_PARAMETER, 5, 1),
            },
            id=Text(64),
            title=Text(32),
        ),
        10,
        1,
    ),
)

SHAPE = Fields(
    must={
        "$schema": Text(200, pattern=HTTPS),
        "manifestVersion": OneOf(("1.30",)),
        "version": Text(256, pattern=r"\d+\.\d+\.\d+"),
        "id": _GUID,
        "developer": fields(name=Text(32), websiteUrl=_PAGE, privacyUrl=_PAGE, termsOfUseUrl=_PAGE),
        "name": fields({"full": Text(100)}, short=Text(30)),
        "description": fields(short=Text(80), full=Text(4_000)),
        "icons": fields(color=_FILE, outline=_FILE),
        "accentColor": Text(7, pattern="#[0-9a-fA-F]{6}"),
    },
    may={
        "localizationInfo": fields(
            {"additionalLanguages": Several(fields(languageTag=_TAG, file=_FILE), 50)},
            defaultLanguageTag=_TAG,
        ),
        "bots": Several(_BOT, 1),
        "composeExtensions": Several(_EXTENSION, 1),
        "copilotAgents": fields(
            customEngineAgents=Several(fields(id=_GUID, type=OneOf(("bot",))), 1, 1),
        ),
        "validDomains": Several(Text(2_048, pattern=r"[^/\s]+"), 100),
        "webApplicationInfo": fields(id=_GUID, resource=Text(2_048)),
        "authorization": fields(
            permissions=fields(
                resourceSpecific=Several(
                    fields(name=Text(128), type=OneOf(("Application", "Delegated"))), 16, 1
                )
            )
        ),
    },
)
