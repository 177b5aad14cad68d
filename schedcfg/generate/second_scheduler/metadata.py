"""Names and labels of a second scheduler's objects."""

from schedcfg.generate.objects import Data
from schedcfg.generate.second_scheduler.plan import Plan


def labels(plan: Plan) -> Data:
    """Give the labels by which its objects are found, its Pods among them."""
    return {"app.kubernetes.io/component": "scheduler", "app.kubernetes.io/name": plan.name}


def namespaced(plan: Plan, name: str, namespace: str) -> Data:
    """Give the metadata of an object in a namespace."""
    return cluster_wide(plan, name) | {"namespace": namespace}


def cluster_wide(plan: Plan, name: str) -> Data:
    """Give the metadata of an object that is in no namespace."""
    return {"labels": labels(plan), "name": name}


def config_map_name(plan: Plan) -> str:
    """Name the ConfigMap with the configuration."""
    return f"{plan.name}-config"
