"""`confirm` with a program that answers what is chosen: nothing is started."""

import json
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

from schedcfg.commands.confirm import FORMATS
from schedcfg.commands.confirm.confirm import confirm_file
from schedcfg.commands.confirm.results import Agreement, FileConfirmation
from schedcfg.commands.confirm.scheduler import OfflineRun, Request
from schedcfg.commands.effective.effective import explain
from schedcfg.document import parse, parse_bytes
from schedcfg.integrations.programs import ProgramEnd
from schedcfg.validation.options import Options

from . import invariants
from .answers import CONFIGURATIONS, WRONG, Answer, Choices, Command, in_every_format, options_of, refusing, usual
from .invariants import Fault, all_of
from .seeds import PLAIN

_LOGGED = 'E1122 10:00:00.000000       1 run.go:72] "command failed" err='
_MESSAGES = (
    f'{_LOGGED}"[profiles[0].schedulerName: Required value, parallelism: Invalid value: 0: should be an integer]"\n',
    f"{_LOGGED}<\n\tTEXT\n >\n",
    f"{_LOGGED}TEXT\n",
    'I1122 10:00:00.000000       1 f.go:1] "the scheduler starts to work with those plugins" Plugins=TEXT\n',
    'I1122 10:00:00.000000       1 f.go:1] "the scheduler starts to work with those plugins" Plugins={"Filter":'
    '{"Enabled":["P"]}}\n',
    'I1122 10:00:00.000000       1 f.go:1] "the scheduler starts to work with those plugins" Plugins={"Filter":'
    '{"Enabled":[{"Name":"P"}]}}\nI1122 10:00:00.000000       1 l.go:1] attempting to acquire leader lease\n',
    "Error: line 3: TEXT\nUsage:\n  kube-scheduler\n",
    "panic: TEXT\n",
    "TEXT",
    "",
)
"""What programs say of themselves; TEXT is what the input is."""


SCHEDULER: Any = SimpleNamespace(name="kube-scheduler", seconds=1.0, is_isolated=True)
"""What runs offline in the place of a program."""


def choose(random: Random) -> Choices:
    """Choose what a program answers, and whether the input is that or the file."""
    return {
        **usual(random),
        "status": random.choices((0, 1, 2, None), (50, 40, 5, 5))[0],
        "messages": random.choice(_MESSAGES),
        "written": random.choice(("completed", "completed", "input", "nothing")),
        "input": random.choice(("file", "file", "file", "program")),
    }


def program(raw: bytes, written: bytes | None, choices: Choices) -> Callable[..., OfflineRun]:
    """Return what runs in the place of a program."""

    def run(_scheduler: Any, request: Request, _enough: Any = None) -> OfflineRun:
        request.config("/run/kubeconfig.yaml")
        messages = choices["messages"].encode().replace(b"TEXT", raw)
        ended = ProgramEnd(choices["status"], b"", messages, is_cut=False)
        return OfflineRun(ended, written if request.writes else None, "/run/kubeconfig.yaml")

    return run


def _confirm(raw: bytes, choices: Choices) -> Answer:
    options, path = options_of(choices), choices["path"]
    file = raw if choices["input"] == "file" else PLAIN.encode()
    written = {"completed": _completed(file, options, path), "input": raw, "nothing": None}[choices["written"]]
    with mock.patch("schedcfg.commands.confirm.answer.run", program(raw, written, choices)):
        found = confirm_file(parse_bytes(file), options, path=path, scheduler=SCHEDULER)
    answer = in_every_format([found], FORMATS, lambda one: (one.report,))
    return Answer(answer.shown, all_of(answer.faults, _faults(found, file, choices)))


def _completed(file: bytes, options: Options, path: str) -> bytes | None:
    """Return a file as schedcfg completes it; None where it refuses that."""
    text = invariants.read(file)
    view = None if text is None else explain(parse(text), options, path=path).file.view
    return None if view is None else json.dumps(view.configuration).encode()


def _faults(found: FileConfirmation, file: bytes, choices: Choices) -> Iterator[Fault]:
    text = invariants.read(file) or ""
    for document in found.documents:
        for error in document.errors:
            if error.start is not None and not 0 <= error.start.offset <= len(text):
                yield Fault("an error of the program is outside of the file", str(error.start))
    if len(found.documents) == 1 and choices["written"] == "completed" and choices["status"] == 0:
        (document,) = found.documents
        if document.agreement is Agreement.DISAGREES and document.differences:
            yield Fault("what schedcfg completes differs from itself", document.differences[0].path)


CONFIRM = {"confirm": Command(20, CONFIGURATIONS, choose, refusing(_confirm, *WRONG))}
"""Name → what is done with a program of the user's own."""
