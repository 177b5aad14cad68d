"""How kube-scheduler itself names an unknown field: often not by its whole path.

Upstream: `newFieldError` in `kubernetes_patch.go` of sigs.k8s.io/json, which decodes configurations from 1.23 on.
"""

from collections.abc import Iterable

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path, render
from schedcfg.releases.release import Release

_LAST_WITHOUT_NAMES = 22
"""Up to 1.22 another decoder (json-iterator) tells Go's types and the text around; it names no field path."""

_FIRST_WITH_PATHS = 24
"""1.23 names the field alone, however deep it stands."""


def as_upstream(problems: Iterable[Problem], root: Path, release: Release) -> list[Problem]:
    """Give unknown fields the path that upstream names; where they stand becomes their `place`.

    Args:
        problems: What was found below `root`; those that are no unknown fields stay as they are.
        root: The path of what the decoder read: `()`, the document, or a plugin's `args`, which upstream decodes
            on their own (`decodeNestedObjects` in `kube-scheduler/config/*/types.go`) and names fields from.
        release: By whose rules.
    """
    if release.number <= _LAST_WITHOUT_NAMES:
        return list(problems)
    return [
        problem._replace(path=(_name(problem.path[len(root) :], release),), place=problem.path)
        if problem.rule == "unknown-field"
        else problem
        for problem in problems
    ]


def _name(path: Path, release: Release) -> str:
    """Name a field as it is written: unlike in other paths, an odd key gets no brackets."""
    *parents, key = path
    if not parents or release.number < _FIRST_WITH_PATHS:
        return str(key)
    return f"{render(tuple(parents))}.{key}"
