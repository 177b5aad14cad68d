"""kubespray: variables of the inventory, from which its template makes the configuration on each control plane.

Sources, in github.com/kubernetes-sigs/kubespray below roles/kubernetes/control-plane:
templates/kubescheduler-config.yaml.j2 (v1 since kubespray 2.24, for every release),
templates/kubeadm-config.v1beta4.yaml.j2 and defaults/main/kube-scheduler.yml.
"""

import json
from collections.abc import Iterator
from typing import Any

from schedcfg.commands.generate import checks, target
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import (
    DeploymentTarget,
    ImageOption,
    TargetOptions,
    leader_election_flags,
    mounted_files,
)
from schedcfg.configuration.effective.needs import cluster_services
from schedcfg.document import scalars, yaml_writer
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import KUBECONFIG

_ITS_OWN = {"apiVersion", "kind"}
_AS_A_WHOLE = {"profiles": "kube_scheduler_profiles", "extenders": "kube_scheduler_extenders"}
_ELECTION = {
    "leaseDuration": "kube_scheduler_leader_elect_lease_duration",
    "renewDeadline": "kube_scheduler_leader_elect_renew_deadline",
}


def files(config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the variables, as a file of an inventory."""
    variables = {**_configuration(config), **_command_line(config), **_pod(config, options)}
    yield GeneratedFile("group_vars/k8s_cluster/kube-scheduler.yml", yaml_writer.write(variables))


def problems(config: AcceptedConfig, options: TargetOptions) -> Iterator[Problem]:
    """Yield what the template or the image cannot do."""
    yield from checks.unserved_default(config)
    yield from checks.v1_only(config, "kubespray")
    yield from checks.kubeconfig_of_its_own(config, KUBECONFIG, "kubespray")
    yield from checks.missing_plugins(config, options.image)


def remarks(config: AcceptedConfig, options: TargetOptions) -> Iterator[str]:
    """Yield how the variables get to work."""
    yield "Put the file into the inventory; `cluster.yml` or `upgrade-cluster.yml` deploys it to the control planes."
    yield (
        "kubespray does not restart a running scheduler: move its manifest out of `/etc/kubernetes/manifests` and "
        "back, on one control plane after another."
    )
    if _pod(config, options):
        yield (
            "`kubeadm_patches` is a list since kubespray 2.28; if the inventory already has one, merge them: the "
            "later file overrides the earlier one."
        )
    yield from target.lost_comments(config, "kubespray")


def _configuration(config: AcceptedConfig) -> dict[str, Any]:
    """Sort the fields into the variables that the template puts in their places."""
    fields = target.without_kubeconfig(target.written_fields(config))
    election = fields.pop("leaderElection", {})
    variables = {_AS_A_WHOLE[field]: fields.pop(field) for field in _AS_A_WHOLE if field in fields}
    variables |= {_ELECTION[field]: _raw(election.pop(field)) for field in _ELECTION if field in election}
    groups = {
        "kube_scheduler_client_conn_extra_opts": fields.pop("clientConnection", {}),
        "kube_scheduler_leader_elect_extra_opts": election,
        "kube_scheduler_config_extra_opts": {field: fields[field] for field in fields if field not in _ITS_OWN},
    }
    for name, group in groups.items():
        if group:
            variables[name] = {option: _raw(value) for option, value in group.items()}
    return variables


def _raw(value: object) -> object:
    """Quote a text that would not stay one: the template prints single values as they are, without quotes."""
    return json.dumps(value) if isinstance(value, str) and scalars.plain(value) != value else value


def _command_line(config: AcceptedConfig) -> dict[str, Any]:
    """Return what is needed with `--config`, and the mounts of the files in the configuration."""
    flags = leader_election_flags(config.configuration)
    volumes = [
        {"name": f"scheduler-file-{number}", "hostPath": file, "mountPath": file, "readOnly": True}
        for number, file in enumerate(mounted_files(config.configuration), start=1)
    ]
    variables = {"kube_kubeadm_scheduler_extra_args": flags, "scheduler_extra_volumes": volumes}
    return {name: value for name, value in variables.items() if value}


def _pod(config: AcceptedConfig, options: TargetOptions) -> dict[str, Any]:
    """Patch kubeadm's static Pod: its image, and its resolver where the configuration names a Service."""
    spec: dict[str, Any] = {}
    if options.image:
        spec["containers"] = [{"name": "kube-scheduler", "image": options.image}]
    if any(cluster_services(config.configuration)):
        # The Pod is on the host's network, where the default policy means the host's resolver.
        spec["dnsPolicy"] = "ClusterFirstWithHostNet"
    if not spec:
        return {}
    return {"kubeadm_patches": [{"target": "kube-scheduler", "type": "strategic", "patch": {"spec": spec}}]}


TARGET = DeploymentTarget(
    summary="Write the variables that configure kube-scheduler in kubespray.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.OPTIONAL,
)
