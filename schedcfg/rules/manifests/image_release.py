"""An image of another release than the one to validate against."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "image-release"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the image, or the version for kubeadm, if `--kubernetes` names another release."""
    running = context.running
    if running is None or context.release is None or context.unknown_release is not None:
        return
    if running.kubernetes in {None, context.release.name}:
        return
    message = (
        f"this runs kube-scheduler {running.kubernetes}, but is validated against {context.release.name} as requested"
    )
    help_ = (
        "Change it with the upgrade, or omit `--kubernetes` to validate against the running release. If only the API "
        f"server is of {context.release.name}, use `--cluster-release {context.release.name}` instead."
    )
    yield advice(ID, running.kubernetes_path, message, help_, Severity.INFO)


RULE = Rule(
    id=ID,
    title="The image is of another release",
    why="Findings for one release need not apply to another.",
    source="image tag",
    evidence=(
        Citation(
            "https://github.com/jupyterhub/zero-to-jupyterhub-k8s/issues/1773",
            "a scheduler newer than its cluster schedules nothing",
        ),
    ),
    check=check,
    severity=Severity.INFO,
    options=("--kubernetes", "1.30"),
)
