"""v1beta3 ↔ v1, both served by 1.25 to 1.28: v1 alone listens to `preEnqueue`, and refuses SelectorSpread.

Upstream: `mergePlugins` in `pkg/scheduler/apis/config/v1beta3/default_plugins.go` and `v1/default_plugins.go`, and
`invalidPluginsByVersion` in `pkg/scheduler/apis/config/validation/validation.go`, of 1.25 to 1.28.
"""

from schedcfg.commands.migrate.context import StepContext
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.effective.facts import PERCENTAGE


def up(step: StepContext) -> None:
    """Do nothing beyond what every step does: a dead `preEnqueue` goes, and SelectorSpread has no successor."""


def down(step: StepContext) -> None:
    """Write for all profiles at once what share of the nodes they look at: v1beta3 knows no other way."""
    before = step.before
    own = [profile.percentage_of_nodes_to_score for profile in before.profiles]
    shares = {before.percentage_of_nodes_to_score if one is None else one for one in own}
    if all(one is None for one in own) or len(shares) > 1:
        return
    message = f"`{PERCENTAGE}` moves above the profiles: v1beta3 does not have it in a profile"
    for index, one in enumerate(own):
        if one is not None:
            path = ("profiles", index, PERCENTAGE)
            step.note(NoteKind.CHANGED, "profile-percentage", message, path)
            step.draft.remove_leaving_comments(path)
    step.draft.set((PERCENTAGE,), shares.pop())
