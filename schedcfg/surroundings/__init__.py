"""What stands around a configuration: the manifests that run kube-scheduler, and what they need of the cluster."""

from schedcfg.surroundings.running import Running, by_kubeadm, running_in

__all__ = ["Running", "by_kubeadm", "running_in"]
