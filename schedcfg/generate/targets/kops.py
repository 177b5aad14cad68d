"""kOps: the configuration as an additional object of the cluster.

Sources, in github.com/kubernetes/kops: docs/addon_objects.md, pkg/model/components/kubescheduler/model.go (which merges
`spec.kubeScheduler` on top), pkg/apis/kops/validation/additionalobjects.go (which refuses a kubeconfig),
nodeup/pkg/model/kube_scheduler.go (which mounts one folder).
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.effective.needs import out_of_tree_plugins
from schedcfg.findings import Problem
from schedcfg.generate import obstacles, plain, target_checks
from schedcfg.generate.given import Given
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.target import CONFIG_FILE, Target, Wishes

_MOUNTED = "/var/lib/kube-scheduler/"
KUBECONFIG = f"{_MOUNTED}kubeconfig"


def files(given: Given, _wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the object."""
    yield GeneratedFile(CONFIG_FILE, yaml_writer.write(plain.without_kubeconfig(plain.written(given))))


def problems(given: Given, _wishes: Wishes) -> Iterator[Problem]:
    """Yield what kOps sets itself, or sets elsewhere."""
    yield from target_checks.kubeconfig_of_its_own(given, KUBECONFIG, "kOps")
    yield from target_checks.unmounted_files(given, "kOps", seen=_MOUNTED)
    yield from target_checks.host_dns(given, "kOps")
    for name, path in out_of_tree_plugins(given.configuration).items():
        yield obstacles.warning(
            "stock-image-plugin",
            path,
            f"the stock kube-scheduler has no plugin `{name}`: it would not start",
            "Name an image that has it in the cluster's `spec.kubeScheduler.image`.",
        )


def remarks(given: Given, _wishes: Wishes) -> Iterator[str]:
    """Yield how the object gets to work."""
    yield (
        f"Run `kops create -f {CONFIG_FILE}`, `kops update cluster --yes` and `kops rolling-update cluster --yes`; "
        "a cluster takes one such object."
    )
    yield "What the cluster's `spec.kubeScheduler` says wins over the same field in it."
    yield from plain.lost_comments(given, "kOps")


TARGET = Target(
    summary="Write the object that gives the kube-scheduler of kOps a configuration.",
    files=files,
    problems=problems,
    remarks=remarks,
)
