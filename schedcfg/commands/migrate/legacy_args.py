"""What old versions left untyped, migrated: Args of any form, and fields of extenders whose case meant nothing.

One step: the text rewritten, behavior pinned, and both compared.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from schedcfg import models, plugins
from schedcfg.commands.migrate import pins, step_edits
from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.explain import ComparisonContext
from schedcfg.commands.migrate.results import BehaviorDifference, Note, NoteKind
from schedcfg.commands.migrate.steps import Rewrite
from schedcfg.configuration.decode import fields
from schedcfg.configuration.decode.args import decode_args
from schedcfg.configuration.effective.equivalence import FactDifference
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document.edit import Draft
from schedcfg.document.edit.splices import OriginalPlaces
from schedcfg.document.golang import duration
from schedcfg.document.golang.text import fold_name
from schedcfg.document.span import Path, lines_of
from schedcfg.findings import Finding
from schedcfg.models.base import Shape
from schedcfg.plugins import ArgsKind
from schedcfg.plugins.context import Context
from schedcfg.releases.release import GROUP
from schedcfg.validation.completed import Completed


def respell(step: StepContext, path: Path, shape: type[Shape]) -> None:
    """Spell the keys of a mapping, and of those inside; of several spellings the last one counts.

    Upstream: `encoding/json` sets a field each time that a key means it.
    """
    data = mapping(step.draft.get(path))
    known = {name.lower(): name for name in fields.names(shape)}
    last = {known[fold_name(key)]: key for key in data if fold_name(key) in known}
    for key in data:
        name = known.get(fold_name(key))
        if name is not None and last[name] != key:
            step.draft.remove_leaving_comments((*path, key))
    for name, key in last.items():
        if name != key:
            step.draft.rename((*path, key), name)
        inner = fields.shape_at(shape, (name,))
        if inner is not None:
            _respell_inside(step, (*path, name), inner)


def _respell_inside(step: StepContext, path: Path, shape: type[Shape]) -> None:
    value = step.draft.get(path)
    paths = [(*path, index) for index in range(len(value))] if isinstance(value, list) else [path]
    for one in paths:
        respell(step, one, shape)


_CURVE = "RequestedToCapacityRatioArgs"
"""The one kind whose weights of 0 count as 1 in 1.18, and are refused by 1.19."""


def write_typed(step: StepContext) -> None:
    """Write Args as their API kinds have them, without what 1.18 never read: it would wake up, or be refused."""
    needed = {profile.path: profile.needed for profile in step.before.profiles}
    for path, entry in reversed(list(step.plugin_configs())):
        plugin = plugins.find(str(entry.get("name")))
        kind = plugin.args if plugin is not None and plugin.in_tree else None
        if plugin is None or kind is None or entry.get("args") is None:
            continue
        begun, noted = step.draft.copy(), len(step.notes)
        if kind.legacy_model is not None and isinstance(entry["args"], dict):
            _write(step, (*path, "args"), kind, kind.legacy_model)
        runs = plugin.name in needed[path[:2]]
        if kind.legacy_model is None or (not runs and _is_refused(step, (*path, "args"), kind)):
            step.draft.restore(begun)
            del step.notes[noted:]
            message = f"1.18 never read the args of {plugin.name}; later releases do"
            step.note(NoteKind.REMOVED, "unread-args", message, path)
            step.draft.remove_leaving_comments(path)


def _is_refused(step: StepContext, path: Path, kind: ArgsKind) -> bool:
    """Check whether Args are wrong, which was not reported as long as their plugin did not run."""
    args, _ = decode_args(kind, step.draft.get(path), path, step.target, step.release)
    if args.written is None or args.problems:
        return True
    context = Context(step.target, step.release)
    return any(kind.check(kind.complete(args.written, context), context))


def _write(step: StepContext, path: Path, kind: ArgsKind, legacy: type[Shape]) -> None:
    """Spell Args as their kind is spelled, and take out what only the new kind knows."""
    before = step.draft.text
    respell(step, path, kind.model)
    known = {*fields.names(legacy), "apiVersion", "kind"}
    for name in reversed(list(mapping(step.draft.get(path)))):
        if name not in known:
            step.draft.remove_leaving_comments((*path, name))
    for name, right in (("apiVersion", f"{GROUP}/{step.target}"), ("kind", kind.kind)):
        if step.draft.has((*path, name)) and step.draft.get((*path, name)) != right:
            step.draft.replace((*path, name), right)
    if kind.kind == _CURVE:
        _write_weights(step, (*path, "resources"))
    if step.draft.text != before:
        message = f"the args are written as in their kind `{kind.kind}`, without what 1.18 never read"
        step.note(NoteKind.CHANGED, "typed-args", message, path)


def _write_weights(step: StepContext, path: Path) -> None:
    for index, resource in enumerate(items(step.value(path))):
        if isinstance(resource, dict) and not resource.get("weight"):
            step.draft.set((*path, index, "weight"), 1)


_EXTENDERS: Path = ("extenders",)
_TIMEOUT = "httpTimeout"


def modernize(step: StepContext) -> None:
    """Spell keys as the target version spells them, and write timeouts as durations."""
    shape = fields.shape_at(models.shape_of(step.target), _EXTENDERS)
    assert shape is not None
    before = step.draft.text
    for index in range(len(items(mapping(step.draft.data).get("extenders")))):
        path = (*_EXTENDERS, index)
        respell(step, path, shape)
        _write_duration(step, (*path, _TIMEOUT))
    if step.draft.text != before:
        message = f"extenders are written as {step.target} reads them: case of keys, `httpTimeout` as a duration"
        step.note(NoteKind.CHANGED, "legacy-extenders", message, _EXTENDERS)


def _write_duration(step: StepContext, path: Path) -> None:
    """Write a number of nanoseconds as a duration; null, which meant nothing, is no duration."""
    if not step.draft.has(path):
        return
    written = step.draft.get(path)
    if isinstance(written, int):
        step.draft.replace(path, duration.render(written))
    elif written is None:
        step.draft.remove_leaving_comments(path)


def make_legacy(step: StepContext) -> None:
    """Write extenders as v1alpha2 reads them: `enableHttps`, and timeouts as numbers of nanoseconds."""
    for index in range(len(items(mapping(step.draft.data).get("extenders")))):
        path = (*_EXTENDERS, index)
        if step.draft.has((*path, "enableHTTPS")):
            step.draft.rename((*path, "enableHTTPS"), "enableHttps")
        written = step.value((*path, _TIMEOUT))
        if isinstance(written, str):
            step.draft.replace((*path, _TIMEOUT), duration.parse(written))


class StepComparison(NamedTuple):
    """The result of a step."""

    completed: Completed
    explained: tuple[BehaviorDifference, ...] = ()
    unexplained: tuple[FactDifference, ...] = ()  # What else differs

    @property
    def fits(self) -> bool:
        """Whether the new text is accepted and means the same."""
        return not any(self.lacks)

    @property
    def lacks(self) -> tuple[bool, int]:
        """How far the new text is from that: whether it is refused, and in how many values it differs."""
        return not self.completed.is_accepted, len(self.unexplained)


Repair: TypeAlias = Callable[[StepContext, Configuration, Iterable[FactDifference]], None]
"""Changes the text because of what differs; given what is meant now."""


def take_step(step: StepContext, rewrite: Rewrite) -> StepComparison:
    """Migrate a text: what this step alone has to do, what every step does, then pins until nothing differs."""
    rewrite(step)
    step_edits.change_type(step)
    step_edits.disable_overridden(step)
    step_edits.clear_points(step)
    step_edits.drop_removed_plugins(step)
    step_edits.drop_unknown_fields(step)
    return _tidy(step, repaired(step, compare_with_before(step)))


def repaired(step: StepContext, compared: StepComparison) -> StepComparison:
    """Pin what differs until nothing does, or no repair helps.

    Args:
        step: The text; it is changed.
        compared: What differs now.
    """
    for repair in _REPAIRS:
        if compared.fits or compared.completed.configuration is None:
            break
        compared = _repair(step, repair, compared)
    return compared


def _tidy(step: StepContext, compared: StepComparison) -> StepComparison:
    """Write pinned weights in the way of the target version, unless that means something else."""
    saved = step.draft.copy()
    step_edits.tidy_weights(step)
    if step.draft.text == saved.text:
        return compared
    again = compare_with_before(step)
    before, after = (
        {difference.path for difference in comparison.explained if difference.matters}
        for comparison in (compared, again)
    )
    if again.lacks <= compared.lacks and before == after:
        return again
    step.draft.restore(saved)
    return compared


def _repair(step: StepContext, repair: Repair, compared: StepComparison) -> StepComparison:
    """Try a repair, and take it back where the text does not come nearer to what it meant."""
    saved, noted = step.draft.copy(), len(step.notes)
    assert compared.completed.configuration is not None
    repair(step, compared.completed.configuration, compared.unexplained)
    repaired = compare_with_before(step)
    if repaired.lacks < compared.lacks:
        return repaired
    step.draft.restore(saved)
    del step.notes[noted:]
    return compared


def _pin_in_rounds(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:
    """Pin, and pin again what that changes elsewhere: entries at MultiPoint apply to all points."""
    for _ in range(_ROUNDS):
        pins.pin(step, after, unexplained)
        compared = compare_with_before(step)
        if compared.fits or compared.completed.configuration is None:
            return
        after, unexplained = compared.completed.configuration, compared.unexplained


_ROUNDS = 3

_REPAIRS: tuple[Repair, ...] = (pins.pin_args, pins.pin, pins.pin, _pin_in_rounds, pins.rewrite, pins.rewrite_scores)
"""What is tried in turn until the text fits."""


def compare_with_before(step: StepContext) -> StepComparison:
    """Compare what the text means now with what it meant before the step."""
    completed = step.complete()
    after = completed.configuration
    if after is None:
        return StepComparison(completed)
    context = ComparisonContext.of(step, after)
    found = context.explained()
    return StepComparison(
        completed,
        (*context.successions(), *(why for _, why in found if why is not None)),
        tuple(difference for difference, why in found if why is None),
    )


def in_original(findings: Iterable[Finding], draft: Draft) -> Iterator[Finding]:
    """Yield findings in the new text with their places in the user's own."""
    origins, lines = OriginalPlaces(draft.edits), lines_of(draft.original)
    for finding in findings:
        span = lines.span(origins.of(finding.start.offset), origins.of(finding.end.offset))
        yield replace(finding, start=span.start, end=span.end)


def differs(difference: BehaviorDifference, name: str) -> Note:
    """Return a note on what will differ."""
    return Note(NoteKind.DIFFERS, "behaviour", f"{difference.path}: {difference.reason}", "", name)


def other_releases(step: StepContext, names: Iterable[str]) -> Note:
    """Return a note on the other releases, the newest of them first, that would not do the same with the new text."""
    message = (
        f"compared for Kubernetes {step.release.name}; {', '.join(reversed(list(names)))} would behave differently "
        "with the new text (`schedcfg diff` shows how)"
    )
    return Note(NoteKind.DIFFERS, "other-release", message, "", step.name)
