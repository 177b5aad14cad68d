"""What `schedcfg probe extender --output json` writes."""

from schedcfg.output.contracts.parts import (
    Schema,
    document,
    integer,
    listed,
    maybe,
    number,
    struct,
    table,
    text,
    truth,
    whole,
    word,
)
from schedcfg.output.contracts.probing import REASON, head, probe_findings
from schedcfg.probe.extender.results import ExtenderVerb


def contract() -> Schema:
    """Describe it."""
    return document(
        "probe extender",
        "How the HTTP extenders answer now.",
        {
            **head(),
            "pod": maybe(text("The Pod that was asked about, `namespace/name`; null where nothing was asked.")),
            "nodes": listed(text("A node's name."), "The nodes that were asked about, in order."),
            "builtIn": listed(word(("nodes", "pod"), "Which."), "What of both is not the user's own."),
            "extenders": listed(_extender(), "One for each, in order."),
            "feasible": maybe(
                listed(
                    text("A node's name."),
                    "What all filters leave; null where one failed that may not be ignored, or remains unknown.",
                )
            ),
            "points": table(integer("Points."), "By feasible node: what all extenders add to its total."),
            "pluginPoints": table(integer("Points."), "By profile: what its plugins can give a node at most."),
        },
        optional={"reason": REASON},
    )


def _extender() -> Schema:
    filtered = struct(
        "A node that it filters out.",
        {
            "node": text("Its name."),
            "reason": text("The extender's own; empty where it gives none."),
            "unresolvable": truth("Whether preemption would not help."),
        },
    )
    scored = struct(
        "A node that it scores.",
        {
            "node": text("Its name."),
            "score": integer("As answered: 0 to 10 where all is well."),
            "points": integer("What it adds to the node's total: score times weight times 10."),
        },
    )
    return struct(
        "One extender.",
        {
            "index": whole("Its place in `extenders`, from 0."),
            "line": maybe(whole("Where it stands in the file, from 1; null where that is not known.", 1)),
            "urlPrefix": text("As written, without a login."),
            "weight": integer("What its scores are multiplied by."),
            "timeoutMilliseconds": number("Its `httpTimeout`, completed."),
            "ignorable": truth("Whether Pods are scheduled without it when it fails."),
            "interested": truth("Whether kube-scheduler would ask it about the Pod at all."),
            "calls": listed(_call(), "In order."),
            "passed": maybe(listed(text("A node's name."), "What its filter leaves; null where it gave no answer.")),
            "filtered": listed(filtered, "What its filter takes away."),
            "scored": listed(scored, "In the order of its answer."),
            "probeFindings": probe_findings("What is about the extender as a whole."),
        },
    )


def _call() -> Schema:
    return struct(
        "One question.",
        {
            "verb": word(ExtenderVerb, "What it was asked for."),
            "url": text("Where, without a login."),
            "sent": whole("How many nodes were sent."),
            "namesOnly": truth("Whether only their names were (`nodeCacheCapable`)."),
            "status": maybe(integer("HTTP's status code; null where no answer came.")),
            "milliseconds": maybe(number("How long it took; null where it was not asked.")),
            "skipped": maybe(text("Why it was not asked; null where it was.")),
            "probeFindings": probe_findings("What is wrong with the answer, errors first."),
        },
    )
