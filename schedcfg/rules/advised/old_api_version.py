"""API versions that current releases no longer serve, and of which the validating one does not warn in time."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation, EditorMark
from schedcfg.findings import FILE, FindingClass, Problem, Severity
from schedcfg.rules.rule import Rule, Subject

ID = "old-api-version"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the API version if the newest release does not serve it any more."""
    config = subject.configuration
    newest = releases.NEWEST
    last = releases.newest_serving(config.api_version)
    if last is None or last == newest:
        return
    if config.api_version in config.release.deprecated and last != config.release.name:
        return  # The release itself warns of it: `deprecated-api-version`.
    current = releases.at(newest).api_versions[-1]
    help_ = f"Run `schedcfg migrate --to {current} {FILE}`."
    if current not in config.release.api_versions:
        first = releases.serving(current)[0]
        help_ += (
            f" Do so with the upgrade to {first} or newer: Kubernetes {config.release.name} does not read `{current}`."
        )
    yield Problem(
        ID,
        ("apiVersion",),
        f"later releases of kube-scheduler do not start with this file: Kubernetes {last} is the last that serves "
        f"`{config.api_version}`",
        help_,
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
    )


RULE = Rule(
    id=ID,
    title="Current releases no longer serve the API version",
    why="After the upgrade, the control plane runs without a scheduler.",
    source="pkg/scheduler/apis/config/scheme/scheme.go",
    evidence=(
        Citation(
            "https://github.com/kelseyhightower/kubernetes-the-hard-way/issues/687",
            "a scheduler that does not start after an upgrade",
        ),
        Citation(
            "https://github.com/charmed-kubernetes/charm-kubernetes-control-plane/issues/186",
            "the same in a distribution",
        ),
        Citation("https://github.com/kubernetes/kops/issues/16388", "a scheduler with a Policy, after 1.22"),
    ),
    check=check,
    mark=EditorMark.DEPRECATED,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    until="1.28",
)
