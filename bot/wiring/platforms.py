"""Settings -> the chat platforms, how replies look there, and what signs their buttons."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot.access import Directory, guests_may_ask, read_access
from bot.buttons import Seal
from bot.cards.look import Look
from bot.charts_picture import can_draw
from bot.desk import thread_of
from bot.links import Links
from bot.message import Message, Platform
from bot.people import People
from bot.settings import Settings, azure_identity
from bot.wiring.places import data_folder, several
from connectors.database.database import Database
from connectors.database.installations import InstallationBook
from connectors.database.sealing import Cipher
from connectors.database.turns import Turns
from kgqa.errors import BadSetting

if TYPE_CHECKING:
    from bot.platforms.slack import OAuth
    from bot.platforms.teams import Teams
    from bot.platforms.teams.authority import Authority


def open_platforms(settings: Settings, database: Database) -> tuple[Platform, ...]:
    """The chat platforms that the settings name. Raises BadSetting when one is named by halves."""
    seal, look = open_seal(settings), look_of(settings)
    platforms: list[Platform] = []
    turns = Turns(database)

    async def takes_part(message: Message) -> bool:
        return bool(await turns.recall(thread_of(message), limit=1))

    if wants_slack(settings):
        from bot.platforms.slack import Slack

        oauth = _oauth(settings)
        platforms.append(
            Slack(
                bot_token=settings.slack_bot_token.get_secret_value(),
                app_token=settings.slack_app_token.get_secret_value(),
                signing_secret=settings.slack_signing_secret.get_secret_value(),
                api_url=settings.slack_api_url,
                follow_up=settings.slack_follow_up,
                access=settings.access is not None,
                guests=guests_may_ask(settings, read_access(settings)),
                connect=settings.slack_connect,
                colleagues=several(settings.slack_workspaces),
                seal=seal,
                look=look,
                takes_part=takes_part,
                oauth=oauth,
                book=InstallationBook(database, _cipher(settings)) if oauth else None,
            )
        )
    if wants_teams(settings):
        platforms.append(_teams(settings, seal=seal, look=look, links=open_links(settings)))
    return tuple(platforms)


def _teams(
    settings: Settings,
    *,
    seal: Seal,
    look: Look | None = None,
    links: Links | None = None,
    authority: Authority | None = None,
) -> Teams:
    from bot.platforms.teams import Teams
    from bot.platforms.teams.authority import Authority, ManagedIdentity

    identity, (endpoint, header) = settings.teams_managed_identity, azure_identity()
    authority = authority or Authority()
    return Teams(
        app_id=settings.teams_app_id or identity,
        password=settings.teams_app_password.get_secret_value(),
        tenant=settings.teams_tenant,
        tenants=several(settings.teams_tenants),
        service_hosts=several(settings.teams_service_hosts),
        file_hosts=several(settings.teams_file_hosts),
        playground=settings.teams_playground,
        host=settings.host,
        seal=seal,
        look=look,
        links=links,
        authority=authority,
        credentials=ManagedIdentity(client_id=identity, endpoint=endpoint, header=header, authority=authority)
        if identity
        else None,
    )


def directories_of(platforms: Sequence[Platform]) -> tuple[Directory, ...]:
    """The directories that chat platforms are, too."""
    found = (getattr(platform, "directory", None) for platform in platforms)
    return tuple(each for each in found if each is not None)


def open_directories(settings: Settings, authority: Authority | None = None) -> tuple[Directory, ...]:
    """The directories that can be asked by the settings alone: not those of workspaces that have installed
    the app themselves. Raises BadSetting.
    """
    found: list[Platform] = []
    if token := settings.slack_bot_token.get_secret_value():
        from bot.platforms.slack import Slack

        slack = Slack(
            bot_token=token,
            app_token=settings.slack_app_token.get_secret_value(),
            signing_secret=settings.slack_signing_secret.get_secret_value(),
            api_url=settings.slack_api_url,
            seal=Seal(""),
        )
        found.append(slack)
    if wants_teams(settings):
        found.append(_teams(settings, seal=Seal(""), authority=authority))
    return directories_of(found)


def wants_slack(settings: Settings) -> bool:
    """Whether any of Slack's secrets is set."""
    tokens = (
        settings.slack_bot_token,
        settings.slack_app_token,
        settings.slack_signing_secret,
        settings.slack_client_secret,
    )
    return any(token.get_secret_value() for token in tokens)


def _oauth(settings: Settings) -> OAuth | None:
    """How people install the Slack app; None where its token is set. Raises BadSetting."""
    from bot.platforms.slack import OAuth

    client_secret = settings.slack_client_secret.get_secret_value()
    if settings.slack_bot_token.get_secret_value() or not (settings.slack_client_id or client_secret):
        return None
    if not settings.slack_client_id or not client_secret:
        missing = "QUERIST_SLACK_CLIENT_SECRET" if settings.slack_client_id else "QUERIST_SLACK_CLIENT_ID"
        raise BadSetting(
            f"To install the Slack app by OAuth, {missing} is missing. Its pages at Slack show it."
        )
    if not settings.public_url:
        raise BadSetting(
            "To install the Slack app by OAuth, Slack must know the way back: set QUERIST_PUBLIC_URL to the "
            "address at which people reach this service, such as https://querist.example.com."
        )
    return OAuth(
        client_id=settings.slack_client_id,
        client_secret=client_secret,
        public_url=settings.public_url,
        allowed=several(settings.slack_workspaces),
    )


def _cipher(settings: Settings) -> Cipher:
    """What encrypts the tokens of installations: by the secret of now, readable with those before it."""
    return Cipher((deployment_secret(settings), *_secrets_before(settings)), "installations")


def wants_teams(settings: Settings) -> bool:
    """Whether Teams, or its playground, is set up."""
    return bool(
        settings.teams_playground
        or settings.teams_app_id
        or settings.teams_app_password.get_secret_value()
        or settings.teams_managed_identity
    )


def look_of(settings: Settings) -> Look:
    """How replies look here."""
    return Look(
        language=settings.language,
        link=settings.link,
        currency=settings.model_currency,
        reviewers=reviewers_of(settings),
        editors=People.of(several(settings.editors)),
        charts=can_draw(),
    )


def reviewers_of(settings: Settings) -> People:
    """Who may call an answer right."""
    return People.of(several(settings.reviewers))


def open_seal(settings: Settings) -> Seal:
    """What signs buttons: the secret of the settings, or one that is made once in the data folder."""
    return Seal(deployment_secret(settings), before=_secrets_before(settings))


def open_links(settings: Settings) -> Links:
    """What makes and opens links to files, signed by the same secret."""
    return Links(
        deployment_secret(settings),
        settings.public_url,
        before=_secrets_before(settings),
        look=look_of(settings),
    )


def deployment_secret(settings: Settings) -> str:
    """The secret of the settings, or one that is made once in the data folder. Raises BadSetting."""
    return settings.secret.get_secret_value() or _made_secret(data_folder(settings) / "secret")


def _secrets_before(settings: Settings) -> tuple[str, ...]:
    return several(settings.secrets_before.get_secret_value())


def _made_secret(file: Path) -> str:
    draft = file.with_name(f"{file.name}-{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(32))
        with suppress(FileExistsError):  # made at an earlier start, or by another process just now
            os.link(draft, file)  # all of it or nothing, so that nobody reads half a secret
        draft.unlink()
        text = file.read_text().strip()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        raise BadSetting(f"The secret cannot be kept in {file}: {error.strerror}.") from error
    if not text:
        raise BadSetting(f"The file {file} holds no secret. Remove it, and a new secret is made.")
    return text
