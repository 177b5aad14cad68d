"""Whether a ClusterConfiguration has the shape that kubeadm decodes, which is strict about fields.

From cmd/kubeadm/app/apis/kubeadm/<version>/types.go: ClusterConfiguration, ControlPlaneComponent, HostPathMount and,
from v1beta4 on, Arg. Only what is about the scheduler may be there.
"""

from functools import cache
from typing import Any

import jsonschema

_STRING = {"type": "string", "minLength": 1}


def _struct(required: tuple[str, ...], **fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


_HOST_PATH_MOUNT = _struct(
    ("name", "hostPath", "mountPath"),
    name={"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"},
    hostPath={"type": "string", "pattern": "^/"},
    mountPath={"type": "string", "pattern": "^/"},
    readOnly={"type": "boolean"},
    # core/v1 HostPathType.
    pathType={
        "enum": ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"]
    },
)

_ARGS = {
    "v1beta2": {"type": "object", "additionalProperties": {"type": "string"}},
    "v1beta3": {"type": "object", "additionalProperties": {"type": "string"}},
    "v1beta4": {"type": "array", "items": _struct(("name", "value"), name=_STRING, value={"type": "string"})},
}


def check_cluster_configuration(data: dict[str, Any]) -> None:
    """Check one.

    Raises:
        jsonschema.ValidationError: if kubeadm would not decode it.
    """
    group, _, version = data["apiVersion"].partition("/")
    assert group == "kubeadm.k8s.io"
    _validator(version).validate(data)


@cache
def _validator(version: str) -> jsonschema.Draft202012Validator:
    component = _struct((), extraArgs=_ARGS[version], extraVolumes={"type": "array", "items": _HOST_PATH_MOUNT})
    kind = _struct(
        ("apiVersion", "kind"),
        apiVersion=_STRING,
        kind={"const": "ClusterConfiguration"},
        kubernetesVersion={"type": "string", "pattern": r"^v1\.\d+\.\d+$"},
        scheduler=component,
    )
    jsonschema.Draft202012Validator.check_schema(kind)
    return jsonschema.Draft202012Validator(kind)


def arguments(data: dict[str, Any]) -> dict[str, str]:
    """Give the scheduler's extra flags with their values, whatever the version."""
    args = data["scheduler"]["extraArgs"]
    return args if isinstance(args, dict) else {arg["name"]: arg["value"] for arg in args}
