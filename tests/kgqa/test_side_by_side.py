"""Several pieces of work at once: what each gives comes back; what one raises is raised when all are done."""

from __future__ import annotations

import pytest

from kgqa.side_by_side import side_by_side


async def gives(value: object) -> object:
    return value


async def raises(error: Exception) -> object:
    raise error


async def test_an_error_that_is_a_result_is_given_and_not_raised() -> None:
    error = TimeoutError("one reading was too slow")
    assert await side_by_side([gives(1), gives(error), gives(3)]) == [1, error, 3]


async def test_what_is_raised_is_raised_when_the_others_are_done() -> None:
    done: list[int] = []

    async def keeps() -> object:
        done.append(1)
        return None

    with pytest.raises(ValueError, match="broken"):
        await side_by_side([raises(ValueError("broken")), keeps()])
    assert done == [1]
