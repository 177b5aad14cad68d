"""Random scheduler configurations as plain data, of the kind that people write and most of which a release accepts."""

from functools import cache
from random import Random
from typing import Any

from schedcfg import releases
from schedcfg.document import parse
from schedcfg.plugins import all_plugins
from schedcfg.releases.release import GROUP, Release
from tests.conformance.recordings import read

VERSIONS = ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1")
_ALPHA = frozenset({"v1alpha1", "v1alpha2"})
_APPENDING = _ALPHA | {"v1beta1"}
POINTS = ("queueSort", "preFilter", "filter", "postFilter", "preScore", "score", "reserve", "permit", "preBind", "bind")
_UNIQUE = frozenset({"queueSort", "bind"})
"""Where every profile must have the same plugin, or one at least: left as it is by default."""


@cache
def recorded() -> tuple[dict[str, Any], ...]:
    """List the configurations that some release accepted in the recordings."""
    return _accepted("train.verdicts", "yaml")


@cache
def policies() -> tuple[dict[str, Any], ...]:
    """List the Policies that some release accepted, as far as they say that they are one."""
    found = _accepted("policies-train", "policy")
    return tuple(data for data in found if data.get("kind") == "Policy" and data.get("apiVersion") == "v1")


def _accepted(name: str, text_key: str) -> tuple[dict[str, Any], ...]:
    found = []
    for case in read(name, text_key):
        if any(answer["outcome"] == "ok" for answer in case.answers.values()):
            stream = parse(case.text)
            if stream.documents and isinstance(stream.documents[0].data, dict):
                found.append(stream.documents[0].data)
    return tuple(found)


def configuration(random: Random) -> dict[str, Any]:
    """Choose a recorded configuration or Policy, or make a configuration up."""
    share = random.random()
    if share < 0.35:
        return random.choice(policies() if share < 0.05 else recorded())
    version = random.choice(VERSIONS)
    return _Made(random, version, releases.at(random.choice(releases.serving(version)))).configuration()


class _Made:
    """Makes up a configuration for one version, from what one release knows."""

    def __init__(self, random: Random, version: str, release: Release) -> None:
        self.random = random
        self.version = version
        self.release = release
        gone = release.removed_plugins.get(version, frozenset())
        there = [plugin for plugin in all_plugins() if plugin.in_tree and plugin.points_at(release.number)]
        self.plugins = [plugin for plugin in there if plugin.name not in gone]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def configuration(self) -> dict[str, Any]:
        found: dict[str, Any] = {"apiVersion": f"{GROUP}/{self.version}", "kind": "KubeSchedulerConfiguration"}
        if self.chance(0.1):
            found = dict(reversed(found.items()))
        for share, field, value in (
            (0.6, "leaderElection", self.leader_election),
            (0.5, "clientConnection", self.client_connection),
            (0.2, "parallelism", lambda: self.random.choice([8, 16, 64])),
            (0.2, "percentageOfNodesToScore", lambda: self.random.choice([0, 10, 50, 100])),
            (0.2, "podInitialBackoffSeconds", lambda: self.random.choice([1, 2])),
            (0.2, "podMaxBackoffSeconds", lambda: self.random.choice([10, 30])),
            (0.1, "enableProfiling", lambda: self.chance(0.5)),
            (0.1, "enableContentionProfiling", lambda: self.chance(0.5)),
            (0.15, "healthzBindAddress", lambda: self.random.choice(["", "0.0.0.0:0", "0.0.0.0:10251"])),
            (0.15, "metricsBindAddress", lambda: self.random.choice(["", "0.0.0.0:0", "127.0.0.1:10251"])),
            (0.75, "profiles", self.profiles),
            (0.2, "extenders", self.extenders),
        ):
            if self.chance(share) and not (field.endswith("BindAddress") and self.version in {"v1beta3", "v1"}):
                found[field] = value()
        if self.version in _ALPHA:
            found = self.as_alpha(found)
        if self.chance(0.2):
            entries = list(found.items())
            self.random.shuffle(entries)
            found = dict(entries)
        return found

    def as_alpha(self, found: dict[str, Any]) -> dict[str, Any]:
        """Say what only the alphas can, and not what they cannot."""
        found.pop("parallelism", None)
        if self.chance(0.3):
            found["disablePreemption"] = self.chance(0.5)
        if self.chance(0.3):
            found["bindTimeoutSeconds"] = self.random.choice([30, 600])
        for one in found.get("extenders", []):
            if "enableHTTPS" in one:
                one[self.random.choice(["enableHttps", "enableHTTPS"])] = one.pop("enableHTTPS")
            if "httpTimeout" in one:
                one["httpTimeout"] = self.random.choice([30_000_000_000, 1_500_000_000])
        return found if self.version == "v1alpha2" else self.as_v1alpha1(found)

    def as_v1alpha1(self, found: dict[str, Any]) -> dict[str, Any]:
        """Put the first profile to the top; what v1alpha1 does not know may stay, for it is passed over."""
        if self.chance(0.9):
            found.pop("extenders", None)
        for profile in found.pop("profiles", [])[:1]:
            found |= profile
        if "preScore" in found.get("plugins", {}):
            found["plugins"]["postFilter"] = found["plugins"].pop("preScore")
        if self.chance(0.3):
            provider = self.random.choice(["DefaultProvider", "ClusterAutoscalerProvider"])
            found["algorithmSource"] = {"provider": provider}
        if self.chance(0.3):
            found["hardPodAffinitySymmetricWeight"] = self.random.choice([1, 7])
        if self.chance(0.3):
            found.setdefault("leaderElection", {}).pop("resourceName", None)
            found["leaderElection"]["lockObjectName"] = "my-scheduler"
        return found

    def leader_election(self) -> dict[str, Any]:
        found: dict[str, Any] = {"leaderElect": self.chance(0.6)}
        if self.chance(0.4):
            found |= {"leaseDuration": "30s", "renewDeadline": "20s", "retryPeriod": "5s"}
        if self.chance(0.3):
            found["resourceLock"] = self.random.choice(["leases", "leases", "endpointsleases", "configmaps"])
        if self.chance(0.2):
            found |= {"resourceName": "my-scheduler", "resourceNamespace": "kube-system"}
        return found

    def client_connection(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kubeconfig": "/etc/kubernetes/scheduler.conf"}
        if self.chance(0.3):
            found |= {"qps": self.random.choice([50, 100.5]), "burst": 200}
        return found

    def profiles(self) -> list[dict[str, Any]]:
        names = self.random.sample(
            ["default-scheduler", "batch", "gpu: pool", "spread"], self.random.choice([1, 1, 2, 3])
        )
        return [self.profile(name) for name in names]

    def profile(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {"schedulerName": name}
        if self.version == "v1" and self.release.number >= 26 and self.chance(0.1):
            found["percentageOfNodesToScore"] = self.random.choice([0, 30])
        if self.chance(0.8):
            found["plugins"] = self.plugin_sets()
        if self.chance(0.5):
            found["pluginConfig"] = self.plugin_config()
        if self.chance(0.1):
            found = dict(reversed(found.items()))
        return found

    def plugin_sets(self) -> dict[str, Any]:
        points = self.random.sample(POINTS[1:-1], self.random.choice([1, 1, 2, 3]))
        if self.version in _ALPHA:
            points = ["unreserve" if point == "postFilter" else point for point in points]
        if self.version in {"v1beta3", "v1"} and self.chance(0.5):
            points.append("multiPoint")
        if self.version == "v1beta2" and self.chance(0.1):
            points.append("multiPoint")
        if self.version not in _APPENDING and self.release.number >= 26 and self.chance(0.1):
            points.append("preEnqueue")
        if self.chance(0.5) and "score" not in points:
            points.append("score")
        return {point: self.plugin_set(point) for point in points}

    def plugin_set(self, point: str) -> dict[str, Any]:
        names = [
            plugin.name
            for plugin in self.plugins
            if point == "multiPoint" or point in plugin.points_at(self.release.number)
        ]
        enabled = self.random.sample(names, min(len(names), self.random.choice([0, 1, 1, 2, 3])))
        others = [name for name in names if name not in enabled] or names
        disabled = self.random.sample(others, min(len(others), self.random.choice([0, 1, 1, 2])))
        if point != "multiPoint" and self.chance(0.15):
            disabled = ["*"]
        elif self.version in _APPENDING and self.chance(0.9):
            disabled = [*enabled, *disabled]
        found: dict[str, Any] = {}
        if enabled:
            found["enabled"] = [self.enabled(name, point) for name in enabled]
        if disabled or not found:
            found["disabled"] = [{"name": name} for name in dict.fromkeys(disabled)]
        if self.chance(0.5):
            found = dict(reversed(found.items()))
        return found

    def enabled(self, name: str, point: str) -> dict[str, Any]:
        if point in {"score", "multiPoint"} and self.chance(0.7):
            return {"name": name, "weight": self.random.randint(1, 20)}
        return {"name": name}

    def plugin_config(self) -> list[dict[str, Any]]:
        with_args = [plugin for plugin in self.plugins if plugin.args is not None and plugin.args.example]
        found = []
        for plugin in self.random.sample(with_args, min(len(with_args), self.random.choice([1, 1, 2, 3]))):
            assert plugin.args is not None
            args = dict(plugin.args.example)
            if plugin.args.is_served(self.version, self.release) and self.chance(0.3):
                args = {"apiVersion": f"{GROUP}/{self.version}", "kind": plugin.args.kind, **args}
            found.append({"name": plugin.name, "args": args})
        return found

    def extenders(self) -> list[dict[str, Any]]:
        found = []
        for number in range(self.random.choice([1, 1, 2])):
            one: dict[str, Any] = {"urlPrefix": f"https://extender-{number}.example/scheduler"}
            one["filterVerb"] = "filter"
            if self.chance(0.5):
                one |= {"prioritizeVerb": "prioritize", "weight": self.random.randint(1, 5)}
            if self.chance(0.5):
                one |= {"enableHTTPS": True, "tlsConfig": {"insecure": True}}
            if self.chance(0.5):
                one["httpTimeout"] = self.random.choice(["30s", "1m30s", "500ms"])
            if self.chance(0.3):
                resource = {"name": "example.com/gpu", "ignoredByScheduler": self.chance(0.5)}
                one |= {"managedResources": [resource], "nodeCacheCapable": True, "ignorable": True}
            found.append(one)
        return found
