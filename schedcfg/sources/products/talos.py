"""Talos: a machine configuration, or a document of its own, has fields and flags; Talhelper's file has such as patches.

Sources, in github.com/siderolabs/talos: pkg/machinery/config/types/v1alpha1/v1alpha1_types.go (`SchedulerConfig`, with
`config` since 1.6), pkg/machinery/config/types/k8s/scheduler.go (the document, since 1.14),
internal/app/machined/pkg/controllers/k8s/control_plane_final.go, which sets `apiVersion`, `kind` and kubeconfig; for
the flags that it sets itself, `manageScheduler` in control_plane_static_pod.go beside it. Talhelper: `TalhelperConfig`
in pkg/config/config.go of github.com/budimanjojo/talhelper.
"""

from schedcfg.cards import Citation, RuleCard
from schedcfg.document.excerpt import Part
from schedcfg.document.span import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.releases.release import minor
from schedcfg.sources.manifests.pod import at, entries
from schedcfg.sources.products.product import FlagPlace, Marks, OtherFile, Product, ProductDocument, ProductFault
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, ImageOption, MadeFiles, TargetVariant

_AS_TEXT = "talos-config-text"
_KIND = "KubeSchedulerConfig"
_KUBECONFIG = "/system/secrets/kubernetes/kube-scheduler/kubeconfig"
_FILE = "kube-scheduler-patch.yaml"
_VERSIONS: tuple[Path, ...] = (
    ("cluster", "apiServer", "image"),
    ("cluster", "controllerManager", "image"),
    ("machine", "kubelet", "image"),
    ("kubernetesVersion",),
)
"""Where a machine configuration shows the release beside the scheduler's image; last, where Talhelper's file does."""


def _other_file(data: object) -> OtherFile | None:
    keys = data.keys() if isinstance(data, dict) else frozenset()
    if "clusterName" in keys and not {"nodes", "controlPlane"}.isdisjoint(keys):
        return OtherFile("a configuration of Talhelper")
    return OtherFile("a machine configuration of Talos") if "machine" in keys else None


def _patch(config: ConfigurationToRun) -> MadeFiles:
    scheduler = _scheduler(config)
    if volumes := [{"hostPath": file, "mountPath": file, "readonly": True} for file in config.mounted_files]:
        scheduler["extraVolumes"] = volumes
    return {_FILE: {"cluster": {"scheduler": scheduler}}}


def _document(config: ConfigurationToRun) -> MadeFiles:
    return {_FILE: {"apiVersion": "v1alpha1", "kind": _KIND, **_scheduler(config)}}


def _scheduler(config: ConfigurationToRun) -> dict[str, object]:
    """Return what both forms have in common."""
    scheduler: dict[str, object] = {"config": config.untyped_fields}
    if config.election_flags:
        scheduler["extraArgs"] = config.election_flags
    if config.image:
        scheduler["image"] = config.image
    return scheduler


_FIRST_WITH_PLACEMENT = 36


def _names_points(config: object, kubernetes: str | None) -> bool:
    """Return whether a profile has plugins, of which 1.13.2 writes all points that it knows itself."""
    is_older = kubernetes is not None and minor(kubernetes) < _FIRST_WITH_PLACEMENT
    return is_older and any("plugins" in profile for profile in entries(at(config, "profiles")))


def _has_integers(config: object, kubernetes: str | None) -> bool:
    if isinstance(config, dict | list):
        return any(_has_integers(one, kubernetes) for one in (config.values() if isinstance(config, dict) else config))
    return isinstance(config, int) and not isinstance(config, bool)


_FAULTS = (
    ProductFault(
        ("1.13.2",),
        "1.13.4",
        "it writes extension points of Kubernetes 1.36 into the configuration, which an older kube-scheduler refuses",
        "https://github.com/siderolabs/talos/issues/13350",
        _names_points,
    ),
    ProductFault(
        ("1.13.3",),
        "1.13.4",
        "it panics on integers in the scheduler's configuration, and starts no part of the control plane",
        "https://github.com/siderolabs/talos/issues/13473",
        _has_integers,
    ),
)
"""Corrected by pull request 13357 in 1.13.3, whose own fault is corrected in 1.13.4 (issue 13445)."""

_HOW_TO_APPLY = (
    f"Pass it to `talosctl gen config --config-patch-control-plane @{_FILE}` or, for running control planes, to "
    f"`talosctl patch machineconfig --patch @{_FILE}`."
)
# pkg/machinery/config/merge/merge.go: a slice is merged by concatenating the right to the left.
_APPENDED = (
    "Talos appends the lists of a patch to existing ones, and kube-scheduler refuses two profiles of the same name: "
    "remove an earlier `config` from the machine configuration first."
)
_SINCE = "It is for Talos 1.6 and later; since 1.14, `--document` writes its replacement."
_DOCUMENT_SINCE = "It is for Talos 1.14 and later, and excludes `cluster.scheduler` in the same machine configuration."
_TARGET = DeploymentTarget(
    summary="Write the patch that configures kube-scheduler in Talos.",
    files=_patch,
    remarks=(_HOW_TO_APPLY, _APPENDED, _SINCE),
    image=ImageOption.OPTIONAL,
    is_v1_only=True,
    takes_fields=True,
    own_kubeconfig=_KUBECONFIG,
    has_node_dns=True,
)
_TEXT = Problem(
    _AS_TEXT,
    (),
    "Talos refuses this document: `config` must be a mapping, and this is a text",
    "Remove the `|` after `config:`, or the quotes, and write the lines of the text below it as they are.",
    finding_class=FindingClass.ADVISED,
)

PRODUCT = Product(
    "Talos",
    Marks(
        flags=(_KIND,),
        fields=(_KIND,),
        release=("kubernetesVersion",),
        flags_beside_key=("extraArgs",),
        fields_beside_key=("cluster", "config"),
    ),
    documents=(
        ProductDocument(
            flags=(FlagPlace(("cluster", "scheduler", "extraArgs")),),
            fields=(Part((), ("cluster", "scheduler", "config")),),
            unmistakable="machine",
            fields_as_text=_TEXT,
            versions=_VERSIONS,
            image=("cluster", "scheduler", "image"),
        ),
        ProductDocument(
            kinds=(_KIND,),
            flags=(FlagPlace(("extraArgs",)),),
            fields=(Part((), ("config",)),),
            fields_as_text=_TEXT,
            versions=_VERSIONS,
            image=("image",),
        ),
    ),
    other_file=_other_file,
    versions_beside=_VERSIONS,
    passes_config=True,
    own_versions=(("machine", "install", "image"), ("talosVersion",)),
    faults=_FAULTS,
    own_flags=frozenset({"authentication-kubeconfig", "authorization-kubeconfig", "config", "kubeconfig"}),
    listens_on_loopback=True,
    targets={
        "talos": _TARGET._replace(
            variants={
                "document": TargetVariant(
                    "Write a KubeSchedulerConfig document, for Talos 1.14 and later.",
                    _TARGET._replace(
                        files=_document,
                        remarks=(_HOW_TO_APPLY, _APPENDED, _DOCUMENT_SINCE),
                        unmounted_by="the document KubeSchedulerConfig of Talos",
                    ),
                )
            }
        )
    },
)

CARDS = (
    RuleCard(
        id=_AS_TEXT,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="Talos has a text instead of a mapping",
        why="Talos decodes `cluster.scheduler.config` into a mapping, and refuses a machine configuration in which it "
        "is a text.",
        source="pkg/machinery/config/types/v1alpha1/v1alpha1_types.go of siderolabs/talos, SchedulerConfig and "
        "Unstructured",
        evidence=(
            Citation(
                "https://github.com/siderolabs/talos/issues/9091",
                "a cluster that has the configuration as the text of a file, and has to move it to `config`",
            ),
        ),
        bad="""\
machine:
  type: controlplane
cluster:
  scheduler:
    config: |
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
        - schedulerName: batch
""",
        good="""\
machine:
  type: controlplane
cluster:
  scheduler:
    config:
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
        - schedulerName: batch
""",
    ),
)
