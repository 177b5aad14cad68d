"""A second scheduler beside the cluster's own: a Deployment with what it needs around it."""

from schedcfg.generate.maker import Maker
from schedcfg.generate.second_scheduler.checks import problems
from schedcfg.generate.second_scheduler.manifests import kustomization, manifest
from schedcfg.generate.second_scheduler.plan import PROGRAM, Wishes
from schedcfg.generate.second_scheduler.remarks import remarks

__all__ = ["PROGRAM", "Wishes", "kustomization", "kustomize_maker", "maker", "manifest", "problems", "remarks"]


def maker(wishes: Wishes) -> Maker:
    """Give what makes one file with all objects."""
    return Maker(
        lambda given: manifest(given, wishes),
        lambda given: problems(given, wishes),
        lambda given: remarks(given, wishes),
    )


def kustomize_maker(wishes: Wishes) -> Maker:
    """Give what makes a folder for kustomize."""
    return maker(wishes)._replace(files=lambda given: kustomization(given, wishes))
