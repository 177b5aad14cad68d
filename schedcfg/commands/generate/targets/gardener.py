"""Gardener: a patch of a Shoot that chooses a profile of its scheduler; see `schedcfg.sources.managed.products`."""

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.managed import managed_target
from schedcfg.document import yaml_writer
from schedcfg.sources.managed.form import Fields
from schedcfg.sources.managed.products import GARDENER

_FILE = "shoot-patch.yaml"


def _patch(settings: Fields, config: AcceptedConfig) -> GeneratedFile:
    gates = dict(sorted(config.release.gates_set.items()))
    its = {**settings, "featureGates": gates} if gates else settings
    patch = {
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "Shoot",
        "spec": {"kubernetes": {"kubeScheduler": its}},
    }
    return GeneratedFile(_FILE, yaml_writer.write(patch))


TARGET = managed_target(
    GARDENER,
    "Write a patch of a Shoot that chooses a profile of its scheduler.",
    _patch,
    f"Run `kubectl -n NAMESPACE patch shoot NAME --type merge --patch-file {_FILE}`. With `bin-packing`, Gardener has "
    "new Pods that name no scheduler use `bin-packing-scheduler`.",
)
