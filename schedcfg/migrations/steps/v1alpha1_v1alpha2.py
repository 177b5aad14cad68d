"""v1alpha1 ↔ v1alpha2, both served by 1.18: profiles, strict reading, `preScore`.

Upstream: `pkg/scheduler/apis/config/v1alpha1/conversion.go` and `cmd/kube-scheduler/app/options/configfile.go` of 1.18.
"""

from collections.abc import Iterator

from schedcfg import models
from schedcfg.decode import fields
from schedcfg.decode.type_meta import spelling
from schedcfg.document.path import Path
from schedcfg.effective.model import EMPTY_SET
from schedcfg.effective.plugin_sets import default_sets
from schedcfg.effective.resolve import DEFAULT_PROVIDER, RENAMED
from schedcfg.migrations.context import Work, items, mapping
from schedcfg.migrations.results import NoteKind

_PROFILE = ("profiles", 0)
_OF_A_PROFILE = ("schedulerName", "plugins", "pluginConfig")
"""What stands at the top in v1alpha1 and in a profile later, in the order of the models."""

_LOCK_NAMES = {"lockObjectName": "resourceName", "lockObjectNamespace": "resourceNamespace"}
"""v1alpha1's own names of leader election's lock; where the newer ones are written too, they say the same."""


def up(work: Work) -> None:
    """Put the one profile into the list of profiles, and take out what 1.18 passes over in v1alpha1 only."""
    _spell_type(work)
    _drop_unread(work)
    _refuse_policy(work)
    _name_the_lock(work)
    _move_hard_pod_affinity(work)
    _spell_out_provider(work)
    for old, new in RENAMED.items():
        if work.draft.has(("plugins", old)):
            message = f"`{old}` is called `{new}` from v1alpha2 on; v1beta1 gives the old name another meaning"
            work.note(NoteKind.CHANGED, "renamed-point", message, ("plugins", old))
            work.draft.rename(("plugins", old), new)
    moved = [field for field in _OF_A_PROFILE if work.draft.has((field,))]
    if moved:
        message = "a configuration has a list of profiles from v1alpha2 on; what stood at the top is the first one"
        work.note(NoteKind.CHANGED, "profile", message, (moved[0],))
    for field in moved:
        work.move((field,), (*_PROFILE, field))


def down(work: Work) -> None:
    """Put the only profile to the top."""
    profiles = items(mapping(work.draft.data).get("profiles"))
    if len(profiles) > 1:
        message = "v1alpha1 has one profile only, and here are several"
        work.refuse(("profiles",), message, "Put each profile into a configuration, and a scheduler, of its own.")
    for old, new in RENAMED.items():
        if work.draft.has((*_PROFILE, "plugins", new)):
            path = (*_PROFILE, "plugins", new)
            work.note(NoteKind.CHANGED, "renamed-point", f"`{new}` is called `{old}` in v1alpha1", path)
            work.draft.rename(path, old)
    first, *others = [*mapping(profiles[0] if profiles else None)] or [""]
    for field in (*others, first):  # what is left behind by the first one would not stay with its comments
        if field in _OF_A_PROFILE:
            work.move((*_PROFILE, field), (field,))
    if work.draft.has(("profiles",)):
        work.draft.remove_leaving_comments(("profiles",))


def _spell_type(work: Work) -> None:
    """Write `apiVersion` and `kind` as later readers know them: the lenient one finds them in any case."""
    for key in ("apiVersion", "kind"):
        written = spelling(mapping(work.draft.data), key)
        if written != key:
            work.note(NoteKind.CHANGED, "spelling", f"`{written}` is written `{key}`", (written,))
            work.draft.rename((written,), key)


def _drop_unread(work: Work) -> None:
    """Take out what the lenient reader passes over: the strict one of v1alpha2 refuses it, or it wakes up."""
    decoded = work.judge().decoded
    problems = decoded.problems if decoded is not None else ()
    repeated, unknown = (
        sorted({problem.path for problem in problems if problem.rule == rule}, key=repr, reverse=True)
        for rule in ("duplicate-key", "unknown-field")
    )
    for path in filter(work.draft.has, repeated):
        message = f"`{path[-1]}` stands here more than once: only the last one counts, and it alone stays"
        work.note(NoteKind.REMOVED, "repeated-field", message, path)
        work.draft.remove_repeated(path)
    for path in filter(work.draft.has, unknown):
        known_later = path[-1] in fields.names_at(models.shape_of(work.target), path[:-1])
        what = "would take effect" if known_later else "is refused"
        message = f"`{path[-1]}` is passed over in v1alpha1; in {work.target} it {what}"
        work.note(NoteKind.REMOVED, "unread-field", message, path)
        work.draft.remove_leaving_comments(path)


def _refuse_policy(work: Work) -> None:
    path: Path = ("algorithmSource", "policy")
    if work.value(path) is not None:
        message = "the plugins come from a legacy Policy in another file, which this file cannot say any more"
        work.refuse(
            path, message, "Migrate the Policy itself (`schedcfg migrate POLICY --to v1beta1`), and use its result."
        )


def _name_the_lock(work: Work) -> None:
    for old, new in _LOCK_NAMES.items():
        path = ("leaderElection", old)
        if not work.draft.has(path):
            continue
        work.note(NoteKind.CHANGED, "lock-name", f"`{old}` is called `{new}` from v1alpha2 on", path)
        if not work.draft.get(path):
            work.draft.remove_leaving_comments(path)
            continue
        if work.draft.has(("leaderElection", new)):
            work.draft.remove_leaving_comments(("leaderElection", new))
        work.draft.rename(path, new)


def _move_hard_pod_affinity(work: Work) -> None:
    path = ("hardPodAffinitySymmetricWeight",)
    weight = work.value(path)
    if weight is not None:
        message = "`hardPodAffinitySymmetricWeight` is `hardPodAffinityWeight` in the args of InterPodAffinity"
        work.note(NoteKind.CHANGED, "hard-pod-affinity", message, path)
        entry = work.append(("pluginConfig",), {"name": "InterPodAffinity", "args": {}})
        work.move(path, (*entry, "args", "hardPodAffinityWeight"))
    elif work.draft.has(path):
        work.draft.remove_leaving_comments(path)


def _spell_out_provider(work: Work) -> None:
    """Say by plugin sets what an algorithm provider swaps among the default plugins."""
    if not work.draft.has(("algorithmSource",)):
        return
    provider = work.before.provider or DEFAULT_PROVIDER
    usual = f"every profile starts from `{DEFAULT_PROVIDER}`"
    said = usual if provider == DEFAULT_PROVIDER else f"what `{provider}` runs instead is said by the plugins"
    message = f"`algorithmSource` is gone from v1alpha2: {said}"
    work.note(NoteKind.CHANGED, "algorithm-provider", message, ("algorithmSource",))
    for point, old, new, weight in _swapped(work, provider):
        where = ("plugins", {name: key for key, name in RENAMED.items()}.get(point, point))
        sets = mapping(work.value(where))
        disabled = [mapping(one).get("name") for one in items(sets.get("disabled"))]
        if new in disabled:
            work.draft.replace((*where, "disabled", disabled.index(new), "name"), old)
        elif "*" not in disabled:
            if old not in disabled:
                work.append((*where, "disabled"), {"name": old})
            work.append((*where, "enabled"), {"name": new, "weight": weight})
    work.draft.remove_leaving_comments(("algorithmSource",))


def _swapped(work: Work, provider: str) -> Iterator[tuple[str, str, str, int]]:
    """Yield each point at which a provider runs another plugin: the default one, the other one, its weight."""
    usual, swapped = (default_sets(work.release, work.target, one) for one in (DEFAULT_PROVIDER, provider))
    for point, sets in usual.items():
        for one, other in zip(sets.enabled, swapped.get(point, EMPTY_SET).enabled, strict=True):
            if one.name != other.name:
                yield point, one.name, other.name, other.weight
