"""Teams: the bot's own token, Microsoft's keys, and who may ask."""

from __future__ import annotations

import re

from bot.doctor.fetching import fetch
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.platforms.teams.authority import ManagedIdentity
from bot.settings import Settings, azure_identity, name_of
from bot.wiring.platforms import wants_teams
from kgqa.errors import OperatorsMove
from manifests.teams.shape import GUID

_REGISTRATION = "in the Entra admin center, App registrations"


async def token(visit: Visit) -> Finding:
    """Whether Microsoft gives the bot a token with which it may reply."""
    settings = visit.settings
    if (early := _not_asked(visit)) is not None:
        return early
    has_identity = bool(settings.teams_managed_identity)
    fields = ("teams_tenant",) if has_identity else ("teams_app_id", "teams_app_password", "teams_tenant")
    if missing := [name_of(field) for field in fields if not _plain(settings, field)]:
        return wrong(f"{', '.join(missing)} missing", f"Copy what is missing {_REGISTRATION}.")
    field = "teams_managed_identity" if has_identity else "teams_app_id"
    if not re.fullmatch(GUID, getattr(settings, field)):
        return wrong(f"{name_of(field)} is no id such as 1b4e28ba-…", f"Copy it {_REGISTRATION}.")
    if visit.offline:
        return skipped("Microsoft is not asked (--offline)")
    if has_identity:
        endpoint, header = azure_identity()
        await ManagedIdentity(
            client_id=settings.teams_managed_identity,
            endpoint=endpoint,
            header=header,
            authority=visit.authority,
        ).grant()
        return ok("Azure gives this machine a token for the bot's identity")
    said = await fetch(
        visit,
        "POST",
        visit.authority.token_url.format(tenant=settings.teams_tenant),
        form={
            "grant_type": "client_credentials",
            "client_id": settings.teams_app_id,
            "client_secret": settings.teams_app_password.get_secret_value(),
            "scope": visit.authority.scope,
        },
    )
    if said.is_fine and said.body.get("access_token"):
        return ok("Microsoft gives the bot a token")
    error = said.body.get("error", f"HTTP {said.status}")
    return wrong(f"Microsoft gives the bot no token ({error})", _STEPS.get(str(error), _CHECK))


_CHECK = f"Compare app id, client secret and tenant with those {_REGISTRATION}."
_STEPS = {
    "invalid_client": f"The client secret is wrong or has expired: make a new one {_REGISTRATION}, "
    "Certificates & secrets, and copy its value, not its id.",
    "unauthorized_client": f"This tenant does not know the app: compare app id and tenant {_REGISTRATION}.",
    "invalid_request": f"The tenant is none: copy the Directory (tenant) ID {_REGISTRATION}.",
}


async def keys(visit: Visit) -> Finding:
    """Whether the keys can be fetched by which messages are known as Microsoft's."""
    if (early := _not_asked(visit)) is not None:
        return early
    if visit.offline:
        return skipped("Microsoft is not asked (--offline)")
    told = await fetch(visit, "GET", visit.authority.metadata_url)
    address = told.body.get("jwks_uri")
    if not isinstance(address, str):
        raise OperatorsMove(f"{visit.authority.metadata_url} names no keys (HTTP {told.status}).")
    found = (await fetch(visit, "GET", address)).body.get("keys")
    if not isinstance(found, list) or not found:
        raise OperatorsMove(f"{address} holds no keys.")
    return ok(f"{len(found)} of Microsoft's keys")


async def tenants(visit: Visit) -> Finding:
    """Who may ask, and where replies may go."""
    settings = visit.settings
    if (early := _not_asked(visit)) is not None:
        return early
    asking = [t.strip() for t in (settings.teams_tenants or settings.teams_tenant).split(",") if t.strip()]
    if strange := [tenant for tenant in asking if not re.fullmatch(GUID, tenant)]:
        told = f"{strange[0]} is no tenant's id, so nobody there is let in"
        return wrong(told, f"Give ids in {name_of('teams_tenants')}, not names.")
    if not asking:
        return wrong("no tenant may ask", f"Set {name_of('teams_tenant')}.")
    hosts = [host.strip() for host in settings.teams_service_hosts.split(",") if host.strip()]
    if not hosts:
        return wrong("replies may go nowhere", f"Set {name_of('teams_service_hosts')}.")
    return ok(f"{len(asking)} may ask; replies go to {', '.join(hosts)}")


def _not_asked(visit: Visit) -> Finding | None:
    settings = visit.settings
    if settings.teams_playground:
        return note(
            "the playground: nothing is signed", f"Unset {name_of('teams_playground')} for Teams itself."
        )
    if not wants_teams(settings):
        return skipped("Teams is not set up")
    return None


def _plain(settings: Settings, field: str) -> str:
    value = getattr(settings, field)
    secret = getattr(value, "get_secret_value", None)
    return str(secret() if secret else value)
