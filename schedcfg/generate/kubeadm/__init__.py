"""kubeadm's configuration for a scheduler with a configuration: its ClusterConfiguration and its patches."""

from schedcfg.generate.kubeadm.checks import problems
from schedcfg.generate.kubeadm.files import files
from schedcfg.generate.kubeadm.plan import Wishes
from schedcfg.generate.kubeadm.remarks import remarks

__all__ = ["Wishes", "files", "problems", "remarks"]
