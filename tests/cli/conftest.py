"""Run the command as users do, in a process of its own or in this one."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from schedcfg import cli

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class Result:
    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        return json.loads(self.out)


@pytest.fixture
def schedcfg(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Call the real `main` with arguments and standard input."""

    def call(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        import io
        import sys

        monkeypatch.setattr(sys, "argv", ["schedcfg", *map(str, arguments)])
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capfd.readouterr()
        return Result(int(end.value.code or 0), out, err)

    return call
