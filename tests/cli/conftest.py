"""Run the command as users do, in a process of its own or in this one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from called import Result

from schedcfg import cli


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
