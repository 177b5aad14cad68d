"""The page of the JSON outputs, each made by the command itself."""

import shlex
from collections.abc import Iterator

from click.testing import CliRunner

from schedcfg import cli
from schedcfg.output.pages import contract
from schedcfg.output.pages.contract import Sample

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
"""

_COMMANDS = (
    ("schedcfg validate --output json -", _FILE),
    ("schedcfg effective --output json -", _FILE),
    ("schedcfg migrate --to v1 --output json -", _FILE),
    ("schedcfg diff --from 1.27 --to 1.28 --output json -", _FILE),
    ("schedcfg explain leaderElection.leaseDuration --output json", ""),
    ("schedcfg rules --output json", ""),
    ("schedcfg plugins ImageLocality --output json", ""),
    ("schedcfg releases 1.29 --output json", ""),
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page `docs/reference/json.md`."""
    yield "reference/json.md", contract.render(_samples())


def _samples() -> Iterator[Sample]:
    for command, given in _COMMANDS:
        done = CliRunner().invoke(cli.group, shlex.split(command)[1:], input=given)
        yield Sample(command, given, done.stdout)
