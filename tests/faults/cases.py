"""Every command that writes, over files that it changes."""

from collections.abc import Mapping
from typing import NamedTuple

FIXED = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      disabled:
      - name: ImageLocality
      - name: ServiceAffinity  # why
"""
"""`--fix` removes an entry that has no effect."""

OLD = """\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
# stays
percentageOfNodesToScore: 10"""
"""`migrate` changes it; no line break at the end."""

HOOKS = "repos:\n- repo: local\n  hooks: []\n"
GENERATED = ("generate", "second-scheduler", "--config", "second.yaml", "--kubernetes", "1.34", "--write-to", "out")
SECOND = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
profiles:
- schedulerName: second
"""


class Case(NamedTuple):
    """A command, and what it finds.

    Attributes:
        arguments: Its command line, run in a folder of its own.
        files: Path → content of what is there.
        links: Path → where it leads.
        stdin: What is on standard input.
    """

    arguments: tuple[str, ...]
    files: Mapping[str, str] = {}
    links: Mapping[str, str] = {}
    stdin: str = ""


_TO_FIX = {"a.yaml": FIXED, "b/c.yaml": FIXED, "b/d.yaml": FIXED, "elsewhere/real.conf": FIXED}
_TO_MIGRATE = {"a.yaml": OLD, "b/c.yaml": OLD, "b/d.yaml": OLD, "elsewhere/real.conf": OLD}
_LINKS = {"b/link.yaml": "../elsewhere/real.conf"}

CASES = (
    Case(("validate", "--fix", "."), _TO_FIX, _LINKS),
    Case(("validate", "--fix", "--jobs", "2", "."), _TO_FIX, _LINKS),
    Case(("migrate", "--to", "v1", "--write", "."), _TO_MIGRATE, _LINKS),
    Case(("migrate", "--to", "v1", "--write", "--jobs", "2", "."), _TO_MIGRATE, _LINKS),
    Case(GENERATED, {"second.yaml": SECOND}),
    Case(GENERATED, {"second.yaml": SECOND, **{f"out/{name}.yaml": "old: true\n" for name in ("a", "second")}}),
    Case(("generate", "profile", "bin-packing", "--write-to", "new/one.yaml")),
    Case(("init", "--yes", "fresh")),
    Case(("init", "--yes", "."), {".pre-commit-config.yaml": HOOKS}),
    Case(("validate", "a.yaml", "--output", "json=report.json", "--output", "sarif=r/report.sarif"), _TO_FIX),
    Case(("validate", "a.yaml", "--output", "json=report.json"), {"a.yaml": FIXED, "report.json": "{}"}),
    Case(("validate", ".", "--write-baseline", "known.json"), _TO_FIX, _LINKS),
    Case(
        ("validate", ".", "--write-baseline", "known.json"),
        {**_TO_FIX, "known.json": '{"version": 1, "findings": []}\n'},
    ),
)
