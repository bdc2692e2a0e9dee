"""Settings -> the language model with what stands round it, and who pays for it."""

from __future__ import annotations

from pathlib import Path

from bot.settings import Settings, name_of
from bot.wiring.places import data_folder, several
from connectors.database.database import Database
from connectors.database.ledger import SpendingLedger
from connectors.models import (
    Cached,
    Calls,
    ChatModel,
    Patience,
    Recorded,
    Redacted,
    Replayed,
    Retries,
    close,
    load_hooks,
)
from kgqa.errors import BadSetting
from kgqa.ports import LanguageModel
from kgqa.spending import Allowance, Amount, MemoryLedger, Prices, Purse


def open_model(settings: Settings) -> LanguageModel | None:
    """The language model of the settings, if they name one: redacted, then recorded, then from the cache,
    then asked; or a recording in its place. Raises BadSetting, and BadInput for a recording that cannot be
    used.
    """
    hooks = load_hooks(several(settings.model_redaction), Path.cwd())
    model: LanguageModel
    if settings.model_replay:
        model = Replayed(settings.model_replay, name=settings.model_name)
    elif settings.model_name:
        model = _asked(settings)
    else:
        return None
    return Redacted(model, hooks) if hooks else model


def _asked(settings: Settings) -> LanguageModel:
    """The model of a service, with its cache and its recorder."""
    key = settings.model_key.get_secret_value()
    asked = ChatModel(
        settings.model_name,
        url=settings.model_url,
        key=key,
        patience=Patience(
            first=settings.model_first_seconds,
            between=settings.model_pause_seconds,
            overall=settings.model_seconds,
        ),
        retries=Retries(times=settings.model_retries),
        calls=Calls(settings.model_calls),
    )
    model: LanguageModel = asked
    if settings.model_cache_mb:
        file = data_folder(settings) / "models" / "replies.db"
        largest = settings.model_cache_mb * 1_000_000
        model = Cached(model, file, address=asked.address, largest=largest)
    if settings.model_record:
        model = Recorded(model, settings.model_record, secrets=(key,))
    return model


async def close_model(model: LanguageModel) -> None:
    """Lets go of the connections to a model."""
    await close(model)


def open_purse(settings: Settings, database: Database | None = None) -> Purse | None:
    """Who pays for the model of the settings, if they name one. Without a database days begin with the
    process. Raises BadSetting, also for a budget of money where no prices are known.
    """
    allowance = Allowance(
        question=Amount(
            settings.model_question_calls, settings.model_question_tokens, settings.model_question_money
        ),
        person=Amount(settings.model_person_calls, settings.model_person_tokens, settings.model_person_money),
        everyone=Amount(settings.model_day_calls, settings.model_day_tokens, settings.model_day_money),
    )
    prices = Prices(
        input=settings.model_price_input,
        output=settings.model_price_output,
        currency=settings.model_currency,
    )
    is_priced = prices.input or prices.output
    for field in ("model_question_money", "model_person_money", "model_day_money"):
        if getattr(settings, field) and not is_priced:
            raise BadSetting(
                f"{name_of(field)} bounds the money for models, and no price is set. "
                f"Set {name_of('model_price_input')} and {name_of('model_price_output')}."
            )
    model = open_model(settings)
    if model is None:
        return None
    ledger = SpendingLedger(database) if database else MemoryLedger()
    return Purse(model, ledger, allowance, prices)
