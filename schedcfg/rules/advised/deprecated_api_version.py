"""API versions that the validating release calls deprecated, and a later one still serves."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation, EditorMark
from schedcfg.findings import FILE, Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "deprecated-api-version"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the API version if the release logs that it is deprecated, and is not the last that serves it."""
    config = subject.configuration
    if config.api_version not in config.release.deprecated:
        return
    serving = releases.serving(config.api_version)
    if serving[-1] == config.release.name:
        return
    first = next(name for name in serving if config.api_version in releases.at(name).deprecated)
    since = "" if first == config.release.name else f", since {first}"
    yield advice(
        ID,
        ("apiVersion",),
        f"releases after {serving[-1]} do not start with this file: `{config.api_version}` is deprecated in Kubernetes "
        f"{config.release.name}{since}, which it only logs",
        f"Run `schedcfg migrate --to {config.release.api_versions[-1]} {FILE}`.",
    )


RULE = Rule(
    id=ID,
    title="The API version is deprecated",
    why="The scheduler only logs one line about it, until the release that does not start.",
    source="cmd/kube-scheduler/app/options/configfile.go, loadConfig",
    evidence=(
        Citation(
            "https://github.com/manasblr/binpacking/blob/88b37234308846bc0d36a5d68fbf420f26ce6b0b/my-scheduler.yaml",
            "`v1beta2` with the image of 1.25, which only logs that it is deprecated",
        ),
    ),
    check=check,
    mark=EditorMark.DEPRECATED,
    severity=Severity.WARNING,
    since="1.25",
    until="1.27",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    options=("--kubernetes", "1.27"),
)
