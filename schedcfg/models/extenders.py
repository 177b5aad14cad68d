"""Extenders, which do not differ between the API versions from v1beta1 on.

v1alpha2 and the legacy Policy have others. Upstream: `k8s.io/kube-scheduler/config/v1/types.go`.
"""

from typing import Annotated

from pydantic import Field

from schedcfg.models import extender_fields as fields
from schedcfg.models.base import Shape


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
