"""What `migrate` reports: notes about what was done, and what keeps a document from being migrated."""

from schedcfg.cards import FindingCard
from schedcfg.changes.migrate.results import NoteKind

_CHANGED, _REMOVED, _PINNED = NoteKind.CHANGED.value, NoteKind.REMOVED.value, NoteKind.PINNED.value
_BY_HAND, _DIFFERS, _DROPPED = NoteKind.BY_HAND.value, NoteKind.DIFFERS.value, NoteKind.DROPPED.value
_ERROR = "error"

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("address-as-understood", (_CHANGED,), "An address is written as the older version read it"),
    ("algorithm-provider", (_CHANGED,), "An algorithm provider became the plugins that it contains"),
    ("behaviour", (_DIFFERS,), "The scheduler behaves differently in this respect"),
    ("bind-timeout", (_CHANGED,), "`bindTimeoutSeconds` became an Arg of VolumeBinding"),
    ("cannot-be-kept", (_ERROR, _DROPPED), "The newer version has no equivalent"),
    ("cloud-limits", (_CHANGED,), "The volume limits of a cloud became NodeVolumeLimits"),
    ("dead-point", (_REMOVED,), "An extension point without effect is removed"),
    ("default-args", (_PINNED,), "An Arg whose default changes is written explicitly"),
    ("default-plugin", (_PINNED,), "A plugin that is no longer, or newly, a default is written explicitly"),
    ("default-weight", (_PINNED,), "A weight whose default changes is written explicitly"),
    ("disabled-first", (_CHANGED,), "A default plugin is disabled before it is enabled again"),
    ("edit-conflict", (_ERROR,), "The text cannot be changed where it is necessary"),
    ("hard-pod-affinity", (_CHANGED,), "`hardPodAffinitySymmetricWeight` became an Arg of InterPodAffinity"),
    ("ignored-resources", (_REMOVED,), "Args that extenders' ignored resources had replaced are removed"),
    ("idle-curve", (_REMOVED,), "A curve that its scoring strategy does not use is removed"),
    ("insecure-address", (_BY_HAND, _REMOVED), "An address of insecure serving, which was removed"),
    ("legacy-extenders", (_CHANGED,), "Extenders of a Policy became `extenders`"),
    ("lock-name", (_CHANGED,), "The lock's name and namespace have new field names"),
    ("missing-kind", (_ERROR,), "A document without `kind` cannot be migrated"),
    ("nameless-args", (_REMOVED,), "Args without a plugin's name are removed"),
    ("other-release", (_DIFFERS,), "The releases differ in this, whatever the file contains"),
    ("plugin-list", (_PINNED,), "The plugins of an extension point are written in their order"),
    ("policy-always-check", (_REMOVED,), "`alwaysCheckAllPredicates` of a Policy is removed"),
    ("policy-flag", (_BY_HAND,), "The flags that name a Policy must be removed from the command line"),
    ("policy-hard-weight", (_CHANGED, _REMOVED), "`hardPodAffinitySymmetricWeight` of a Policy"),
    ("policy-predicates", (_CHANGED,), "Predicates of a Policy became filter plugins"),
    ("policy-priorities", (_CHANGED,), "Priorities of a Policy became score plugins"),
    ("preemption", (_CHANGED,), "`disablePreemption` became a plugin that is disabled"),
    ("preparation", (_CHANGED,), "A plugin keeps the extension point at which it prepares for another one"),
    ("profile", (_CHANGED,), "Top-level fields became a profile"),
    ("profile-percentage", (_CHANGED,), "`percentageOfNodesToScore` is written where both versions read it"),
    ("queue-sort", (_CHANGED,), "All profiles name the plugin that sorts the queue"),
    ("quoted-configuration", (_ERROR,), "The configuration is a quoted string, which cannot be edited"),
    ("renamed-plugin", (_CHANGED,), "A plugin has another name"),
    ("renamed-point", (_CHANGED,), "An extension point has another name"),
    ("repeated-field", (_REMOVED,), "Of a repeated field, the one without effect is removed"),
    ("resource-lock", (_BY_HAND,), "The lock of leader election is one that newer releases do not support"),
    ("resource-scoring", (_CHANGED, _REMOVED), "Plugins that scored resources became a strategy of NodeResourcesFit"),
    ("sleeping-strategy", (_REMOVED,), "A scoring strategy that would newly take effect is removed"),
    ("spelling", (_CHANGED,), "A field is written as in the newer version"),
    ("spread-point", (_CHANGED,), "An extension point is written for each point that it includes"),
    ("typed-args", (_CHANGED,), "Args have the types that the newer version reads"),
    ("unknown-field", (_REMOVED,), "A field that the older version ignored is removed"),
    ("unread-args", (_REMOVED,), "Args that were never read are removed"),
    ("unread-field", (_REMOVED,), "A field that was never read is removed"),
    ("unreserve", (_CHANGED,), "`reserve` and `unreserve` became one extension point"),
)

FINDING_CARDS = tuple(FindingCard(id_, "migrate", title, weights) for id_, weights, title in _TITLES)
