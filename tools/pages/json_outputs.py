"""The page of the JSON outputs: of each a real one, made by the command itself."""

import json
import shlex
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from click.testing import CliRunner

from schedcfg import cli
from tools.pages.markup import fenced, page

_HEAD = """\
# JSON

The format of `--output json` is stable: names may be added, but are never renamed. `version` counts incompatible
changes; so far, there have been none. Lines and columns start at 1, `path` is a field path as upstream writes it, and
`null` means that there is no value.

Below is a real output of each command, formatted for reading, with the first two items of each list.
"""

_SHOWN = 2


class Sample(NamedTuple):
    """One output.

    Attributes:
        command: As it was called.
        stdin: What it read from standard input; empty for nothing.
        output: What it printed.
    """

    command: str
    stdin: str
    output: str


def _lines(samples: Iterable[Sample]) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    for sample in samples:
        yield from ("", f"## {sample.command.split()[1]}", "")
        yield from (f"`{sample.command}`{', with:' if sample.stdin else ''}", "")
        if sample.stdin:
            yield from (*fenced("yaml", sample.stdin.rstrip("\n").split("\n")), "")
        yield from fenced(
            "json", json.dumps(_short(json.loads(sample.output)), indent=2, ensure_ascii=False).split("\n")
        )


def _short(data: Any) -> Any:
    """Leave out of lists what stands behind the first items."""
    if isinstance(data, dict):
        return {name: _short(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_short(item) for item in data[:_SHOWN]] + ["…"] * (len(data) > _SHOWN)
    return data


_FILE = """\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 5
        disabled:
          - name: ImageLocalty
leaderElection:
  resourceName: batch
"""

_COMMANDS = (
    ("schedcfg validate --output json -", _FILE),
    ("schedcfg effective --output json -", _FILE),
    ("schedcfg migrate --to v1 --output json -", _FILE),
    ("schedcfg diff --from 1.27 --to 1.28 --output json -", _FILE),
    ("schedcfg explain leaderElection.leaseDuration --output json", ""),
    ("schedcfg list rules --output json", ""),
    ("schedcfg list plugins ImageLocality --output json", ""),
    ("schedcfg list releases 1.29 --output json", ""),
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page `docs/reference/json.md`."""
    yield "reference/json.md", page(_lines(_samples()))


def _samples() -> Iterator[Sample]:
    for command, stdin in _COMMANDS:
        done = CliRunner().invoke(cli.group, shlex.split(command)[1:], input=stdin)
        yield Sample(command, stdin, done.stdout)
