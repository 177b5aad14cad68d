"""What a call of the command came to."""

import gc
import json
from dataclasses import dataclass
from typing import Any

from tests.paths import ROOT

EXAMPLES = ROOT / "examples"


@dataclass
class Result:
    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.out)
        return report


def leave_garbage_collection_alone() -> None:
    """Have runs of the command line in this process neither freeze objects nor decide when garbage is collected.

    That is right where a process ends with its run. Here it would undo what is set for all tests.
    """
    for name in ("disable", "enable", "freeze", "set_threshold"):
        setattr(gc, name, lambda *_: None)
