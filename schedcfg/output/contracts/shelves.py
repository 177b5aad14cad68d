"""What is known of plugins and of releases: parts of several contracts."""

from typing import get_args

from schedcfg.output.contracts.parts import Schema, anything, listed, maybe, struct, text, truth, whole, word
from schedcfg.reference.facts import Subject


def period(description: str, fields: dict[str, Schema] | None = None) -> Schema:
    """Describe where something holds, with what else is said."""
    return struct(
        description,
        {
            **(fields or {}),
            "apiVersions": listed(text("Short name."), "Where it holds, oldest first."),
            "since": text("The first release."),
            "until": maybe(text("The last release; null where it still holds in the newest that is known.")),
        },
    )


def field() -> dict[str, Schema]:
    """Return what is told of a field, but for its name."""
    return {
        "type": text("`string`, `int32`, `duration`, `[]Extender` …"),
        "description": text("Its meaning, in sentences."),
        "minimum": maybe(whole("The smallest number that is taken.", -(2**63))),
        "maximum": maybe(whole("The largest number that is taken.", -(2**63))),
        "allowed": listed(text("A value."), "What it may be; empty where anything may stand."),
        "known": listed(period("A period."), "Where the field exists."),
        "defaults": listed(period("A period.", {"value": anything("The default.")}), "Its defaults."),
    }


def change() -> Schema:
    """Describe one thing that a release changed."""
    return struct(
        "One difference between a release and the one before.",
        {
            "kubernetes": text("The release that brought it."),
            "subject": word(get_args(Subject), "What it is about."),
            "plugin": maybe(text("The plugin it is about.")),
            "name": maybe(text("The extension point, field, API version or gate.")),
            "before": anything("What was; null where there was nothing."),
            "after": anything("What is; null where there is nothing any more."),
            "apiVersions": listed(text("Short name."), "Where it is so; empty where API versions do not matter."),
        },
    )


def gate() -> Schema:
    """Describe the state of a feature gate."""
    return struct(
        "A feature gate.",
        {
            "stage": text("`ALPHA`, `BETA`, `GA` or `DEPRECATED`."),
            "default": truth("Whether it is on when nothing is said."),
            "locked": truth("Whether it can no longer be changed."),
        },
    )


def plugin() -> Schema:
    """Describe one plugin."""
    since = {"since": text("The first release."), "until": maybe(text("The last one; null: the newest that is known."))}
    points = struct("A period.", {"points": listed(text("A point."), "In the framework's order."), **since})
    default = period("Where it runs when nothing is said.", {"point": text("There."), "weight": whole("Or 0.")})
    args = struct(
        "Its Args.",
        {
            "kind": text("Their kind, e.g. `InterPodAffinityArgs`."),
            "served": listed(period("A period."), "Where they are read; elsewhere anything is taken."),
            "fields": listed(struct("A field.", {"name": text("As files write it."), **field()}), "In API order."),
        },
    )
    return struct(
        "One plugin.",
        {
            "name": text("As files write it."),
            "summary": text("What it does."),
            "inTree": truth("Whether it is compiled into the stock kube-scheduler of some release."),
            "catalogue": maybe(text("The catalogue that publishes it; null for one that is in-tree.")),
            "since": maybe(text("The first release with it; null where it is not in-tree.")),
            "until": maybe(text("The last release with it; null where the newest has it.")),
            "source": text("Where upstream defines it."),
            "successor": maybe(text("What to use instead of a removed one.")),
            "extensionPoints": listed(points, "The points that it implements."),
            "default": listed(default, "Where it runs by default."),
            "args": maybe(args),
            "changes": listed(change(), "What changed about it."),
        },
    )
