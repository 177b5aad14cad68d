"""The kube-scheduler static Pod, as kubeadm lays it out in each release, with what `--config` needs."""

from schedcfg.generate.maker import Maker
from schedcfg.generate.static_pod.checks import problems
from schedcfg.generate.static_pod.image import wanted
from schedcfg.generate.static_pod.manifest import manifest
from schedcfg.generate.static_pod.wishes import Wishes

__all__ = ["Wishes", "maker", "manifest", "problems", "wanted"]


def maker(wishes: Wishes) -> Maker:
    """Give what makes a new manifest."""
    return Maker(
        lambda given: manifest(given, wishes),
        lambda given: problems(given, wanted(given, wishes), [wishes.path_of(given)]),
    )
