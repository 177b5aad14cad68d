"""What the program answers, checked with the real command: `--config FILE --write-config-to FILE`, offline."""

import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from schedcfg.document import parse
from tools.record.answers import without_pointers
from tools.record.program import Answer, Program

Case = TypeVar("Case")

SAMPLE = 40

# No kubeconfig, no certificates, no server: the command ends when it has written, before it would need any of them.
_OFFLINE = ("--master=http://127.0.0.1:1", "--secure-port=0")


def sample(answers: Mapping[str, Answer], texts: Mapping[str, str], size: int = SAMPLE) -> dict[str, str]:
    """Return some of the texts: of each outcome as many as of the others, and the same ones every time."""
    by_outcome: dict[str, list[str]] = {}
    for name in sorted(texts):
        by_outcome.setdefault(answers[name]["outcome"], []).append(name)
    return {name: texts[name] for name in evenly(by_outcome, size)}


def evenly(by_outcome: Mapping[str, Sequence[Case]], size: int) -> list[Case]:
    """Return some cases, of each outcome as many as of the others, and the same ones every time."""
    chosen = random.Random(size)  # noqa: S311 - the same sample every time
    share = max(size // max(len(by_outcome), 1), 1)
    return [case for same in by_outcome.values() for case in chosen.sample(same, min(share, len(same)))]


def checkable(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that the command can be given as they are: those that name no file of their own."""
    return {name: text for name, text in texts.items() if "kubeconfig" not in text and "File" not in text}


def disagreements(program: Program, texts: Mapping[str, str], answers: Mapping[str, Answer]) -> Iterator[str]:
    """Yield each case in which the real command ends or writes otherwise than the program answered."""
    for name, text in texts.items():  # one after the other: up to 1.22, the command listens at a port of its own
        reason = _disagreement(program, text, answers[name])
        if reason:
            yield f"{name}: {reason}"


def _disagreement(program: Program, text: str, answer: Answer) -> str:
    with tempfile.TemporaryDirectory() as folder:
        config, written = Path(folder, "config.yaml"), Path(folder, "written.yaml")
        config.write_bytes(text.encode("utf-8", "surrogatepass"))
        done = program.command(*_OFFLINE, f"--config={config}", f"--write-config-to={written}")
        ended = done.returncode == 0 and written.is_file()
        became = parse(written.read_text(encoding="utf-8")).documents[0].data if ended else None
    if answer["outcome"] == "ok":
        return "" if became == answer["written"] else f"the command writes something else: {done.stderr.strip()[-300:]}"
    if ended:  # an election begins after the command has written
        return "" if answer["outcome"] == "startup" else f"the command starts, the program answers {answer['outcome']}"
    messages = [without_pointers(one["message"]).removeprefix("PANIC: ") for one in answer["errors"]]
    missing = [message for message in messages if message not in without_pointers(done.stderr)]
    return f"the command does not say {missing[0]!r}" if len(missing) == len(messages) else ""
