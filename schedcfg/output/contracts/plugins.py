"""What `schedcfg plugins --output json` writes."""

from schedcfg.output.contracts.parts import Schema, document, listed, maybe, text
from schedcfg.output.contracts.shelves import plugin


def contract() -> Schema:
    """Describe it."""
    return document(
        "plugins",
        "What is known of scheduler plugins.",
        {
            "kubernetes": maybe(text("The release as of which everything is said; null: all known ones.")),
            "plugins": listed(plugin(), "Sorted by name."),
        },
    )
