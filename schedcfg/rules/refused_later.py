"""Configurations that the release that runs them accepts, and a later one does not."""

from collections.abc import Callable, Iterator, Sequence

from schedcfg.cards import Citation, EditorMark, RuleCard
from schedcfg.findings import DocumentReport, Finding, FindingClass, Severity
from schedcfg.releases.release import Release

ID = "refused-later"


def first_refusal(later: Sequence[Release], report: Callable[[Release], DocumentReport]) -> Iterator[Finding]:
    """Yield the warning that a later release does not start with a configuration, if one does not.

    Args:
        later: Those after the release that runs it, the oldest first.
        report: Returns the report of a release on it.
    """

    def refused(release: Release) -> Finding | None:
        findings = report(release).findings
        return next((finding for finding in findings if finding.finding_class is FindingClass.REFUSED), None)

    # Most are accepted by the newest, and then by all.
    if not later or refused(later[-1]) is None:
        return
    for release in later:
        finding = refused(release)
        if finding is not None:
            message = f"Kubernetes {release.name} and later do not start with this file: {finding.message}"
            yield Finding(
                rule=ID,
                finding_class=FindingClass.ADVISED,
                severity=Severity.WARNING,
                path=finding.path,
                message=message,
                help=finding.help,
                start=finding.start,
                end=finding.end,
                place=finding.place,
            )
            return


CARDS = (
    RuleCard(
        id=ID,
        finding_class=FindingClass.ADVISED,
        mark=EditorMark.DEPRECATED,
        severity=Severity.WARNING,
        title="A later release does not start with the configuration",
        why="The release that runs it, by the manifest beside it, accepts the configuration. After the upgrade the "
        "scheduler would not start, and Pods would stay Pending.",
        source="the rule that refuses it in the later release",
        evidence=(
            Citation(
                "https://github.com/kelseyhightower/kubernetes-the-hard-way/issues/687",
                "a scheduler that does not start after an upgrade",
            ),
        ),
        bad="""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: scheduler
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      leaderElect: false
    profiles:
      - schedulerName: my-scheduler
        plugins:
          filter:
            enabled:
              - name: GCEPDLimits
---
apiVersion: v1
kind: Pod
metadata:
  name: scheduler
spec:
  containers:
    - name: scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.0
      command: [kube-scheduler, --config=/etc/scheduler/config.yaml]
      volumeMounts:
        - {name: config, mountPath: /etc/scheduler}
  volumes:
    - name: config
      configMap: {name: scheduler}
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
)
