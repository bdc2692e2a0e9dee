"""The only reader of the environment: QUERIST_* variables and `.env` -> one frozen Settings.

A setting that is unknown or wrong stops the start with a sentence that names it and the remedy.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError
from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from rapidfuzz import fuzz, process

from kgqa.check.conditions import ALWAYS
from kgqa.errors import BadSetting
from kgqa.types import Ground

PREFIX = "QUERIST_"
DOORS = ("api", "mcp", "text2sparql")
PROVIDERS = ("slack", "entra")
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]+")
FILE = Path(".env")


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` explains each (a test keeps the two together)."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=FILE,
        env_ignore_empty=True,  # QUERIST_STORE= is no folder, and not the working folder
        frozen=True,
        hide_input_in_errors=True,  # it may be a secret
        extra="ignore",  # other programs keep theirs in .env too; ours are checked below
    )

    # the graph
    graph: str = ""  # files, folders or one SPARQL endpoint, separated by commas; "" is the sample company
    graph_name: str = ""
    graphs: Path | None = None  # a TOML file: several graphs, each with settings of its own
    ontology: str = ""
    profile: Path | None = None  # a TOML file: what classes and properties are there for, beside what is seen
    store: Path | None = None  # a folder: the embedded store is kept on disk
    endpoint_user: str = ""
    endpoint_password: SecretStr = SecretStr("")
    endpoint_token: SecretStr = SecretStr("")
    endpoint_graphs: str = ""  # IRIs of named graphs that are read as one, or "all"; "" is its default graph
    endpoint_requests: int = Field(default=8, gt=0, le=64)  # under way at once
    query_seconds: float = Field(default=30.0, gt=0, le=600)
    query_rows: int = Field(default=10_000, gt=0)

    # names: what things are called beside what the graph says, and how they are found
    lexicon: str = ""  # lexicon files or folders of them, separated by commas
    definitions: Path | None = None  # a TOML file: the company's own terms and metrics
    library: Path | None = None  # verified pairs beside the database: a TOML file, or a folder of them
    linking: Path | None = None  # a TOML file: the ways per class, and linkers of one's own
    text_search: str = "auto"  # the store's own: "auto", "off", or the name of its kind

    # how questions are answered: which strategies in which order, and how sure one must be to be the last
    strategies: str = "auto"  # library, interpret, and with a model agent, or oneshot for a small one
    sure: float = Field(default=0.8, ge=0, le=2)  # over 1: all are asked, and their results are compared
    calibration: Path | None = None  # how often each was right when it was so sure, as the bench measures it
    oneshot: str = ""  # its limits, as name=value separated by commas
    agent: str = ""
    documents: Path | None = None  # a folder; the strategy passages answers from them
    prompts: Path | None = None  # a folder with texts in the place of those that models are given

    # a language model, of any OpenAI-compatible service; "" for its name is none
    model_url: str = ""  # "" is OpenAI itself
    model_name: str = ""
    model_profile: Literal["strong", "small"] = "strong"  # small: it is told patterns, and fills them in
    model_key: SecretStr = SecretStr("")
    model_calls: Literal["anywhere", "loopback", "nowhere"] = "anywhere"  # where they may go
    model_redaction: str = ""  # callables that every message goes through, separated by commas
    model_first_seconds: float = Field(default=60.0, gt=0, le=3600)  # to the first word of a reply
    model_pause_seconds: float = Field(default=30.0, gt=0, le=3600)  # between two words
    model_seconds: float = Field(default=180.0, gt=0, le=3600)  # for a call with all its tries
    model_reply_seconds: float = Field(default=60.0, gt=0, le=3600)  # that an asker waits for one reply
    model_retries: int = Field(default=2, ge=0, le=10)
    model_cache_mb: int = Field(default=0, ge=0)  # of replies that are kept; 0 keeps none
    model_record: Path | None = None  # a file: each call is written down there
    model_replay: Path | None = None  # such a file, which then speaks in place of the model

    # what the model may cost; 0 is no bound
    model_price_input: float = Field(default=0.0, ge=0)  # of a million tokens
    model_price_output: float = Field(default=0.0, ge=0)
    model_currency: str = "EUR"
    model_question_calls: int = Field(default=40, ge=0)
    model_question_tokens: int = Field(default=200_000, ge=0)
    model_question_money: float = Field(default=0.0, ge=0)
    model_person_calls: int = Field(default=0, ge=0)  # in a day
    model_person_tokens: int = Field(default=0, ge=0)
    model_person_money: float = Field(default=0.0, ge=0)
    model_day_calls: int = Field(default=0, ge=0)  # of all together
    model_day_tokens: int = Field(default=0, ge=0)
    model_day_money: float = Field(default=0.0, ge=0)

    # a model of meaning, by which names are found that were said in other words; "" for its name is none
    embeddings_model: str = ""  # "local" runs in this process
    embeddings_url: str = ""  # "" is OpenAI itself
    embeddings_key: SecretStr = SecretStr("")

    # the check: what blocks a query, what nobody is told of, what is closed, what it may cost
    check_blocks: str = "entailed, unlikely"
    check_silent: str = "output"
    check_functions: str = ""  # the store's own that may be called: IRIs, or a namespace with * behind it
    closed_classes: str = ""  # IRIs or short names such as ex:Salary, separated by blanks or commas
    closed_properties: str = ""
    closed_graphs: str = ""
    check_rows: int = Field(default=1_000_000, gt=0)  # that a query asks for by LIMIT or OFFSET
    check_pairs: int = Field(default=10_000_000, gt=0)  # that unconnected parts make of each other
    check_things: int = Field(default=1_000_000, gt=0)  # that a repeated step starts at

    # conversations, the record, durable work
    data: Path = Field(default=Path("~/.local/share/querist"), validate_default=True)
    database: str = ""  # "" is SQLite in the data folder
    secret: SecretStr = SecretStr("")  # signs buttons and links; "" makes one in the data folder
    secrets_before: SecretStr = SecretStr("")  # earlier ones, separated by commas

    # what people see
    language: str = "en"
    link: str = ""  # a template for links to things, such as https://browse.example/?uri={iri}
    public_url: str = ""  # where people reach this service, for links to long answers

    # reviewers: who may call an answer right, so that it is kept in the library
    # editors: who may change a query and run it; admins: who may set how channels are served
    reviewers: str = ""  # their ids or addresses, as the platforms give them, separated by commas
    editors: str = ""
    admins: str = ""

    auditors: Path | None = None  # a TOML file: who may read the record; without it auditors.toml in data
    names: Path | None = None  # a CSV file: what people and channels are called there
    audit_sign_in: str = ""  # by OpenID Connect: "slack", "entra", or the address of another provider
    audit_client_id: str = ""
    audit_client_secret: SecretStr = SecretStr("")

    # the HTTP edge
    host: str = "127.0.0.1"
    port: int = Field(default=3978, ge=0, le=65535)

    # doors for machines: programs and assistants that ask, over the same HTTP edge
    doors: str = ""  # those that are open: api, mcp, text2sparql, separated by commas
    tokens: Path | None = None  # a TOML file: who may come in; without it this machine alone
    datasets: str = ""  # of text2sparql: address=graph, separated by commas

    # fairness
    person_questions: int = Field(default=5, gt=0)  # questions one person may have waiting
    channel_questions: int = Field(default=20, gt=0)  # questions one channel may have waiting
    workers: int = Field(default=4, gt=0)  # questions answered at the same time by one process

    # Slack
    slack_bot_token: SecretStr = SecretStr("")
    slack_app_token: SecretStr = SecretStr("")  # Socket Mode
    slack_signing_secret: SecretStr = SecretStr("")  # HTTP
    slack_client_id: str = ""  # with its secret, and without a bot token, people install the app themselves
    slack_client_secret: SecretStr = SecretStr("")
    slack_workspaces: str = ""  # those that may install it, and organisations; "" is all that Slack lets
    slack_api_url: str = "https://slack.com/api/"
    slack_follow_up: bool = False  # answer follow-ups in a channel's thread without a new mention
    slack_connect: bool = False  # answer people of other organisations in channels shared with them

    # Microsoft Teams
    teams_app_id: str = ""
    teams_app_password: SecretStr = SecretStr("")
    teams_managed_identity: str = ""  # the client id of an identity that Azure gives the machine, instead
    teams_tenant: str = ""
    teams_tenants: str = ""  # tenants that may ask, separated by commas; "" is teams_tenant alone
    teams_service_hosts: str = "smba.trafficmanager.net"
    teams_file_hosts: str = ".sharepoint.com"  # where files go that people accept; narrow it to your own
    teams_playground: bool = False  # no authentication; refused unless host is loopback

    # logging
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

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

    @field_validator("model_url", "embeddings_url")
    @classmethod
    def _is_address(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("it begins with https:// (or http:// on this machine)")
        return url

    @field_validator("endpoint_graphs")
    @classmethod
    def _are_graphs(cls, graphs: str) -> str:
        names = graphs.replace(",", " ").split()
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
        for name in names.replace(",", " ").split():
            if name.lower() not in known:
                raise ValueError(f"“{name}” is none of {', '.join(known)}")
        return names

    @field_validator("doors")
    @classmethod
    def _are_doors(cls, names: str) -> str:
        for name in names.replace(",", " ").split():
            if name not in DOORS:
                raise ValueError(f"“{name}” is none of {', '.join(DOORS)}")
        return names

    @field_validator("audit_sign_in")
    @classmethod
    def _is_provider(cls, name: str) -> str:
        if name and name not in PROVIDERS and not name.startswith(("https://", "http://")):
            raise ValueError(f"it is {', '.join(PROVIDERS)}, or begins with https://")
        return name

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
            f"The setting {name} is not right: {_lower(first['msg'])}. See .env.example for what it takes."
        ) from error


def name_of(field: str) -> str:
    """The variable that sets `field`, as people write it. Raises KeyError for what is no setting."""
    if field not in Settings.model_fields:
        raise KeyError(field)
    return PREFIX + field.upper()


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
            hint = f"Did you mean {PREFIX}{near[0]}?" if near else "See .env.example for all of them."
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
