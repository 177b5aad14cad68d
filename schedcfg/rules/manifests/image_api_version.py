"""An image whose scheduler does not read the configuration's API version."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import GROUP
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_program
from schedcfg.rules.rule import Rule
from schedcfg.sources.type_meta import KIND

ID = "image-api-version"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the image, or the version for kubeadm, if its release does not serve the configuration's version."""
    running, configured = context.running, context.configured
    # What a release that is not known here reads is not known either.
    if running is None or configured is None or running.kubernetes not in releases.names():
        return
    if configured.meta.kind != KIND:
        return
    group, _, version = configured.meta.api_version.rpartition("/")
    serving = releases.serving(version)
    if group != GROUP or not serving or running.kubernetes in serving:
        return
    message = (
        f"kube-scheduler {running.kubernetes} does not read {configured.name}, which is written in `{version}`: only "
        f"{releases.serving_span(version)} do"
    )
    help_ = (
        f"Run `schedcfg migrate --kubernetes {running.kubernetes} PATH`, where PATH is the file of the configuration."
    )
    yield by_program(Problem(ID, running.kubernetes_path, message, help_), context)


RULE = Rule(
    id=ID,
    title="Image and configuration do not match",
    why='The scheduler exits with `no kind "KubeSchedulerConfiguration" is registered for version …`.',
    source="pkg/scheduler/apis/config/scheme/scheme.go",
    check=check,
    severity=Severity.ERROR,
    refuses=True,
)
