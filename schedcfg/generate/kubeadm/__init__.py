"""kubeadm's configuration for a scheduler with a configuration: its ClusterConfiguration and its patches."""

from schedcfg.generate.kubeadm.checks import problems
from schedcfg.generate.kubeadm.files import files
from schedcfg.generate.kubeadm.plan import Wishes
from schedcfg.generate.kubeadm.remarks import remarks
from schedcfg.generate.maker import Maker

__all__ = ["Wishes", "files", "maker", "problems", "remarks"]


def maker(wishes: Wishes) -> Maker:
    """Give what makes kubeadm's configuration and its patches."""
    return Maker(
        lambda given: files(given, wishes),
        lambda given: problems(given, wishes),
        lambda given: remarks(given, wishes),
    )
