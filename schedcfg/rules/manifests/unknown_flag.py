"""Flags that kube-scheduler does not have."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "unknown-flag"

_SUCCESSORS = {
    "address": "Write `--bind-address`.",
    "algorithm-provider": "Choose plugins in the file of `--config`.",
    "hard-pod-affinity-symmetric-weight": "Write `hardPodAffinityWeight` in the Args of InterPodAffinity.",
    "lock-object-name": "Write `--leader-elect-resource-name`, or `leaderElection.resourceName` in the file.",
    "lock-object-namespace": "Write `--leader-elect-resource-namespace`, or `leaderElection.resourceNamespace`.",
    "policy-config-file": "Migrate the Policy to a configuration: `schedcfg migrate --to v1`.",
    "policy-configmap": "Migrate the Policy to a configuration: `schedcfg migrate --to v1`.",
    "port": "Remove it: there is no insecure port any more; `--secure-port` serves HTTPS.",
    "scheduler-name": "Write `profiles[].schedulerName` in the file of `--config`.",
}
"""Flag that is gone → what to do instead."""


class _UnknownFlag(NamedTuple):
    """A flag that a release does not take."""

    flag: CommandLineFlag
    having: tuple[str, ...]  # The releases that take it, the oldest first
    meant: str | None  # The flag that was probably meant; None where it is none that is known

    @property
    def help(self) -> str:
        """What to do about it, an order."""
        if self.meant is None:
            return _SUCCESSORS.get(self.flag.name, "Remove it.")
        last = releases.having_flag(self.meant.partition("=")[0].replace("_", "-"))[-1]
        if last == releases.NEWEST:
            return f"Did you mean `--{self.meant}`?"
        gone = f"It looks like `--{self.meant}`, and {last} was the last release with that flag."
        return f"{gone} {_SUCCESSORS.get(self.meant, 'Remove it.')}"

    def __str__(self) -> str:
        """Return how messages call it."""
        name, letters = self.flag.name, self.flag.letters
        return f"`-{name}` (which it reads as `-{letters}`)" if letters else f"`--{self.flag.spelled}`"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the first flag that the release does not know, with the others; a program of one's own may have more."""
    if context.running is None or context.release is None:
        return
    outdated = [_UnknownFlag(flag, releases.having_flag(flag.name), None) for flag in context.outdated_flags]
    if outdated:
        yield _with_place(outdated, advice(ID, (), _outdated_message(context.release, outdated), _help(outdated)))
    flags = [
        _unknown(flag, context.release)
        for flag in context.running.command_line.flags
        if not context.release.takes_spelling(flag.name, flag.spelled)
    ]
    # Another program than the stock one, or a release that is not known, may well have flags of its own.
    is_complete = context.is_stock and context.unknown_release is None
    certain = [flag for flag in flags if flag.having or flag.meant or is_complete]
    if certain:
        message = _message(context.release_phrase, context.release, certain)
        yield _with_place(certain, by_release(Problem(ID, (), message, _help(certain)), context))


def _unknown(flag: CommandLineFlag, release: Release) -> _UnknownFlag:
    if release.takes_flag(flag.name):  # under another spelling
        return _UnknownFlag(flag, (), flag.name)
    having = releases.having_flag(flag.name)
    return _UnknownFlag(flag, having, None if having else _meant(flag, release))


def _meant(flag: CommandLineFlag, release: Release) -> str | None:
    """Return the flag that was probably meant: one with a dash too few, or one that is spelt much like this."""
    if flag.letters:
        return flag.letters if release.takes_flag(flag.letters) else None
    name, blank, value = flag.name.partition(" ")
    if blank and release.takes_flag(name):
        # No shell takes them apart.
        return f"{name}={value.strip()}"
    return nearest(flag.name, _flags_of(release)) or nearest(flag.name, _all_flags())


@lru_cache(maxsize=32)
def _flags_of(release: Release) -> tuple[str, ...]:
    return tuple(sorted(release.flags))


@cache
def _all_flags() -> tuple[str, ...]:
    return tuple(sorted({name for release in releases.all_releases() for name in release.flags}))


def _with_place(flags: list[_UnknownFlag], problem: Problem) -> Problem:
    return problem._replace(path=flags[0].flag.path, on_key=flags[0].flag.on_key)


def _message(phrase: str, release: Release, flags: list[_UnknownFlag]) -> str:
    listed = _flags_phrase(f"{flag}{_when(flag.having, release)}" for flag in flags)
    return f"kube-scheduler of {phrase} does not start: it does not know {listed}"


def _outdated_message(release: Release, flags: list[_UnknownFlag]) -> str:
    """Return what flags show of a scheduler whose manifest names no release."""
    ends = min((flag.having[-1] for flag in flags), key=lambda name: releases.at(name).number)
    listed = _flags_phrase(f"{flag}{_when(flag.having)}" for flag in flags)
    return (
        f"a kube-scheduler newer than Kubernetes {ends} does not start: it does not know {listed}; this manifest "
        f"names no release, and is validated against {release.name}"
    )


def _flags_phrase(flags: Iterable[str]) -> str:
    found = list(dict.fromkeys(flags))
    return f"the flag {found[0]}" if len(found) == 1 else f"the flags {', '.join(found)}"


def _when(having: tuple[str, ...], release: Release | None = None) -> str:
    if not having:
        return ""
    came_later = release is not None and releases.at(having[0]).number > release.number
    return f" (it exists since {having[0]})" if came_later else f" ({having[-1]} was the last release with it)"


def _help(flags: list[_UnknownFlag]) -> str:
    if len(flags) == 1:
        return flags[0].help
    named = ((flag.flag.letters or flag.flag.name, flag.help) for flag in flags)
    return " ".join(f"For `--{name}`: {text[0].lower()}{text[1:]}" for name, text in named)


RULE = Rule(
    id=ID,
    title="The scheduler does not know this flag",
    why="It exits with `unknown flag` before it does anything, and the kubelet restarts it again and again.",
    source="cmd/kube-scheduler/app/options/options.go, initFlags; deprecated.go; insecure_serving.go",
    check=check,
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
