"""Seats: each process of a fleet holds one while it lives, so that the others see who died.

In: a folder (one machine) or a PostgreSQL database (several). Out: seats, held by a lock that the operating
system or the server lets go when its holder dies, so that nobody has to guess from missing heartbeats.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from connectors.database.database import Database
from kgqa.errors import DatabaseUnavailable

_SPACE = 1_970_433_121  # the first key of our advisory locks; any number, the same in every process


class FileSeats:
    """Seats of one machine: locked files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[int, IO[str]] = {}

    def hold(self, seat: int) -> bool:
        """Takes the seat if it is free; True also when it is ours already. Raises DatabaseUnavailable."""
        if seat in self._held:
            return True
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file = (self._folder / f"{seat}.lock").open("w")
        except OSError as error:
            raise DatabaseUnavailable(
                f"The folder {self._folder} cannot be written: {error.strerror}. "
                "Check its rights and the disk, or remove it."
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._held[seat] = file
        return True

    def leave(self, seat: int) -> None:
        """Frees the seat if it is ours."""
        if file := self._held.pop(seat, None):
            file.close()


class PostgresSeats:
    """Seats of a fleet: advisory locks, each on a connection of its own."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._held: dict[int, Connection] = {}

    def hold(self, seat: int) -> bool:
        """Takes the seat if it is free; True also when it is ours already and its connection still lives.

        Raises nothing: a database that cannot be reached gives no seat.
        """
        if (connection := self._held.get(seat)) is not None:
            if _alive(connection):
                return True
            del self._held[seat]
        try:
            connection = self._engine.connect()
            taken = connection.scalar(
                text("SELECT pg_try_advisory_lock(:space, :seat)"), {"space": _SPACE, "seat": seat}
            )
        except SQLAlchemyError:
            return False
        if taken:
            self._held[seat] = connection
        else:
            connection.close()
        return bool(taken)

    def leave(self, seat: int) -> None:
        """Frees the seat if it is ours."""
        if (connection := self._held.pop(seat, None)) is not None:
            connection.invalidate()  # closing it for good lets the lock go, whatever state it is in
            connection.close()


def _alive(connection: Connection) -> bool:
    try:
        connection.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return False
    return True
