"""What `schedcfg effective --output json` writes."""

from schedcfg.findings import Verdict
from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, anything, document, listed, maybe, struct, table, text, whole, word


def running(description: str) -> Schema:
    """Describe plugins that run at a point."""
    plugin = struct("One plugin.", {"name": text("Its name."), "weight": whole("0 where weights mean nothing.")})
    return listed(plugin, description)


def contract() -> Schema:
    """Describe it."""
    plugins = table(table(running("In running order."), "By extension point."), "What each profile really runs.")
    meaning = struct(
        "One configuration, or a file without any.",
        {
            "path": text("The file, as it was named; `-` for standard input."),
            "verdict": word(Verdict, "What became of it."),
            "configuration": maybe(
                {
                    **anything("What `kube-scheduler --write-config-to` writes; null where it is refused."),
                    "type": "object",
                }
            ),
            "plugins": maybe(plugins),
            "findings": findings("What was found, sorted by place."),
        },
        optional={
            "index": whole("Its place among the documents of the file, from 0."),
            "line": whole("The line where it begins, from 1.", 1),
            "apiVersion": text("As written; empty where none is."),
            "kubernetes": maybe(text("The release that is meant; null where there is none.")),
            "key": text("The key of the ConfigMap that it stands in."),
            "reason": maybe(text("Why the file holds none, or is unreadable.")),
        },
    )
    return document(
        "effective",
        "What kube-scheduler would run with files.",
        {
            "kubernetes": maybe(text("The release that was asked for; null: the newest that serves each file.")),
            "files": listed(meaning, "One for each configuration."),
        },
    )
