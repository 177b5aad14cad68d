"""What is measured against the peers: files, and what each program is asked about them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from . import real_files
from .__main__ import files
from .stages import CONFIGURATION

_MIB = 1 << 20

_OTHER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: service-{number}
  labels:
    app.kubernetes.io/name: service-{number}
spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: service-{number}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: service-{number}
    spec:
      containers:
        - name: main
          image: registry.example.com/service-{number}:1.4.2
          args: ["--listen=:8080", "--log-format=json"]
          ports:
            - containerPort: 8080
              name: http
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
---
apiVersion: v1
kind: Service
metadata:
  name: service-{number}
spec:
  selector:
    app.kubernetes.io/name: service-{number}
  ports:
    - port: 80
      targetPort: http
"""
"""A file of a repository that has nothing to do with a scheduler."""

_FOLDER = 100
"""Files in each folder of a repository."""


class Case(NamedTuple):
    """Something that is measured.

    Attributes:
        name: As the table shows it.
        group: What `--cases` chooses.
        write: Writes the files into an empty folder.
        schedcfg: The arguments; the folder or file is added.
        peers: Which peers can be asked the same, by their names.
        file: The file that is named; None: the folder is.
        environment: What is set for it.
    """

    name: str
    group: str
    write: Callable[[Path], object]
    schedcfg: tuple[str, ...] = ("validate",)
    peers: frozenset[str] = frozenset()
    file: str | None = None
    environment: Mapping[str, str] = MappingProxyType({})

    def asked(self, folder: Path) -> list[str]:
        """Return the paths that programs are given; none where it is no command about files."""
        if not self.schedcfg or self.schedcfg[0].startswith("--"):
            return []
        return [str(folder if self.file is None else folder / self.file)]


def _valid(count: int) -> Callable[[Path], object]:
    return lambda folder: files(folder, count)


def _different(count: int) -> Callable[[Path], object]:
    """Return what writes configurations that differ by more than names, with a mistake in each fifth."""
    return lambda folder: real_files.files(folder, count)


def _repository(configurations: int, count: int = 20_000) -> Callable[[Path], object]:
    """Return what writes a repository with some configurations, spread evenly among other manifests."""
    every = count // configurations

    def write(root: Path) -> None:
        for number in range(count):
            folder = root / f"team-{number // _FOLDER:03}"
            folder.mkdir(exist_ok=True)
            text = CONFIGURATION if number % every == every // 2 else _OTHER
            (folder / f"{number:05}.yaml").write_text(text.format(number=number), encoding="utf-8")

    return write


def _large(size: int) -> Callable[[Path], object]:
    """Return what writes one configuration with Args of many plugins."""

    def write(folder: Path) -> None:
        pieces, left = [CONFIGURATION.format(number=0), "  - pluginConfig:\n"], size - len(CONFIGURATION)
        while left > 0:
            pieces.append(f"      - name: Plugin-{len(pieces)}\n        args: {{weight: 1}}\n")
            left -= len(pieces[-1])
        (folder / "large.yaml").write_text("".join(pieces), encoding="utf-8")

    return write


def _old(count: int) -> Callable[[Path], object]:
    """Return what writes configurations of v1beta3."""

    def write(folder: Path) -> None:
        text = CONFIGURATION.replace("kubescheduler.config.k8s.io/v1", "kubescheduler.config.k8s.io/v1beta3")
        for number in range(count):
            (folder / f"{number:05}.yaml").write_text(text.format(number=number), encoding="utf-8")

    return write


KUBECONFORM = "kubeconform"
CHECK_JSONSCHEMA = "check-jsonschema"
CLICK = "click imported"
FLOOR = "import floor"

_SEARCHING = frozenset({KUBECONFORM})
"""check-jsonschema takes files, no folders; and 20,000 of them would take it some minutes for each run."""

_BOTH = frozenset({KUBECONFORM, CHECK_JSONSCHEMA})

_COMPLETION = {
    "_SCHEDCFG_COMPLETE": "bash_complete",
    "COMP_WORDS": "schedcfg validate --ku",
    "COMP_CWORD": "2",
}
_NO_LIMITS = {"SCHEDCFG_MAX_VALUES": "1000000"}
"""Files with so much in them are refused unless somebody asks for them."""

CASES = (
    Case("one file", "start", _valid(1), peers=_BOTH | {FLOOR}, file="00000.yaml"),
    Case("`--help`", "start", _valid(1), ("--help",), frozenset({CLICK})),
    Case("`--version`", "start", _valid(1), ("--version",), frozenset({CLICK})),
    Case("shell completion", "start", _valid(1), (), frozenset({CLICK}), environment=_COMPLETION),
    Case("2,000 configurations", "fleet", _valid(2000), peers=_BOTH),
    Case("20,000 configurations", "large-fleet", _valid(20_000), peers=_SEARCHING),
    Case("2,000 different configurations", "different", _different(2000), peers=_SEARCHING),
    *(
        Case(f"20,000 files, {count} of them configurations", "repository", _repository(count), peers=_SEARCHING)
        for count in (1, 20, 200)
    ),
    Case("`migrate --diff` of 1,000", "verbs", _old(1000), ("migrate", "--to", "v1", "--diff")),
    Case("`validate --diff` of 1,000", "verbs", _different(1000), ("validate", "--diff")),
    Case("`effective` of 1,000", "verbs", _valid(1000), ("effective", "--output", "json")),
    Case("one file of 1 MiB", "large", _large(_MIB), peers=_BOTH, file="large.yaml", environment=_NO_LIMITS),
    Case("one file of 8 MiB", "large", _large(8 * _MIB), peers=_SEARCHING, file="large.yaml", environment=_NO_LIMITS),
)
"""All that is measured, in the order of the table."""

GROUPS = tuple(dict.fromkeys(case.group for case in CASES))
"""What `--cases` can choose."""
