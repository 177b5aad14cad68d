"""Products that run kube-scheduler, one per file, found by looking into the folder; a new one edits nothing else."""

import importlib
import pkgutil

from schedcfg.commands.generate.target import DeploymentTarget


def names() -> tuple[str, ...]:
    """List the targets, in the order of the alphabet."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__)))


def find(name: str) -> DeploymentTarget:
    """Return the target of a name that `names` lists."""
    target: DeploymentTarget = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").TARGET
    return target
