"""The facts of a release: the tables that schedcfg reads, what only tests look at, and how two of them differ."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.record.answers import IN_SCHEME
from tools.record.module import KUBERNETES, Build, minor
from tools.record.program import Program

TABLES = (
    "cipher_suites",
    "decodable",
    "default_plugins",
    "defaults",
    "feature_gate_dependencies",
    "feature_gates",
    "flags",
    "kubernetes",
    "plugins",
)
"""What schedcfg itself reads of a release (`schedcfg/releases/recorded.py`): the keys of `data/1.NN.json`."""

_ROOT = Path(__file__).parents[2]

_USED_GATE = re.compile(r"\b\w*[fF]eatures\.(\w+)")
"""A gate in the source: `features.GangScheduling`, `zpagesfeatures.ComponentFlagz`."""

_SHOWN = 200

_SCHEDULER = ("pkg/scheduler", "cmd/kube-scheduler")


def record(build: Build) -> dict[str, Any]:
    """Return the facts of a release."""
    found = Program(build.executable).facts()
    used = used_gates(build.source)
    gates = {name: {**gate, "scheduler": name in used} for name, gate in found.pop("feature_gates").items()}
    place = f'in scheme "{_scheme(build.source)}"'
    found["minimal_decode_errors"] = {
        version: IN_SCHEME.sub(place, message) for version, message in found["minimal_decode_errors"].items()
    }
    if not found["feature_gate_dependencies"]:  # gates depend on others since 1.35
        del found["feature_gate_dependencies"]
    return {**found, "feature_gates": gates, "kubernetes": build.version}


def _scheme(source: Path) -> str:
    """Return the place after which official binaries, built in one tree, name the scheme of configurations."""
    path = "pkg/scheduler/apis/config/scheme/scheme.go"
    lines = (source / path).read_text(encoding="utf-8").splitlines()
    return (
        f"{KUBERNETES}/{path}:{1 + next(number for number, line in enumerate(lines) if 'runtime.NewScheme()' in line)}"
    )


def used_gates(source: Path) -> set[str]:
    """Return the names that the scheduler's own source takes out of packages of feature gates, tests left out."""
    found: set[str] = set()
    for folder in _SCHEDULER:
        for path in (source / folder).rglob("*.go"):
            if not path.name.endswith("_test.go") and "testing" not in path.relative_to(source).parts:
                found.update(_USED_GATE.findall(path.read_text(encoding="utf-8")))
    return found


class Home(NamedTuple):
    """Where the facts of releases are, in a file for each: `1.37.json`.

    Attributes:
        tables: The folder of the tables that schedcfg reads.
        others: That of what only tests look at: Go's types, kinds, errors, what is written by default.
    """

    tables: Path
    others: Path

    def releases(self) -> list[str]:
        """Return the releases whose facts are there, the oldest first."""
        return sorted((path.stem for path in self.others.glob("1.*.json")), key=minor)

    def read(self, release: str) -> dict[str, Any]:
        """Return the facts of a release; those that others keep have all of them in one file."""
        both = (self.others / f"{release}.json", self.tables / f"{release}.json")
        return {key: value for path in both if path.is_file() for key, value in read(path).items()}

    def write(self, release: str, facts: Mapping[str, Any]) -> None:
        """Write the facts of a release."""
        tables = {key: value for key, value in facts.items() if key in TABLES}
        others = {key: value for key, value in facts.items() if key not in TABLES}
        write(self.tables / f"{release}.json", tables)
        write(self.others / f"{release}.json", {**others, "kubernetes": facts["kubernetes"]})

    def write_beside(self, release: str, facts: Mapping[str, Any]) -> None:
        """Write the tables in which a later patch release differs from the recorded one: `1.22.17.json`."""
        recorded, found = comparable(self.read(release)), comparable(facts)
        differing = {key: facts[key] for key in TABLES if found.get(key) != recorded.get(key)}
        version = str(facts["kubernetes"])
        write(self.tables / f"{version.removeprefix('v')}.json", {**differing, "kubernetes": version})


PROJECT = Home(_ROOT / "schedcfg" / "releases" / "data", _ROOT / "tests" / "facts")
"""Where the project has them."""


def read(path: Path) -> dict[str, Any]:
    """Return what a file holds."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, facts: Mapping[str, Any]) -> None:
    """Write facts into a file, in one line with sorted keys as its neighbors are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def comparable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts without the patch release that they are of, whose flags can be compared one by one."""
    found = {**facts, "flags": {flag["name"]: flag for flag in facts["flags"]}}
    del found["kubernetes"]
    found.pop("policy", None)  # the legacy Policy's tables, which the program does not make
    return found


def differences(recorded: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield where recorded facts and those just found differ, and how."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted(recorded.keys() | found.keys()):
            inside = f"{path}.{key}" if path else key
            if key not in found:
                yield f"{inside}: only recorded"
            elif key not in recorded:
                yield f"{inside}: only found"
            else:
                yield from differences(recorded[key], found[key], inside)
    elif recorded != found:
        yield f"{path}: recorded {_short(recorded)}, found {_short(found)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
