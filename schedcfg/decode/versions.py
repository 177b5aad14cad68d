"""What other API versions and releases know, for messages that say since when and until when."""

from schedcfg import models, releases
from schedcfg.decode import fields, unknown_fields
from schedcfg.decode.type_meta import INTERNAL, KIND, TypeMeta
from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.releases.release import GROUP, Release

_FOREIGN = {
    "Config": ("a kubeconfig", "Its path belongs at `clientConnection.kubeconfig` of the scheduler's configuration."),
    "ConfigMap": ("a ConfigMap", "Give schedcfg the text under its `data` key instead."),
    "Pod": ("a Pod manifest", "Give schedcfg the file that its `--config` flag names."),
    "Deployment": ("a Deployment manifest", "Give schedcfg the file that its `--config` flag names."),
    "ClusterConfiguration": ("a kubeadm file", "Give schedcfg the file that `scheduler.extraArgs.config` names."),
    "KubeletConfiguration": ("a kubelet configuration", "Give schedcfg the scheduler's."),
    "Policy": ("a legacy Policy", "Use --as-policy for the file given to --policy-config-file."),
}
"""Kinds that are often taken for the configuration: what they are, and what to do."""


def problems(meta: TypeMeta, release: Release) -> list[Problem]:
    """Report an API version that the release does not serve, or a kind that is not registered."""
    version = meta.version
    if version is None and meta.kind in _FOREIGN:
        what, advice = _FOREIGN[meta.kind]
        return [Problem("unknown-kind", ("kind",), f"this is {what}, not a {KIND}", advice)]
    if version == INTERNAL:
        return [
            Problem(
                "internal-version",
                ("apiVersion",),
                f"`{GROUP}/{INTERNAL}` is upstream's own working form: no defaults are filled in, "
                "so that no file of it passes validation",
                f"Write `apiVersion: {GROUP}/{release.api_versions[-1]}`.",
            )
        ]
    if version is None or version not in release.api_versions:
        return [_unserved(meta, release)]
    if meta.kind != KIND:
        return [
            Problem(
                "unknown-kind",
                ("kind",),
                f"`{meta.kind}` is not a kind that kube-scheduler takes as its configuration",
                f"Write `kind: {KIND}`.",
            )
        ]
    return []


def _unserved(meta: TypeMeta, release: Release) -> Problem:
    served = " and ".join(release.api_versions)
    newest = release.api_versions[-1]
    path: Path = ("apiVersion",)
    if meta.version in models.API_VERSIONS:
        serving = releases.serving(meta.version)
        span = serving[0] if len(serving) == 1 else f"{serving[0]} to {serving[-1]}"
        return Problem(
            "unserved-api-version",
            path,
            f"Kubernetes {release.name} does not serve `{meta.version}` (served by {span}); it serves {served}",
            f"Run `schedcfg migrate --to {newest}` on the file.",
        )
    known = fields.meant(meta.version or meta.api_version, [*models.API_VERSIONS])
    group = f"Write `apiVersion: {GROUP}/{known or newest}`."
    return Problem(
        "unknown-api-version",
        path,
        f"`{meta.api_version}` is not an API version of kube-scheduler's configuration; "
        f"Kubernetes {release.name} serves {served} of `{GROUP}`",
        group,
    )


def explain(problem: Problem, version: str) -> Problem:
    """Add to an unknown field where and when it is known, if any API version knows it at that place."""
    if problem.rule != "unknown-field":
        return problem
    known_in = [name for name in models.API_VERSIONS if name != version and _has(name, problem.path)]
    if not known_in:
        return problem
    order = models.API_VERSIONS.index
    later = [name for name in known_in if order(name) > order(version)]
    field = problem.path[-1]
    if later:
        first = _first_release(later[0], problem.path)
        return problem._replace(
            message=f"{unknown_fields.unknown(problem.path)}: {version} does not have it; "
            f"it is known from {first} on, in {later[0]}",
            help=f"Remove it, or move to `{GROUP}/{later[0]}` (`schedcfg migrate --to {later[0]}`).",
            remedy=None,
        )
    if _is_other_spelling(version, problem.path):
        return problem
    if next(fields.homes(models.shape_of(version), str(field)), None) is not None:
        return problem
    return problem._replace(
        message=f"{unknown_fields.unknown(problem.path)}: {version} no longer has it; "
        f"{known_in[-1]} was the last version that did",
        help="Remove it.",
        remedy=None,
    )


def _is_other_spelling(version: str, path: Path) -> bool:
    """Tell whether a field differs by upper and lower case alone from one of the version, as `enableHttps` does."""
    known = fields.names_at(models.shape_of(version), path[:-1])
    return str(path[-1]).lower() in map(str.lower, known)


def _has(version: str, path: Path) -> bool:
    return path[-1] in fields.names_at(models.shape_of(version), path[:-1])


def _first_release(version: str, path: Path) -> str:
    info = fields.names_at(models.shape_of(version), path[:-1])[str(path[-1])]
    return fields.since(info) or releases.serving(version)[0]
