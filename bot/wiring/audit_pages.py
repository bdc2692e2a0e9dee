"""Settings, a core in its own thread and a database -> the auditors' pages, where somebody may open them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.access import Directory, Rights
from bot.desk import Apart, Verified
from bot.platforms.loopback import is_loopback
from bot.settings import Settings, name_of
from bot.wiring.audit import checkpoints_of, verifier
from bot.wiring.platforms import deployment_secret, look_of
from connectors.database.audit import AuditTrail
from connectors.database.codec import result_sha256
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.sessions import SessionBook
from kgqa.errors import BadSetting
from kgqa.trail import by_rights
from kgqa.types import Answer, Question, Stage

if TYPE_CHECKING:
    from bot.audit.web import AuditPages
    from bot.audit.web.oidc import Provider


def wants_audit_pages(settings: Settings) -> bool:
    """Whether anybody has an account. Raises BadSetting where the file of accounts is not right, and where
    passwords and the record would go over a network as plain text.
    """
    from bot.audit.accounts import accounts_file, read_accounts
    from bot.audit.names import Names

    if not read_accounts(settings):
        return False
    provider_of(settings)
    Names(settings.names)
    if not is_loopback(settings.host) and not settings.public_url.startswith("https://"):
        raise BadSetting(
            f"{accounts_file(settings)} opens the auditors' pages, and {name_of('host')}={settings.host} "
            "lets others in than this machine. Put a proxy with HTTPS before it and set "
            f"{name_of('public_url')} to its https:// address, or set {name_of('host')}=127.0.0.1."
        )
    return True


def open_audit_pages(
    settings: Settings,
    apart: Apart,
    database: Database,
    library: Verified | None = None,
    rights: Rights | None = None,
    directories: Sequence[Directory] = (),
) -> AuditPages | None:
    """The pages; None where nobody has an account. What is approved there may go into the `library`. A query
    is run again by the `rights` of the auditor. The `directories` tell what people and channels are called.
    Raises BadSetting as `wants_audit_pages`.
    """
    if not wants_audit_pages(settings):
        return None
    from bot.audit.accounts import Known
    from bot.audit.names import Names
    from bot.audit.web import AuditPages
    from bot.audit.web.signing import Door

    accounts = Known(settings)

    async def answered(question: Question) -> Answer:
        if rights:
            *_, name = question.asker.split(":", 2)
            account = accounts.now().named(name)
            held = await rights.of_somebody(account.identities if account else (("audit", "local", name),))
            by_rights(held.told(rights.access))
            question = replace(question, closed_by=tuple(sorted(held.own)))
        return await apart.answer(question, _unheard)

    audit = AuditTrail(database)
    host = urlsplit(settings.public_url).hostname or ""
    public = settings.public_url if not is_loopback(host) else ""
    door = Door(
        accounts,
        SessionBook(database),
        secure=public.startswith("https://"),
        secret=deployment_secret(settings),
        public=settings.public_url,
    )
    return AuditPages(
        audit=audit,
        records=Record(database),
        door=door,
        look=look_of(settings),
        answered=answered,
        hashed=result_sha256,
        checkpoints=lambda: checkpoints_of(settings, None, ""),
        verifier=verifier,
        named=bool(settings.graphs),
        provider=provider_of(settings),
        library=library,
        names=Names(settings.names, directories),
    )


def provider_of(settings: Settings) -> Provider | None:
    """Where a company's people sign in; None for passwords alone. Raises BadSetting."""
    wanted = settings.audit_sign_in
    if not wanted:
        return None
    from bot.audit.web.oidc import BACK, Provider, is_safe

    needed = ["audit_client_id", "audit_client_secret", "public_url"]
    if wanted == "entra":
        needed.append("teams_tenant")
    values = {name: getattr(settings, name) for name in needed}
    values["audit_client_secret"] = settings.audit_client_secret.get_secret_value()
    if missing := [name_of(name) for name, value in values.items() if not value]:
        raise BadSetting(
            f"{name_of('audit_sign_in')}={wanted} needs {' and '.join(missing)}, too. See docs/audit.md."
        )
    issuer = {
        "slack": "https://slack.com",
        "entra": f"https://login.microsoftonline.com/{settings.teams_tenant}/v2.0",
    }.get(wanted, wanted)
    if not is_safe(issuer):
        raise BadSetting(f"{name_of('audit_sign_in')}={wanted} is no address by HTTPS.")
    return Provider(
        kind="slack" if wanted == "slack" else "entra" if wanted == "entra" else "oidc",
        issuer=issuer,
        client=settings.audit_client_id,
        secret=values["audit_client_secret"],
        back=settings.public_url.rstrip("/") + BACK,
    )


async def _unheard(_: Stage, __: str = "", /) -> None:
    """An auditor waits for the page, and sees no steps."""
