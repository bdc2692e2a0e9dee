"""Imported last by the server that forks processes: what each of them would work out anew stands ready."""

from __future__ import annotations

import gc

from kgqa.language import read_dictionaries
from kgqa.sparql import grammar

read_dictionaries()
grammar.stuck("ASK {}")
gc.collect()
gc.freeze()  # a fork looks through nothing that was there before it
