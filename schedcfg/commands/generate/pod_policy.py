"""A policy by which new Pods get their `schedulerName`, without an edit of each: MutatingAdmissionPolicy and binding.

The policy has what must never happen, whatever selects Pods; its binding has which Pods were chosen.
"""

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.commands.generate.checks import obstacle, scheduler_name_of
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Generation, Maker
from schedcfg.commands.generate.objects import Data, KubernetesObject, stream
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.errors import WrongRequest, near_or
from schedcfg.findings import Problem
from schedcfg.plugins.label_syntax import is_dns_label, is_dns_name
from schedcfg.releases.release import Release
from schedcfg.rules.manifests import unserved_scheduler_name

GATE = "MutatingAdmissionPolicy"
"""The feature gate of kube-apiserver without which policies have no effect."""

_GROUP = "admissionregistration.k8s.io"

_CONTROL_PLANE = ("kube-node-lease", "kube-public", "kube-system")
"""What Kubernetes makes for itself: NamespaceSystem, NamespacePublic and NamespaceNodeLease of its API."""

_NAMESPACE_NAME = "kubernetes.io/metadata.name"
"""The label that the API server sets on each namespace.

Upstream: `LabelMetadataName` in k8s.io/api/core/v1/well_known_labels.go.
"""

_MOST_LISTED = 20


class PodPolicyOptions(NamedTuple):
    """What a user may choose."""

    scheduler: str | None = None  # What the Pods get; None: the only profile of the configuration beside the default
    namespaces: tuple[str, ...] = ()  # Pods in any of these
    namespace_labels: Mapping[str, str] = {}  # Pods in namespaces with all of these labels
    pod_labels: Mapping[str, str] = {}  # Pods with all of these labels
    name: str | None = None  # Of policy and binding; None: after the scheduler
    scheduler_namespace: str = "kube-system"  # Where the scheduler runs: its own Pods cannot wait for it
    daemon_sets: bool = False  # Whether Pods of DaemonSets get it too


class PodPolicyPlan(NamedTuple):
    """A policy and its binding, all decided."""

    scheduler: str
    name: str
    api_version: str
    release: Release
    options: PodPolicyOptions

    @property
    def excluded(self) -> list[str]:
        """The namespaces whose Pods the policy never changes."""
        return sorted({*_CONTROL_PLANE, self.options.scheduler_namespace})


def plan(scheduler: str, release: Release, options: PodPolicyOptions) -> PodPolicyPlan:
    """Decide what is left open.

    Args:
        scheduler: What the Pods get.
        release: Of the API server.
        options: What the user chose.

    Raises:
        WrongRequest: if the release has no such policies, nothing selects Pods, or a name is wrong.
    """
    if release.mutating_policies is None:
        raise WrongRequest(
            f"Kubernetes {release.name} has no MutatingAdmissionPolicy: it is there since 1.32, and needs no feature "
            "gate since 1.36",
            "Write `schedulerName` into the Pod templates, or set it by a mutating webhook, such as a mutation rule of "
            "Kyverno or an Assign of Gatekeeper; for another release, use --kubernetes.",
        )
    if scheduler == DEFAULT_SCHEDULER:
        raise WrongRequest(
            f"Pods without a `schedulerName` get `{DEFAULT_SCHEDULER}` already",
            "Name another scheduler, or another profile, with --scheduler.",
        )
    name = options.name or f"pods-to-{scheduler}"
    if not is_dns_name(name):
        raise WrongRequest(
            f"`{name}` cannot be the name of a policy: lower case letters, digits, `-` and `.`, at most 253",
            "Choose a name with --name.",
        )
    planned = PodPolicyPlan(scheduler, name, f"{_GROUP}/{release.mutating_policies}", release, options)
    _check_selection(planned)
    return planned


def _check_selection(planned: PodPolicyPlan) -> None:
    """Raise if no Pods are selected, or those of namespaces that are never changed."""
    options = planned.options
    if not (options.namespaces or options.namespace_labels or options.pod_labels):
        raise WrongRequest(
            f"nothing selects Pods: those of the whole cluster would wait for `{planned.scheduler}`",
            "Select some with --namespace NAME, --namespace-label KEY=VALUE or --pod-label KEY=VALUE.",
        )
    for namespace in (*options.namespaces, options.scheduler_namespace):
        if not is_dns_label(namespace):
            raise WrongRequest(
                f"`{namespace}` cannot be the name of a namespace: lower case letters, digits and `-`, at most 63"
            )
    for namespace in options.namespaces:
        if namespace in _CONTROL_PLANE:
            raise WrongRequest(
                f"Pods in `{namespace}` are never changed: the control plane must start without `{planned.scheduler}`",
                "Write `schedulerName` into the Pod templates there that need it.",
            )
        if namespace == options.scheduler_namespace:
            raise WrongRequest(
                f"the scheduler runs in `{namespace}` (--scheduler-namespace): its own Pods would wait for it",
                "Run it in another namespace than the Pods that it places.",
            )


def objects(planned: PodPolicyPlan) -> tuple[KubernetesObject, KubernetesObject]:
    """Make the policy and its binding."""
    return _policy(planned), _binding(planned)


_SPEC: Path = ("spec",)


def _policy(planned: PodPolicyPlan) -> KubernetesObject:
    conditions = list(_conditions(planned))
    spec: Data = {
        "failurePolicy": "Ignore",
        "reinvocationPolicy": "Never",
        "matchConstraints": {
            "namespaceSelector": {
                "matchExpressions": [{"key": _NAMESPACE_NAME, "operator": "NotIn", "values": planned.excluded}]
            },
            "resourceRules": [
                {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}
            ],
        },
        "matchConditions": [{"name": one.name, "expression": one.expression} for one in conditions],
        "mutations": [{"patchType": "JSONPatch", "jsonPatch": {"expression": _patch(planned.scheduler)}}],
    }
    head = (
        f"New Pods that a binding selects get `schedulerName: {planned.scheduler}`. Existing Pods keep theirs until "
        "they are replaced."
    )
    flags = needed_flags(planned.release)
    comments: dict[Path, str] = {
        # Each flag in a line of its own: lines are broken at hyphens.
        (): "\n".join([head, *(["kube-apiserver needs these flags:"] if flags else []), *flags]),
        (*_SPEC, "failurePolicy"): "If this cannot be evaluated, the Pod is created as it is, for the default "
        "scheduler.",
        (*_SPEC, "matchConstraints", "namespaceSelector"): "Never Pods of the control plane, nor those of the "
        "scheduler itself, which would wait for themselves.",
        (*_SPEC, "matchConstraints", "resourceRules"): "Only new Pods: the field of existing ones cannot be changed.",
    }
    for number, condition in enumerate(conditions):
        comments[*_SPEC, "matchConditions", number] = condition.reason
    return KubernetesObject(_object(planned, "MutatingAdmissionPolicy", spec), comments)


class _Condition(NamedTuple):
    """What has to be true of a Pod."""

    name: str
    expression: str
    reason: str


def _conditions(planned: PodPolicyPlan) -> Iterator[_Condition]:
    # Pods are defaulted before admission: SetDefaults_PodSpec in pkg/apis/core/v1/defaults.go.
    yield _Condition(
        "no-other-scheduler",
        f"object.spec.schedulerName == {json.dumps(DEFAULT_SCHEDULER)}",
        f"A Pod that names another scheduler keeps it. The API server has filled in `{DEFAULT_SCHEDULER}` before this, "
        "so that a Pod that names it looks like one that names none.",
    )
    # MirrorPodAnnotationKey in k8s.io/api/core/v1/annotation_key_constants.go
    yield _Condition(
        "no-mirror-pod",
        '!has(object.metadata.annotations) ||\n!("kubernetes.io/config.mirror" in object.metadata.annotations)',
        "The kubelet runs static Pods without a scheduler; these are their mirrors.",
    )
    if not planned.options.daemon_sets:
        yield _Condition(
            "no-daemon-set",
            "!has(object.metadata.ownerReferences) ||\n"
            'object.metadata.ownerReferences.all(owner, owner.kind != "DaemonSet")',
            "Pods of DaemonSets, such as those for networks and storage, run on their nodes without this scheduler.",
        )


def _patch(scheduler: str) -> str:
    """Return the change.

    It is a JSON patch: in 1.33, an apply configuration fails for Pods that list a variable of the environment or a
    port twice (`ApplyStructuredMergeDiff` in k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go), and
    they would stay as they are.
    """
    # A literal of JSON is one of CEL, too.
    value = json.dumps(scheduler, ensure_ascii=False)
    return f'[\n  JSONPatch{{op: "replace", path: "/spec/schedulerName", value: {value}}}\n]'


def _binding(planned: PodPolicyPlan) -> KubernetesObject:
    options, matched = planned.options, {}
    comments: dict[Path, str] = {(): "Which Pods; the policy may have more bindings."}
    path = (*_SPEC, "matchResources")
    namespaces: Data = {}
    if options.namespace_labels:
        namespaces["matchLabels"] = dict(sorted(options.namespace_labels.items()))
    if options.namespaces:
        names = sorted(set(options.namespaces))
        namespaces["matchExpressions"] = [{"key": _NAMESPACE_NAME, "operator": "In", "values": names}]
    if namespaces:
        matched["namespaceSelector"] = namespaces
    if options.pod_labels:
        matched["objectSelector"] = {"matchLabels": dict(sorted(options.pod_labels.items()))}
        comments[*path, "objectSelector"] = (
            "Labels of the Pod: whoever may create Pods may set them, or leave them out."
        )
    spec: Data = {"policyName": planned.name, "matchResources": matched}
    return KubernetesObject(_object(planned, "MutatingAdmissionPolicyBinding", spec), comments)


def _object(planned: PodPolicyPlan, kind: str, spec: Data) -> Data:
    return {"apiVersion": planned.api_version, "kind": kind, "metadata": {"name": planned.name}, "spec": spec}


def needed_flags(release: Release) -> tuple[str, ...]:
    """Return the flags of kube-apiserver without which a release has no policies.

    Upstream: `genericBetaAPIGroupVersionsDisabledByDefault` and the alpha ones in pkg/controlplane/instance.go.
    """
    if release.feature_gates[GATE].default:
        return ()
    return f"--feature-gates={GATE}=true", f"--runtime-config={_GROUP}/{release.mutating_policies}=true"


def _file(planned: PodPolicyPlan) -> GeneratedFile:
    return GeneratedFile(f"{planned.name}.yaml", stream(objects(planned)))


def _notes(planned: PodPolicyPlan) -> Iterator[str]:
    if flags := needed_flags(planned.release):
        shown = " and ".join(f"`{flag}`" for flag in flags)
        yield f"kube-apiserver {planned.release.name} needs {shown}: without them, Pods are not changed"
    yield (
        "existing Pods keep their scheduler: replace them, for example with `kubectl rollout restart`, and delete the "
        f"binding to stop: `kubectl delete mutatingadmissionpolicybinding {planned.name}`"
    )


def _plan_around(config: AcceptedConfig, options: PodPolicyOptions) -> PodPolicyPlan:
    return plan(options.scheduler or _only_profile(config), config.release, options)


def _only_profile(config: AcceptedConfig) -> str:
    """Return the profile that is not the default scheduler's."""
    profiles = (profile.scheduler_name for profile in config.configuration.profiles)
    names = [name for name in profiles if name != DEFAULT_SCHEDULER]
    if len(names) == 1:
        return names[0]
    shown = listing([f"`{name}`" for name in names], _MOST_LISTED)
    raise WrongRequest(
        f"the configuration has several profiles: {shown}" if names else f"the only profile is `{DEFAULT_SCHEDULER}`",
        "Choose one with --scheduler." if names else "Pods need no policy to get it. Add a profile with another name.",
    )


def _files(config: AcceptedConfig, options: PodPolicyOptions) -> Iterator[GeneratedFile]:
    yield _file(_plan_around(config, options))


def _remarks(config: AcceptedConfig, options: PodPolicyOptions) -> Iterator[str]:
    yield from _notes(_plan_around(config, options))


def _problems(config: AcceptedConfig, options: PodPolicyOptions) -> Iterator[Problem]:
    profiles = config.configuration.profiles
    names = [profile.scheduler_name for profile in profiles]
    if options.scheduler is None or options.scheduler in names:
        return
    shown = listing([f"`{name}`" for name in names], _MOST_LISTED)
    yield obstacle(
        unserved_scheduler_name.ID,
        scheduler_name_of(profiles[0]),
        f"no profile serves `{options.scheduler}`: the Pods would stay Pending",
        near_or(options.scheduler, names, f"Profiles: {shown}."),
    )


def maker(options: PodPolicyOptions) -> Maker[PodPolicyOptions]:
    """Return what makes the policy for a profile of a configuration.

    The maker raises WrongRequest as `plan` does, and where several profiles could be meant.
    """
    return Maker(options, _files, _problems, _remarks)


def generate_policy(options: PodPolicyOptions, release: Release) -> Generation:
    """Make the policy for a scheduler whose configuration is not there.

    Raises:
        WrongRequest: as `plan`, and if no scheduler is named.
    """
    if options.scheduler is None:
        raise WrongRequest(
            "it is not known which scheduler the Pods should get",
            "Name it with --scheduler, or its configuration with --config.",
        )
    planned = plan(options.scheduler, release, options)
    unknown = (
        f"no configuration shows that a scheduler serves `{planned.scheduler}`: if none does, the Pods stay Pending"
    )
    return Generation((_file(planned),), remarks=(unknown, *_notes(planned)))
