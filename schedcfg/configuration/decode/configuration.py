"""A whole KubeSchedulerConfiguration: its shape, then the Args of each plugin."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from schedcfg import models, releases
from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.configuration.decode import fields, shapes, unknown_fields
from schedcfg.configuration.decode.args import DecodedArgs, KnownPlugin, as_kept, decode_args
from schedcfg.configuration.decode.defects import of_the_reader
from schedcfg.configuration.decode.fields import Reader
from schedcfg.configuration.decode.meant import Moved
from schedcfg.configuration.decode.unknown_fields import unknown, with_unavailable_fields
from schedcfg.document import Document
from schedcfg.document.defect import DefectKind
from schedcfg.document.span import Path
from schedcfg.findings import FILE, FindingClass, Problem, Severity
from schedcfg.models.base import Shape, availability
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources import type_meta
from schedcfg.sources.type_meta import POLICY_KIND, POLICY_VERSIONS, TypeMeta, read_type_meta

LENIENT = "v1alpha1"
"""The one version whose unknown and repeated fields are forgiven (with a warning in the scheduler's log)."""


class Decoded(NamedTuple):
    """A configuration as written."""

    api_version: str  # Short: `v1beta3`
    release: Release
    shape: Any  # The model; None where nothing could be read
    args: Mapping[Path, DecodedArgs]  # Path of a `pluginConfig` entry → its Args, for the plugins whose Args are typed
    problems: tuple[Problem, ...]
    cut: tuple[Path, ...] = ()  # Paths that could not be read; checks do not look at what is there
    moved: Moved = Moved()  # Where values are in the text that were read as if they were elsewhere


def decode(document: Document, meta: TypeMeta, release: Release, known: KnownPlugin) -> Decoded:
    """Read a document as the kube-scheduler of a release does.

    Args:
        document: The document; its reader's defects are reported as problems.
        meta: Its API version and kind.
        release: The release whose rules apply.
        known: Looks plugins up, so that their Args can be read.
    """
    problems = list(meta.problems) or type_meta.problems(meta, release)
    if not problems:
        return _read(document, meta.version or "", release, known)
    version = type_meta.meant_version(meta, release)
    if version in release.api_versions:
        read = _read(document, version or "", release, known)
        return read._replace(problems=(*problems, *read.problems))
    problems = [*of_the_reader(document, release), *problems, *_as_args(document.data, meta, release, known)]
    return Decoded(meta.version or "", release, None, {}, tuple(problems))


def nearest_reader(meta: TypeMeta, release: Release) -> Release | None:
    """Return the release nearest to one that does not read a document which does; None where it reads it, or none does.

    Args:
        meta: The document's API version and kind.
        release: The release.
    """
    version = type_meta.meant_version(meta, release)
    serving = releases.serving(version or "")
    if not serving or release.name in serving:
        return None
    first, last = releases.at(serving[0]), releases.at(serving[-1])
    return first if first.number > release.number else last


def _read(document: Document, version: str, release: Release, known: KnownPlugin) -> Decoded:
    """Read a document as what it is, or is read as."""
    shape = models.shape_of(version)
    model, problems, found_cut, moved = _shape_read(document, version, release)
    cut = [*found_cut]
    problems = [_with_known_versions(problem, version) for problem in problems]
    args: dict[Path, DecodedArgs] = {}
    problems = with_unavailable_fields(shape, model, problems, Reader(version, release.number), ())
    problems = unknown_fields.with_objects_once(map(moved.problem, problems), document.data, shape)
    problems = unknown_fields.as_upstream(problems, (), release)
    of_args: list[tuple[Path, Path]] = []
    kept: set[Path] = set()
    if model is not None:
        for path, entry in plugin_configs(model):
            decoded, more = _entry(entry, path, version, release, known)
            if decoded is None:
                kept.add((*path, "args"))
            else:
                args[path] = decoded
                problems.extend(map(moved.problem, decoded.problems))
                cut.extend(more)
                of_args += decoded.moved.steps
    objections = of_the_reader(document, release)
    if document.is_json and not release.decodes_with_json_iterator:
        objections = list(as_kept(objections, kept))
    unreadable = {objection.path for objection in objections if objection.rule == DefectKind.UNSUPPORTED_VALUE}
    problems = [*objections, *(problem for problem in problems if problem.where not in unreadable)]
    problems += unknown_fields.passed_over(document.data, shape)
    if version == LENIENT:
        problems = _as_advice([*problems, *_unknown_fields(document.data, shape)])
    moved = Moved((*moved.steps, *of_args))
    return Decoded(version, release, model, args, tuple(problems), tuple(cut), moved)


_READ: WeakKeyDictionary[Document, dict[tuple[str, bool], shapes.ShapeReading[Any]]] = WeakKeyDictionary()
"""A document → what it was read into: a migration asks many releases, which read a version in two ways at most."""


def _shape_read(document: Document, version: str, release: Release) -> shapes.ShapeReading[Any]:
    """Return a document read into the shape of a version."""
    overflow, shape = shapes.overflow_of(release), models.shape_of(version)
    known, key = _READ.setdefault(document, {}), (version, overflow is None)
    if key not in known:
        data = _decoded_leniently(document.data, shape, version)
        known[key] = shapes.read(shape, data, (), overflow)
    return known[key]


def plugin_configs(model: Any) -> list[tuple[Path, Any]]:
    """List the `pluginConfig` entries of all profiles with their paths, of v1alpha1's single profile too."""
    if "plugin_config" in type(model).model_fields:
        return [
            (("pluginConfig", index), entry)
            for index, entry in enumerate(model.plugin_config or ())
            if entry is not None
        ]
    return [
        (("profiles", number, "pluginConfig", index), entry)
        for number, profile in enumerate(model.profiles or ())
        if profile is not None
        for index, entry in enumerate(profile.plugin_config or ())
        if entry is not None
    ]


def _as_args(data: object, meta: TypeMeta, release: Release, known: KnownPlugin) -> list[Problem]:
    """Read a document whose kind is that of a plugin's Args as those: upstream does so before it looks at the kind."""
    version = meta.version or ""
    plugin = known(meta.kind.removesuffix("Args"))
    kind = plugin.args_in(version, release) if plugin is not None else None
    if kind is None or kind.kind != meta.kind or version not in release.api_versions:
        return []
    if not release.reads_args_as_kinds:
        return []
    decoded, _ = decode_args(kind, data, (), version, release, known)
    return [
        problem._replace(message=f"{problem.message}; the document is read as `{meta.kind}`", help=None)
        for problem in decoded.problems
    ]


def _entry(
    entry: Any, path: Path, version: str, release: Release, known: KnownPlugin
) -> tuple[DecodedArgs | None, list[Path]]:
    plugin = known(entry.name or "")
    kind = plugin.args_in(version, release) if plugin is not None else None
    if kind is None:
        return None, []
    return decode_args(kind, entry.args, (*path, "args"), version, release, known)


def _decoded_leniently(data: Any, shape: type[Shape], version: str) -> Any:
    """Return data as lenient decoding takes it: all of v1alpha1, and the legacy extenders of v1alpha2."""
    return (
        unknown_fields.known_only(data, shape) if version == LENIENT else unknown_fields.legacy_extenders(data, shape)
    )


def _unknown_fields(data: Any, shape: type[Shape]) -> list[Problem]:
    read = shapes.read(shape, data, ())
    found = (read.moved.problem(problem) for problem in read.problems if problem.rule == "unknown-field")
    problems = unknown_fields.with_objects_once(found, data, shape)
    paths = {problem.path for problem in problems}
    # What is below an unknown field is skipped with it.
    return [
        problem
        for problem in problems
        if not any(problem.path[:length] in paths for length in range(len(problem.path)))
    ]


def _as_advice(problems: list[Problem]) -> list[Problem]:
    """Return problems with those that 1.18 ignores in v1alpha1 as warnings."""
    return [
        problem._replace(
            message=f"{problem.message}; Kubernetes 1.18 ignores it in v1alpha1, with a warning in its log",
            finding_class=FindingClass.ADVISED,
            severity=Severity.WARNING,
        )
        if problem.rule in {"unknown-field", "duplicate-key"}
        else problem
        for problem in problems
    ]


class DecodedPolicy(NamedTuple):
    """A Policy as written."""

    policy: Any  # The model; None where nothing could be read
    problems: list[Problem]
    moved: Moved = Moved()  # Where values are in the text that were read as if they were elsewhere


def decode_policy(document: Document, release: Release) -> DecodedPolicy:
    """Read a Policy as the release does: strictly, but for extenders, whose keys match in any case."""
    problems = of_the_reader(document, release)
    data: Any = {} if document.data is None else document.data
    objections = _objections(data, release)
    problems.extend(objections)
    if any(problem.rule != "missing-api-version" for problem in objections):
        return DecodedPolicy(None, problems)
    shape = models.policy_shape()
    model, more, _, moved = shapes.read(shape, unknown_fields.legacy_extenders(data, shape), ())
    return DecodedPolicy(model, [*problems, *map(moved.problem, more), *unknown_fields.passed_over(data, shape)], moved)


def _objections(data: object, release: Release) -> list[Problem]:
    """Report what keeps a document from being read as a Policy."""
    if not release.policy:
        from schedcfg.releases import policy  # noqa: PLC0415 - its tables are for a Policy only

        return [
            Problem(
                "policy-removed",
                (),
                f"Kubernetes {release.name} does not read a legacy Policy; {policy.NEWEST} was the last release that "
                "did",
                f"Run `schedcfg migrate --to {release.api_versions[-1]} {FILE}`: it writes a configuration with "
                "profiles in its place.",
            )
        ]
    meta = read_type_meta(data)
    if not isinstance(data, dict):
        return list(meta.problems)
    if meta.kind not in {"", POLICY_KIND} or meta.api_version not in POLICY_VERSIONS:
        return [
            Problem(
                "unknown-kind",
                ("kind",) if meta.kind not in {"", POLICY_KIND} else ("apiVersion",),
                f"`{meta.api_version}`, `{meta.kind}` is not a Policy",
                "Write `apiVersion: v1` and `kind: Policy`.",
            )
        ]
    if not meta.api_version and set(data) - {"kind", "apiVersion"}:
        return [
            Problem(
                "missing-api-version",
                (),
                "`apiVersion` is missing: the scheduler then expects its internal version, which has none of these "
                "keys",
                "Add `apiVersion: v1` and `kind: Policy`.",
            )
        ]
    return []


def _with_known_versions(problem: Problem, version: str) -> Problem:
    """Add to an unknown field where and when it is known, if any API version knows it at that place."""
    if problem.rule != "unknown-field":
        return problem
    known_in = [name for name in models.API_VERSIONS if name != version and _has(name, problem.path)]
    if not known_in:
        return problem
    order = models.API_VERSIONS.index
    later = [name for name in known_in if order(name) > order(version)]
    field = problem.path[-1]
    if later:
        first = _first_release(later[0], problem.path)
        return problem._replace(
            message=f"{unknown(problem.path)}: {version} does not have it; it exists since {first}, in {later[0]}",
            help=f"Remove it, or migrate to `{GROUP}/{later[0]}` (`schedcfg migrate --to {later[0]} {FILE}`).",
            remedy=None,
        )
    if _is_other_spelling(version, problem.path):
        return problem
    if fields.places_of(models.shape_of(version), str(field)):
        return problem
    return problem._replace(
        message=f"{unknown(problem.path)}: {version} no longer has it; the last version with it was {known_in[-1]}",
        help=_SUCCESSORS.get(str(field), "Remove it."),
        remedy=None,
    )


_BY_HTTPS = "Remove it: health and metrics are served by HTTPS, at the flags `--bind-address` and `--secure-port`."
_SUCCESSORS = {
    "algorithmSource": "Remove it, and choose plugins in `profiles`.",
    "bindTimeoutSeconds": "Write it in the Args of VolumeBinding.",
    "disablePreemption": "Disable `DefaultPreemption` at `postFilter`.",
    "hardPodAffinitySymmetricWeight": "Write `hardPodAffinityWeight` in the Args of InterPodAffinity.",
    "healthzBindAddress": _BY_HTTPS,
    "lockObjectName": "Write `resourceName`.",
    "lockObjectNamespace": "Write `resourceNamespace`.",
    "metricsBindAddress": _BY_HTTPS,
    "unreserve": "Write `reserve`: its plugins do both.",
}
"""Fields that are gone → what to do instead."""


def _is_other_spelling(version: str, path: Path) -> bool:
    """Return whether a field differs only by upper and lower case from one of the version, as `enableHttps` does."""
    known = fields.names_at(models.shape_of(version), path[:-1])
    return str(path[-1]).lower() in map(str.lower, known)


def _has(version: str, path: Path) -> bool:
    return path[-1] in fields.names_at(models.shape_of(version), path[:-1])


def _first_release(version: str, path: Path) -> str:
    first = availability(fields.names_at(models.shape_of(version), path[:-1])[str(path[-1])]).first
    return f"1.{first}" if first else releases.serving(version)[0]


CARDS = (
    RuleCard(
        id="policy-removed",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="This release does not read a legacy Policy",
        why="1.23 removed `--policy-config-file`: predicates and priorities became plugins of profiles.",
        source="cmd/kube-scheduler/app/options/deprecated.go; pkg/scheduler/factory.go up to 1.22, createFromPolicy",
        since="1.23",
        bad="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
        good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
"""),
        options=("--kubernetes", "1.29"),
    ),
)
