"""Where linking asks for countries; what they are called is known to `kgqa.values.countries`."""

from __future__ import annotations

from kgqa.values.countries import other_names

__all__ = ["other_names"]
