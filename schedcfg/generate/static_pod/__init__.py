"""The kube-scheduler static Pod, as kubeadm lays it out in each release, with what `--config` needs."""

from schedcfg.generate.static_pod.checks import problems
from schedcfg.generate.static_pod.image import wanted
from schedcfg.generate.static_pod.manifest import manifest
from schedcfg.generate.static_pod.wishes import Wishes

__all__ = ["Wishes", "manifest", "problems", "wanted"]
