"""Static Pods of one name in one folder, as a manifest and its backup are."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "repeated-static-pod"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the name of a static Pod if another file of its folder has a Pod of that name, whatever its ending."""
    running, folder = context.running, context.related.static_pods
    if running is None or folder is None or running.kind != "Pod" or not running.is_static or running.is_copy:
        return
    files = folder.files_of(running.namespace, running.name)
    others = sorted(files - {context.file})
    # Elsewhere, files of the same Pod may be versions of it, from which one is chosen.
    if not others or not (folder.is_kubelets or f"{running.name}.yaml" in files):
        return
    condition = "the kubelet" if folder.is_kubelets else "if the kubelet reads this folder, it"
    message = (
        f"{condition} may run the Pod in {others[0]} instead: it reads every file that does not begin with a dot, "
        f"whatever its ending, and runs only one of the Pods named `{running.name}`"
    )
    severity = Severity.ERROR if folder.is_kubelets else Severity.WARNING
    # The file that is called like the Pod is the one to keep.
    copy = context.file if f"{running.name}.yaml" in others else others[0]
    help_ = f"Move {copy} to another folder, such as /etc/kubernetes/backup."
    yield advice(ID, (*running.path, "metadata", "name"), message, help_, severity)


RULE = Rule(
    id=ID,
    title="Two files have the same static Pod",
    why="The kubelet reads all files in its folder, whatever their names end in: also `kube-scheduler.yaml.bak`. Which "
    "of several Pods of one name runs is not defined: where it is the old one, changes of the new one have no effect.",
    source="pkg/kubelet/config/file.go, extractFromDir",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/136962", "a backup that runs in place of the manifest"
        ),
        Citation("https://github.com/kubernetes/kubeadm/issues/2823", "an upgrade that fails because of a backup"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
