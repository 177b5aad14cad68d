"""The legacy Policy of 1.18 to 1.22: predicates and priorities in place of plugins."""

from typing import Any

from schedcfg import models
from schedcfg.decode import lenient, shapes
from schedcfg.decode.defects import of_the_reader
from schedcfg.decode.type_meta import LAST_WITH_POLICY, POLICY_KIND, POLICY_VERSIONS, read_type_meta
from schedcfg.diagnostics import Problem
from schedcfg.document import Document
from schedcfg.releases.release import Release


def decode_policy(document: Document, release: Release) -> tuple[Any, list[Problem]]:
    """Read a Policy as the release does: strictly, but for extenders, whose keys match in any case.

    Returns:
        The model, None where nothing could be read, and what the decoder refuses.
    """
    problems = of_the_reader(document)
    data: Any = {} if document.data is None else document.data
    objections = _objections(data, release)
    problems.extend(objections)
    if any(problem.rule != "missing-api-version" for problem in objections):
        return None, problems
    shape = models.policy_shape()
    model, more, _ = shapes.read(shape, lenient.legacy_extenders(data, shape), ())
    return model, [*problems, *more, *lenient.passed_over(data, shape)]


def _objections(data: object, release: Release) -> list[Problem]:
    """Report what keeps a document from being read as a Policy."""
    if not release.policy:
        return [
            Problem(
                "policy-removed",
                (),
                f"Kubernetes {release.name} reads no legacy Policy; {LAST_WITH_POLICY} was the last release that did",
                "Write a KubeSchedulerConfiguration with profiles in its place.",
            )
        ]
    meta = read_type_meta(data)
    if not isinstance(data, dict):
        return list(meta.problems)
    if meta.kind not in {"", POLICY_KIND} or meta.api_version not in POLICY_VERSIONS:
        return [
            Problem(
                "unknown-kind",
                ("kind",) if meta.kind not in {"", POLICY_KIND} else ("apiVersion",),
                f"`{meta.api_version}`, `{meta.kind}` is not a Policy",
                "Write `apiVersion: v1` and `kind: Policy`.",
            )
        ]
    if not meta.api_version and set(data) - {"kind", "apiVersion"}:
        return [
            Problem(
                "missing-api-version",
                (),
                "`apiVersion` is missing: the scheduler then expects its own working form and knows none of these keys",
                "Add `apiVersion: v1` and `kind: Policy`.",
            )
        ]
    return []
