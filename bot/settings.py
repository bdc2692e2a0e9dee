"""The only reader of the environment: QUERIST_* variables and `.env` -> one frozen Settings.

A setting that is unknown or wrong stops the start with a sentence that names it and the remedy.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from babel import Locale, UnknownLocaleError
from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.digest.schedule import readers, weekly
from bot.people import PLATFORMS, is_person
from kgqa.check.conditions import ALWAYS
from kgqa.errors import BadSetting
from kgqa.types import Ground

PREFIX = "QUERIST_"
DOORS = ("api", "mcp", "text2sparql")
PROVIDERS = ("slack", "entra")
SHORTEST_TOKEN = 24  # characters; one of token_urlsafe(32) has 43
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]+")
FILE = Path(".env")


class When(StrEnum):
    """When somebody who runs Querist needs a setting: the reference is grouped by it."""

    FIRST_DAY = "first day"
    USUAL = "usual"
    RARELY = "rarely"


_T = TypeVar("_T")
FirstDay = Annotated[_T, When.FIRST_DAY]
Usual = Annotated[_T, When.USUAL]  # what has no mark is needed rarely


class Settings(BaseSettings):
    """Every setting with its default. What stands below each is for people who run Querist, and becomes its
    line in `docs/admin/settings.md` (bot/settings_reference.py).
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=FILE,
        env_ignore_empty=True,  # QUERIST_STORE= is no folder, and not the working folder
        frozen=True,
        hide_input_in_errors=True,  # it may be a secret
        extra="ignore",  # other programs keep theirs in .env too; ours are checked below
        use_attribute_docstrings=True,
    )

    # The graph
    graph: FirstDay[str] = ""
    """The graph to ask: files, folders, or the address of one SPARQL endpoint, separated by commas. Files may
    be Turtle, N-Triples, RDF/XML, JSON-LD, TriG or N-Quads. Empty: the sample company."""

    graph_name: Usual[str] = ""
    """The name of the graph in answers. Empty: the name of its file or host."""

    graphs: Usual[Path | None] = None
    """A TOML file with several graphs, in place of `QUERIST_GRAPH`. Each has a table with its graph,
    ontology, lexicon and so on. See docs/graphs.md."""

    ontology: FirstDay[str] = ""
    """The ontology, where the graph does not hold it: a file, or a folder of files."""

    profile: Path | None = None
    """A TOML file that says what classes and properties are for, where Querist did not recognise it: a code
    list, a hierarchy, a relation. `querist card` shows what was recognised. See docs/profile.md."""

    store: Usual[Path | None] = None
    """A folder that keeps the loaded files on disk, so that the next start is quick. Empty: in memory."""

    endpoint_user: Usual[str] = ""
    """The user name for the endpoint. Use an account that can only read."""

    endpoint_password: Usual[SecretStr] = SecretStr("")
    """The password for the endpoint."""

    endpoint_token: Usual[SecretStr] = SecretStr("")
    """A bearer token for the endpoint. It goes before user and password."""

    endpoint_graphs: str = ""
    """The named graphs of the endpoint that are read as one graph: IRIs separated by commas, or `all`. Empty:
    the endpoint's default graph. See docs/graphs.md."""

    endpoint_requests: int = Field(default=8, gt=0, le=64)
    """How many requests may run at the endpoint at once."""

    query_seconds: Usual[float] = Field(default=30.0, gt=0, le=600)
    """How many seconds one query may take."""

    query_rows: int = Field(default=10_000, gt=0)
    """How many rows one query may return."""

    # Names
    lexicon: Usual[str] = ""
    """Lexicons: what your people call classes, properties and things. Files (.json, .jsonl, .csv) or folders,
    separated by commas. See docs/names.md."""

    definitions: Usual[Path | None] = None
    """A TOML file with your own terms ("key account") and metrics ("return rate"). `querist definitions`
    shows how it was read. See docs/definitions.md."""

    library: Usual[Path | None] = None
    """Verified questions with their queries, beside those in the database: a TOML file, or a folder of them.
    It can live in git. See docs/library.md."""

    linking: Path | None = None
    """A TOML file that says, class by class, how names are found. See docs/names.md."""

    text_search: str = "auto"
    """The text search of the store itself. `auto`: used where `QUERIST_LINKING` asks for it. `off`: never. Or
    its kind, which is then always used: `virtuoso`, `jena`, `graphdb`, `graphdb-lucene`, `rdf4j`, `stardog`,
    `blazegraph`, `qlever`, `qlever-words`, `plain`. See docs/text-search.md."""

    # How questions are answered
    strategies: str = "auto"
    """The ways to answer, in their order. `auto`: `library, functions, parse`; with a model also
    `agent`, or `oneshot` for a small one. See docs/strategies.md."""

    sure: float = Field(default=0.8, ge=0, le=2)
    """How sure an answer must be so that no other way is tried. Above 1, all ways are tried and their results
    compared."""

    branches: bool = False
    """Ask every way of `QUERIST_STRATEGIES` at least once, weigh what they found against each other, and let
    what documents say stand beside the rows of a query. See docs/strategies.md."""

    calibration: Path | None = None
    """A TOML file with how often each way was right when it was so sure. `querist bench --calibrate` writes
    it."""

    oneshot: str = ""
    """Limits of the strategy `oneshot`, as name=value separated by commas: `samples=3`. See
    docs/strategies.md."""

    agent: str = ""
    """Limits of the strategy `agent`, written the same way: `turns=6, rows=20`. See docs/strategies.md."""

    documents: Usual[Path | None] = None
    """A folder of documents (text, Markdown, HTML, PDF, Word) to answer from where no query does.
    `QUERIST_STRATEGIES` must then end with `passages`. See docs/passages.md."""

    functions: str = ""
    """Functions of your own for the strategy `functions`, beside those that are shipped or that installed
    packages register: `module:callable`, separated by commas. See docs/functions.md."""

    closed_functions: str = ""
    """Names of functions that nobody may call, separated by commas."""

    function_seconds: float = Field(default=20.0, gt=0)
    """How long one call of a function may take."""

    rates: Usual[Path | None] = None
    """A CSV file with currency rates (`from,to,rate,date`), by which amounts are converted. See
    docs/functions.md."""

    prompts: Path | None = None
    """A folder with your own texts for the model: Markdown files with the names of those they replace."""

    # A language model
    model_url: FirstDay[str] = ""
    """The address of any OpenAI-compatible service, such as `http://127.0.0.1:11434/v1`. Empty: OpenAI
    itself. See docs/models.md."""

    model_name: FirstDay[str] = ""
    """The name of the model there. Empty: no model is used."""

    model_profile: Usual[Literal["strong", "small"]] = "strong"
    """The size of the model. `small`: about 1 to 8 billion parameters; it fills in patterns. `strong`:
    anything larger."""

    model_key: FirstDay[SecretStr] = SecretStr("")
    """The key for the service, if it wants one."""

    model_calls: Usual[Literal["anywhere", "loopback", "nowhere"]] = "anywhere"
    """Where calls to the model may go. `loopback`: this machine alone."""

    model_redaction: str = ""
    """Your own functions that every message passes before it is sent: `module:function`, or a name that a
    package registered, separated by commas. If one fails, nothing is sent."""

    model_first_seconds: float = Field(default=60.0, gt=0, le=3600)
    """How many seconds to wait for the first word of a reply."""

    model_pause_seconds: float = Field(default=30.0, gt=0, le=3600)
    """How many seconds to wait between two words."""

    model_seconds: float = Field(default=180.0, gt=0, le=3600)
    """How many seconds one call may take, with all its tries."""

    model_reply_seconds: float = Field(default=60.0, gt=0, le=3600)
    """How many seconds an asker waits for one reply. Raise it on a slow machine. `QUERIST_ONESHOT` and
    `QUERIST_AGENT` may set their own."""

    model_retries: int = Field(default=2, ge=0, le=10)
    """How often a call is tried again after an overload or a broken connection."""

    model_cache_mb: int = Field(default=0, ge=0)
    """How many megabytes of replies are kept, so that the same request costs once. 0: none."""

    model_record: Path | None = None
    """A file that gets a line of JSON for each call, without keys."""

    model_replay: Path | None = None
    """Such a file, which then speaks in place of the model. No service is called."""

    # What the model may cost
    model_price_input: Usual[float] = Field(default=0.0, ge=0)
    """The price of a million tokens that are sent."""

    model_price_output: Usual[float] = Field(default=0.0, ge=0)
    """The price of a million tokens that come back."""

    model_currency: Usual[str] = "EUR"
    """The currency of these prices."""

    model_question_calls: int = Field(default=40, ge=0)
    """How many calls one question may make. 0: no limit."""

    model_question_tokens: int = Field(default=200_000, ge=0)
    """How many tokens one question may use. 0: no limit."""

    model_question_money: float = Field(default=0.0, ge=0)
    """How much money one question may cost. 0: no limit."""

    model_person_calls: int = Field(default=0, ge=0)
    """How many calls one person may cause in a day, which ends at midnight UTC. 0: no limit."""

    model_person_tokens: int = Field(default=0, ge=0)
    """How many tokens one person may use in a day. 0: no limit."""

    model_person_money: float = Field(default=0.0, ge=0)
    """How much money one person may spend in a day. 0: no limit."""

    model_day_calls: int = Field(default=0, ge=0)
    """How many calls all people together may cause in a day. 0: no limit."""

    model_day_tokens: int = Field(default=0, ge=0)
    """How many tokens all people together may use in a day. 0: no limit."""

    model_day_money: Usual[float] = Field(default=0.0, ge=0)
    """How much money all people together may spend in a day. 0: no limit."""

    # Names by their meaning
    embeddings_model: str = ""
    """An embedding model, which finds names said in other words: "farming" for "agriculture". `local`: a
    small one in this process, for 16 languages. Else its name at `QUERIST_EMBEDDINGS_URL`. Empty: none. See
    docs/meaning.md."""

    embeddings_url: str = ""
    """The address of any OpenAI-compatible service. Empty: OpenAI itself. It is sent names of the graph and
    phrases of questions."""

    embeddings_key: SecretStr = SecretStr("")
    """The key for the service, if it wants one."""

    # The check, and what is closed
    check_blocks: str = "entailed, unlikely"
    """What stops a query, beside what is broken or forbidden: `entailed` (the ontology rules it out),
    `unlikely` (the ontology relates it to nothing here), `unseen` (the data has no such case), `disputed`
    (ontology and data disagree), `doubtful`, `output`. See docs/checks.md."""

    check_silent: str = "output"
    """Which of these nobody is told about. The others are mentioned beside the answer."""

    check_functions: str = ""
    """Functions of your store that queries may call: IRIs, or the start of IRIs with `*` behind it, separated
    by blanks or commas. Empty: only those of SPARQL, XPath and GeoSPARQL."""

    closed_classes: Usual[str] = ""
    """Classes that nobody may see, with all classes below them: IRIs or short names such as `hr:Salary`,
    separated by blanks or commas. See docs/access.md."""

    closed_properties: Usual[str] = ""
    """Properties that nobody may see, with all properties below them: `hr:salary hr:bonus`."""

    closed_graphs: Usual[str] = ""
    """Named graphs that nobody may see."""

    access: Usual[Path | None] = None
    """A TOML file that closes classes, properties and named graphs to some people, and opens documents to
    some: by groups, channels and tenants. See docs/access.md."""

    guests: Usual[bool] = False
    """Whether guests of a Slack workspace or of a tenant in Teams may ask. The file of `QUERIST_ACCESS` can
    allow it as well (`guests = true`). See docs/access.md."""

    check_rows: int = Field(default=1_000_000, gt=0)
    """How many rows a query may ask for by LIMIT or OFFSET."""

    check_pairs: int = Field(default=10_000_000, gt=0)
    """How many pairs the unconnected parts of a query may make."""

    check_things: int = Field(default=1_000_000, gt=0)
    """How many things a repeated step (`ex:partOf*`) may start at."""

    # What is kept
    data: Usual[Path] = Field(default=Path("~/.local/share/querist"), validate_default=True)
    """The folder for all that is kept: the database, the secret, the sample graph, the index of names.
    Processes with the same folder share the queue."""

    database: Usual[str] = ""
    """The database. Empty: SQLite in the data folder, which is right for one machine. Several machines share
    PostgreSQL: `postgresql://querist:password@db.example.com/querist`."""

    secret: Usual[SecretStr] = SecretStr("")
    """The key that signs buttons and links. Empty: one is made in the data folder. Several machines need the
    same: `python3 -c "import secrets; print(secrets.token_urlsafe(32))"`."""

    secrets_before: SecretStr = SecretStr("")
    """Earlier keys, oldest first, separated by commas. What they signed or encrypted still works. Never put
    one here that leaked."""

    # What people see
    language: FirstDay[str] = "en"
    """The language of the bot, dates and numbers, where a message does not tell: `en`, `de`, `fr`, …"""

    link: Usual[str] = ""
    """Where the things in an answer link to: `{iri}` for their own address, or a page such as
    `https://browse.example.com/?uri={iri}`. Empty: no links."""

    public_url: FirstDay[str] = ""
    """The https address of this service, as people and platforms reach it. Teams, Slack over HTTP and links
    to files need it."""

    # Who may do more
    reviewers: Usual[str] = ""
    """Who may call an answer right (*Verify*), so that it answers others like it. Ids, written as in
    `QUERIST_ADMINS`."""

    editors: Usual[str] = ""
    """Who may change the query of an answer and run it. Ids, written as in `QUERIST_ADMINS`."""

    admins: FirstDay[str] = ""
    """Who may set how the bot behaves in a channel. Ids separated by commas: in Slack the member id, in Teams
    the object id, on the local page `local`. A whole id means one workspace or tenant only:
    `slack:T0123ABC:U0456DEF`. What is no such id, a name for example, stops the start."""

    # What people see first
    examples: Usual[str] = ""
    """Questions that are offered to who has not asked yet, separated by `|`. Empty: verified questions, then
    such as Querist tried itself."""

    # The digest of a week
    digest_to: Usual[str] = ""
    """Who gets a digest of the week: channels or people, separated by commas, each with platform and tenant:
    `slack:T0123ABC:C0456DEF`. Empty: nobody. See docs/admin/digest.md."""

    digest_at: str = "monday 08:00 UTC"
    """When the digest is sent: a day, a time and a zone, such as `monday 08:00 Europe/Berlin`."""

    digest_private: bool = False
    """Whether the digest also quotes what was asked in private. It never tells who asked."""

    # The record
    auditors: Path | None = None
    """A TOML file with those who may read the record at `/audit`. Empty: `auditors.toml` in the data folder,
    to which `querist audit account` adds. See docs/audit.md."""

    names: Usual[Path | None] = None
    """A CSV file with the names of people and channels, for the record. A line each: `slack:T0123:U0456,Ada
    Njoroge`."""

    retention_days: Usual[int | None] = Field(default=None, ge=1, le=36_500)
    """For how many days questions, answers, rows and names are kept in the record and in what threads
    remember. Empty: for ever. See docs/audit.md."""

    audit_checkpoints: Usual[Path | None] = None
    """A file to which a running service adds a signed checkpoint of the record. It should lie where who runs
    the database cannot write. Empty: none is signed by itself. See docs/audit.md."""

    audit_checkpoint_to: str = ""
    """Channels or people to whom a running service also posts each checkpoint, written as in
    `QUERIST_DIGEST_TO`. Whoever runs the database cannot change what stands there. See docs/audit.md."""

    audit_checkpoint_minutes: int = Field(default=60, ge=1, le=10_080)
    """Minutes between two checkpoints. Where nothing was recorded meanwhile, none is signed."""

    audit_key: Usual[Path | None] = None
    """The private key (Ed25519, PEM) that signs checkpoints. Empty: `audit-key.pem` of the data folder."""

    audit_sign_in: str = ""
    """Signing in to the record by OpenID Connect, beside passwords: `slack`, `entra`, or the address of
    another provider. The way back is `/audit/sign-in/back` below the public address."""

    audit_client_id: str = ""
    """The client id that the provider shows."""

    audit_client_secret: SecretStr = SecretStr("")
    """The client secret that the provider shows."""

    # The HTTP server
    host: Usual[str] = "127.0.0.1"
    """The address to listen on. `127.0.0.1`: this machine alone. `0.0.0.0`: all networks of this machine."""

    port: Usual[int] = Field(default=3978, ge=0, le=65535)
    """The port to listen on. 0: any free one."""

    # Doors for machines
    doors: Usual[str] = ""
    """The doors that are open to programs: `api` (HTTP and JSON, at `/v1`), `mcp` (the Model Context
    Protocol, at `/mcp`), `text2sparql`. Separated by commas. See docs/admin/doors.md."""

    tokens: Usual[Path | None] = None
    """A TOML file with the programs that may come in, their tokens and their graphs. Empty: programs on this
    machine alone."""

    datasets: str = ""
    """The datasets of `text2sparql`, as address=graph separated by commas."""

    # Fairness
    person_questions: int = Field(default=5, gt=0)
    """How many questions one person may have waiting."""

    channel_questions: int = Field(default=20, gt=0)
    """How many questions one channel may have waiting."""

    tenant_questions: int = Field(default=500, gt=0)
    """How many questions one Slack workspace or one tenant in Teams may have waiting."""

    workers: Usual[int] = Field(default=4, gt=0)
    """How many questions one process answers at the same time."""

    # Slack
    slack_bot_token: FirstDay[SecretStr] = SecretStr("")
    """The bot token of the Slack app (`xoxb-…`). See docs/admin/slack.md."""

    slack_app_token: FirstDay[SecretStr] = SecretStr("")
    """The app-level token (`xapp-…`), for Socket Mode: it needs no public address."""

    slack_signing_secret: Usual[SecretStr] = SecretStr("")
    """The signing secret, for HTTP in place of Socket Mode."""

    slack_client_id: str = ""
    """The client id of the app, for several workspaces. Leave the bot token empty: people install the app at
    `/slack/install`."""

    slack_client_secret: SecretStr = SecretStr("")
    """The client secret of the app, for several workspaces."""

    slack_workspaces: str = ""
    """The workspaces (`T0123ABC`) and organizations (`E0123ABC`) that may install it, separated by commas.
    Empty: all that Slack lets, which for a publicly distributed app is everybody."""

    slack_api_url: str = "https://slack.com/api/"
    """The address of Slack. Only tests need another."""

    slack_follow_up: Usual[bool] = False
    """Answer in a channel's thread without a new mention, where the bot has answered before. Needs more
    scopes."""

    slack_connect: bool = False
    """Answer people of other organizations in shared channels (Slack Connect). They then read what your graph
    says."""

    # Microsoft Teams
    teams_app_id: FirstDay[str] = ""
    """The application (client) id of the registration in Microsoft Entra. See docs/admin/teams.md."""

    teams_app_password: FirstDay[SecretStr] = SecretStr("")
    """The value of that registration's client secret."""

    teams_managed_identity: str = ""
    """The client id of a managed identity of Azure, in place of a client secret."""

    teams_tenant: FirstDay[str] = ""
    """The id of your tenant."""

    teams_tenants: str = ""
    """The tenants whose people may ask, separated by commas. Empty: only `QUERIST_TEAMS_TENANT`."""

    teams_service_hosts: str = "smba.trafficmanager.net"
    """The hosts that answers may be sent to, separated by commas."""

    teams_file_hosts: str = ".sharepoint.com"
    """The hosts that files may be sent to in a one-to-one chat, separated by commas. A leading dot: the end
    of a name. Narrow it to your own: `contoso-my.sharepoint.com`."""

    teams_playground: bool = False
    """For the Microsoft 365 Agents Playground on this machine: no authentication. Refused unless the host is
    loopback."""

    # Watching it
    log_level: Usual[Literal["DEBUG", "INFO", "WARNING", "ERROR"]] = "INFO"
    """How much is logged. Tokens and secrets are never written."""

    log_format: Usual[Literal["text", "json"]] = "text"
    """`text`: lines that people read. `json`: a JSON object a line. See docs/admin/watching.md."""

    log_questions: bool = False
    """Whether the log holds the words of questions. The record holds them in any case."""

    metrics_token: Usual[SecretStr] = SecretStr("")
    """The bearer token with which Prometheus reads `/metrics`. Empty: only programs on this machine may. See
    docs/admin/watching.md."""

    traces: str = ""
    """The address of an OpenTelemetry collector (OTLP over HTTP), such as
    `http://127.0.0.1:4318/v1/traces`. Needs the extra `telemetry`. Empty: no traces."""

    @field_validator(
        "data",
        "store",
        "graphs",
        "profile",
        "linking",
        "definitions",
        "library",
        "calibration",
        "prompts",
        "tokens",
        "auditors",
        "names",
        "model_record",
        "model_replay",
    )
    @classmethod
    def _at_home(cls, folder: Path | None) -> Path | None:
        if folder is None:
            return None
        try:
            return folder.expanduser()
        except RuntimeError as error:
            raise ValueError(f"{folder.parts[0]} is no user's home folder here") from error

    @field_validator("metrics_token")
    @classmethod
    def _is_hard_to_guess(cls, token: SecretStr) -> SecretStr:
        if 0 < len(token.get_secret_value()) < SHORTEST_TOKEN:
            raise ValueError(f"it needs {SHORTEST_TOKEN} characters or more")
        return token

    @field_validator("model_url", "embeddings_url", "traces")
    @classmethod
    def _is_address(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("it begins with https:// (or http:// on this machine)")
        return url

    @field_validator("endpoint_graphs")
    @classmethod
    def _are_graphs(cls, graphs: str) -> str:
        names = listed(graphs)
        for name in names:
            if name == "all" and len(names) > 1:
                raise ValueError("“all” stands alone, or IRIs do")
            if name != "all" and not _IRI.fullmatch(name.removeprefix("<").removesuffix(">")):
                raise ValueError(f"“{name}” is no whole IRI, such as https://example.com/graph")
        return graphs

    @field_validator("check_blocks", "check_silent")
    @classmethod
    def _are_grounds(cls, names: str) -> str:
        known = [g.value for g in Ground if g not in ALWAYS]
        for name in listed(names):
            if name.lower() not in known:
                raise ValueError(f"“{name}” is none of {', '.join(known)}")
        return names

    @field_validator("doors")
    @classmethod
    def _are_doors(cls, names: str) -> str:
        for name in listed(names):
            if name not in DOORS:
                raise ValueError(f"“{name}” is none of {', '.join(DOORS)}")
        return names

    @field_validator("audit_sign_in")
    @classmethod
    def _is_provider(cls, name: str) -> str:
        if name and name not in PROVIDERS and not name.startswith(("https://", "http://")):
            raise ValueError(f"it is {', '.join(PROVIDERS)}, or begins with https://")
        return name

    @field_validator("admins", "reviewers", "editors")
    @classmethod
    def _are_people(cls, written: str) -> str:
        for each in filter(None, map(str.strip, written.split(","))):
            if not is_person(each):
                raise ValueError(
                    f"“{each}” is the id of nobody. Give a member id of Slack (U0123456), an object id of "
                    "Entra, local for whoever is at this machine, or a whole id such as "
                    f"slack:T0123456:U0123456, whose platform is one of {', '.join(PLATFORMS)}"
                )
        return written

    @field_validator("digest_to", "audit_checkpoint_to")
    @classmethod
    def _are_readers(cls, written: str) -> str:
        readers(written)
        return written

    @field_validator("digest_at")
    @classmethod
    def _is_weekly(cls, written: str) -> str:
        weekly(written)
        return written

    @field_validator("link")
    @classmethod
    def _leads_somewhere(cls, template: str) -> str:
        if template and not (
            template == "{iri}" or (template.startswith(("http://", "https://")) and "{iri}" in template)
        ):
            raise ValueError("it is {iri}, or begins with https:// and holds {iri}")
        return template

    @field_validator("language")
    @classmethod
    def _is_language(cls, tag: str) -> str:
        try:
            Locale.parse(tag, sep="-" if "-" in tag else "_")
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError("it is no language such as en or de") from error
        return tag


def load(**overrides: object) -> Settings:
    """Settings from the environment and `.env`, with `overrides` on top. Raises BadSetting."""
    _refuse_unknown(os.environ, "the environment")
    _refuse_unknown(_names_in(FILE), f"the file {FILE.resolve()}")
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        raise BadSetting(
            f"The setting {name} is not right: {_lower(first['msg'])}. "
            "See docs/admin/settings.md for what it takes."
        ) from error


def name_of(field: str) -> str:
    """The variable that sets `field`, as people write it. Raises KeyError for what is no setting."""
    if field not in Settings.model_fields:
        raise KeyError(field)
    return PREFIX + field.upper()


def listed(text: str) -> list[str]:
    """The names in a setting, which blanks or commas part."""
    return text.replace(",", " ").split()


def azure_identity() -> tuple[str, str]:
    """Where Azure's App Service and Container Apps give tokens to their programs, and the header that they
    ask for; "" elsewhere. Azure sets both, nobody else does.
    """
    return os.environ.get("IDENTITY_ENDPOINT", ""), os.environ.get("IDENTITY_HEADER", "")


def _refuse_unknown(names: Iterable[str], where: str) -> None:
    known = {name_of(field) for field in Settings.model_fields}
    for name in sorted(names):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            near = process.extractOne(
                name.upper().removeprefix(PREFIX),
                [other.removeprefix(PREFIX) for other in known],
                scorer=fuzz.ratio,
                score_cutoff=60,
            )
            hint = (
                f"Did you mean {PREFIX}{near[0]}?" if near else "See docs/admin/settings.md for all of them."
            )
            raise BadSetting(f"The setting {name} in {where} is unknown. {hint}")


def _names_in(file: Path) -> Iterable[str]:
    if not file.exists():
        return ()
    try:
        return dotenv_values(file, interpolate=False).keys()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The file {file.resolve()} cannot be read: {error}.") from error


def _lower(sentence: str) -> str:
    sentence = sentence.removeprefix("Value error, ")
    return sentence[:1].lower() + sentence[1:].rstrip(".")
