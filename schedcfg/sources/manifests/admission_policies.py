"""Policies by which the API server gives Pods a scheduler: what MutatingAdmissionPolicy says in CEL."""

from collections.abc import Iterator

from schedcfg.document import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import Fields, Workload, at, items, text

KIND = "MutatingAdmissionPolicy"
"""The kind of such policies, in all versions of `admissionregistration.k8s.io`."""

_JSON_PATCH = pattern(r"\bJSONPatch\s{0,9}\{([^{}]{1,2000})\}")
_PATH = pattern(r"""\bpath\s{0,9}:\s{0,9}["']/spec/schedulerName["']""")
_VALUE = pattern(r"""\bvalue\s{0,9}:\s{0,9}(["'])([^"'\\{}]{1,253})\1""")
_FIELD = pattern(r"""\bschedulerName\s{0,9}:\s{0,9}(["'])([^"'\\{}]{1,253})\1""")


def changed_by_policy(kind: str, manifest: Fields, path: Path) -> Workload | None:
    """Return the Pods that a policy gives a scheduler which it names as a literal; None for any other manifest.

    A name that occurs elsewhere in its expression as well is not looked at: it could not be found again there.

    Args:
        kind: The manifest's kind.
        manifest: All of it.
        path: Where it is in its document.
    """
    if kind != KIND:
        return None
    for mutation, place in items(at(manifest, "spec", "mutations"), (*path, "spec", "mutations")):
        for field, names in ("jsonPatch", _patched), ("applyConfiguration", _applied):
            expression = text(at(mutation, field, "expression"))
            for name in names(expression):
                if expression.count(name) == 1:
                    return Workload(name, (*place, field, "expression"), name)
    return None


def _patched(expression: str) -> Iterator[str]:
    """Yield what JSON patches set `schedulerName` to."""
    for patch in _JSON_PATCH.finditer(expression):
        value = _VALUE.search(patch[1])
        if value is not None and _PATH.search(patch[1]) is not None:
            yield value[2]


def _applied(expression: str) -> Iterator[str]:
    """Yield what apply configurations set `schedulerName` to."""
    for field in _FIELD.finditer(expression):
        yield field[2]
