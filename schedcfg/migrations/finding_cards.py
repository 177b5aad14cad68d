"""What `migrate` reports: notes about what was done, and what keeps a document from being migrated."""

from schedcfg.migrations.results import NoteKind
from schedcfg.rule_card import FindingCard

_CHANGED, _REMOVED, _PINNED = NoteKind.CHANGED.value, NoteKind.REMOVED.value, NoteKind.PINNED.value
_BY_HAND, _DIFFERS, _DROPPED = NoteKind.BY_HAND.value, NoteKind.DIFFERS.value, NoteKind.DROPPED.value
_ERROR = "error"

_TITLES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("address-as-understood", (_CHANGED,), "An address is written as the older version understood it"),
    ("algorithm-provider", (_CHANGED,), "An algorithm provider became the plugins that it stands for"),
    ("behaviour", (_DIFFERS,), "The scheduler behaves otherwise in this respect"),
    ("bind-timeout", (_CHANGED,), "`bindTimeoutSeconds` became an Arg of VolumeBinding"),
    ("cannot-be-kept", (_ERROR, _DROPPED), "The newer version has nothing that means the same"),
    ("cloud-limits", (_CHANGED,), "The volume limits of a cloud became NodeVolumeLimits"),
    ("dead-point", (_REMOVED,), "An extension point is left out that did nothing"),
    ("default-args", (_PINNED,), "An Arg is written out whose default changes"),
    ("default-plugin", (_PINNED,), "A plugin is written out that is no longer, or newly, a default"),
    ("default-weight", (_PINNED,), "A weight is written out whose default changes"),
    ("disabled-first", (_CHANGED,), "A default plugin is disabled before it is enabled otherwise"),
    ("edit-conflict", (_ERROR,), "The text cannot be changed where it would have to be"),
    ("hard-pod-affinity", (_CHANGED,), "`hardPodAffinitySymmetricWeight` became an Arg of InterPodAffinity"),
    ("idle-curve", (_REMOVED,), "A curve is left out that the scoring strategy does not follow"),
    ("ignored-resources", (_REMOVED,), "Args are left out that the resources which extenders ignore had replaced"),
    ("insecure-address", (_BY_HAND, _REMOVED), "An address of insecure serving, which is gone"),
    ("legacy-extenders", (_CHANGED,), "Extenders of a Policy became `extenders`"),
    ("lock-name", (_CHANGED,), "The lock's name and namespace have new field names"),
    ("missing-kind", (_ERROR,), "A document without `kind` cannot be migrated"),
    ("nameless-args", (_REMOVED,), "Args without a plugin's name are left out"),
    ("other-release", (_DIFFERS,), "The releases differ in this, whatever the file says"),
    ("plugin-list", (_PINNED,), "The plugins of an extension point are written out in their order"),
    ("policy-always-check", (_REMOVED,), "`alwaysCheckAllPredicates` of a Policy is left out"),
    ("policy-flag", (_BY_HAND,), "The flags that name a Policy have to go from the command line"),
    ("policy-hard-weight", (_CHANGED, _REMOVED), "`hardPodAffinitySymmetricWeight` of a Policy"),
    ("policy-predicates", (_CHANGED,), "Predicates of a Policy became filter plugins"),
    ("policy-priorities", (_CHANGED,), "Priorities of a Policy became score plugins"),
    ("preemption", (_CHANGED,), "`disablePreemption` became a plugin that is disabled"),
    ("preparation", (_CHANGED,), "A plugin keeps the extension point that prepares its work at another one"),
    ("profile", (_CHANGED,), "What stood at the top level became a profile"),
    ("profile-percentage", (_CHANGED,), "`percentageOfNodesToScore` is written where both versions read it"),
    ("queue-sort", (_CHANGED,), "All profiles name the plugin that sorts the queue"),
    ("quoted-configuration", (_ERROR,), "The configuration stands in a quoted text, which cannot be edited"),
    ("renamed-plugin", (_CHANGED,), "A plugin has another name"),
    ("renamed-point", (_CHANGED,), "An extension point has another name"),
    ("repeated-field", (_REMOVED,), "Of a field that is there twice, the one that did not count is left out"),
    ("resource-lock", (_BY_HAND,), "The lock of leader election is one that newer releases do not take"),
    ("resource-scoring", (_CHANGED, _REMOVED), "Plugins that scored resources became a strategy of NodeResourcesFit"),
    ("sleeping-strategy", (_REMOVED,), "A scoring strategy is left out that would newly take effect"),
    ("spelling", (_CHANGED,), "A field is written as the newer version spells it"),
    ("spread-point", (_CHANGED,), "An extension point is written for each of those that it stands for"),
    ("typed-args", (_CHANGED,), "Args have the types that the newer version reads"),
    ("unknown-field", (_REMOVED,), "A field is left out that the older version passed over"),
    ("unread-args", (_REMOVED,), "Args are left out that nobody read"),
    ("unread-field", (_REMOVED,), "A field is left out that nobody read"),
    ("unreserve", (_CHANGED,), "`reserve` and `unreserve` became one extension point"),
)

FINDING_CARDS = tuple(FindingCard(id_, "migrate", title, weights) for id_, weights, title in _TITLES)
