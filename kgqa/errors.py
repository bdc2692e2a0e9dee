"""Errors, split by whose move is next. Only the outside world raises; expected outcomes are values.

    QueristError
    ├── AskersMove            the question or the input file must change
    │   └── BadInput          a file, a query or a setting that cannot be read, named with its remedy
    ├── OperatorsMove         somebody who runs the service must act
    │   ├── GraphUnavailable  the store cannot be reached, or refuses
    │   ├── GraphTimeout      the store did not answer in time
    │   ├── GraphRejected     the store understood us and said no; its words are kept
    │   ├── NamesUnavailable  the index of names cannot be read or written
    │   ├── TablesUnavailable  induced tables cannot be read or written
    │   ├── LinkerFailed      an admin's own linker raised something, or took too long
    │   ├── FunctionFailed    a registered function raised something, or took too long
    │   ├── ModelUnavailable  a model cannot be reached, refuses, or says what cannot be used
    │   ├── BudgetSpent       a model may not be asked any more, for this question, person or day
    │   ├── DatabaseUnavailable  conversations and records cannot be read or written
    │   └── BadSetting        a setting is missing, unknown or wrong
    └── OurMove               a defect of Querist

Every message is one or two plain sentences: what, where, and what to do. Adapters map each foreign
exception in one place, `raise ... from error`.
"""


class QueristError(Exception):
    """The root; never raised itself. `str` gives all of it, for those who run Querist: the log, the doctor, a
    terminal. `shown` is what anybody may read; `aside` is the rest, such as what a server said itself.
    """

    def __init__(self, message: str = "", *, aside: str = "") -> None:
        super().__init__(f"{message} {aside}" if aside else message)
        self.shown, self.aside = message, aside


class AskersMove(QueristError):
    """The asker can put it right."""


class BadInput(AskersMove):
    """A file or a query that cannot be read."""


class OperatorsMove(QueristError):
    """The operator can put it right."""


class GraphUnavailable(OperatorsMove):
    """The store cannot be reached."""


class GraphTimeout(OperatorsMove):
    """The store did not answer in time."""


class GraphRejected(OperatorsMove):
    """The store refused the query; its own words are in the message."""


class NamesUnavailable(OperatorsMove):
    """The index of names cannot be read or written."""


class TablesUnavailable(OperatorsMove):
    """The tables that are induced from the graph cannot be read or written."""


class LinkerFailed(OperatorsMove):
    """An admin's own linker raised something, or took too long."""


class FunctionFailed(OperatorsMove):
    """A registered function raised something, or took too long."""


class ModelUnavailable(OperatorsMove):
    """A model cannot be reached, refuses, or says what cannot be used."""


class BudgetSpent(OperatorsMove):
    """No more may be spent on models, for this question, this person or this day."""


class DatabaseUnavailable(OperatorsMove):
    """The database of conversations and records cannot be used."""


class BadSetting(OperatorsMove):
    """A setting is missing, unknown or wrong."""


class OurMove(QueristError):
    """A defect of ours."""
