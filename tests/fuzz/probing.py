"""`probe` with a server whose response is the input: nothing is sent."""

from collections.abc import Iterable
from random import Random
from typing import Any
from unittest import mock

from schedcfg.commands.probe.extender.run import ExtenderProbeOptions, probe_extender
from schedcfg.commands.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic
from schedcfg.integrations.http import HttpResponse
from schedcfg.validation.options import Options

from .answers import Answer, Choices, Command, in_every_format
from .seeds import Kind


def _choose_extender(random: Random) -> Choices:
    return {
        "verb": random.choice(("filter", "prioritize", "preempt", "bind")),
        "names": random.random() < 0.5,
        "status": random.choices((200, 204, 301, 400, 404, 500, 999), (80, 4, 2, 4, 4, 4, 2))[0],
        "kubernetes": random.choice((None, "1.20", "1.25", "1.33")),
    }


_EXTENDER = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
extenders:
- {{urlPrefix: "http://extender.example:1", {verb}Verb: ask, weight: 1, nodeCacheCapable: {names}}}
"""


def _extender(raw: bytes, choices: Choices) -> Answer:
    version = {"1.20": "v1beta1"}.get(choices["kubernetes"], "v1")
    text = _EXTENDER.format(version=version, verb=choices["verb"], names=str(choices["names"]).lower())
    include = [verb for verb in _included() if verb.value == choices["verb"]]
    asked = ExtenderProbeOptions(include=frozenset(include))
    response = HttpResponse(choices["status"], raw, 0.1)
    with mock.patch("schedcfg.integrations.extenders.send", return_value=response):
        found = probe_extender(text.encode(), "e.yaml", Options(choices["kubernetes"]), asked)
    return in_every_format([found], _EXTENDER_FORMATS, lambda one: (one.file,))


def _included() -> Iterable[Any]:
    from schedcfg.commands.probe.extender.results import ExtenderVerb

    return (ExtenderVerb.PREEMPT, ExtenderVerb.BIND)


_EXTENDER_FORMATS = {
    "text": "schedcfg.commands.probe.extender.text",
    "json": "schedcfg.commands.probe.json_report",
}


def _choose_prometheus(random: Random) -> Choices:
    return {
        "status": random.choices((200, 204, 400, 405, 422, 500), (80, 2, 6, 2, 6, 4))[0],
        "nodes": random.choice(((), ("first",), ("first", "second"))),
    }


_TRAFFIC = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {score: {enabled: [{name: NetworkTraffic}]}}
  pluginConfig:
  - name: NetworkTraffic
    args: {prometheusAddress: "http://prometheus.example:9090", networkInterface: eth0, timeRangeInMinutes: 3}
"""


def _prometheus(raw: bytes, choices: Choices) -> Answer:
    response = HttpResponse(choices["status"], raw, 0.1)
    with mock.patch("schedcfg.commands.probe.network_traffic.prometheus.send", return_value=response):
        asked = TrafficProbeOptions(nodes=tuple(choices["nodes"]))
        found = probe_network_traffic(_TRAFFIC.encode(), "n.yaml", Options(), asked)
    return in_every_format([found], _TRAFFIC_FORMATS, lambda one: (one.file,))


_TRAFFIC_FORMATS = {
    "text": "schedcfg.commands.probe.network_traffic.text",
    "json": "schedcfg.commands.probe.json_report",
}


PROBING = {
    "probe extender": Command(30, (Kind.EXTENDER,), _choose_extender, _extender),
    "probe network-traffic": Command(30, (Kind.PROMETHEUS,), _choose_prometheus, _prometheus),
}
"""Name → what is done with the response of a server."""
