"""OpenShift's own scheduler: a patch that chooses its profile; see `schedcfg.sources.managed.products`."""

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.managed import managed_target
from schedcfg.document import yaml_writer
from schedcfg.sources.managed.form import Fields
from schedcfg.sources.managed.products import OPENSHIFT

_FILE = "scheduler-patch.yaml"


def _patch(settings: Fields, _config: AcceptedConfig) -> GeneratedFile:
    patch = {
        "apiVersion": "config.openshift.io/v1",
        "kind": "Scheduler",
        "metadata": {"name": OPENSHIFT.name},
        "spec": settings,
    }
    return GeneratedFile(_FILE, yaml_writer.write(patch))


TARGET = managed_target(
    OPENSHIFT,
    "Write a patch that chooses the profile of OpenShift's own scheduler.",
    _patch,
    f"Run `oc patch scheduler cluster --type merge --patch-file {_FILE}`. For a hosted cluster, write `profile` below "
    "`spec.configuration.scheduler` of its HostedCluster.",
)
