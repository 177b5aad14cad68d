"""Extension points that an API version reads and then forgets."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, does_nothing
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "point-without-effect"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each point at which plugins are enabled or disabled without any effect."""
    version = subject.configuration.api_version
    for profile in subject.configuration.profiles:
        for point, plugin_set in profile.written.items():
            if does_nothing(version, point) and (plugin_set.enabled or plugin_set.disabled):
                severity = Severity.INFO if _run_anyway(subject, profile, point) else Severity.ERROR
                yield _problem(version, point, (*profile.path, "plugins", point), severity)


def _run_anyway(subject: Subject, profile: Profile, point: str) -> bool:
    """Return whether all is as if the lists counted, as in a file that kube-scheduler itself wrote."""
    written = profile.written[point]
    return not written.disabled and all(subject.runs(ref.name, point, profile) for ref in written.enabled)


def _problem(version: str, point: str, path: Path, severity: Severity) -> Problem:
    help_ = "`v1`, since Kubernetes 1.25, is the first version in which it has an effect."
    if point == MULTI_POINT:
        help_ = "Name the plugins at each point where they run, or use `v1beta3` (since Kubernetes 1.23) or `v1`."
    same = "; its plugins run by default" if severity is Severity.INFO else ""
    return advice(
        ID,
        path,
        f"`{point}` has no effect: `{version}` decodes it, and then ignores it{same}",
        help_,
        severity,
        Remedy(f"Remove `{point}`", (RemedyChange(Act.REMOVE, path),), unsafe="the plugins may have been meant to run"),
    )


RULE = Rule(
    id=ID,
    title="An extension point has no effect in this API version",
    why="Versions older than an extension point got its field, but not the code that merges it with the defaults: "
    "nothing in it is enabled or disabled, and nothing is logged.",
    source="pkg/scheduler/apis/config/v1beta2/default_plugins.go and …/v1beta3/default_plugins.go, mergePlugins",
    evidence=(
        Citation(
            "https://github.com/koordinator-sh/koordinator/blob/85d6e062771169ea774efbd90db806aadbf5a5ef/config/manager/scheduler-config.yaml",
            "`preEnqueue` in `v1beta3`",
        ),
        Citation(
            "https://github.com/aws-samples/custom-scheduler-eks/blob/01a576e2aa45b1bf779ea1750a541b6ecb6beb9e/deploy/manifests/custom-scheduler/amazon-eks-1.24-custom-scheduler.yaml",
            "`multiPoint` in `v1beta2`",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.ERROR,
    lighter=(Severity.INFO,),
    since="1.23",
    until="1.28",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: NodeResourcesFit
            weight: 5
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 5
""",
)
