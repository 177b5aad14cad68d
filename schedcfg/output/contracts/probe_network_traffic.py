"""What `schedcfg probe network-traffic --output json` writes."""

from schedcfg.output.contracts.parts import (
    Schema,
    document,
    integer,
    listed,
    maybe,
    number,
    struct,
    text,
    truth,
    whole,
    word,
)
from schedcfg.output.contracts.probing import REASON, head, probe_findings
from schedcfg.plugins.network_traffic import Variant
from schedcfg.probe.network_traffic.results import NodeSource


def contract() -> Schema:
    """Describe it."""
    return document(
        "probe network-traffic",
        "What NetworkTraffic would make of the nodes, as Prometheus answers now.",
        {**head(), "profiles": listed(_profile(), "One for each profile that runs NetworkTraffic.")},
        optional={"reason": REASON},
    )


def _profile() -> Schema:
    return struct(
        "One profile's NetworkTraffic.",
        {
            "profile": text("The profile's name."),
            "line": maybe(whole("Where its Args stand, from 1; null where it has none.", 1)),
            "variant": maybe(
                word(Variant, "Whose the Args are; null where they cannot be read, and nothing below is known.")
            ),
            "address": text("Prometheus, without a login."),
            "interface": text("The network interface."),
            "minutes": integer("How far to look back."),
            "weight": integer("The plugin's weight."),
            "nodeSource": word(NodeSource, "Where the nodes' names come from."),
            "asMeant": truth("Whether the published query cannot be parsed, and values are of what was meant."),
            "nodes": listed(_node(), "Best first where they have scores, else by name."),
            "betterQuery": maybe(text("What would measure traffic, for one node; null where nothing was measured.")),
            "probeFindings": probe_findings("What asking Prometheus showed, errors first."),
        },
    )


def _node() -> Schema:
    rate = struct(
        "By the counter's rate, which the published query does not measure.",
        {
            "bytesPerSecond": maybe(number("Over the same time range; null where that is no number.")),
            **_standing("null where all rates are zero."),
        },
    )
    return struct(
        "One node.",
        {
            "name": text("Its name."),
            "query": text("What Prometheus was asked, as the plugin asks it."),
            "bytes": maybe(integer("The value of its only sample, cut to a whole number; null where there is none.")),
            "samples": maybe(whole("How many samples of the counter the range held; null where that is not known.")),
            **_standing("null where any node has no bytes, or the plugin would divide by zero."),
            "rate": maybe(rate),
        },
    )


def _standing(unknown: str) -> dict[str, Schema]:
    return {
        "score": maybe(integer(f"After normalisation, 0 to 100 where all is well; {unknown}")),
        "rank": maybe(whole(f"1 for the best; equal scores share it; {unknown}", 1)),
    }
