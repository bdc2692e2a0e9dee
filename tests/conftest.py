"""For every test: no model is called but on this machine."""

from __future__ import annotations

from connectors.models.real_calls import Calls, allow

allow(Calls.LOOPBACK)
