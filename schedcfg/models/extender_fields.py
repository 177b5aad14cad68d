"""What the fields of extenders mean: those of the API versions, and the legacy Policy's, which v1alpha2 has too."""

from typing import Annotated, TypeAlias

from pydantic import Field

from schedcfg.models.base import Base64, Int64, WrittenDuration

Insecure: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether to skip the verification of the server's certificate. Not together with `caFile` or "
        "`caData`. Default: false."
    ),
]

ServerName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The name that the server's certificate must have, also sent as SNI. Default: the host of "
        "`urlPrefix`.",
        examples=["extender.example.com"],
    ),
]

CertFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the client certificate, PEM. `certData` takes precedence.",
        examples=["/etc/kubernetes/extender/client.crt"],
    ),
]

KeyFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the client's private key, PEM. `keyData` takes precedence.",
        examples=["/etc/kubernetes/extender/client.key"],
    ),
]

CaFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the CA certificates for verifying the server's certificate, PEM. `caData` takes "
        "precedence. Default: those of the machine.",
        examples=["/etc/kubernetes/extender/ca.crt"],
    ),
]

CertData: TypeAlias = Annotated[Base64 | None, Field(description="The client certificate: PEM, encoded in base64.")]

KeyData: TypeAlias = Annotated[
    Base64 | None,
    Field(
        description="The client's private key: PEM, encoded in base64. A secret: use `keyFile` to keep it out of "
        "the file."
    ),
]

CaData: TypeAlias = Annotated[
    Base64 | None,
    Field(description="The CA certificates for verifying the server's certificate: PEM, encoded in base64."),
]

ResourceName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The resource's name, with a domain that is not kubernetes.io. Each may occur once in all "
        "extenders.",
        examples=["example.com/gpu"],
    ),
]

IgnoredByScheduler: TypeAlias = Annotated[
    bool | None,
    Field(description="Whether kube-scheduler itself ignores the resource when it filters nodes. Default: false."),
]

UrlPrefix: TypeAlias = Annotated[
    str | None,
    Field(
        description="URL of the extender, with scheme; a verb is appended after a slash.",
        examples=["https://127.0.0.1:8888/scheduler"],
    ),
]

FilterVerb: TypeAlias = Annotated[
    str | None, Field(description="The verb that filters nodes. Empty: not called.", examples=["filter"])
]

PreemptVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that processes the victims of preemption. Empty: not called.",
        examples=["preempt"],
    ),
]

PrioritizeVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that scores nodes; it needs a `weight`. Empty: not called.",
        examples=["prioritize"],
    ),
]

Weight: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="Factor for the scores of the extender. Positive if `prioritizeVerb` is set, ignored if not. "
        "Default: 0.",
        examples=[1],
    ),
]

BindVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that binds a Pod in place of kube-scheduler; only one extender may have it. Empty: "
        "not called.",
        examples=["bind"],
    ),
]

EnableHttps: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether the extender uses HTTPS: unless `tlsConfig` has a CA, the server's certificate is "
        "then not verified. The scheme itself comes from `urlPrefix`. Default: false.",
    ),
]

TLS_CONFIG = Field(description="TLS settings for the extender. Default: none.")

HttpTimeout: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="Timeout of a call. If filtering takes longer, the Pod is not scheduled; if scoring does, "
        "the extender's scores are ignored. 0s is the same as omitting it. Default: 5s.",
        examples=["5s"],
    ),
]

HttpTimeoutInNanoseconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="Timeout of a call, in nanoseconds: a number without unit. If filtering takes longer, the "
        "Pod is not scheduled; if scoring does, the extender's scores are ignored. 0 is the same as "
        "omitting it. Default: 5000000000 (5 s).",
        examples=[5000000000],
    ),
]
"""Of the legacy Policy's extenders, which have a plain `time.Duration`."""

NodeCacheCapable: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether the extender knows the nodes itself, so that only their names are sent. Default: false."
    ),
]

MANAGED_RESOURCES = Field(
    description="Only Pods that request one of these resources are sent to the extender. Empty or omitted: all "
    "Pods are."
)

Ignorable: TypeAlias = Annotated[
    bool | None,
    Field(description="Whether scheduling continues if the extender fails or cannot be reached. Default: false."),
]
