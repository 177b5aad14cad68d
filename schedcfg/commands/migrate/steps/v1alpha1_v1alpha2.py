"""v1alpha1 ↔ v1alpha2, both served by 1.18: profiles, strict reading, `preScore`.

Upstream: `pkg/scheduler/apis/config/v1alpha1/conversion.go` and `cmd/kube-scheduler/app/options/configfile.go` of 1.18.
"""

from collections.abc import Iterator

from schedcfg import models
from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.named_policy import write_policy
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.decode import fields
from schedcfg.configuration.effective.model import EMPTY_SET
from schedcfg.configuration.effective.plugin_sets import default_sets
from schedcfg.configuration.effective.resolve import DEFAULT_PROVIDER, RENAMED
from schedcfg.sources.type_meta import spelling

_PROFILE = ("profiles", 0)
_OF_A_PROFILE = ("schedulerName", "plugins", "pluginConfig")
"""The top-level fields of v1alpha1 that are in a profile later, in the order of the models."""

_LOCK_NAMES = {"lockObjectName": "resourceName", "lockObjectNamespace": "resourceNamespace"}
"""v1alpha1's own names of leader election's lock; where the newer ones are written too, they are equal."""


def up(step: StepContext) -> None:
    """Put the one profile into the list of profiles, and take out what 1.18 skips in v1alpha1 only."""
    _write_type(step)
    _drop_unread(step)
    write_policy(step)
    _name_the_lock(step)
    _move_hard_pod_affinity(step)
    _write_provider(step)
    for old, new in RENAMED.items():
        if step.draft.has(("plugins", old)):
            message = f"`{old}` is called `{new}` since v1alpha2; in v1beta1, the old name has another meaning"
            step.note(NoteKind.CHANGED, "renamed-point", message, ("plugins", old))
            step.draft.rename(("plugins", old), new)
    moved = [field for field in _OF_A_PROFILE if step.draft.has((field,))]
    if moved:
        message = "a configuration has a list of profiles since v1alpha2; the top-level fields become the first one"
        step.note(NoteKind.CHANGED, "profile", message, (moved[0],))
    for field in moved:
        step.move((field,), (*_PROFILE, field))


def down(step: StepContext) -> None:
    """Put the only profile to the top."""
    profiles = items(mapping(step.draft.data).get("profiles"))
    if len(profiles) > 1:
        message = "v1alpha1 has only one profile, but there are several"
        step.refuse(
            ("profiles",), message, "Put each profile into a separate configuration, and run a scheduler for each."
        )
    for old, new in RENAMED.items():
        if step.draft.has((*_PROFILE, "plugins", new)):
            path = (*_PROFILE, "plugins", new)
            step.note(NoteKind.CHANGED, "renamed-point", f"`{new}` is called `{old}` in v1alpha1", path)
            step.draft.rename(path, old)
    first, *others = [*mapping(profiles[0] if profiles else None)] or [""]
    for field in (*others, first):  # what is left behind by the first one would not stay with its comments
        if field in _OF_A_PROFILE:
            step.move((*_PROFILE, field), (field,))
    if step.draft.has(("profiles",)):
        step.draft.remove_leaving_comments(("profiles",))


def _write_type(step: StepContext) -> None:
    """Write `apiVersion` and `kind` as later readers know them: the lenient one finds them in any case."""
    for key in ("apiVersion", "kind"):
        written = spelling(mapping(step.draft.data), key)
        if written != key:
            step.note(NoteKind.CHANGED, "spelling", f"`{written}` is written `{key}`", (written,))
            step.draft.rename((written,), key)


def _drop_unread(step: StepContext) -> None:
    """Take out what the lenient reader skips: the strict one of v1alpha2 refuses it, or it wakes up."""
    decoded = step.complete().decoded
    problems = decoded.problems if decoded is not None else ()
    repeated, unknown = (
        sorted({problem.path for problem in problems if problem.rule == rule}, key=repr, reverse=True)
        for rule in ("duplicate-key", "unknown-field")
    )
    for path in filter(step.draft.has, repeated):
        message = f"`{path[-1]}` is repeated: only the last one is used, and kept"
        step.note(NoteKind.REMOVED, "repeated-field", message, path)
        step.draft.remove_repeated(path)
    for path in filter(step.draft.has, unknown):
        known_later = path[-1] in fields.names_at(models.shape_of(step.target), path[:-1])
        what = "would take effect" if known_later else "is refused"
        message = f"`{path[-1]}` is ignored in v1alpha1; in {step.target} it {what}"
        step.note(NoteKind.REMOVED, "unread-field", message, path)
        step.draft.remove_leaving_comments(path)


def _name_the_lock(step: StepContext) -> None:
    for old, new in _LOCK_NAMES.items():
        path = ("leaderElection", old)
        if not step.draft.has(path):
            continue
        step.note(NoteKind.CHANGED, "lock-name", f"`{old}` is called `{new}` since v1alpha2", path)
        if not step.draft.get(path):
            step.draft.remove_leaving_comments(path)
            continue
        if step.draft.has(("leaderElection", new)):
            step.draft.remove_leaving_comments(("leaderElection", new))
        step.draft.rename(path, new)


def _move_hard_pod_affinity(step: StepContext) -> None:
    path = ("hardPodAffinitySymmetricWeight",)
    weight = step.value(path)
    if weight is not None:
        message = "`hardPodAffinitySymmetricWeight` is `hardPodAffinityWeight` in the args of InterPodAffinity"
        step.note(NoteKind.CHANGED, "hard-pod-affinity", message, path)
        entry = step.append(("pluginConfig",), {"name": "InterPodAffinity", "args": {}})
        step.move(path, (*entry, "args", "hardPodAffinityWeight"))
    elif step.draft.has(path):
        step.draft.remove_leaving_comments(path)


def _write_provider(step: StepContext) -> None:
    """Write as plugin sets what an algorithm provider swaps among the default plugins."""
    if not step.draft.has(("algorithmSource",)):
        return
    provider = step.before.provider or DEFAULT_PROVIDER
    usual = f"every profile starts from `{DEFAULT_PROVIDER}`"
    explanation = usual if provider == DEFAULT_PROVIDER else f"the plugins of `{provider}` are written explicitly"
    message = f"`algorithmSource` does not exist in v1alpha2: {explanation}"
    step.note(NoteKind.CHANGED, "algorithm-provider", message, ("algorithmSource",))
    for point, old, new, weight in _swapped_plugins(step, provider):
        where = ("plugins", {name: key for key, name in RENAMED.items()}.get(point, point))
        sets = mapping(step.value(where))
        disabled = [mapping(one).get("name") for one in items(sets.get("disabled"))]
        if new in disabled:
            step.draft.replace((*where, "disabled", disabled.index(new), "name"), old)
        elif "*" not in disabled:
            if old not in disabled:
                step.append((*where, "disabled"), {"name": old})
            step.append((*where, "enabled"), {"name": new, "weight": weight})
    step.draft.remove_leaving_comments(("algorithmSource",))


def _swapped_plugins(step: StepContext, provider: str) -> Iterator[tuple[str, str, str, int]]:
    """Yield each point at which a provider runs another plugin: the default one, the other one, its weight."""
    usual, swapped = (default_sets(step.release, step.target, one) for one in (DEFAULT_PROVIDER, provider))
    for point, sets in usual.items():
        for one, other in zip(sets.enabled, swapped.get(point, EMPTY_SET).enabled, strict=True):
            if one.name != other.name:
                yield point, one.name, other.name, other.weight
