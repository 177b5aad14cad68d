"""What the fields of extenders mean: those of the API versions, and the legacy Policy's, which v1alpha2 has too."""

from typing import Annotated, TypeAlias

from pydantic import Field

from schedcfg.models.base import Base64, Int64, WrittenDuration

Insecure: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether the server's certificate is not checked. Not together with `caFile` or "
        "`caData`. Default: false."
    ),
]

ServerName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The name that the server's certificate has to be for, and that is asked for by "
        "SNI. Default: the host of `urlPrefix`.",
        examples=["extender.example.com"],
    ),
]

CertFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the client certificate, PEM. `certData` goes before it.",
        examples=["/etc/kubernetes/extender/client.crt"],
    ),
]

KeyFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the client's private key, PEM. `keyData` goes before it.",
        examples=["/etc/kubernetes/extender/client.key"],
    ),
]

CaFile: TypeAlias = Annotated[
    str | None,
    Field(
        description="Path of the authorities that the server's certificate is checked against, PEM. "
        "`caData` goes before it. Default: those of the machine.",
        examples=["/etc/kubernetes/extender/ca.crt"],
    ),
]

CertData: TypeAlias = Annotated[Base64 | None, Field(description="The client certificate: PEM, encoded in base64.")]

KeyData: TypeAlias = Annotated[
    Base64 | None,
    Field(description="The client's private key: PEM, encoded in base64. A secret: `keyFile` keeps it out."),
]

CaData: TypeAlias = Annotated[
    Base64 | None,
    Field(description="The authorities that the server's certificate is checked against: PEM, in base64."),
]

ResourceName: TypeAlias = Annotated[
    str | None,
    Field(
        description="The resource's name, with a domain that is not kubernetes.io. Over all extenders, "
        "each may be named once.",
        examples=["example.com/gpu"],
    ),
]

IgnoredByScheduler: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Whether kube-scheduler itself does not look at the resource when it filters nodes. Default: false."
    ),
]

UrlPrefix: TypeAlias = Annotated[
    str | None,
    Field(
        description="Where the extender answers, with scheme; a verb is added to it after a slash.",
        examples=["https://127.0.0.1:8888/scheduler"],
    ),
]

FilterVerb: TypeAlias = Annotated[
    str | None, Field(description="The verb that filters nodes. Empty: not asked.", examples=["filter"])
]

PreemptVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that judges the victims of preemption. Empty: not asked.",
        examples=["preempt"],
    ),
]

PrioritizeVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that rates nodes; it needs a `weight`. Empty: not asked.",
        examples=["prioritize"],
    ),
]

Weight: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="What the extender's ratings are multiplied by. Positive where `prioritizeVerb` is "
        "written, not looked at where it is not. Default: 0.",
        examples=[1],
    ),
]

BindVerb: TypeAlias = Annotated[
    str | None,
    Field(
        description="The verb that binds a Pod in kube-scheduler's place; only one extender may have "
        "it. Empty: not asked.",
        examples=["bind"],
    ),
]

EnableHttps: TypeAlias = Annotated[
    bool | None,
    Field(
        description="Says that the extender speaks HTTPS: unless `tlsConfig` has a CA, the server's "
        "certificate is then not checked. The scheme itself comes from `urlPrefix`. Default: false.",
    ),
]

TLS_CONFIG = Field(description="How the extender is reached by TLS. Default: nothing special.")

HttpTimeout: TypeAlias = Annotated[
    WrittenDuration,
    Field(
        description="How long one call may take. Where filtering takes longer, the Pod is not "
        "scheduled; where rating does, the extender's rating is left out. 0s counts as not written. "
        "Default: 5s.",
        examples=["5s"],
    ),
]

HttpTimeoutInNanoseconds: TypeAlias = Annotated[
    Int64 | None,
    Field(
        description="How long one call may take, in nanoseconds: a number without unit. Where filtering "
        "takes longer, the Pod is not scheduled; where rating does, the extender's rating is left out. "
        "0 counts as not written. Default: 5000000000 (5 s).",
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
    description="Only Pods that ask for one of these resources are sent to the extender. Empty or "
    "not written: all Pods are."
)

Ignorable: TypeAlias = Annotated[
    bool | None,
    Field(description="Whether scheduling goes on when the extender fails or cannot be reached. Default: false."),
]
