"""Extenders that validation refuses."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.plugins.label_syntax import key_objection
from schedcfg.rules.rule import Rule, Subject

_LONGEST_DOMAIN = 253
_QUOTA = "requests."


def objection(name: str) -> str | None:
    """Return why a name is no extended resource's name; None where it is one.

    Upstream: `IsQualifiedName` of apimachinery and `IsExtendedResourceName` of the core helpers.
    """
    reason = key_objection(name)
    if reason is not None:
        return reason
    domain, slash, _ = name.partition("/")
    if not slash or "kubernetes.io/" in name:
        return "it needs its own domain (`example.com/name`); the names of Kubernetes itself are not allowed"
    if name.startswith(_QUOTA):
        return f"it must not begin with `{_QUOTA}`, which quotas use"
    if len(_QUOTA + domain) > _LONGEST_DOMAIN:
        return "its domain is too long for a quota"
    return None


ID = "extender-not-allowed"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what configuration validation refuses about extenders."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield what validation refuses; a legacy Policy is validated by the same code."""
    managed: set[str] = set()
    binders = [index for index, extender in enumerate(extenders) if extender.bind_verb]
    for index, extender in enumerate(extenders):
        path: Path = ("extenders", index)
        if extender.prioritize_verb and extender.weight <= 0:
            yield Problem(
                ID,
                (*path, "weight"),
                f"this extender prioritizes nodes, but its weight is {extender.weight}; it must be positive",
                "Give it a `weight` of 1 or more, or remove `prioritizeVerb`.",
            )
        yield from _managed(extender, path, managed)
    if len(binders) > 1:
        yield Problem(
            ID,
            ("extenders", binders[1], "bindVerb"),
            f"{len(binders)} extenders have a `bindVerb`; only one is allowed",
            "Keep it in one of them, or run a scheduler for each.",
        )


def _managed(extender: Extender, path: Path, managed: set[str]) -> Iterator[Problem]:
    for index, resource in enumerate(extender.managed_resources):
        where = (*path, "managedResources", index, "name")
        reason = objection(resource.name)
        if reason is not None:
            yield Problem(ID, where, f'"{resource.name}" cannot be an extended resource: {reason}')
        if resource.name in managed:
            yield Problem(
                ID, where, f'"{resource.name}" is managed twice; each resource may occur once in all extenders'
            )
        managed.add(resource.name)


RULE = Rule(
    id=ID,
    title="An extender is not accepted",
    why="Validation fails, and the scheduler stops.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateExtenders",
    check=check,
    bad=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
    prioritizeVerb: prioritize
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
    prioritizeVerb: prioritize
    weight: 5
"""),
)
