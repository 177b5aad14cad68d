"""Structs that do not differ between API versions.

Upstream: `ClientConnectionConfiguration` of `k8s.io/component-base/config/v1alpha1/types.go`, `PluginConfig` of
`k8s.io/kube-scheduler/config/*/types.go`.
"""

from typing import Annotated, Any

from pydantic import Field

from schedcfg.models.base import Float32, Int32, Range, Shape


class ClientConnectionConfiguration(Shape):
    """How kube-scheduler talks to the API server."""

    kubeconfig: Annotated[
        str | None,
        Field(
            description="Path of the kubeconfig file. Empty: the Pod's own service account. Default: empty.",
            examples=["/etc/kubernetes/scheduler.conf"],
        ),
    ] = None
    accept_content_types: Annotated[
        str | None,
        Field(
            description="The Accept header of requests, instead of one made from `contentType`. Default: empty.",
            examples=["application/json"],
        ),
    ] = None
    content_type: Annotated[
        str | None,
        Field(
            description="The media type of request bodies. Default: application/vnd.kubernetes.protobuf.",
            examples=["application/vnd.kubernetes.protobuf", "application/json"],
        ),
    ] = None
    qps: Annotated[
        Float32 | None,
        Field(
            description="Average number of requests per second of this client. 0 is the same as omitting it; a "
            "negative number turns the limit off. Default: 50.",
            examples=[50],
        ),
    ] = None
    burst: Annotated[
        Int32 | None,
        Field(
            description="Requests that may be sent at once before `qps` limits them. Not negative; 0 is the same as "
            "omitting it. Default: 100.",
            examples=[100],
        ),
        Range(0),
    ] = None


class PluginConfig(Shape):
    """The arguments of one plugin."""

    name: Annotated[
        str | None,
        Field(
            description="The plugin's name; each may occur once per profile. The plugin need not be named in "
            "`plugins`.",
            examples=["NodeResourcesFit"],
        ),
    ] = None
    args: Annotated[
        Any,
        Field(
            description="The plugin's arguments. Their fields depend on the plugin; `apiVersion` and `kind` may "
            "be omitted. Default: the plugin's defaults."
        ),
    ] = None
