"""What `schedcfg releases --output json` writes."""

from schedcfg.output.contracts.effective import running
from schedcfg.output.contracts.parts import Schema, document, listed, maybe, struct, table, text, truth
from schedcfg.output.contracts.shelves import change, gate


def contract() -> Schema:
    """Describe it."""
    version = struct(
        "An API version.",
        {
            "name": text("Short: `v1beta3`."),
            "deprecated": maybe(text("What the release's warning about it says to do.")),
            "since": text("The first release that serves it."),
            "until": maybe(text("The last one; null where the newest that is known does.")),
        },
    )
    release = struct(
        "One Kubernetes minor release.",
        {
            "name": text("`1.29`."),
            "measured": text("The exact patch release whose code the facts were read from."),
            "apiVersions": listed(version, "Those that it serves, oldest first."),
            "policy": truth("Whether it reads a legacy Policy."),
            "resourceLocks": listed(text("A lock."), "What `leaderElection.resourceLock` may be."),
            "plugins": listed(text("A name."), "Its in-tree plugins."),
            "defaultPlugins": table(table(running("In running order."), "By extension point."), "By API version."),
            "refusedPlugins": table(listed(text("A name."), "Refused by name."), "By API version."),
            "featureGates": table(gate(), "Those that the scheduler itself looks at."),
            "changes": listed(change(), "What it changed."),
        },
    )
    return document("releases", "What is known of releases.", {"releases": listed(release, "The oldest first.")})
