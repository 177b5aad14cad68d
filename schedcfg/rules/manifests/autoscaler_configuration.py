"""Configurations with which cluster-autoscaler does not start."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext, StartConfiguration
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler

ID = "autoscaler-configuration"

_MOST_LISTED = 3
_NEWER = "Use cluster-autoscaler 1.28 or newer, of the release of your cluster, or leave the flag out."
_ITS_OWN = (
    "Give cluster-autoscaler a copy of its own: one profile, that of most Pods, without plugins of your own at any "
    "extension point."
)


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield what is in the file of `--scheduler-config-file` with which cluster-autoscaler exits."""
    running, configured = context.autoscaler, context.configured
    if running is None or running.flag is None:
        return
    begin = "no node is added or removed: cluster-autoscaler"
    if running.lacks_flag:
        message = f"{begin} {running.kubernetes} does not start, as it does not know `--{running.flag.name}`"
        yield advice(ID, running.flag.path, f"{message}, which came with 1.28", _NEWER, Severity.ERROR)
    elif configured is not None:
        reason, help_ = _reason(running, configured)
        if reason:
            message = f"{begin} does not start with {configured.name}, {reason}"
            yield advice(ID, running.flag.value_path, message, help_, Severity.ERROR)


def _reason(running: RunningAutoscaler, configured: StartConfiguration) -> tuple[str, str]:
    """Return why it does not start with a configuration, and what to do; empty where it does."""
    version, release = configured.meta.api_version.rpartition("/")[2], releases.known(running.kubernetes)
    if release is not None and version not in release.api_versions:
        newest = release.api_versions[-1]
        return f"whose version `{version}` Kubernetes {release.name} does not serve", f"Write it in `{newest}`."
    configuration = configured.configuration
    if configuration is None:
        return "", ""
    number = len(configuration.profiles)
    if number > 1:
        return f"which has {number} profiles: it takes one only", _ITS_OWN
    own = _own_plugins(configuration)
    if own:
        names = listing([f"`{name}`" for name in own], _MOST_LISTED)
        contained = f"the plugins of Kubernetes {running.kubernetes or ''}".rstrip()
        return f"which enables {names}: it contains {contained} only", _ITS_OWN
    return "", ""


def _own_plugins(configuration: Configuration) -> list[str]:
    known = configuration.release.plugins
    return sorted({name for profile in configuration.profiles for name in profile.needed if name and name not in known})


RULE = Rule(
    id=ID,
    title="cluster-autoscaler does not start with this configuration",
    why="`--scheduler-config-file`, which cluster-autoscaler has since 1.28, is read by the scheduler's code that is "
    "compiled into it, of the release after which its version is named. All of the file is checked as kube-scheduler "
    "does, but only its one profile is used: no extender, `parallelism` or `percentageOfNodesToScore`. It exits with "
    "`expected one scheduler profile only`, `plugin … does not exist` or `couldn't decode scheduler config`, before "
    "1.28 with `unknown flag`: no node is added for Pods that are Pending.",
    source="cluster-autoscaler/simulator/framework/handle.go, NewHandle, and utils/scheduler/scheduler.go, "
    "ConfigFromPath, of kubernetes/autoscaler",
    evidence=(
        Citation("https://github.com/kubernetes/autoscaler/pull/5708", "the flag, in 1.28: one profile, no extenders"),
        Citation("https://github.com/kubernetes/autoscaler/issues/6544", "several profiles are not supported"),
        Citation("https://github.com/kubernetes/autoscaler/issues/6407", "plugins of others are not supported"),
    ),
    check=check,
    severity=Severity.ERROR,
)
