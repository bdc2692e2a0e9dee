"""Functions: typed Python callables that answer what no single query does. A question names one by its words,
and its arguments are found as every name is.

    function   what a function is: its name, its meaning, its typed parameters, the words that ask for it
    reading    the graph as a function sees it: queries that pass the check, read-only
    result     what it gives back
    asking     a question -> the calls that it may mean
    shipped    those that Querist brings

    from kgqa.functions import Graph, Thing, function

    @function(asked={"en": ["who looks after {thing}"]})
    def caretaker(thing: Thing, graph: Graph) -> list[dict[str, str]]:
        '''Who looks after a thing.'''
        return graph.rows(f"SELECT ?who WHERE {{ {graph.iri(thing)} :caretaker ?who }}")
"""

from kgqa.functions.function import (
    Amount,
    Function,
    Kind,
    Measured,
    NotCallable,
    Parameter,
    Slot,
    Thing,
    Unit,
    Word,
    described,
    function,
)
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result, result_of

__all__ = [
    "Amount",
    "Function",
    "Graph",
    "Kind",
    "Measured",
    "NoResult",
    "NotCallable",
    "Parameter",
    "Result",
    "Slot",
    "Thing",
    "Unit",
    "Word",
    "described",
    "function",
    "result_of",
]
