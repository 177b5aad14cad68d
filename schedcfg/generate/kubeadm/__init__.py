"""kubeadm's configuration for a scheduler with a configuration: its ClusterConfiguration and its patches."""

from schedcfg.generate.generation import Maker
from schedcfg.generate.kubeadm.existing import find_scheduler
from schedcfg.generate.kubeadm.files import files, problems, remarks
from schedcfg.generate.kubeadm.plan import KubeadmOptions

__all__ = ["KubeadmOptions", "files", "find_scheduler", "maker", "problems", "remarks"]


def maker(options: KubeadmOptions) -> Maker:
    """Return what makes kubeadm's configuration and its patches."""
    return Maker(
        lambda config: files(config, options),
        lambda config: problems(config, options),
        lambda config: remarks(config, options),
    )
