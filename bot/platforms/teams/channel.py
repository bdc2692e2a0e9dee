"""The only module that knows the Bot Framework SDK: plain activities in through its CloudAdapter, and out.

The SDK is archived; a successor is one more file like this. What it does not do well is put right here:
it fetches keys and tokens in the event loop without a limit (ours come from `authority.py`), answers 500 to
bad tokens, posts again by itself after an error, and drops the fields of entities that it does not know.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import jwt
from botbuilder.core import InvokeResponse, TurnContext
from botbuilder.integration.aiohttp import CloudAdapter, ConfigurationBotFrameworkAuthentication
from botbuilder.schema import (
    Activity,
    ChannelAccount,
    ConversationAccount,
    ConversationParameters,
    Entity,
)
from botframework.connector import BotFrameworkConnectorConfiguration
from botframework.connector.aio import ConnectorClient
from botframework.connector.auth import (
    AuthenticateRequestResult,
    ClaimsIdentity,
    JwtTokenExtractor,
    PasswordServiceClientCredentialFactory,
)
from msrest.authentication import Authentication
from msrest.exceptions import ClientRequestError
from msrest.serialization import DeserializationError, SerializationError  # type: ignore[attr-defined]  # not in its __all__

from bot.message import NotPosted
from bot.platforms.teams.activities import Address
from bot.platforms.teams.authority import Authority, Keys, NotReached, TokenRefused, Tokens
from bot.platforms.teams.exchange import Malformed, Response, Turn, Unauthenticated
from bot.platforms.teams.refusals import LATER, SOON, Refusal, never_connected, outcome_of, refuse
from kgqa.errors import OperatorsMove

_SECONDS = 15  # for one post


class Channel:
    """One bot's connection to the channel. Without `tokens` nothing is proved in either direction: that is
    for the playground on this machine alone.
    """

    def __init__(
        self, *, app_id: str, authority: Authority, tokens: Tokens | None, keys: Keys | None = None
    ) -> None:
        self._app_id = app_id
        self._tokens = tokens
        self._keys = keys or Keys(authority.metadata_url)
        JwtTokenExtractor.metadataCache[authority.metadata_url] = self._keys
        self._connectors = _Connectors(tokens)
        self._adapter = CloudAdapter(_Authentication(app_id, authority, tokens, self._connectors))

    async def receive(self, authorization: str, activity: Mapping[str, Any], turn: Turn) -> Response:
        """Runs `turn` when the channel provably sent the activity; what it raises goes through.

        Raises Malformed, Unauthenticated, or NotReached when the proof cannot be had now.
        """
        try:
            incoming = Activity().deserialize(dict(activity))
        except (DeserializationError, SerializationError, AttributeError, TypeError, ValueError) as error:
            raise Malformed("The body is no activity of the Bot Framework.") from error
        said: list[Response] = []

        async def logic(context: TurnContext) -> None:
            said.append(await turn())
            if activity.get("type") == "invoke":
                value = InvokeResponse(status=said[0].status, body=said[0].body)
                await context.send_activity(Activity(type="invokeResponse", value=value))

        incoming.delivery_mode = None  # replies are posted, never buffered into the response
        await self._adapter.process_activity(authorization, incoming, logic)
        return said[0]

    async def post(self, address: Address, activity: Mapping[str, Any]) -> str:
        """Posts an activity into the conversation of `address`; returns its id, "" if the channel told none.

        Raises NotPosted when it certainly was not posted; OperatorsMove when that is open.
        """
        await self._entitle()
        ids: list[str] = []

        async def logic(context: TurnContext) -> None:
            sent = await context.send_activity(_outgoing(activity))
            ids.append(str(sent.id or "") if sent else "")

        bot = self._adapter.create_claims_identity(self._app_id)
        try:
            async with self._speaking():
                await self._adapter.process_proactive(bot, _continuation(address), None, logic)
        except DeserializationError:
            return ""  # posted, as its status said; only the words after it were unreadable
        return ids[0]

    async def delete(self, address: Address, activity: str) -> None:
        """Takes an activity out of the conversation of `address`; one that is gone already is no error.

        Raises NotPosted when the channel refuses it, OperatorsMove when that is open.
        """
        await self._entitle()
        client = await self._connectors.create(address.service_url)
        async with self._speaking(gone_is_well=True):
            await client.conversations.delete_activity(address.conversation, activity)

    async def change(self, address: Address, activity: str, changed: Mapping[str, Any]) -> None:
        """Puts another in the place of an activity; one that is gone is no error. Raises as `delete`."""
        await self._entitle()
        client = await self._connectors.create(address.service_url)
        async with self._speaking(gone_is_well=True):
            with suppress(DeserializationError):  # it was changed, and only the words after it are unreadable
                await client.conversations.update_activity(address.conversation, activity, _outgoing(changed))

    async def personal(self, address: Address) -> Address:
        """Where the asker of `address` is written to alone: the one-to-one conversation, which is made where
        there is none yet.

        Raises NotPosted when the channel refuses it (they never met this bot), OperatorsMove when it is away.
        """
        await self._entitle()
        client = await self._connectors.create(address.service_url)
        wanted = ConversationParameters(
            is_group=False,
            bot=ChannelAccount(id=address.bot, name=address.bot_name or None),
            members=[ChannelAccount(id=address.asker)],
            tenant_id=address.tenant or None,
            channel_data={"tenant": {"id": address.tenant}} if address.tenant else None,
        )
        try:
            async with self._speaking():
                made = await client.conversations.create_conversation(wanted)
        except DeserializationError as error:
            raise OperatorsMove("Teams did not say where the personal chat is.") from error
        if not made.id:
            raise NotPosted("Teams did not say where the personal chat is.", retry_after=None)
        return replace(address, conversation=str(made.id), kind="personal")

    async def reach(self) -> None:
        """Nothing where Microsoft gives its keys and our token: what comes can be proved, and answered.
        Raises NotReached or TokenRefused.
        """
        if self._tokens is not None:
            await self._keys.reach()
            await self._tokens.fresh()

    async def _entitle(self) -> None:
        """Sees to a token that is good. Raises NotPosted: without one nothing is said."""
        if self._tokens is None:
            return
        try:
            await self._tokens.fresh()
        except OperatorsMove as error:
            later = LATER if isinstance(error, TokenRefused) else SOON
            raise NotPosted(str(error), retry_after=later) from error

    @asynccontextmanager
    async def _speaking(self, *, gone_is_well: bool = False) -> AsyncIterator[None]:
        """What the SDK raises while it speaks to the channel, as ours."""
        try:
            yield
        except Refusal as refusal:
            if gone_is_well and refusal.status in (404, 410):
                return
            if refusal.status == 401 and self._tokens is not None:  # noqa: PLR2004  # it is no longer good
                self._tokens.forget()
            raise outcome_of(refusal) from refusal
        except ClientRequestError as error:
            if never_connected(error):
                raise NotPosted("Teams cannot be reached.", retry_after=SOON) from error
            raise OperatorsMove(
                "The connection to Teams was lost while posting. Check the network of this machine."
            ) from error

    def close(self) -> None:
        self._connectors.close()


# ── inwards: is it Microsoft? ────────────────────────────────────────────────────────────────────


class _Authentication(ConfigurationBotFrameworkAuthentication):  # type: ignore[misc]  # the SDK ships no types
    """The SDK's own verification, failing as Unauthenticated whatever it stumbles over."""

    def __init__(
        self, app_id: str, authority: Authority, tokens: Tokens | None, connectors: _Connectors
    ) -> None:
        configuration = SimpleNamespace(
            TO_BOT_FROM_CHANNEL_TOKEN_ISSUER=authority.issuer,
            TO_BOT_FROM_CHANNEL_OPENID_METADATA_URL=authority.metadata_url,
            TO_BOT_FROM_EMULATOR_OPENID_METADATA_URL=authority.metadata_url,
            TO_CHANNEL_FROM_BOT_LOGIN_URL=authority.token_url,
            TO_CHANNEL_FROM_BOT_OAUTH_SCOPE=authority.scope,
        )
        super().__init__(configuration, credentials_factory=PasswordServiceClientCredentialFactory(app_id))
        self._authority = authority
        self._open = tokens is None
        self._connectors = connectors

    async def authenticate_request(self, activity: Activity, auth_header: str) -> AuthenticateRequestResult:
        if self._open:
            result = AuthenticateRequestResult()
            result.claims_identity = ClaimsIdentity({}, True, "anonymous")  # the SDK's signature
            result.audience = result.caller_id = None
        else:
            try:
                _issued_by(self._authority.issuer, auth_header)
                result = await super().authenticate_request(activity, auth_header)
            except NotReached:
                raise
            except Exception as error:
                # The SDK raises whatever it stumbles over; each of it means that nothing was proved.
                raise Unauthenticated("The token does not prove that Teams sent this.") from error
        result.connector_factory = self._connectors
        return result

    def create_connector_factory(self, claims_identity: ClaimsIdentity) -> _Connectors:  # noqa: ARG002  # the SDK's signature
        return self._connectors

    async def create_user_token_client(self, claims_identity: ClaimsIdentity) -> None:  # the SDK's signature
        """None: nobody signs in through this bot."""


def _issued_by(issuer: str, authorization: str) -> None:
    """The SDK also takes tokens of its emulator and of other bots ("skills"); those are not for us."""
    scheme, _, token = authorization.partition(" ")
    claims = jwt.decode(token, options={"verify_signature": False}) if scheme == "Bearer" else {}
    if claims.get("iss") != issuer:
        raise Unauthenticated("The token is not the channel's.")


# ── outwards: posting ────────────────────────────────────────────────────────────────────────────


class _Bearer(Authentication):
    """Puts the token on a request as it was last fetched: nothing is fetched here."""

    def __init__(self, tokens: Tokens | None) -> None:
        self._tokens = tokens

    def signed_session(self, session: Any = None) -> Any:
        session = session or super().signed_session()
        if self._tokens is not None and self._tokens.kept:
            session.headers["Authorization"] = f"Bearer {self._tokens.kept}"
        return session


class _Connectors:
    """One client a service address, kept with its connections (the SDK's ConnectorFactory)."""

    def __init__(self, tokens: Tokens | None) -> None:
        self._credentials = _Bearer(tokens)
        self._clients: dict[str, Any] = {}

    async def create(self, service_url: str, audience: str | None = None) -> Any:  # noqa: ARG002  # the SDK's signature
        if service_url not in self._clients:
            config = BotFrameworkConnectorConfiguration(self._credentials, service_url)
            config.connection.timeout = _SECONDS
            config.redirect_policy.allow = False  # a redirect would lead off the allow-list of hosts
            config.retry_policy.retries = 0  # a post tried twice is read twice; the desk decides
            config.retry_policy.policy.status_forcelist = ()
            config.hooks.append(refuse)
            self._clients[service_url] = ConnectorClient(self._credentials, custom_configuration=config)
        return self._clients[service_url]

    def close(self) -> None:
        for client in self._clients.values():
            client.config.pipeline._sender.driver.session.close()  # noqa: SLF001  # the SDK offers no other way
        self._clients.clear()


def _continuation(address: Address) -> Activity:
    """The event that a proactive turn begins with; without an id, since it answers no activity."""
    return Activity(
        type="event",
        name="ContinueConversation",
        channel_id="msteams",
        service_url=address.service_url,
        conversation=ConversationAccount(
            id=address.conversation,
            tenant_id=address.tenant or None,
            conversation_type=address.kind or None,
        ),
        recipient=ChannelAccount(id=address.bot, name=address.bot_name or None),
    )


def _outgoing(activity: Mapping[str, Any]) -> Activity:
    plain = {key: value for key, value in activity.items() if key != "entities"}
    outgoing = Activity().deserialize(plain)
    outgoing.entities = [_entity(entity) for entity in activity.get("entities", ())] or None
    return outgoing


def _entity(fields: Mapping[str, Any]) -> Entity:
    """An entity with every field it has: the SDK writes only those that its class names."""
    names = {f"field_{n}": key for n, key in enumerate(fields)}
    attributes = {name: {"key": key.replace(".", r"\."), "type": "object"} for name, key in names.items()}
    open_entity = type("OpenEntity", (Entity,), {"_attribute_map": attributes})()
    for name, key in names.items():
        setattr(open_entity, name, fields[key])
    return open_entity
