"""`python -m tools.record policies`: what the descheduler's own code makes of policies, for each of some releases.

The policies are in `tests/sources/manifests/policies.ndjson`: a line with its `id` and its `text` adds one. A small Go
program reads them as the descheduler does, and builds their profiles. `--compare` compares with what is recorded.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.record.answers import Row, read_rows, write_rows
from tools.record.module import BuildError, build_beside, download

MODULE = "sigs.k8s.io/descheduler"
FOLDER = Path(__file__).parents[2] / "tests" / "sources" / "manifests"
WRITTEN = FOLDER / "policies.ndjson"
RECORDING = FOLDER / "policies.answers.ndjson.xz"

RELEASES: Mapping[str, str] = {"v0.27.1": "", "v0.30.0": "", "v0.36.0": "metrics"}
"""Releases → tags of the program's files. The first two read v1alpha1 as well, which the last does not."""

_SOURCES = Path(__file__).parent / "policy_program"
_CHANGING = re.compile(r'"[^"]*/policy\.yaml"|scheme "[^"]*"')
"""In messages: a folder of the run, and a place in a source."""


def main(arguments: Sequence[str]) -> int:
    """Record or compare, and return the status: 1 where something differs, 3 where nothing can be built."""
    parser = argparse.ArgumentParser(prog="python -m tools.record policies", description=__doc__)
    parser.add_argument("--compare", action="store_true", help="compare with what is recorded, in place of writing")
    options = parser.parse_args(arguments)
    try:
        rows = list(record(written()))
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    if not options.compare:
        write_rows(RECORDING, rows)
        return 0
    before = recorded()
    differing = [row["id"] for row in rows if before.get(row["id"]) != row["releases"]]
    sys.stdout.writelines(f"{name}\n" for name in differing)
    return 1 if differing else 0


def written() -> dict[str, str]:
    """Return the policies, by their id."""
    rows = map(json.loads, WRITTEN.read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["text"] for row in rows}


def recorded() -> dict[str, dict[str, Row]]:
    """Return the answers of each release, by the policy's id."""
    return {row["id"]: row["releases"] for row in read_rows(RECORDING)}


def record(policies: Mapping[str, str]) -> Iterator[Row]:
    """Yield for each policy what all releases answer."""
    answers = {version: dict(_answers(version, tags, policies)) for version, tags in RELEASES.items()}
    for name in policies:
        yield {"id": name, "releases": {version: found[name] for version, found in answers.items()}}


def _answers(version: str, tags: str, policies: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    executable = build_beside(download(MODULE, version), _SOURCES, tags)
    asked = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in policies.items())
    done = subprocess.run(  # noqa: S603 - the program that was built
        [executable], input=asked, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"{MODULE} {version}: {done.stderr.strip()}")
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if "error" in answer:
            answer["error"] = _CHANGING.sub("…", answer["error"])
        # v1alpha1 has its strategies in a map of Go, which has no order.
        answer["profiles"].sort(key=lambda profile: profile["name"])
        yield answer.pop("id"), answer
