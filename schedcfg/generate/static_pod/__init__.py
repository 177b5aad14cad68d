"""The kube-scheduler static Pod, as kubeadm lays it out in each release, with what `--config` needs."""

from schedcfg.generate.generation import Maker
from schedcfg.generate.static_pod.checks import problems
from schedcfg.generate.static_pod.manifest import StaticPodOptions, manifest, wanted_image

__all__ = ["StaticPodOptions", "maker", "manifest", "problems", "wanted_image"]


def maker(options: StaticPodOptions) -> Maker:
    """Return what makes a new manifest."""
    return Maker(
        lambda config: manifest(config, options),
        lambda config: problems(config, wanted_image(config, options), [options.path_of(config)]),
    )
