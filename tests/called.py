"""What a call of the command came to."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass
class Result:
    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.out)
        return report
