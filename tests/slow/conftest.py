"""Browsers may be slow where the machine is busy: that is no finding here."""

from __future__ import annotations

from contextlib import suppress

from tests.patience import LONG

with suppress(ImportError):  # an extra, may be missing
    from playwright.async_api import expect

    expect.set_options(timeout=LONG * 1000)
