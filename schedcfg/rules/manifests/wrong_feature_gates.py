"""Feature gates with which the scheduler does not start."""

import re
from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.gate_flag import Remark
from schedcfg.releases.gate_settings import UNRECOGNIZED, settings
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "wrong-feature-gates"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each `--feature-gates` that the release refuses, with all that is wrong in it."""
    if context.running is None or context.release is None:
        return
    flags = [flag for flag in context.running.command_line.all("feature-gates") if flag.is_known]
    # The release merges several flags, so that they are checked together.
    refused = settings(tuple(flag.value or "" for flag in flags), context.release).refused if flags else ()
    numbers = {word: number for number in reversed(range(len(flags))) for word in _words(flags[number].value or "")}
    remarks: dict[Path, list[Remark]] = {}
    for remark in refused:
        # The first flag that names a gate which the remark names, else the last.
        number = min((numbers[word] for word in _words(remark.message) if word in numbers), default=-1)
        remarks.setdefault(flags[number].value_path, []).append(remark)
    for path, found in remarks.items():
        program = f"kube-scheduler of {context.release_phrase}"
        message = f"{program} does not start with these feature gates: {_join(found)}"
        help_ = _help(found)
        if context.is_stock and context.release_known:
            yield Problem(ID, path, message, help_)
        else:
            severity = Severity.ERROR if context.release_known else Severity.WARNING
            yield advice(ID, path, message, help_, severity)


def _join(remarks: list[Remark]) -> str:
    """Return what is wrong with the gates of one flag: those that the release does not know are one list."""
    unknown = [remark.message.removeprefix(UNRECOGNIZED) for remark in remarks if _is_unknown(remark)]
    others = [remark.message for remark in remarks if not _is_unknown(remark)]
    if len(unknown) > 1:
        return "; ".join([*others, f"unrecognized feature gates: {', '.join(unknown)}"])
    return "; ".join(remark.message for remark in remarks)


def _is_unknown(remark: Remark) -> bool:
    return remark.message.startswith(UNRECOGNIZED)


def _help(remarks: list[Remark]) -> str:
    """Return what to do: what is known of each gate, and which ones no release has."""
    nameless = [remark.message.removeprefix(UNRECOGNIZED) for remark in remarks if not remark.help]
    advices = dict.fromkeys(remark.help for remark in remarks if remark.help)
    removed = f"Remove {', '.join(f'`{name}`' for name in nameless)}." if len(remarks) > 1 else "Remove it."
    return " ".join([*advices, *([removed] if nameless else [])])


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


RULE = Rule(
    id=ID,
    title="The scheduler refuses these feature gates",
    why="It exits before it does anything.",
    source="component-base/featuregate/feature_gate.go",
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
