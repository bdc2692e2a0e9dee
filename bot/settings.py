"""The only reader of the environment: QUERIST_* variables and `.env` -> one frozen Settings.

A setting that is unknown or wrong stops the start with a sentence that names it and the remedy.
"""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from rapidfuzz import process

from kgqa.errors import BadSetting

PREFIX = "QUERIST_"


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` explains each (a test keeps the two together)."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", frozen=True, extra="ignore")

    # the graph
    graph: str = ""  # files, folders or one SPARQL endpoint, separated by commas; "" is the sample company
    graph_name: str = ""
    ontology: str = ""
    store: Path | None = None  # a folder: the embedded store is kept on disk
    endpoint_user: str = ""
    endpoint_password: SecretStr = SecretStr("")
    endpoint_token: SecretStr = SecretStr("")
    query_seconds: float = Field(default=30.0, gt=0, le=600)
    query_rows: int = Field(default=10_000, gt=0)

    # conversations, the record, durable work
    data: Path = Path.home() / ".local/share/querist"
    database: str = ""  # "" is SQLite in the data folder
    secret: SecretStr = SecretStr("")  # signs buttons and links; "" makes one in the data folder

    # what people see
    language: str = "en"
    link: str = ""  # a template for links to things, such as https://browse.example/?uri={iri}
    public_url: str = ""  # where people reach this service, for links to long answers

    # the HTTP edge
    host: str = "127.0.0.1"
    port: int = Field(default=3978, ge=0, le=65535)

    # fairness
    person_questions: int = Field(default=5, gt=0)  # questions one person may have waiting
    channel_questions: int = Field(default=20, gt=0)  # questions one channel may have waiting
    workers: int = Field(default=4, gt=0)  # questions answered at the same time by one process

    # Slack
    slack_bot_token: SecretStr = SecretStr("")
    slack_app_token: SecretStr = SecretStr("")  # Socket Mode
    slack_signing_secret: SecretStr = SecretStr("")  # HTTP
    slack_api_url: str = "https://slack.com/api/"
    slack_follow_up: bool = False  # answer follow-ups in a channel's thread without a new mention

    # Microsoft Teams
    teams_app_id: str = ""
    teams_app_password: SecretStr = SecretStr("")
    teams_tenant: str = ""
    teams_tenants: str = ""  # tenants that may ask, separated by commas; "" is teams_tenant alone
    teams_service_hosts: str = "smba.trafficmanager.net"
    teams_playground: bool = False  # no authentication; refused unless host is loopback

    # logging
    log_level: str = "INFO"


def load(**overrides: object) -> Settings:
    """Settings from the environment and `.env`, with `overrides` on top. Raises BadSetting."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            raise BadSetting(_unknown(name, known))
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        raise BadSetting(
            f"The setting {name} is not right: {first['msg']}. See .env.example for what it takes."
        ) from error


def _unknown(name: str, known: set[str]) -> str:
    near = process.extractOne(name, known, score_cutoff=70)
    hint = f"Did you mean {near[0]}?" if near else "See .env.example for all of them."
    return f"The setting {name} is unknown. {hint}"
