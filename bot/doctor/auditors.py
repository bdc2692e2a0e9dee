"""The auditors' pages: who may read the record in a browser, and how they sign in."""

from __future__ import annotations

from bot import wiring
from bot.audit.accounts import accounts_file, read_accounts
from bot.doctor.finding import Finding, Visit, ok, skipped, wrong
from bot.settings import name_of


async def opened(visit: Visit) -> Finding:
    """Whether the pages can be opened, and whether the provider answers. Raises BadSetting and NoSignIn."""
    settings = visit.settings
    if not wiring.wants_audit_pages(settings):
        return skipped("nobody has an account (querist audit account NAME)")
    accounts, provider = read_accounts(settings), wiring.provider_of(settings)
    if provider is None and not accounts.have_passwords:
        return wrong(
            f"nobody in {accounts_file(settings)} has a password, and no other sign-in is set",
            f"Set {name_of('audit_sign_in')}, or make passwords with: querist audit account NAME",
        )
    several = f"{len(accounts.by_name)} may read the record at /audit"
    if provider is None:
        return ok(f"{several}, by password")
    await provider.described()
    return ok(f"{several}; {provider.name} answers")
