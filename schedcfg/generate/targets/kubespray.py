"""kubespray: variables of the inventory, from which its template makes the configuration on each control plane.

Sources, in github.com/kubernetes-sigs/kubespray below roles/kubernetes/control-plane:
templates/kubescheduler-config.yaml.j2 (v1 since kubespray 2.24, for every release),
templates/kubeadm-config.v1beta4.yaml.j2 and defaults/main/kube-scheduler.yml.
"""

import json
from collections.abc import Iterator
from typing import Any

from schedcfg.document import scalars, yaml_writer
from schedcfg.effective.needs import cluster_services
from schedcfg.findings import Problem
from schedcfg.generate import obstacles, plain, target_checks
from schedcfg.generate.given import Given
from schedcfg.generate.node import leader_election_flags, mounted_files
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.target import ImageOption, Target, Wishes
from schedcfg.manifests.kubeadm import KUBECONFIG

_ITS_OWN = {"apiVersion", "kind"}
_AS_A_WHOLE = {"profiles": "kube_scheduler_profiles", "extenders": "kube_scheduler_extenders"}
_ELECTION = {
    "leaseDuration": "kube_scheduler_leader_elect_lease_duration",
    "renewDeadline": "kube_scheduler_leader_elect_renew_deadline",
}


def files(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the variables, as a file of an inventory."""
    variables = {**_configuration(given), **_command_line(given), **_pod(given, wishes)}
    yield GeneratedFile("group_vars/k8s_cluster/kube-scheduler.yml", yaml_writer.write(variables))


def problems(given: Given, wishes: Wishes) -> Iterator[Problem]:
    """Yield what the template or the image cannot do."""
    yield from target_checks.v1_only(given, "kubespray")
    yield from target_checks.kubeconfig_of_its_own(given, KUBECONFIG, "kubespray")
    yield from obstacles.missing_plugins(given, wishes.image)


def remarks(given: Given, wishes: Wishes) -> Iterator[str]:
    """Yield how the variables get to work."""
    yield "Put the file into the inventory; `cluster.yml` or `upgrade-cluster.yml` carries it to the control planes."
    yield (
        "kubespray does not restart a scheduler that runs: move its manifest out of `/etc/kubernetes/manifests` "
        "and back, one control plane after the other."
    )
    if _pod(given, wishes):
        yield (
            "`kubeadm_patches` is a list since kubespray 2.28; if the inventory has one already, "
            "join the two: the later file wins."
        )
    yield from plain.lost_comments(given, "kubespray")


def _configuration(given: Given) -> dict[str, Any]:
    """Sort the fields into the variables that the template puts in their places."""
    fields = plain.without_kubeconfig(plain.written(given))
    election = fields.pop("leaderElection", {})
    variables = {_AS_A_WHOLE[field]: fields.pop(field) for field in _AS_A_WHOLE if field in fields}
    variables |= {_ELECTION[field]: _raw(election.pop(field)) for field in _ELECTION if field in election}
    groups = {
        "kube_scheduler_client_conn_extra_opts": fields.pop("clientConnection", {}),
        "kube_scheduler_leader_elect_extra_opts": election,
        "kube_scheduler_config_extra_opts": {field: fields[field] for field in fields if field not in _ITS_OWN},
    }
    for name, options in groups.items():
        if options:
            variables[name] = {option: _raw(value) for option, value in options.items()}
    return variables


def _raw(value: object) -> object:
    """Quote a text that would not stay one: the template prints single values as they are, without quotes."""
    return json.dumps(value) if isinstance(value, str) and scalars.plain(value) != value else value


def _command_line(given: Given) -> dict[str, Any]:
    """Say what must stand beside `--config`, and mount what the configuration names."""
    flags = leader_election_flags(given.configuration)
    volumes = [
        {"name": f"scheduler-file-{number}", "hostPath": file, "mountPath": file, "readOnly": True}
        for number, file in enumerate(mounted_files(given.configuration), start=1)
    ]
    variables = {"kube_kubeadm_scheduler_extra_args": flags, "scheduler_extra_volumes": volumes}
    return {name: value for name, value in variables.items() if value}


def _pod(given: Given, wishes: Wishes) -> dict[str, Any]:
    """Patch kubeadm's static Pod: its image, and its resolver where the configuration names a Service."""
    spec: dict[str, Any] = {}
    if wishes.image:
        spec["containers"] = [{"name": "kube-scheduler", "image": wishes.image}]
    if any(cluster_services(given.configuration)):
        # The Pod is on the host's network, where the default policy means the host's resolver.
        spec["dnsPolicy"] = "ClusterFirstWithHostNet"
    if not spec:
        return {}
    return {"kubeadm_patches": [{"target": "kube-scheduler", "type": "strategic", "patch": {"spec": spec}}]}


TARGET = Target(
    summary="Write the variables that give the kube-scheduler of kubespray a configuration.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.OPTIONAL,
)
