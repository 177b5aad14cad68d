"""v1beta2 ↔ v1beta3, both served by 1.23 to 1.27: defaults by MultiPoint, with other weights; no insecure addresses.

Upstream: `pkg/scheduler/apis/config/v1beta3/default_plugins.go` (KEP-785), and `validateKubeSchedulerConfiguration` in
`pkg/scheduler/apis/config/validation/validation.go` of 1.23, which takes an insecure address only if it is empty or
has port 0.
"""

from schedcfg.migrations.work import Work, mapping
from schedcfg.results.migration import NoteKind

ADDRESSES = ("healthzBindAddress", "metricsBindAddress")


def up(work: Work) -> None:
    """Take out the addresses at which nothing is served."""
    for field in ADDRESSES:
        if field in mapping(work.draft.data):
            message = (
                f"`{field}` is gone from v1beta3; from Kubernetes 1.23 on nothing is served there in v1beta2 either"
            )
            work.note(NoteKind.REMOVED, "insecure-address", message, (field,))
            work.draft.remove_leaving_comments((field,))


def down(work: Work) -> None:
    """Do nothing beyond what every step does: what MultiPoint said is said at each point."""
