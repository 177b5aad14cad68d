"""What is asked of the real kube-scheduler of each release about the files that an upgrade leads to.

A question is a configuration, or the flags of a scheduler. The answers of the real programs, as `tools/record` builds
them, are in `answers.ndjson`: a line for each release, with the questions that it starts with, by their digest. To ask
them again, run `SCHEDCFG_RECORD_UPGRADE=1 pytest tests/commands/upgrade/test_fleet.py`; it needs the programs.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.upgrade.folder import FolderState, Starts
from schedcfg.sources.managed.made import MadeConfiguration
from schedcfg.validation.options import DEFAULT
from tools.record.module import Build, cache_folder
from tools.record.program import Program

HERE = Path(__file__).parent
FLEET = HERE / "fleet"
ANSWERS = HERE / "answers.ndjson"

_OF_FILES = ("kubeconfig", "cert", "client-ca", "private-key", "config", "log-file", "log-dir")
"""What is in the names of flags that name files: they are not on the machine that asks."""


class Question(NamedTuple):
    """What a program is asked.

    Attributes:
        place: What it is about, for people.
        text: The configuration; empty for flags.
        flags: The flags; none for a configuration.
        gates: What follows each `--feature-gates`.
    """

    place: str
    text: str
    flags: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The question in twelve letters."""
        return hashlib.sha256(json.dumps(self[1:]).encode()).hexdigest()[:12]


def questions(folder: Path, oldest: int, before: Mapping[str, str], texts: Mapping[str, str]) -> Iterator[Question]:
    """Yield what is asked about the files of a folder: of each scheduler that takes part by then.

    Args:
        folder: The folder.
        oldest: The minor of the release before the hop: what runs a newer one takes no part yet.
        before: Name of a file → its text before the upgrade.
        texts: Name of a file → its text.
    """
    starts, state = Starts(_state(folder, *before.items()), releases.at("1.22")), _state(folder, *texts.items())
    for name in texts:
        for found in state.configurations(name):
            schedulers = state.started_with(name, found.key)
            # What a product makes of settings, no edit of a plan touches.
            is_own = found.document is not None and not isinstance(found.document.arrangement, MadeConfiguration)
            if found.document is not None and is_own and starts.of_configuration(name, found).number <= oldest:
                gates = schedulers[0].feature_gates if schedulers else ()
                text = json.dumps(found.document.data) if found.is_embedded else texts[name]
                yield Question(f"{folder.name}/{name}", text, gates=gates)
    for scheduler in state.schedulers:
        first = starts.state.scheduler(scheduler.identity)
        if first is not None and starts.of_scheduler(first).number <= oldest:
            flags = tuple(
                f"--{flag.name}" if flag.value is None else f"--{flag.name}={flag.value}"
                for flag in scheduler.running.command_line.flags
                if not any(word in flag.name for word in _OF_FILES) and flag.name != "secure-port"
            )
            if flags:
                yield Question(f"{folder.name}/{scheduler.manifest.file}", "", flags)


@cache
def _state(folder: Path, *files: tuple[str, str]) -> FolderState:
    """Return a folder with files of these names and texts; most hops change few folders."""
    texts = dict(files)
    return FolderState(str(folder), texts, frozenset(texts), (), DEFAULT)


def program(release: str) -> Program:
    """Return the real program of a release, which `python -m tools.record` has built.

    Raises:
        FileNotFoundError: if it is not there.
    """
    built = sorted(cache_folder().glob(f"v{release}.*/record"))
    plain = [path for path in built if "+" not in path.parent.name]
    if not plain:
        raise FileNotFoundError(f"python -m tools.record {release} builds the program of {release}")
    return Program(Build(plain[-1].parent.name, plain[-1], plain[-1].parent).executable)


def refusals(asked: Program, wanted: list[Question]) -> Iterator[tuple[Question, str]]:
    """Yield the questions that a program does not start with, each with its words."""
    by_digest = {one.digest: one for one in wanted}
    for gates in {one.gates for one in wanted if one.text}:
        texts = {digest: one.text for digest, one in by_digest.items() if one.text and one.gates == gates}
        refused = ((digest, answer) for digest, answer in asked.answers(texts, gates) if answer["outcome"] != "ok")
        yield from ((by_digest[digest], answer["errors"][0]["message"]) for digest, answer in refused)
    said = ((one, _start(asked, one.flags)) for one in by_digest.values() if one.flags)
    yield from ((one, words) for one, words in said if words)


def _start(asked: Program, flags: tuple[str, ...]) -> str:
    """Return why the real command does not start with flags; empty where it does."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "written.yaml")
        offline = ("--master=http://127.0.0.1:1", "--secure-port=0", f"--write-config-to={written}")
        done = asked.command(*flags, *offline)
        return "" if done.returncode == 0 and written.is_file() else done.stderr.strip()[-300:] or "it does not start"


def recorded() -> dict[str, frozenset[str]]:
    """Return the digests of the questions that each release starts with."""
    rows = map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines())
    return {row["kubernetes"]: frozenset(row["starts"]) for row in rows}


def write(found: Mapping[str, set[str]]) -> None:
    """Write what each release starts with."""
    lines = (json.dumps({"kubernetes": name, "starts": sorted(found[name])}) for name in found)
    ANSWERS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


ASKED = bool(os.environ.get("SCHEDCFG_RECORD_UPGRADE"))
"""Whether the real programs are to be asked."""
