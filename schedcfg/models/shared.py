"""Structs that do not differ between API versions; extenders do not from v1beta1 on.

Upstream: `ClientConnectionConfiguration` of `k8s.io/component-base/config/v1alpha1/types.go`, `PluginConfig` and
`Extender` of `k8s.io/kube-scheduler/config/*/types.go`. v1alpha2 and the legacy Policy have other extenders.
"""

from typing import Annotated, Any

from pydantic import Field

from schedcfg.models import extender_fields as fields
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


class ExtenderTLSConfig(Shape):
    """How an extender is reached by TLS."""

    insecure: fields.Insecure = None
    server_name: fields.ServerName = None
    cert_file: fields.CertFile = None
    key_file: fields.KeyFile = None
    ca_file: fields.CaFile = None
    cert_data: fields.CertData = None
    key_data: fields.KeyData = None
    ca_data: fields.CaData = None


class ExtenderManagedResource(Shape):
    """An extended resource that an extender looks after."""

    name: fields.ResourceName = None
    ignored_by_scheduler: fields.IgnoredByScheduler = None


class Extender(Shape):
    """An HTTP service that takes part in scheduling. A verb that is not written is not asked of it."""

    url_prefix: fields.UrlPrefix = None
    filter_verb: fields.FilterVerb = None
    preempt_verb: fields.PreemptVerb = None
    prioritize_verb: fields.PrioritizeVerb = None
    weight: fields.Weight = None
    bind_verb: fields.BindVerb = None
    enable_https: Annotated[fields.EnableHttps, Field(alias="enableHTTPS")] = None
    tls_config: Annotated[ExtenderTLSConfig | None, fields.TLS_CONFIG] = None
    http_timeout: fields.HttpTimeout = None
    node_cache_capable: fields.NodeCacheCapable = None
    managed_resources: Annotated[list[ExtenderManagedResource | None] | None, fields.MANAGED_RESOURCES] = None
    ignorable: fields.Ignorable = None
