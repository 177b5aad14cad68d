"""Many small cases in one test: all are tried, and every one that fails is shown."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Check = Callable[..., None]


def for_each(names: str, cases: Iterable[Any], name_of: Callable[[Any], object] = repr) -> Callable[[Check], Check]:
    """Run a test for each case in turn, as `pytest.mark.parametrize` does, but as one test.

    For checks that take microseconds, of which a process of tests would spend most in between. They share the fixtures
    of the one test, so that a check must leave nothing behind.

    Args:
        names: The parameters that a case gives values to, with commas between them.
        cases: A tuple for each case, or the value itself where there is one parameter.
        name_of: What to call a case that fails.
    """
    parameters = [name.strip() for name in names.split(",")]
    known = list(cases)
    assert known, "nothing would be tried"

    def decorate(check: Check) -> Check:
        @wraps(check)
        def check_all(**fixtures: Any) -> None:
            failures: list[Exception] = []
            for case in known:
                values = (case,) if len(parameters) == 1 else case
                try:
                    check(**dict(zip(parameters, values, strict=True)), **fixtures)
                except Exception as failure:  # noqa: BLE001 - all cases are tried, whatever becomes of one
                    failure.add_note(f"in the case {name_of(case)}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(known)} cases of {check.__name__}", failures)

        signature = inspect.signature(check)
        left = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        check_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return check_all

    return decorate
