"""Many small cases in one test: all are tried, and every one that fails is shown."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

Check = Callable[..., None]


def for_each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Callable[[Any], object] = repr
) -> Callable[[Check], Check]:
    """Run a test for each case in turn, as `pytest.mark.parametrize` does, but as one test.

    For checks that are shorter than what pytest does between two of them. The cases share the fixtures of their test,
    so that a check must leave nothing behind; only `tmp_path` is a folder of its own for each.

    Args:
        names: The parameters that a case gives values to.
        cases: A sequence of values for each case, or the value itself where there is one parameter.
        ids: What to call a case that fails.
    """
    parameters = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    known = list(cases)
    assert known, "nothing would be tried"

    def decorate(check: Check) -> Check:
        @wraps(check)
        def check_all(**fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            for number, case in enumerate(known):
                values = (case,) if len(parameters) == 1 else case
                try:
                    check(**dict(zip(parameters, values, strict=True)), **_own_folder(fixtures, number))
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - all are tried, whatever becomes of one
                    failure.add_note(f"in the case {ids(case)}")
                    failures[f"{number}: {ids(case)}"] = failure
            if failures:
                named = "\n".join(failures)
                raise BaseExceptionGroup(f"{len(failures)} of {len(known)} cases:\n{named}\n", list(failures.values()))

        signature = inspect.signature(check)
        left = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        check_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return check_all

    return decorate


def _own_folder(fixtures: dict[str, Any], number: int) -> dict[str, Any]:
    """Give one case a folder in that of the test, if it wants one."""
    if "tmp_path" not in fixtures:
        return fixtures
    folder: Path = fixtures["tmp_path"] / str(number)
    folder.mkdir()
    return {**fixtures, "tmp_path": folder}
