"""Extenders whose ignored resources have no NodeResourcesFit to go to."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "ignored-resources"

_FIT = "NodeResourcesFit"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile that cannot take the resources which extenders make the scheduler ignore."""
    config = subject.configuration
    ignored = next(
        (
            ("extenders", number, "managedResources", index, "ignoredByScheduler")
            for number, extender in enumerate(config.extenders)
            for index, resource in enumerate(extender.managed_resources)
            if resource.ignored_by_scheduler
        ),
        None,
    )
    if ignored is None:
        return
    for profile in config.profiles:
        configured = any(entry.name == _FIT for entry in profile.plugin_config)
        if config.release.appends_ignored_resources and configured:
            yield Problem(
                ID,
                ignored,
                f"`ignoredByScheduler` adds a `pluginConfig` entry for `{_FIT}`, but profile {profile.label} already "
                "has one",
                f"Up to Kubernetes 1.21, list the resource in `ignoredResources` of `{_FIT}` instead.",
            )
        elif not config.release.appends_ignored_resources and not configured and _FIT not in profile.needed:
            yield Problem(
                ID,
                ignored,
                f"`ignoredByScheduler` needs `{_FIT}`, which profile {profile.label} neither runs nor configures",
                f"Add an entry for `{_FIT}` to the profile's `pluginConfig`, or remove `ignoredByScheduler`.",
            )


RULE = Rule(
    id=ID,
    title="Ignored resources cannot be passed to NodeResourcesFit",
    why="Resources that only an extender manages are added to NodeResourcesFit's args in every profile; if that is "
    "impossible, the scheduler stops.",
    source="pkg/scheduler/scheduler.go, buildExtenders; pkg/scheduler/factory.go up to 1.22",
    check=check,
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        disabled:
          - name: NodeResourcesFit
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
    managedResources:
      - name: example.com/gpu
        ignoredByScheduler: true
"""),
    good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
extenders:
  - urlPrefix: https://gpu-scheduler.kube-system.svc:8443
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/ca.crt
    managedResources:
      - name: example.com/gpu
        ignoredByScheduler: true
"""),
)
