"""kubespray: variables of an inventory, from which its templates make the configuration and kubeadm's flags.

Sources, in github.com/kubernetes-sigs/kubespray below roles/kubernetes/control-plane:
templates/kubescheduler-config.yaml.j2 (v1 since kubespray 2.24, for every release), which prints single values as they
are, templates/kubeadm-config.v1beta4.yaml.j2 and defaults/main/kube-scheduler.yml; docs/ansible/vars.md.
"""

from collections.abc import Iterator
from typing import Any

from schedcfg.document import scalars
from schedcfg.document.excerpt import Part
from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.manifests.flags_in_data import flags_in_fields
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, ImageOption, MadeFiles

_OPTIONS = "kube_scheduler_config_extra_opts"
_CONNECTION = "kube_scheduler_client_conn_extra_opts"
_ELECTION_OPTIONS = "kube_scheduler_leader_elect_extra_opts"
_VERSIONS: tuple[Path, ...] = (("kube_version",),)
_FLAGS = "kube_kubeadm_scheduler_extra_args"
_GATES, _ALL_GATES = "kube_scheduler_feature_gates", "kube_feature_gates"
_AS_A_WHOLE = {"profiles": "kube_scheduler_profiles", "extenders": "kube_scheduler_extenders"}
_ELECTION = {
    "leaseDuration": "kube_scheduler_leader_elect_lease_duration",
    "renewDeadline": "kube_scheduler_leader_elect_renew_deadline",
}


def _files(config: ConfigurationToRun) -> MadeFiles:
    """Return the variables, as a file of an inventory."""
    variables = {**_configuration(config), **_command_line(config), **_pod(config)}
    return {"group_vars/k8s_cluster/kube-scheduler.yml": variables}


def _remarks(config: ConfigurationToRun) -> Iterator[str]:
    yield "Put the file into the inventory; `cluster.yml` or `upgrade-cluster.yml` deploys it to the control planes."
    yield (
        "kubespray does not restart a running scheduler: move its manifest out of `/etc/kubernetes/manifests` and "
        "back, on one control plane after another."
    )
    if _pod(config):
        yield (
            "`kubeadm_patches` is a list since kubespray 2.28; if the inventory already has one, merge them: the "
            "later file overrides the earlier one."
        )


def _configuration(config: ConfigurationToRun) -> dict[str, Any]:
    """Sort the fields into the variables that the template puts in their places."""
    fields: dict[str, Any] = config.untyped_fields
    election = dict(fields.pop("leaderElection", {}))
    variables = {_AS_A_WHOLE[field]: fields.pop(field) for field in _AS_A_WHOLE if field in fields}
    variables |= {_ELECTION[field]: _raw(election.pop(field)) for field in _ELECTION if field in election}
    groups = {_CONNECTION: fields.pop("clientConnection", {}), _ELECTION_OPTIONS: election, _OPTIONS: fields}
    for name, group in groups.items():
        if group:
            variables[name] = {option: _raw(value) for option, value in group.items()}
    return variables


def _raw(value: object) -> object:
    """Quote a text that would not stay one: the template prints single values as they are, without quotes."""
    if not isinstance(value, str) or scalars.plain(value) == value:
        return value
    import json  # noqa: PLC0415 - not for those that only look for files of products

    return json.dumps(value)


def _command_line(config: ConfigurationToRun) -> dict[str, Any]:
    """Return what is needed with `--config`, and the mounts of the files in the configuration."""
    volumes = [
        {"name": f"scheduler-file-{number}", "hostPath": file, "mountPath": file, "readOnly": True}
        for number, file in enumerate(config.mounted_files, start=1)
    ]
    variables = {_FLAGS: config.election_flags, "scheduler_extra_volumes": volumes}
    return {name: value for name, value in variables.items() if value}


def _pod(config: ConfigurationToRun) -> dict[str, Any]:
    """Patch kubeadm's static Pod: its image, and its resolver where the configuration names a Service."""
    spec: dict[str, Any] = {}
    if config.image:
        spec["containers"] = [{"name": "kube-scheduler", "image": config.image}]
    if config.names_services:
        # The Pod is on the host's network, where the default policy means the host's resolver.
        spec["dnsPolicy"] = "ClusterFirstWithHostNet"
    if not spec:
        return {}
    return {"kubeadm_patches": [{"target": "kube-scheduler", "type": "strategic", "patch": {"spec": spec}}]}


PRODUCT = Product(
    "kubespray",
    Marks(
        flags=(_FLAGS,),
        settings=(_GATES, _ALL_GATES, "kube_scheduler_bind_address"),
        fields=("kube_scheduler_",),
        release=("kube_version",),
        names=(pattern(r"\bkube_(?:kubeadm_)?scheduler_"),),
    ),
    documents=(
        ProductDocument(
            flags=(
                FlagPlace((_FLAGS,)),
                FlagPlace(("kube_scheduler_bind_address",), flags_in_fields({(): "bind-address"})),
                FlagPlace((_GATES,), flags_in_fields({(): "feature-gates"})),
                FlagPlace((_ALL_GATES,), flags_in_fields({(): "feature-gates"}), unless=_GATES),
            ),
            fields=(
                Part((), (_OPTIONS,), is_printed=True),
                *(Part((field,), (variable,)) for field, variable in _AS_A_WHOLE.items()),
                Part(("clientConnection",), (_CONNECTION,), is_printed=True),
                Part(("leaderElection",), (_ELECTION_OPTIONS,), is_printed=True),
                *(Part(("leaderElection", name), (variable,), is_printed=True) for name, variable in _ELECTION.items()),
            ),
            versions=_VERSIONS,
        ),
    ),
    versions_beside=_VERSIONS,
    passes_config=True,
    targets={
        "kubespray": DeploymentTarget(
            summary="Write the variables that configure kube-scheduler in kubespray.",
            files=_files,
            remarks_on=_remarks,
            image=ImageOption.OPTIONAL,
            is_v1_only=True,
            takes_fields=True,
            own_kubeconfig=KUBECONFIG,
        )
    },
)
