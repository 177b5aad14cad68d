"""A second scheduler beside the cluster's own: a Deployment with what it needs around it."""

from schedcfg.generate.generation import Maker
from schedcfg.generate.second_scheduler.checks import problems, remarks
from schedcfg.generate.second_scheduler.manifests import kustomization, manifest
from schedcfg.generate.second_scheduler.plan import PROGRAM, SecondSchedulerOptions

__all__ = [
    "PROGRAM",
    "SecondSchedulerOptions",
    "kustomization",
    "kustomize_maker",
    "maker",
    "manifest",
    "problems",
    "remarks",
]


def maker(options: SecondSchedulerOptions) -> Maker:
    """Return what makes one file with all objects."""
    return Maker(
        lambda config: manifest(config, options),
        lambda config: problems(config, options),
        lambda config: remarks(config, options),
    )


def kustomize_maker(options: SecondSchedulerOptions) -> Maker:
    """Return what makes a folder for kustomize."""
    return maker(options)._replace(files=lambda config: kustomization(config, options))
