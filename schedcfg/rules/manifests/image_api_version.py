"""An image whose scheduler does not read the configuration's API version."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import GROUP, minor
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_program
from schedcfg.rules.rule import Rule
from schedcfg.sources.type_meta import KIND

ID = "image-api-version"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the image, or the version for kubeadm, if its release does not serve the configuration's version."""
    running, configured = context.running, context.configured
    if running is None or configured is None or running.kubernetes is None:
        return
    if configured.meta.kind != KIND:
        return
    group, _, version = configured.meta.api_version.rpartition("/")
    serving = releases.serving(version)
    # A version that the oldest release known here does not serve yet came later than an older one, and what the newest
    # does not serve any more does not come back.
    nearest = releases.nearest(running.kubernetes)
    if group != GROUP or not serving or nearest in serving:
        return
    message = (
        f"kube-scheduler {running.kubernetes} does not read {configured.name}, which is written in `{version}`: only "
        f"{releases.serving_span(version)} do"
    )
    help_ = f"Run `schedcfg migrate --kubernetes {nearest} PATH`, where PATH is the file of the configuration."
    if minor(running.kubernetes) < minor(nearest):
        help_ = f"Use an image of {releases.serving_span(version)}: nothing older than {nearest} is written here."
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
