"""`schedcfg schema`."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import click

from schedcfg.cli import completion, options


class NamedSchema(NamedTuple):
    """A JSON Schema that has a name."""

    file: str  # Its path below `schemas/`
    about: str
    make: Callable[[], dict[str, Any]]


_EXAMPLES = """\b
Examples:
  schedcfg schema v1 > kubeschedulerconfiguration-v1.json   for editors
  schedcfg schema validate                                  for the JSON output of a command
  schedcfg schema --all --write-to schemas                  all schemas
"""


@click.command("schema", epilog=_EXAMPLES, short_help="Print a JSON Schema of files, or of a command's output.")
@click.argument(
    "name",
    required=False,
    metavar="[API_VERSION|Policy|settings|SchedulerTest|COMMAND]",
    shell_complete=completion.completing(lambda: known_schemas().keys()),
)
@click.option("--all", "every", is_flag=True, help="Write all schemas; needs --write-to.")
@options.write_to("FOLDER", "Write files to this folder.")
def command(*, name: str | None, every: bool, write_to: str | None) -> None:
    """Print the JSON Schema of a configuration file, for editors, or of the JSON output of a command.

    Use an API version (v1, v1beta3 …) for its KubeSchedulerConfiguration, Policy for the legacy Policy, settings for
    the settings file of schedcfg, and SchedulerTest for its files of tests; these schemas are draft-07. Use the name of
    a command, e.g. validate or probe-extender, for its --output json; these are draft 2020-12. Without arguments, lists
    all names.

    Exit status: 0; 2 for an unknown name; 3 if a file cannot be written.
    """
    if every and (name or not write_to):
        raise click.UsageError("--all needs --write-to FOLDER, and takes no name")
    from pathlib import Path

    from schedcfg.cli.outputs import write_file
    from schedcfg.cli.reporting import write_stdout

    known = known_schemas()
    if name is None and not every:
        width = max(map(len, known))
        write_stdout(f"{one:{width}}  {schema.about}\n" for one, schema in known.items())
        return
    chosen = list(known.values()) if name is None else [_named(name, known)]
    if write_to is None:
        write_stdout(_text(schema) for schema in chosen)
        return
    for schema in chosen:
        write_file(str(Path(write_to, schema.file)), [_text(schema)])


def known_schemas() -> dict[str, NamedSchema]:
    """Return all schemas by their names."""
    from schedcfg.commands.schema.editor_schemas import EDITOR_SCHEMAS
    from schedcfg.commands.schema.report_schemas import REPORT_SCHEMAS, report_schema

    known = {
        name: NamedSchema(schema.file, f"{schema.title}, for editors", schema.make)
        for name, schema in EDITOR_SCHEMAS.items()
    }
    for name, command in REPORT_SCHEMAS.items():
        about = f"`schedcfg {command} --output json`"
        known[name] = NamedSchema(f"output/{name}.json", about, partial(report_schema, name))
    return known


def _named(name: str, known: dict[str, NamedSchema]) -> NamedSchema:
    """Return the schema of a name; an API version may be written in full.

    Raises:
        UnknownTarget: there is none.
    """
    from schedcfg.errors import UnknownTarget, near_or
    from schedcfg.releases.release import GROUP

    schema = known.get(name.removeprefix(f"{GROUP}/"))
    if schema is None:
        raise UnknownTarget(f"there is no schema `{name}`", near_or(name, known, f"Known names: {', '.join(known)}."))
    return schema


def _text(schema: NamedSchema) -> str:
    import json

    return json.dumps(schema.make(), indent=2, ensure_ascii=False) + "\n"
