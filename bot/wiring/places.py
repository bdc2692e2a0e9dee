"""Settings that name several things, and the folder in which Querist keeps its own."""

from __future__ import annotations

from pathlib import Path

from bot.settings import Settings
from kgqa.errors import BadSetting


def several(text: str) -> tuple[str, ...]:
    """The parts of a setting that names several things, separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def data_folder(settings: Settings) -> Path:
    """The data folder, made where it is missing. Raises BadSetting."""
    folder = settings.data
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadSetting(
            f"The data folder {folder} cannot be made: {error.strerror}. "
            "Set QUERIST_DATA to a folder that I may write to."
        ) from error
    return folder
