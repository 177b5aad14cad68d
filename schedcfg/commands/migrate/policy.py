"""A Policy as it is written, beside what it means."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, NoReturn

from schedcfg import plugins
from schedcfg.commands.migrate.context import StepContext, items
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.commands.migrate.step_edits import entry
from schedcfg.configuration.decode.args import decode_args
from schedcfg.configuration.effective import policy
from schedcfg.configuration.effective.behavior import lists
from schedcfg.configuration.effective.impact import Effect, of_order, of_run
from schedcfg.configuration.effective.model import ArgsEntry, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import DECIDING, PIPELINE
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.document import Comment, parse
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.models.policy import Policy
from schedcfg.plugins.context import Context
from schedcfg.releases import policy as tables
from schedcfg.releases.policy import Brings

PROFILES: Path = ("profiles",)
"""Where a comment goes whose entry turned into nothing that is written."""


class MovedComment(NamedTuple):
    """A comment and its new place."""

    text: str  # As `Comment.text`
    written: str  # From its `#` on
    path: Path


def moved_comments(draft: Draft, sections: list[str], places: Mapping[Path, Path]) -> list[MovedComment]:
    """Return where each comment moves to, in order, as if all were in a section that goes.

    Args:
        draft: The text with the sections.
        sections: What goes: keys, in the order of the text.
        places: Entry of the Policy → what it turned into.
    """
    found = []
    for comment in parse(draft.text).comments:
        written = draft.text[comment.span.start.offset : comment.span.end.offset].rstrip()
        owner = _owner(draft, sections, comment)
        found.append(MovedComment(comment.text, written, PROFILES if owner is None else places.get(owner, PROFILES)))
    return found


def restore_comments(draft: Draft, comments: list[MovedComment]) -> None:
    """Restore those comments that are no longer in the text."""
    present = Counter(comment.text for comment in parse(draft.text).comments)
    lost = Counter(comment.text for comment in comments) - present
    missing = []
    for one in comments:
        if lost[one.text]:
            lost[one.text] -= 1
            missing.append(one)
    for path, group in groupby(
        sorted(missing, key=lambda comment: [*map(str, comment.path)]), key=lambda comment: comment.path
    ):
        draft.annotate(path, "\n".join(comment.written for comment in group))


def _owner(draft: Draft, sections: list[str], comment: Comment) -> Path | None:
    """Find the section, or the entry in it, that a comment is in or directly above or behind."""
    line = comment.span.start.line
    for path in _lines_of(draft, sections):
        place = draft.document.locate(path)
        end = place.key if place.key is not None and len(path) == 1 else place.value
        if line <= end.end.line:
            return path
    return None


def _lines_of(draft: Draft, sections: list[str]) -> Iterator[Path]:
    """Yield each section, for the line of its key, and its entries."""
    for section in sections:
        yield (section,)
        yield from ((section, index) for index in range(len(items(draft.get((section,))))))


PREDICATES = "predicates"
PRIORITIES = "priorities"
HARD_WEIGHT = "hardPodAffinitySymmetricWeight"
ALWAYS = "alwaysCheckAllPredicates"
SECTIONS = (PREDICATES, PRIORITIES, HARD_WEIGHT, ALWAYS)
"""The keys of a Policy that a configuration does not have."""

Lists = Mapping[str, list[PluginRef]]
"""Extension point → what runs there, in order; points where nothing runs are missing."""


class Legacy:
    """A Policy being migrated to a configuration.

    Args:
        step: The step in which it is.
        policy: As decoded.
    """

    def __init__(self, step: StepContext, policy: Policy) -> None:
        self.policy = policy
        self._step = step
        self._tables = tables.of(step.release)

    @property
    def profile(self) -> Profile:
        """The one profile that the Policy means."""
        (profile,) = self._step.before.profiles
        return profile

    @cached_property
    def running(self) -> Lists:
        """What runs with the Policy."""
        return lists(self.profile, self._step.before, self._step.plan.registry)

    @cached_property
    def by_default(self) -> Lists:
        """What runs with a configuration that says nothing, but for what has no effect."""
        registry = self._step.plan.registry
        nothing = defaults(self._step.target, self._step.release, registry)
        found = lists(nothing.profiles[0], nothing, registry)
        return {point: [ref for ref in refs if self._counts(point, ref)] for point, refs in found.items()}

    def _counts(self, point: str, ref: PluginRef) -> bool:
        """Check whether it matters that a plugin runs at a point by default, and not with the Policy."""
        if any(ref.name == plugin_ref.name for plugin_ref in self.running.get(point, [])):
            return True
        releases = self._step.release, self._step.release
        return of_run(point, ref.name, (None, ref.weight_at(point)), releases).effect is not Effect.NONE

    def is_written(self, section: str) -> bool:
        """Check whether a section is present; an empty list means that there is nothing."""
        return (self.policy.predicates if section == PREDICATES else self.policy.priorities) is not None

    def section_of(self, point: str) -> str | None:
        """Return which section decides about a point; None where neither does."""
        for section, registered in ((PREDICATES, self._tables.predicates), (PRIORITIES, self._tables.priorities)):
            if any(point in brings for brings in registered.values()):
                return section
        return None

    def brought(self) -> Iterator[tuple[Path, Brings]]:
        """Yield the entries that represent something, in order, with what they turn into."""
        for named in policy.predicates(self.policy, self._tables):
            yield named.path, self._tables.predicates[named.name]
        for named in policy.priorities(self.policy, self._tables):
            yield named.path, self._tables.priorities[named.name]


_BY_EXTENDERS = ("extenders",)
_RATIO = "RequestedToCapacityRatio"


class BroughtArgs(NamedTuple):
    """The Args of one plugin."""

    plugin: str
    values: dict[str, object]
    path: Path  # What brings them in the Policy, the first where several entries do


def plugin_config(legacy: Legacy, step: StepContext) -> Iterator[BroughtArgs]:
    """Yield the Args that are not as by default, in the order of the plugins' names.

    What follows from extenders is left out: the scheduler derives it in both cases (`create` in
    `pkg/scheduler/factory.go`).

    Raises:
        Refusal: where Args cannot be as empty as they are, and that was not requested.
    """
    context = Context(step.target, step.release)
    for args in sorted(legacy.profile.plugin_config, key=lambda args_entry: args_entry.name):
        if args.path[:1] != _BY_EXTENDERS and isinstance(args.raw, dict) and _differs_from_default(args, context):
            if args.name == _RATIO and not args.raw["resources"] and not step.plan.drop_unsupported:
                _refuse_empty_ratio(args, step)
            yield BroughtArgs(args.name, dict(args.raw), args.path)


def _refuse_empty_ratio(entry: ArgsEntry, step: StepContext) -> NoReturn:
    """Refuse a priority that rates by no resource: a configuration would have the default ones filled in."""
    step.refuse(
        entry.path,
        f"the priority has no `resources`, so it scores every node 0; {step.target} would score by cpu and memory",
        "Name the resources to score, or remove the priority; --drop-unsupported uses cpu and memory.",
    )


def _differs_from_default(entry: ArgsEntry, context: Context) -> bool:
    """Check whether Args do not come by default."""
    return _completed_args(entry, entry.raw, context) != _completed_args(entry, {}, context)


def _completed_args(entry: ArgsEntry, raw: object, context: Context) -> object:
    """Complete Args as a configuration's are; a Policy's are taken as they are brought."""
    plugin = plugins.find(entry.name)
    assert plugin is not None
    assert plugin.args is not None
    decoded, _ = decode_args(plugin.args, raw, entry.path, context.api_version, context.release)
    return plugin.args.values(plugin.args.complete(decoded.written, context), context)


_ALL = "*"

Written = dict[str, dict[str, list[dict[str, object]]]]
"""Extension point → `disabled` and `enabled`, as plain data."""


def plugin_sets(legacy: Legacy) -> Written:
    """Write what runs at each point at which it is not what runs there by default, in the order that Pods take.

    A section of the Policy lists all that it wants: where it is written, so do the points that it decides about.
    Elsewhere it reads better to name what differs, unless that is longer.
    """
    found: Written = {}
    for point in PIPELINE:
        want, have = legacy.running.get(point, []), legacy.by_default.get(point, [])
        if _same(point, want, have):
            continue
        whole = _whole(point, want)
        section = legacy.section_of(point)
        if (section is not None and legacy.is_written(section)) or point in DECIDING:
            found[point] = whole
        else:
            found[point] = min(_differing(point, want, have), whole, key=lambda sets: sum(map(len, sets.values())))
    return found


def _same(point: str, want: list[PluginRef], have: list[PluginRef]) -> bool:
    """Check whether two lists do the same, whose objection to a node comes first aside."""
    one, other = ({ref.name: ref.weight_at(point) for ref in refs} for refs in (want, have))
    return one == other and of_order(point, list(one), list(other)).effect is not Effect.BEHAVIOR


def _whole(point: str, want: list[PluginRef]) -> dict[str, list[dict[str, object]]]:
    """Name everything, and nothing by default."""
    sets: dict[str, list[dict[str, object]]] = {"disabled": [{"name": _ALL}]}
    if want:
        sets["enabled"] = [entry(ref, point) for ref in want]
    return sets


def _differing(point: str, want: list[PluginRef], have: list[PluginRef]) -> dict[str, list[dict[str, object]]]:
    """Name what is not as by default; v1beta1 takes another weight only for a plugin that it disables first."""
    wanted = {ref.name: ref.weight_at(point) for ref in want}
    default = {ref.name: ref.weight_at(point) for ref in have}
    disabled: list[dict[str, object]] = [
        {"name": ref.name} for ref in have if wanted.get(ref.name) != default[ref.name]
    ]
    enabled = [entry(ref, point) for ref in want if default.get(ref.name) != wanted[ref.name]]
    return {name: refs for name, refs in (("disabled", disabled), ("enabled", enabled)) if refs}


_RUN_AT = {PREDICATES: "preFilter, filter, reserve and preBind", PRIORITIES: "preScore and score"}


def add_notes(step: StepContext, legacy: Legacy, sets: Written, args: list[BroughtArgs]) -> None:
    """Note the change of each section, and what has to be done outside the file."""
    for section in (PREDICATES, PRIORITIES):
        if legacy.is_written(section):
            _write(step, section)
        elif any(legacy.section_of(point) == section for point in sets):
            _unwritten(step, section)
    _hard_weight(step, args)
    if step.draft.has((ALWAYS,)) and not legacy.policy.always_check_all_predicates:
        step.note(NoteKind.REMOVED, "policy-always-check", f"`{ALWAYS}` has no effect", (ALWAYS,))
    message = "pass the new file with `--config` instead of `--policy-config-file` or `--policy-configmap`"
    step.note(NoteKind.BY_HAND, "policy-flag", message, ())


def _write(step: StepContext, section: str) -> None:
    message = f"{section} become plugins at {_RUN_AT[section]}: only the plugins that replace them run there"
    step.note(NoteKind.CHANGED, f"policy-{section}", message, (section,))


def _unwritten(step: StepContext, section: str) -> None:
    message = (
        f"there are no {section}, so those of Kubernetes {step.release.name} apply; {_RUN_AT[section]} lists the "
        f"differences from the default plugins of {step.target}"
    )
    step.note(NoteKind.CHANGED, f"policy-{section}", message, (section,) if step.draft.has((section,)) else ())


def _hard_weight(step: StepContext, args: list[BroughtArgs]) -> None:
    if not step.draft.has((HARD_WEIGHT,)):
        return
    if any(one.path == (HARD_WEIGHT,) for one in args):
        message = f"`{HARD_WEIGHT}` becomes `hardPodAffinityWeight` of InterPodAffinity"
        step.note(NoteKind.CHANGED, "policy-hard-weight", message, (HARD_WEIGHT,))
    else:
        message = f"`{HARD_WEIGHT}` had no effect: it is the default, or InterPodAffinityPriority is not used"
        step.note(NoteKind.REMOVED, "policy-hard-weight", message, (HARD_WEIGHT,))
