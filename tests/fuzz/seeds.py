"""The texts that inputs begin with: examples, recorded cases, generated manifests, answers of servers."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from schedcfg import generate_around, releases
from schedcfg.commands.generate import kubeadm, second_scheduler, static_pod
from schedcfg.commands.generate.generation import Maker
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.plugins import CATALOGUED
from schedcfg.rules.cards import cards
from schedcfg.sources.products import targets
from schedcfg.sources.products.target import ImageOption
from tests.commands.migrate.random_texts import random_text
from tests.conformance.recordings import read
from tests.paths import TESTS

from . import places, product_texts, trial_texts

EXAMPLES = TESTS.parent / "examples"
RECORDED = TESTS / "commands" / "probe" / "recorded"


class Kind(StrEnum):
    """What a text is meant to be."""

    CONFIGURATION = "configuration"
    POLICY = "policy"
    MANIFEST = "manifest"
    RESOURCES = "resources"
    SETTINGS = "settings"
    ARGS_SCHEMA = "args-schema"
    BASELINE = "baseline"
    EXTENDER = "extender"
    PROMETHEUS = "prometheus"
    NAME = "name"
    SCRIPT = "script"
    RENDERING = "rendering"
    CLUSTER = "cluster"
    OBJECTS = "objects"
    SKETCH = "sketch"
    LOG = "log"
    TESTS = "tests"
    FOLDER = "folder"


PLAIN = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
# the control plane's own credentials
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
- schedulerName: default-scheduler   # every Pod
  plugins:
    score:
      disabled:
      - name: Nope
      enabled:
      - name: Own
        weight: 3
  pluginConfig:
  - name: Own
    args: {a: 1, b: [x, y], c: {d: true}}
"""
"""A small configuration that is accepted, has a plugin of its own, and something to fix."""

KUBEADM = """\
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v1.33.1
scheduler:
  extraArgs:
  - {name: config, value: /etc/kubernetes/scheduler-config.yaml}
  - {name: v, value: "4"}
  - {name: leader-elect, value: "false"}
  extraVolumes:
  - name: config
    hostPath: /etc/kubernetes/scheduler-config.yaml
    mountPath: /etc/kubernetes/scheduler-config.yaml
    pathType: File
---
apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
scheduler:
  extraArgs: {bind-address: 0.0.0.0, config: /etc/kubernetes/other.yaml, feature-gates: "GangScheduling=true"}
"""

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
  labels: {component: kube-scheduler, tier: control-plane}
spec:
  hostNetwork: true
  priorityClassName: system-node-critical
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.31.2
    command:
    - kube-scheduler
    - --authentication-kubeconfig=/etc/kubernetes/scheduler.conf
    - --bind-address=127.0.0.1
    - --kubeconfig=/etc/kubernetes/scheduler.conf
    - --leader-elect=true
    - --config=/etc/kubernetes/config.yaml
    livenessProbe:
      httpGet: {host: 127.0.0.1, path: /healthz, port: 10259, scheme: HTTPS}
    volumeMounts:
    - {mountPath: /etc/kubernetes/scheduler.conf, name: kubeconfig, readOnly: true}
  volumes:
  - hostPath: {path: /etc/kubernetes/scheduler.conf, type: FileOrCreate}
    name: kubeconfig
"""

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler, namespace: kube-system}
data:
  other: x
  scheduler.yaml: |
"""

SETTINGS = """\
kubernetes = "1.29"
catalogs = ["scheduler-plugins"]
ignore = ["few-nodes-scored"]
select = ["ALL"]
require-reasons = true
exclude = ["vendor/**", "*.tmpl.yaml"]
baseline = "baseline.json"

[feature-gates]
GangScheduling = false

[plugins.Own]
extension-points = ["score", "filter"]
args-schema = "own.schema.json"

[[per-path]]
paths = ["edge/**"]
kubernetes = "1.27"
ignore = ["unknown-plugin"]
"""

ARGS_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/own",
    "type": "object",
    "properties": {
        "a": {"type": "integer", "minimum": 0, "description": "how many"},
        "b": {"type": "array", "items": {"$ref": "#/$defs/name"}},
        "c": {"anyOf": [{"type": "object"}, {"type": "null"}]},
    },
    "required": ["a"],
    "additionalProperties": False,
    "$defs": {"name": {"type": "string", "pattern": "^[a-z]+$"}},
}

OWN_SETTINGS = '[plugins.Own]\nextension-points = ["score"]\nargs-schema = "own.schema.json"\n'

RESOURCES = """\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
functionConfig:
  apiVersion: schedcfg.io/v1alpha1
  kind: SchedulerConfig
  metadata: {name: schedulers}
  spec:
    kubernetes: "1.31"
    migrateTo: v1
    generate:
    - kind: ConfigMap
      name: second
      configuration: |
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
items:
# not ours
- {apiVersion: v1, kind: Service, metadata: {name: "s"}}   # stays
"""


@cache
def pool(kind: Kind) -> tuple[str, ...]:
    """Return the texts of a kind, in an order that never changes."""
    return tuple(dict.fromkeys(_POOLS[kind]()))


def _configurations() -> Iterator[str]:
    yield PLAIN
    yield from (text for text in _examples() if "KubeSchedulerConfiguration" in text)
    yield from (random_text(seed).text for seed in range(400))
    # A third of what was generated, and all that was written by hand.
    yield from (case.text for case in islice(read("train.verdicts"), 0, None, 3))
    for name in ("named.verdicts", "newest.verdicts", "new.verdicts", "sp-train.verdicts"):
        yield from (case.text for case in read(name))


def _policies() -> Iterator[str]:
    yield from (text for text in _examples() if '"Policy"' in text or "kind: Policy" in text)
    yield from (case.text for case in islice(read("policies-train", "policy"), 400))


def _manifests() -> Iterator[str]:
    yield from (KUBEADM, POD)
    yield from (text for text in _examples() if "kind:" in text)
    for card in cards().values():
        yield from filter(None, (getattr(card, "bad", ""), getattr(card, "good", "")))
    random = Random("manifests")
    texts = pool(Kind.CONFIGURATION)
    yield from (in_config_map(random.choice(texts)) for _ in range(40))
    yield from (f"{POD}---\n{in_config_map(random.choice(texts))}" for _ in range(20))
    yield from _generated()
    yield from places.texts_with_flags(60)


def _generated() -> Iterator[str]:
    """Yield what the project itself generates around a configuration."""
    makers: list[Maker[Any]] = [
        static_pod.maker(static_pod.StaticPodOptions()),
        kubeadm.maker(kubeadm.KubeadmOptions()),
        second_scheduler.maker(second_scheduler.SecondSchedulerOptions()),
    ]
    for made_for in map(find_target, targets()):
        image = "registry.example.com/own:v1" if made_for.target.image is ImageOption.REQUIRED else None
        makers.append(made_for.maker(TargetOptions(image)))
    for maker in makers:
        for name in ("1.25", releases.NEWEST):
            for file in generate_around(PLAIN.replace("Nope", "Own"), maker, name).files:
                yield file.text


def in_config_map(text: str) -> str:
    """Return a manifest with a text in it."""
    return CONFIG_MAP + "".join(f"    {line}\n" if line.strip() else "\n" for line in re.split("\r\n|\n|\r", text))


def _resources() -> Iterator[str]:
    random = Random("resources")
    for _ in range(40):
        inner = in_config_map(random.choice(pool(Kind.CONFIGURATION)))
        yield RESOURCES + "- " + inner.replace("\n", "\n  ").rstrip(" ")
    yield RESOURCES


def _settings() -> Iterator[str]:
    yield SETTINGS
    yield OWN_SETTINGS
    yield f"[tool.schedcfg]\n{SETTINGS.split('[', maxsplit=1)[0]}"
    yield from (path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.toml")))


def _args_schemas() -> Iterator[str]:
    yield json.dumps(ARGS_SCHEMA, indent=2)
    yield from (path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.schema.json")))


def _baselines() -> Iterator[str]:
    finding = {"rule": "unknown-plugin", "path": "scheduler.yaml", "place": "profiles[0].plugins", "message": "x"}
    yield json.dumps({"version": 1, "findings": [finding]})
    yield json.dumps({"version": 1, "files": {"scheduler.yaml": {"unknown-plugin": 1}}})


def _extender_answers() -> Iterator[str]:
    yield from (str(row["body"]) for row in _rows("extender-answers.ndjson") if isinstance(row.get("body"), str))


def _prometheus_answers() -> Iterator[str]:
    yield from (str(row["body"]) for row in _rows("prometheus-answers.ndjson") if isinstance(row.get("body"), str))


def _names() -> Iterator[str]:
    yield from ("KubeSchedulerConfiguration", "Policy", "leaderElection.leaseDuration", "profiles.plugins.multiPoint")
    yield from ("profiles.pluginConfig.NodeResourcesFit.scoringStrategy", "extenders.tlsConfig.caData", "parallelism")
    yield from sorted(cards())
    yield from sorted(releases.at(releases.NEWEST).plugins)
    yield from sorted(CATALOGUED)


def _rows(name: str) -> Iterator[dict[str, object]]:
    with (RECORDED / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def _examples() -> tuple[str, ...]:
    paths = sorted(path for path in EXAMPLES.rglob("*") if path.suffix in {".yaml", ".yml", ".json"})
    return tuple(path.read_text(encoding="utf-8") for path in paths)


_POOLS = {
    Kind.CONFIGURATION: _configurations,
    Kind.POLICY: _policies,
    Kind.MANIFEST: _manifests,
    Kind.RESOURCES: _resources,
    Kind.SETTINGS: _settings,
    Kind.ARGS_SCHEMA: _args_schemas,
    Kind.BASELINE: _baselines,
    Kind.EXTENDER: _extender_answers,
    Kind.PROMETHEUS: _prometheus_answers,
    Kind.NAME: _names,
    Kind.SCRIPT: lambda: places.scripts((*islice(_configurations(), 400), *pool(Kind.MANIFEST)), 300),
    Kind.RENDERING: lambda: places.renderings(pool(Kind.MANIFEST)),
    Kind.CLUSTER: places.cluster_answers,
    Kind.OBJECTS: trial_texts.objects,
    Kind.SKETCH: trial_texts.sketches,
    Kind.LOG: trial_texts.logs,
    Kind.TESTS: product_texts.tests,
    Kind.FOLDER: product_texts.folders,
}
