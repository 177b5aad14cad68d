"""Plugin Args: each entry of `pluginConfig` is read on its own, so that one broken block hides no other."""

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from schedcfg import models, releases
from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.configuration.decode import fields, shapes, unknown_fields, wrong_types
from schedcfg.configuration.decode.meant import Moved
from schedcfg.configuration.decode.unknown_fields import with_unavailable_fields
from schedcfg.document.defect import DefectKind
from schedcfg.document.span import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.models.base import Shape
from schedcfg.plugins import find
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, Plugin
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources.type_meta import KIND, spelling


class DecodedArgs(NamedTuple):
    """The Args of one `pluginConfig` entry."""

    written: Shape | None  # The typed Args; None where nothing could be read
    problems: tuple[Problem, ...] = ()
    when_built: tuple[Problem, ...] = ()  # What is refused only if a profile enables the plugin
    moved: Moved = Moved()  # Where values are in the document that were read as if they were elsewhere


def shape_for(kind: ArgsKind, release: Release) -> type[Shape]:
    """Return the shape of a plugin's Args in a release: 1.18 has older ones."""
    if not release.reads_args_as_kinds and kind.legacy_model is not None:
        return kind.legacy_model
    return kind.model


KnownPlugin = Callable[[str], Plugin | None]
"""What is known of the plugin of a name; None where nothing is."""


def _in_tree(name: str) -> Plugin | None:
    plugin = find(name)
    return plugin if plugin is not None and plugin.in_tree else None


def decode_args(
    kind: ArgsKind, raw: object, path: Path, api_version: str, release: Release, known: KnownPlugin = _in_tree
) -> tuple[DecodedArgs, list[Path]]:
    """Read the Args of a plugin whose Args kind the release registers.

    Args:
        kind: What is known of the Args.
        raw: As written.
        path: The path of `args`.
        api_version: The document's version, short.
        release: By whose rules.
        known: Looks up the plugin whose kind the Args name, where that is another one.

    Returns:
        The Args and the paths that had to be cut out.
    """
    if not release.reads_args_as_kinds:
        return _free_form(shape_for(kind, release), raw, path)
    problems = _type_meta_problems(kind, raw, path, api_version)
    if problems and not isinstance(raw, dict):
        return DecodedArgs(None, tuple(problems)), [path]
    written, more, cut, moved = shapes.read(kind.model, {} if raw is None else raw, path, shapes.overflow_of(release))
    problems.extend(
        with_unavailable_fields(kind.model, written, more, fields.of_args(kind, api_version, release), path)
    )
    if release.reads_args_as_named_kind and isinstance(raw, dict):
        reported = {problem.path for problem in problems}
        named = _unknown_to_named_kind(kind, raw, path, Context(api_version, release), known)
        problems.extend(problem for problem in named if problem.path not in reported)
    refused = with_first_release(
        unknown_fields.as_upstream(map(moved.problem, problems), path, release), kind, api_version
    )
    return DecodedArgs(written, tuple(refused), moved=moved), cut


def as_kept(objections: Iterable[Problem], kept: AbstractSet[Path]) -> Iterator[Problem]:
    """Yield what the reader of a JSON text objects to, as advice where it is in Args that the release does not decode.

    Go's own decoder hands `args` to `RawExtension.UnmarshalJSON` as bytes, and checks no more than their syntax. What
    has no kind stays so: the plugin reads it, if it reads any. YAML was decoded before that, to become JSON.

    Args:
        objections: What the reader objects to.
        kept: The paths of Args that the release has no kind for.
    """
    for objection in objections:
        # A key that is repeated is none of its value.
        path = objection.path[:-1] if objection.rule == DefectKind.DUPLICATE_KEY else objection.path
        if not any(path[:length] in kept for length in range(len(path) + 1)):
            yield objection
            continue
        yield objection._replace(
            message=f"{objection.message}; kube-scheduler keeps these args as they are written, for the plugin to read",
            help=objection.help or "Keep one of the values.",
            finding_class=FindingClass.ADVISED,
            severity=Severity.WARNING,
        )


def with_first_release(problems: Iterable[Problem], kind: ArgsKind, api_version: str) -> Iterator[Problem]:
    """Yield problems of Args; where older releases of the API version do not read them, their help says so."""
    for problem in problems:
        first = None if kind.catalog is not None else kind.served.get(api_version)
        if first is None or first == releases.serving(api_version)[0]:
            yield problem
        else:
            note = f"In {api_version}, these Args are read since Kubernetes {first}; older releases ignore them."
            yield problem._replace(help=f"{problem.help} {note}" if problem.help else note)


def _unknown_to_named_kind(
    kind: ArgsKind, raw: dict[str, object], path: Path, context: Context, known: KnownPlugin
) -> list[Problem]:
    """Report the fields that the kind which these Args name does not have, where it is another one."""
    name = raw.get(spelling(raw, "kind"))
    if not isinstance(name, str) or name == kind.kind:
        return []
    found = _shape_and_reader(name, context, known)
    if found is None:
        return []
    shape, own = found
    written, problems, _, _ = shapes.read(shape, raw, path, shapes.overflow_of(context.release))
    return [
        problem._replace(message=f"{problem.message}: `{name}`, the kind written here, has none", help=None)
        for problem in with_unavailable_fields(shape, written, problems, own, path)
        if problem.rule == "unknown-field"
    ]


def _shape_and_reader(kind: str, context: Context, known: KnownPlugin) -> tuple[type[Shape], fields.Reader] | None:
    """Find the shape of a kind that may be in a configuration file, and its reader; None where there is none."""
    version, release = context
    if kind == KIND:
        return models.shape_of(version), fields.Reader(version, release.number)
    plugin = known(kind.removesuffix("Args"))
    args = plugin.args_in(version, release) if plugin is not None else None
    return (args.model, fields.of_args(args, version, release)) if args is not None and args.kind == kind else None


def _free_form(model: type[Shape], raw: object, path: Path) -> tuple[DecodedArgs, list[Path]]:
    data = {} if raw is None else unknown_fields.known_in_any_case(raw, model)
    written, problems, _, moved = shapes.read(model, data, path)
    # Nothing counts as cut out: it is the rule about args that reports these problems.
    return DecodedArgs(written, (), tuple(problems), moved), []


def _type_meta_problems(kind: ArgsKind, raw: object, path: Path, api_version: str) -> list[Problem]:
    """Check that Args which name their own type name the right one."""
    if raw is None:
        return []
    if not isinstance(raw, dict):
        return [
            Problem(
                "wrong-type",
                path,
                f"the args must be a mapping, found {shapes.shown(raw)}",
                wrong_types.of_mapping(raw),
                help_in_json=wrong_types.IN_BRACES,
            )
        ]
    problems = []
    expected = f"{GROUP}/{api_version}"
    version = raw.get("apiVersion")
    if isinstance(version, str) and version and version != expected:
        problems.append(
            Problem(
                "wrong-args-type",
                (*path, "apiVersion"),
                f"these args are of `{version}`, but the configuration is of `{expected}`",
                f"Write `apiVersion: {expected}`, or omit `apiVersion` and `kind`: both follow from the plugin's name.",
            )
        )
    named = raw.get("kind")
    if isinstance(named, str) and named and named != kind.kind:
        problems.append(
            Problem(
                "wrong-args-type",
                (*path, "kind"),
                f"these args are of kind `{named}`, but the plugin takes `{kind.kind}`",
                f"Write `kind: {kind.kind}`, or omit `apiVersion` and `kind`: both follow from the plugin's name.",
            )
        )
    return problems


CARDS = (
    RuleCard(
        id="wrong-args-type",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The Args are of another kind",
        why="The plugin's name determines the kind of its Args; `kind` and `apiVersion` in them must match it or be "
        "omitted.",
        source="k8s.io/kube-scheduler/config/v1/types.go, decodeNestedObjects",
        since="1.19",
        bad=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: NodeResourcesFit
        args:
          apiVersion: kubescheduler.config.k8s.io/v1
          kind: NodeResourcesBalancedAllocationArgs
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: NodeResourcesFit
        args:
          apiVersion: kubescheduler.config.k8s.io/v1
          kind: NodeResourcesFitArgs
"""),
    ),
)
