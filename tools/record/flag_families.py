"""Flags that belong together, as families of command lines, and the configurations that they are tried with."""

from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

_API = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
_KUBECONFIG = "clientConnection: {kubeconfig: /files/kubeconfig}\n"

VERSIONS = ("v1", "v1beta3", "v1beta2", "v1beta1")
"""Those that a recorded release serves, the newest first."""

_CONTENTS = {
    "": _KUBECONFIG,
    "-unelected": f"{_KUBECONFIG}leaderElection: {{leaderElect: false}}\n",
    "-short-lease": f"{_KUBECONFIG}leaderElection: {{leaseDuration: 5s}}\n",
    "-late-deadline": f"{_KUBECONFIG}leaderElection: {{renewDeadline: 20s}}\n",
    "-slow-retry": f"{_KUBECONFIG}leaderElection: {{retryPeriod: 9s}}\n",
    "-long": f"{_KUBECONFIG}leaderElection: {{leaseDuration: 60s, renewDeadline: 40s, retryPeriod: 5s}}\n",
    "-endpoints": f"{_KUBECONFIG}leaderElection: {{resourceLock: endpoints}}\n",
    "-endpointsleases": f"{_KUBECONFIG}leaderElection: {{resourceLock: endpointsleases}}\n",
    "-secrets": f"{_KUBECONFIG}leaderElection: {{resourceLock: secrets}}\n",
    "-unnamed": f'{_KUBECONFIG}leaderElection: {{resourceName: "", resourceNamespace: ""}}\n',
    "-in-cluster": "parallelism: 16\n",
    "-qps": "clientConnection: {kubeconfig: /files/kubeconfig, qps: 10, burst: -1}\n",
    "-content-type": "clientConnection: {kubeconfig: /files/kubeconfig, contentType: text/plain}\n",
    "-out-of-range": f"{_KUBECONFIG}percentageOfNodesToScore: 101\n",
    "-misspelled": f"{_KUBECONFIG}paralelism: 16\n",
    "-two-profiles": f"{_KUBECONFIG}profiles: [{{schedulerName: a}}, {{schedulerName: b}}]\n",
    "-no-profiles": f"{_KUBECONFIG}profiles: []\n",
    "-healthz": f"{_KUBECONFIG}healthzBindAddress: 0.0.0.0:10251\nmetricsBindAddress: 127.0.0.1:10251\n",
    "-unprofiled": f"{_KUBECONFIG}enableProfiling: false\nenableContentionProfiling: true\n",
}

CONFIGURATIONS = {
    **{f"{version}{name}": _API.format(version) + text for version in VERSIONS for name, text in _CONTENTS.items()},
    **{version: _API.format(version) + _KUBECONFIG for version in ("v1alpha1", "v1alpha2", "v2", "v1beta4")},
    "empty": "",
    "other-kind": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: scheduler-config}\n",
    "other-group": "apiVersion: kubescheduler.config.k8s.io\nkind: KubeSchedulerConfiguration\n",
}
"""Name → text of `/files/config.yaml`."""

OTHER_FILES = {
    "labels.yaml": '"scheduler_pending_pods,queue": "active,backoff"\n',
    "policy.json": '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "PodFitsHostPorts"}], '
    '"priorities": [{"name": "ImageLocalityPriority", "weight": 1}]}\n',
    "wrong-policy.json": '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "NoSuchPredicate"}]}\n',
}
"""Files that a line gets if it names them."""

FAMILIES = Path(__file__).with_suffix(".txt")
"""Command lines, as patterns; the file says how they are written."""


class Pattern(NamedTuple):
    """A pattern of command lines, and the family that it belongs to."""

    family: str
    text: str


def patterns() -> Iterator[Pattern]:
    """Yield the patterns of all families, with names replaced by what they stand for."""
    family, names = "", {}
    for line in FAMILIES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            family = line.strip("[]")
        elif not family and " = " in line:
            name, _, text = line.partition(" = ")
            names[name] = text
        elif family and line:
            yield Pattern(family, Template(line).substitute(names))


def expand(pattern: str) -> Iterator[str]:
    """Yield a pattern with each alternative of its braces: `a{b|c}` is `ab` and `ac`."""
    before, brace, rest = pattern.partition("{")
    if not brace:
        yield pattern
        return
    alternatives, after = _alternatives(rest)
    for alternative in alternatives:
        yield from expand(before + alternative + after)


def _alternatives(rest: str) -> tuple[list[str], str]:
    """Return what is between a brace and its end, divided where no other brace is open, and what follows."""
    depth, begin, found = 0, 0, []
    for index, character in enumerate(rest):
        if depth == 0 and character in "|}":
            found.append(rest[begin:index])
            begin = index + 1
            if character == "}":
                return found, rest[begin:]
        depth += {"{": 1, "}": -1}.get(character, 0)
    raise ValueError(f"a brace is not closed: {rest}")
