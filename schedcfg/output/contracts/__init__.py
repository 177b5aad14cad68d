"""What the commands promise to programs: JSON Schemas (draft 2020-12) of their JSON outputs.

They are written by hand, beside the renderers: a contract that followed from the code would change with it unseen.
Words that an output chooses from come from the enumerations of the results. The tests hold every output against its
contract, and allow there no field that the contract does not name; readers have to expect new ones.
"""

import importlib
from typing import Any

CONTRACTS = {
    command.replace(" ", "-"): command
    for command in (
        "validate",
        "effective",
        "migrate",
        "diff",
        "probe network-traffic",
        "probe extender",
        "explain",
        "rules",
        "plugins",
        "releases",
    )
}
"""Contract → the command as it is typed, in the order of `schedcfg --help`; each has a file here."""


def contract(name: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command writes with `--output json`: of `validate`, of `probe-extender`."""
    made: dict[str, Any] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").contract()
    return made
