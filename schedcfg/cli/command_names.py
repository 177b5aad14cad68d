"""The names of the commands, as help lists them."""

COMMANDS = {
    "Check": ("validate", "test", "confirm", "probe"),
    "Show": ("effective", "why", "try", "diff", "explain", "list"),
    "Change": ("migrate", "upgrade"),
    "Generate": ("init", "generate"),
    "Integrate": ("schema", "server", "krm"),
}
"""Title → the commands under it."""

VERSION = "version"
"""A command that help does not list: it does what `--version` does."""

SYNONYMS = {name: f"list {name}" for name in ("rules", "plugins", "releases")}
"""Another name → the command that it runs."""


def command_names() -> tuple[str, ...]:
    """Return the names of all commands."""
    return (*(name for names in COMMANDS.values() for name in names), VERSION)
