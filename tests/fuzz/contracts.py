"""What is shown, checked by the schemas of its readers: JUnit, GitLab's, rdjson's and this project's own contracts."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import xmlschema
from jsonschema import ValidationError

from tests.cli.contract_complaints import complaints
from tests.output.report_schemas import check_gitlab, check_junit, check_rdjson
from tests.output.workflow_commands import read

from .answers import Choices, Shown
from .invariants import Fault

_CHECKS: dict[str, Callable[[str], Any]] = {"junit": check_junit, "gitlab": check_gitlab, "rdjson": check_rdjson}

_OF_LIBRARY = {
    **dict.fromkeys(("validate", "fix", "validate, in scripts", "fix, in scripts", "validate --render"), "validate"),
    **dict.fromkeys(("migrate", "migrate, in scripts"), "migrate"),
    **dict.fromkeys(("effective", "effective, in scripts"), "effective"),
    **dict.fromkeys(("try", "try, sketches"), "try"),
    **{one: one for one in ("why", "diff", "explain", "confirm")},
    "probe extender": "probe-extender",
    "probe network-traffic": "probe-network-traffic",
}
"""What is done with an input → the contract of its JSON, where that is not a command line."""

_OF_COMMAND_LINE = {
    one: one
    for one in ("validate", "effective", "migrate", "upgrade", "why", "test", "diff", "explain", "releases", "rules")
}


def contract_of(command: str, choices: Choices) -> str | None:
    """Return the name of the contract of what is shown as JSON; None where no command promises anything."""
    arguments = choices.get("arguments")
    if arguments is None:
        return _OF_LIBRARY.get(command)
    if arguments[:3] == ["diff", "a", "b"]:
        return "diff-git"
    if arguments[0] == "try":
        return "try-measure" if "--measure" in arguments else "try"
    return _OF_COMMAND_LINE.get(arguments[0])


def broken(command: str, choices: Choices, shown: Shown) -> Iterator[Fault]:
    """Yield where what is shown does not fit its schema; what was not answered has none."""
    if shown.get("status") in {"2", "3"}:
        return
    for output, text in shown.items():
        written = text.encode("utf-8", "backslashreplace").decode()  # As standard output writes it
        if output in _CHECKS and text:
            try:
                _CHECKS[output](written)
            except (ValidationError, xmlschema.XMLSchemaValidationError, ValueError) as error:
                yield Fault("a report does not fit its schema", f"{output}: {str(error)[:300]}")
        elif output == "github":
            lines = [line for line in written.splitlines() if line.startswith("::")]
            if any(read(line) is None for line in lines):
                yield Fault("a report does not fit its schema", f"github: {lines}"[:300])
        contract = contract_of(command, choices) if output == "json" and text else None
        found = [] if contract is None else complaints(contract, json.loads(written))
        if found:
            yield Fault("a report does not fit its schema", f"{contract}: {found[0]}")
