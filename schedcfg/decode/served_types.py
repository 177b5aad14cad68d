"""Types of documents that a release does not read: another kind, a version that it does not serve."""

from schedcfg import models, releases
from schedcfg.decode import fields
from schedcfg.decode.type_meta import INTERNAL, KIND, TypeMeta
from schedcfg.document.path import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models import API_VERSIONS
from schedcfg.releases.release import GROUP, Release
from schedcfg.rule_card import RuleCard

_SCHEDULERS = GROUP.partition(".")[0]

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

FOREIGN_HELP = "Name the file that `--config` of kube-scheduler names."
"""What to do with a file that holds other kinds."""


def is_foreign(meta: TypeMeta) -> bool:
    """Return whether a document is plainly of another kind, rather than a configuration with a misspelt type."""
    if not meta.kind or not meta.api_version or meta.is_configuration or meta.is_policy:
        return False
    is_misspelt = _SCHEDULERS in meta.api_version.lower() or fields.meant(meta.kind, [KIND]) is not None
    return not is_misspelt and not meta.kind.endswith("Args")


def called(meta: TypeMeta) -> str:
    """Return what messages call a document of another kind: `a ServiceAccount`."""
    if meta.kind in _FOREIGN:
        return _FOREIGN[meta.kind][0]
    return f"{'an' if meta.kind[0] in 'AEIOU' else 'a'} {meta.kind}"


def foreign_help(meta: TypeMeta) -> str:
    """Return what to do with a document of another kind."""
    return _FOREIGN[meta.kind][1] if meta.kind in _FOREIGN else FOREIGN_HELP


def problems(meta: TypeMeta, release: Release) -> list[Problem]:
    """Report an API version that the release does not serve, or a kind that is not registered."""
    version = meta.version
    if version is None and (meta.kind in _FOREIGN or is_foreign(meta)):
        return [Problem("unknown-kind", ("kind",), f"this is {called(meta)}, not a {KIND}", foreign_help(meta))]
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
    found = []
    is_served = version is not None and version in release.api_versions
    if not is_served:
        found.append(_unserved(meta, release))
    if meta.kind != KIND and (is_served or fields.meant(meta.kind, [KIND]) is not None):
        found.append(
            Problem(
                "unknown-kind",
                ("kind",),
                f"`{meta.kind}` is not a kind that kube-scheduler takes as its configuration",
                f"Write `kind: {KIND}`.",
            )
        )
    return found


def meant_version(meta: TypeMeta, release: Release) -> str | None:
    """Return the version that a document is read as all the same; None where it is hardly a configuration.

    Args:
        meta: A type to which there are objections.
        release: By whose rules.
    """
    if not meta.is_configuration or meta.version == INTERNAL:
        return None
    written = meta.api_version.rpartition("/")[2]
    known = written if written in API_VERSIONS else fields.meant(written, [*API_VERSIONS])
    return known or release.api_versions[-1]


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


CARDS = (
    RuleCard(
        id="unknown-kind",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="This is another kind of object",
        why="Another file was given to `--config` than was meant, or the kind is misspelt; the scheduler takes no "
        "other.",
        source="cmd/kube-scheduler/app/options/configfile.go, loadConfig",
        bad="""\
apiVersion: v1
kind: Config
clusters:
  - name: kubernetes
    cluster:
      server: https://10.0.0.1:6443
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
""",
        options=("--as-config",),
    ),
    RuleCard(
        id="unknown-api-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="There is no such API version",
        why="No release serves it: a slip, or the version of another component.",
        source="pkg/scheduler/apis/config/scheme/scheme.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta4
kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
    RuleCard(
        id="internal-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="`__internal` is not for files",
        why="It is registered, so that files can name it; but no defaults are filled in, and no such file passes "
        "validation.",
        source="pkg/scheduler/apis/config/scheme/scheme.go; pkg/scheduler/apis/config/register.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/__internal
kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
    RuleCard(
        id="unserved-api-version",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="This release does not serve the API version",
        why="Every API version is served by some releases only; after an upgrade that drops it the scheduler does not "
        "start.",
        source="pkg/scheduler/apis/config/scheme/scheme.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
        options=("--kubernetes", "1.29"),
    ),
)
