"""A scheduler of a release that is not known."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.manifests import image_api_version
from schedcfg.rules.rule import Rule, advice

ID = "unknown-release"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the image, or the version for kubeadm, that is newer or older than all that is known.

    Where that is why the configuration cannot be read, only this is reported: it names the release, too.
    """
    running, unknown = context.running, context.unknown_release
    if running is None or unknown is None or any(image_api_version.check(context)):
        return
    if context.release is None:
        reason = f"it runs kube-scheduler {unknown}, older than {releases.OLDEST}, the oldest release known here"
        consequence = "the flags and the configuration of this scheduler are not checked"
        help_ = (
            f"`--kubernetes {releases.OLDEST}` validates it against the nearest; or name the release that you upgrade "
            "to."
        )
    else:
        reason = f"it runs kube-scheduler {unknown}, newer than {releases.NEWEST}, the newest release known here"
        consequence = f"this scheduler is validated against {releases.NEWEST}, without the changes of {unknown}"
        help_ = f"Update schedcfg; `--kubernetes {releases.NEWEST_WORD}` confirms that {releases.NEWEST} is meant."
    yield advice(ID, running.kubernetes_path, f"{consequence}: {reason}", help_, Severity.WARNING)


RULE = Rule(
    id=ID,
    title="The release of the scheduler is unknown",
    why="Flags, feature gates, plugins and what is refused differ from release to release. A newer one is validated "
    "against the newest that is known, an older one not at all.",
    source="image tag, or the version for kubeadm",
    evidence=(
        Citation(
            "https://github.com/TimJones/home-k8s/blob/c7871dc6bb91f1655517e0a55c6890cdfee9c683/kube-scheduler.yaml",
            "a scheduler older than any that is known",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
