"""The steps between neighboring API versions, one file each; what every step does is not repeated in them."""

from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from typing import TypeAlias

from schedcfg.commands.migrate.context import POLICY, StepContext
from schedcfg.models import API_VERSIONS

Rewrite: TypeAlias = Callable[[StepContext], None]
"""Changes the text as one step alone has to."""

_FIRST_AFTER_POLICY = "v1beta1"


def version_steps(source: str, target: str) -> list[tuple[str, str]]:
    """List the steps that lead from one API version, or from `Policy`, to another."""
    if source == POLICY:
        return [(POLICY, _FIRST_AFTER_POLICY), *version_steps(_FIRST_AFTER_POLICY, target)]
    start, end = API_VERSIONS.index(source), API_VERSIONS.index(target)
    stride = 1 if end >= start else -1
    versions = [API_VERSIONS[index] for index in range(start, end + stride, stride)]
    return list(pairwise(versions))


def rewriting(source: str, target: str) -> Rewrite:
    """Return what a step between neighbors alone has to do; only its own file is imported."""
    up = source == POLICY or API_VERSIONS.index(source) < API_VERSIONS.index(target)
    older, newer = (source, target) if up else (target, source)
    module = import_module(f"{__name__}.{older.lower()}_{newer}")
    rewrite: Rewrite = module.up if up else module.down
    return rewrite
