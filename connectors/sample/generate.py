"""The sample company's graph, the same in every run and in every Python.

In: nothing. Out: about 20,000 triples as N-Triples.
"""

from __future__ import annotations

from connectors.sample.catalogue import write_catalogue
from connectors.sample.climate import write_climate
from connectors.sample.facts import Dice, Facts
from connectors.sample.people import write_people
from connectors.sample.places import write_places
from connectors.sample.trade import write_trade
from connectors.sample.work import write_policies, write_projects

SEED = 2041


def build() -> str:
    """The graph as N-Triples; every call gives the same text."""
    facts = Facts()
    # Each subject has dice of its own, so that a change to one leaves the others as they are.
    places = write_places(facts, Dice(SEED))
    people = write_people(facts, Dice(SEED + 1), places)
    catalogue = write_catalogue(facts, Dice(SEED + 2), places, people)
    write_trade(facts, Dice(SEED + 3), places, people, catalogue)
    write_climate(facts, Dice(SEED + 4), places)
    write_projects(facts, Dice(SEED + 5), people, catalogue)
    write_policies(facts, people)
    return facts.ntriples()
