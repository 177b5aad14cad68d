"""A second scheduler beside the cluster's own: a Deployment with what it needs around it."""

from schedcfg.generate.second_scheduler.checks import problems
from schedcfg.generate.second_scheduler.manifests import kustomization, manifest
from schedcfg.generate.second_scheduler.plan import Wishes
from schedcfg.generate.second_scheduler.remarks import remarks

__all__ = ["Wishes", "kustomization", "manifest", "problems", "remarks"]
