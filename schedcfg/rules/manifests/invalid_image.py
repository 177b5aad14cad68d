"""Images whose tag no registry takes."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "invalid-image"

_VERSION = pattern(r"[\w.-]+\+[\w.+-]+")
"""A version with what a distribution appends to it. What else is no tag may be a placeholder of any form."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the image, if its tag is a version such as `v1.31.2+k3s1`; kubeadm replaces the `+` of its version."""
    running = context.running
    if running is None or running.image is None or _VERSION.fullmatch(running.image.tag) is None:
        return
    tag = running.image.tag
    message = f"no node can pull this image: `{tag}` is not a tag that an image can have, because of its `+`"
    help_ = f"Write the tag that the registry has: of Kubernetes' own image `{tag.partition('+')[0]}`, of others maybe "
    help_ += f"`{tag.replace('+', '-')}`."
    yield advice(ID, running.kubernetes_path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="The image has an invalid tag",
    why="The Pod stays in `InvalidImageName`: a tag has only letters, digits, `_`, `.` and `-`. Clusters of k3s and of "
    "others report a version with `+`, which is not the tag of any image.",
    source="distribution/reference/regexp.go, tag; pkg/kubelet/images/image_manager.go, applyDefaultImageTag",
    evidence=(
        Citation("https://github.com/Project-HAMi/HAMi/issues/621", "`kube-scheduler:v1.31.1+k3s1`"),
        Citation("https://github.com/pingcap/tidb-operator/issues/1243", "`kube-scheduler:v1.14.6+76aeb0c`"),
    ),
    check=check,
    severity=Severity.ERROR,
)
