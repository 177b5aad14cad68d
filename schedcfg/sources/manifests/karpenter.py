"""How a manifest runs Karpenter, which simulates a scheduler in order to choose which nodes to add or remove.

Upstream, of kubernetes-sigs/karpenter: `AddFlags` in pkg/operator/options/options.go, `NodePoolSpec` in
pkg/apis/v1/nodepool.go; of its charts, `settings` and `controller.env` in charts/karpenter/values.yaml of
aws/karpenter-provider-aws.
"""

from typing import NamedTuple

from schedcfg.document import parse
from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.chart_values import chart_values
from schedcfg.sources.manifests.command_line import CommandLine, command_line, is_resolved
from schedcfg.sources.manifests.pod import Fields, at, entries, fields, image, items, pod_spec, text

NAME = "karpenter"
_GROUP = "karpenter.sh/"
_FLAG, _VARIABLE, _SETTING = "scheduler-config", "SCHEDULER_CONFIG", "schedulerConfig"
LAST_WITHOUT = (1, 14)
"""The last minor release without that option, which commit 65fc69436 of pull request 3205 brought."""

_PUBLISHED = ("public.ecr.aws/karpenter/", "ghcr.io/kubernetes-sigs/karpenter", "registry.k8s.io/karpenter/")
"""Where versions are those of Karpenter itself; Azure and others count their own."""
_VERSION = pattern(r"v?([01])\.([0-9]{1,4})\.[0-9]")
_DEFAULT_POLICY = "WhenEmptyOrUnderutilized"


class SchedulerSettings(NamedTuple):
    """What Karpenter is given to know of the scheduler: the document of `--scheduler-config`."""

    written: str
    path: Path
    is_known: bool = True  # Whether it is here, and whole

    @property
    def default_constraints(self) -> tuple[Fields, ...]:
        """The constraints that it gives to Pods that have none of their own."""
        documents = parse(self.written).documents
        data = documents[0].data if documents else None
        return tuple(entries(at(data, "podTopologySpread", "defaultConstraints")))


class RunningKarpenter(NamedTuple):
    """Karpenter as a manifest starts it, or a NodePool shows that it runs."""

    path: Path
    version: tuple[int, int] | None = None  # Major and minor; None where it is not known
    settings: SchedulerSettings | None = None  # None where none are written

    @property
    def lacks_option(self) -> bool:
        """Whether it is of a release that cannot be given anything of the scheduler."""
        return self.version is not None and self.version <= LAST_WITHOUT


class NodePool(NamedTuple):
    """Nodes that Karpenter adds and removes."""

    path: Path
    policy: str  # By which its nodes are removed though they run Pods; empty where they are not
    policy_path: Path  # Where that is written; that of the NodePool where it is the default

    @property
    def running(self) -> RunningKarpenter:
        """What it shows of Karpenter."""
        return RunningKarpenter(self.path)


def node_pool_in(manifest: Fields, path: Path) -> NodePool | None:
    """Return the NodePool that a manifest is; None for others, and for one with a fixed number of nodes."""
    kind = text(manifest.get("kind"))
    if kind not in {"NodePool", "Provisioner"} or not text(manifest.get("apiVersion")).startswith(_GROUP):
        return None
    spec = manifest.get("spec")
    if at(spec, "replicas") is not None:
        return None
    place = (*path, "metadata", "name") if at(manifest, "metadata", "name") else (*path, "kind")
    if kind == "Provisioner":
        is_on = at(spec, "consolidation", "enabled") is True
        where = (*path, "spec", "consolidation", "enabled")
        return NodePool(place, "consolidation" if is_on else "", where if is_on else place)
    disruption = fields(at(spec, "disruption"))
    policy = text(disruption.get("consolidationPolicy")) or _DEFAULT_POLICY
    is_off = policy == "WhenEmpty" or disruption.get("consolidateAfter") == "Never"
    is_written = "consolidationPolicy" in disruption
    where = (*path, "spec", "disruption", "consolidationPolicy") if is_written else place
    return NodePool(place, "" if is_off else policy, where)


def karpenter_in(kind: str, manifest: Fields, path: Path) -> RunningKarpenter | None:
    """Return the Karpenter that a manifest, or the values of its chart, runs; None where it runs none."""
    spec = pod_spec(kind, manifest, path)
    if spec is None:
        return _of_chart(manifest, path)
    for container, place in items(spec.data.get("containers"), (*spec.path, "containers")):
        its_image = image(text(container.get("image")))
        if its_image.repository.endswith("/karpenter/controller"):
            settings = _set_by_flag(command_line(container, place))
            is_own = its_image.repository.startswith(_PUBLISHED)
            version = _minor(its_image.tag) if is_own else None
            return RunningKarpenter(place, version, settings or _variable(container, place))
    return None


def _set_by_flag(line: CommandLine) -> SchedulerSettings | None:
    flag = line.get(_FLAG)
    if flag is None:
        return None
    # The flags of other programs than kube-scheduler are not known: a value in the next word is read as a word.
    words = line.stray if flag.value is None else ()
    word = next((word for word in words if word.path[:-1] == flag.path[:-1] and word.path > flag.path), None)
    if word is not None:
        return SchedulerSettings(word.text, word.path, word.is_known)
    return SchedulerSettings(flag.value or "", flag.value_path, flag.is_known and flag.value is not None)


def _of_chart(manifest: Fields, path: Path) -> RunningKarpenter | None:
    """Return what the values of the chart run, where its name is beside them, or they tell of the scheduler."""
    chart, version = _chart(manifest)
    for values, place in chart_values(manifest, path):
        written = text(at(values, "settings", _SETTING))
        settings = SchedulerSettings(written, (*place, "settings", _SETTING), is_resolved(written)) if written else None
        settings = settings or _variable(fields(values.get("controller")), (*place, "controller"))
        if settings is not None or (chart and place != path):
            its = _minor(text(at(values, "controller", "image", "tag"))) or version
            return RunningKarpenter((*path, *chart) if chart else (settings.path if settings else place), its, settings)
    return RunningKarpenter((*path, *chart), version) if chart else None


def _chart(manifest: Fields) -> tuple[Path, tuple[int, int] | None]:
    """Return where Flux' HelmRelease, or Argo CD's Application, names the chart, and the release that it names."""
    for place, version in ((("spec", "chart", "spec"), "version"), (("spec", "source"), "targetRevision")):
        named = fields(at(manifest, *place))
        if text(named.get("chart")).rpartition("/")[2] == NAME:
            return (*place, "chart"), _minor(text(named.get(version)))
    return (), None


def _variable(container: Fields, path: Path) -> SchedulerSettings | None:
    """Return what a variable of a container sets; None where it has none, or an empty one."""
    found = [(one, place) for one, place in items(container.get("env"), (*path, "env")) if one.get("name") == _VARIABLE]
    if not found:
        return SchedulerSettings("", path, is_known=False) if container.get("envFrom") else None
    one, place = found[-1]
    written = one.get("value")
    if isinstance(written, str):
        return SchedulerSettings(written, (*place, "value"), is_resolved(written)) if written else None
    return SchedulerSettings("", place, is_known=False) if "valueFrom" in one else None


def _minor(version: str) -> tuple[int, int] | None:
    match = _VERSION.match(version)
    return None if match is None else (int(match[1]), int(match[2]))
