"""Extenders that validation or their construction refuses."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.effective.model import Extender
from schedcfg.rules.resource_names import objection
from schedcfg.rules.rule import Rule, Subject

ID = "extender-not-allowed"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what configuration validation and `NewHTTPExtender` refuse about extenders."""
    extenders = subject.configuration.extenders
    yield from problems(extenders)
    for index, extender in enumerate(extenders):
        yield from _tls(extender, ("extenders", index))


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
            f"{len(binders)} extenders have a `bindVerb`; only one may bind",
            "Keep it in one of them.",
        )


def _managed(extender: Extender, path: Path, managed: set[str]) -> Iterator[Problem]:
    for index, resource in enumerate(extender.managed_resources):
        where = (*path, "managedResources", index, "name")
        reason = objection(resource.name)
        if reason is not None:
            yield Problem(ID, where, f'"{resource.name}" cannot be an extended resource: {reason}')
        if resource.name in managed:
            yield Problem(
                ID, where, f'"{resource.name}" is managed twice; each resource may be named once over all extenders'
            )
        managed.add(resource.name)


def _tls(extender: Extender, path: Path) -> Iterator[Problem]:
    """Judge TLS as client-go's `TLSConfigFor` does, without opening files."""
    tls = extender.tls or {}
    has_ca = bool(tls.get("caFile") or tls.get("caData"))
    if has_ca and tls.get("insecure"):
        yield Problem(
            ID,
            (*path, "tlsConfig", "insecure"),
            "`insecure: true` and a CA (`caFile`, `caData`) contradict each other",
            "Keep the CA and remove `insecure`.",
        )


RULE = Rule(
    id=ID,
    title="An extender is not accepted",
    why="Validation fails, or the extender cannot be built; either way the scheduler stops.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateExtenders; pkg/scheduler/extender.go",
    check=check,
)
