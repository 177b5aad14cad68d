"""Amazon EKS: the value of `--kube-scheduler-config`, one scoring strategy; see `schedcfg.sources.managed.products`."""

import json

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.managed import managed_target
from schedcfg.sources.managed.form import Fields
from schedcfg.sources.managed.products import EKS

_FILE = "kube-scheduler-config.json"


def _value(settings: Fields, _config: AcceptedConfig) -> GeneratedFile:
    return GeneratedFile(_FILE, json.dumps(settings, indent=2) + "\n")


TARGET = managed_target(
    EKS,
    "Write the settings of the scheduler that Amazon EKS runs.",
    _value,
    f"Run `aws eks update-cluster-config --name CLUSTER --kube-scheduler-config file://{_FILE}`. What is not in the "
    "file keeps its value in the cluster, and Pods that run stay where they are.",
)
