"""What a package offers, imported when it is asked for: a command imports what it needs, and no more.

In: a package's name, and its modules with the names that each has. Out: the package's `__getattr__`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """`modules` says of each module which of its names the package offers, divided by blanks."""
    module_of = {name: module for module, names in modules.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in module_of:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return found
