"""Who may read the record at the auditors' pages: a TOML file -> accounts.

In: the file that QUERIST_AUDITORS names, or `auditors.toml` of the data folder, with a table a person. Out:
each with a role, and a password or the name under which a company's sign-in knows them. Passwords stand there
as scrypt hashes, which `querist audit account` writes.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bot.graphs_file import read_toml
from bot.settings import Settings
from kgqa.errors import BadSetting

Role = Literal["auditor", "reviewer", "admin"]
May = Literal["read", "run", "remark", "approve", "export", "prove", "acts"]

ROLES: tuple[Role, ...] = get_args(Role)
FILE = "auditors.toml"  # of the data folder
KEYS = ("role", "password", "signs_in_as")
SHORTEST = 12  # characters of a password
LONGEST = 1_000
_MAY: Mapping[Role, frozenset[May]] = {
    "reviewer": frozenset({"read", "run", "remark", "approve"}),
    "auditor": frozenset({"read", "run", "remark", "export", "prove", "acts"}),
    "admin": frozenset(get_args(May)),
}
_NAME = re.compile(r"[\w.@+-]{1,64}")
_COST = (2**15, 8, 1)  # of scrypt: 32 MB, about a tenth of a second
_MEMORY = 2**27


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who may come in. `signs_in_as` is "slack:T0123:U0456", "entra:TENANT:OBJECT" or
    "oidc:SUBJECT"; "" for who has a password.
    """

    name: str
    role: Role
    password: str = ""  # its hash
    signs_in_as: str = ""

    @property
    def identities(self) -> tuple[tuple[str, str, str], ...]:
        """As whom rules of access may know them, each by platform, tenant and person: by their account, and
        by who they are in Slack or in Teams, which has the people of Entra.
        """
        own = ("audit", "local", self.name)
        kind, _, rest = self.signs_in_as.partition(":")
        tenant, _, person = rest.partition(":")
        platform = {"slack": "slack", "entra": "teams"}.get(kind)
        return (own, (platform, tenant, person)) if platform and person else (own,)

    def may(self, do: May) -> bool:
        """Whether their role lets them."""
        return do in _MAY[self.role]

    @property
    def stamp(self) -> str:
        """What a session holds of it: another password or identity ends the session."""
        return hashlib.sha256(f"{self.password}\n{self.signs_in_as}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Accounts:
    """All that may come in, by name."""

    by_name: Mapping[str, Account]

    def __bool__(self) -> bool:
        return bool(self.by_name)

    def named(self, name: str) -> Account | None:
        """The account of a name, whatever its capitals."""
        return self.by_name.get(name.strip().casefold())

    def known_as(self, identity: str) -> Account | None:
        """The account of who a company's sign-in says that it is."""
        return next((a for a in self.by_name.values() if a.signs_in_as and a.signs_in_as == identity), None)

    @property
    def have_passwords(self) -> bool:
        return any(account.password for account in self.by_name.values())


def accounts_file(settings: Settings) -> Path:
    """Where accounts stand."""
    return settings.auditors or settings.data / FILE


def read_accounts(settings: Settings) -> Accounts:
    """All accounts; none where there is no file. Raises BadSetting, also where the settings name a file that
    is not there.
    """
    path = accounts_file(settings)
    if settings.auditors is None and not path.exists():
        return Accounts({})
    accounts: dict[str, Account] = {}
    for name, table in read_toml(path, "auditors").items():
        account = checked(path, name, table)
        if accounts.setdefault(name.casefold(), account) is not account:
            raise BadSetting(f"In the file of auditors {path}, “{name}” stands twice.")
    known = [account.signs_in_as for account in accounts.values() if account.signs_in_as]
    if twice := next((one for one in known if known.count(one) > 1), ""):
        raise BadSetting(f"In the file of auditors {path}, two accounts sign in as {twice}.")
    return Accounts(accounts)


def checked(path: Path, name: str, table: Any, *, is_new: bool = False) -> Account:
    """The account of a table in the file; what `is_new` may not have a password yet. Raises BadSetting."""
    where = f"In the file of auditors {path}, [{name}]"
    if not isinstance(table, dict):
        raise BadSetting(
            f"In the file of auditors {path}, “{name}” stands in no table. Put [a name] above it."
        )
    if not _NAME.fullmatch(name):
        raise BadSetting(f"{where} is no name: letters, digits, dots, dashes and @, up to 64.")
    if strangers := [key for key in table if key not in KEYS]:
        raise BadSetting(f"{where} sets “{strangers[0]}”. What can be set: {', '.join(KEYS)}.")
    if any(not isinstance(value, str) for value in table.values()):
        raise BadSetting(f"{where}: each value is a text in quotation marks.")
    role, password, identity = (table.get(key, "") for key in KEYS)
    if role not in ROLES:
        raise BadSetting(f"{where} has no role that exists. Set role = to one of {', '.join(ROLES)}.")
    if not password and not identity and not is_new:
        raise BadSetting(
            f"{where} can sign in in no way. Make a password with: querist audit account {name}; or set "
            "signs_in_as = to who they are for your company's sign-in, such as “slack:T0123:U0456”."
        )
    if password and _parts(password) is None:
        raise BadSetting(
            f"{where}: password is no hash. A password itself never stands here. Make a hash with: "
            f"querist audit account {name}"
        )
    if identity and identity.partition(":")[0] not in ("slack", "entra", "oidc"):
        raise BadSetting(
            f"{where}: signs_in_as is not right. It begins with slack:, entra: or oidc:, such as "
            "“slack:T0123:U0456”."
        )
    return Account(name=name, role=role, password=password, signs_in_as=identity)


class Known:
    """The accounts as they stand in the file now: who is taken out of it is out at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._read: tuple[tuple[int, int], Accounts] | None = None

    def now(self) -> Accounts:
        """All accounts. Raises BadSetting for a file that is not right, or gone: then nobody comes in."""
        path = accounts_file(self._settings)
        try:
            found = path.stat()
        except OSError as error:
            raise BadSetting(f"The file of auditors {path} cannot be read: {error.strerror}.") from error
        mark = (found.st_mtime_ns, found.st_size)
        if self._read is None or self._read[0] != mark:
            self._read = (mark, read_accounts(self._settings))
        return self._read[1]


# ── passwords ────────────────────────────────────────────────────────────────────────────────────


def hashed(password: str) -> str:
    """A password as it stands in the file."""
    salt = os.urandom(16)
    cost = ":".join(map(str, _COST))
    return f"scrypt:{cost}:{_text(salt)}:{_text(_scrypt(password, salt, _COST))}"


def is_password(password: str, known: str) -> bool:
    """Whether this is the password of a hash. It takes as long for "" and for what is no hash."""
    cost, salt, digest = _parts(known) or (_COST, b"nobody has this.", b"")
    return hmac.compare_digest(_scrypt(password[:LONGEST], salt, cost), digest)


def _scrypt(password: str, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    n, r, p = cost
    text = password.encode("utf-8", "surrogateescape")
    return hashlib.scrypt(text, salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


def _parts(known: str) -> tuple[tuple[int, int, int], bytes, bytes] | None:
    try:
        kind, n, r, p, salt, digest = known.split(":")
        cost = (int(n), int(r), int(p))
        is_ours = kind == "scrypt" and 128 * cost[0] * cost[1] <= _MEMORY // 2 and min(cost) > 0
        found = (cost, b64decode(salt, validate=True), b64decode(digest, validate=True))
    except ValueError:
        return None
    return found if is_ours and len(found[1]) >= 16 and len(found[2]) == 32 else None  # noqa: PLR2004


def _text(of: bytes) -> str:
    return b64encode(of).decode()


def with_account(path: Path, account: Account) -> None:
    """Adds an account at the end of the file, which nobody else can read. Raises BadSetting."""
    lines = [f'\n["{account.name}"]', f'role = "{account.role}"']
    lines += [
        f'{key} = "{value}"'
        for key, value in (("password", account.password), ("signs_in_as", account.signs_in_as))
        if value
    ]
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as error:
        raise BadSetting(f"The file of auditors {path} cannot be written: {error.strerror}.") from error
