"""Feature gates with which the scheduler does not start."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from schedcfg import releases
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.gate_flag import Remark
from schedcfg.releases.gate_settings import is_unrecognized, listed, settings, together
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.flag_checks import FlagReader
from schedcfg.rules.flag_relations import emulated_release
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "wrong-feature-gates"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each `--feature-gates` that the release refuses, with all that is wrong in it.

    All gates that it does not know are one mistake, at the first flag that sets one: they may have a flag each.
    """
    running, release = context.running, context.release
    if running is None or release is None:
        return
    # The release merges several flags, so that they are checked together.
    flags = [flag for flag in running.command_line.all("feature-gates") if flag.is_known]
    refused = _refused(tuple(flag.value or "" for flag in flags), context, release) if flags else ()
    unknown = [remark for remark in refused if is_unrecognized(remark)]
    numbers = {word: number for number in reversed(range(len(flags))) for word in _words(flags[number].value or "")}
    if running.is_openshift:
        if unknown:
            yield _only_logged(unknown, _place(unknown, flags, numbers), release)
        # Which gates are locked depends on the release, which OpenShift does not name, and it sets those of its own.
        return
    remarks: dict[Path, list[Remark]] = {}
    for remark in refused:
        if not is_unrecognized(remark):
            remarks.setdefault(_place([remark], flags, numbers), []).append(remark)
    if unknown:
        remarks.setdefault(_place(unknown, flags, numbers), []).extend(unknown)
    for path, of_flag in remarks.items():
        yield _problem(together(of_flag), path, context)


def _refused(values: tuple[str, ...], context: DeploymentContext, release: Release) -> tuple[Remark, ...]:
    """Return what is refused in gates: where an older release is emulated, by its gates, as far as they are known."""
    found = settings(values, release).refused
    reader = None if context.running is None else FlagReader(context.running.command_line, release)
    number = None if reader is None else emulated_release(reader, "emulated-version")
    if number is None or not release.oldest_emulated <= number < release.number:
        return found
    unknown = (remark for remark in found if is_unrecognized(remark))
    emulated = replace(releases.at(f"1.{number}"), gate_dependencies=release.gate_dependencies)
    return tuple(dict.fromkeys((*unknown, *settings(values, emulated).refused)))


def _problem(remark: Remark, path: Path, context: DeploymentContext) -> Problem:
    message = f"kube-scheduler of {context.release_phrase} does not start with these feature gates: {remark.message}"
    help_ = remark.help or "Remove it."
    severity = Severity.ERROR if context.release_known else Severity.WARNING
    return by_release(Problem(ID, path, message, help_, severity=severity), context)


def _only_logged(unknown: Sequence[Remark], path: Path, release: Release) -> Problem:
    """Return what OpenShift's build does: its `feature_gate.go` logs an unknown gate where upstream's is an error."""
    names = listed([remark.gate for remark in unknown])
    return advice(
        ID,
        path,
        f"OpenShift's kube-scheduler only logs feature gates that Kubernetes {release.name} does not have: {names}",
        "Nothing to do with an image of OpenShift, which sets gates for all of its programs; Kubernetes' own image "
        "does not start with them.",
        Severity.INFO,
    )


def _place(remarks: Sequence[Remark], flags: Sequence[CommandLineFlag], numbers: Mapping[str, int]) -> Path:
    """Return the first flag with a gate that is remarked on; the last one where the remarks name none."""
    number = min((numbers[remark.gate] for remark in remarks if remark.gate in numbers), default=-1)
    return flags[number].value_path


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


RULE = Rule(
    id=ID,
    title="The scheduler refuses these feature gates",
    why="It exits before it does anything.",
    source="component-base/featuregate/feature_gate.go",
    check=check,
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING, Severity.INFO),
    refuses=True,
)
