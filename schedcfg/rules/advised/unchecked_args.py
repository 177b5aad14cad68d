"""Args of a plugin in whose program no fields were found, or perhaps not all: what is misspelled there passes."""

from collections.abc import Iterator, Mapping

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.rules.rule import ProfileArgs, Rule, Subject, advice

ID = "unchecked-args"

_MOST = 8
"""Plugins, or fields, that are named."""

_Places = dict[str, Path]
"""What is not checked, as messages name it, and where it is first."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield once which plugins have Args that are not checked, and once which fields of others are not."""
    plugins: dict[str, _Places] = {}
    fields: dict[str, _Places] = {}
    for program, written, schema in _of_programs(subject):
        name, path = written.args.name, (*written.args.path, "args")
        if schema is None:
            plugins.setdefault(program, {}).setdefault(name, path)
        else:
            for field in _undescribed(written.args.raw, schema):
                fields.setdefault(program, {}).setdefault(f"{name}.{field}", (*path, field))
    for program, found in plugins.items():
        message = f"the args of {_named(found)} are not checked: the catalog of {program} does not have their fields"
        yield _problem(found, message)
    for program, found in fields.items():
        are, these = ("is", "this field") if len(found) == 1 else ("are", "these fields")
        message = (
            f"{_named(found)} {are} not checked: the catalog of {program} does not have {these}, and may lack some"
        )
        yield _problem(found, message)


def _of_programs(subject: Subject) -> Iterator[tuple[str, ProfileArgs, Mapping[str, object] | None]]:
    """Yield Args that a plugin of a program reads, with the program, and what is known of them."""
    release, registry = subject.configuration.release, subject.registry
    for written in subject.written_args:
        name = written.args.name
        program = registry.program_of(name, release)
        if program is not None and written.args.raw and subject.runs_somewhere(name, written.profile):
            yield program, written, registry.schema_of_args(name, release)


def _undescribed(args: object, schema: Mapping[str, object]) -> Iterator[str]:
    """Yield the fields that a schema neither describes nor refuses: the program may have more than were found."""
    described = schema.get("properties")
    if isinstance(args, Mapping) and isinstance(described, Mapping) and "additionalProperties" not in schema:
        yield from (str(field) for field in args if field not in described and field not in TYPE_META)


def _named(found: _Places) -> str:
    return listing([f"`{name}`" for name in found], _MOST)


def _problem(found: _Places, message: str) -> Problem:
    help_ = "Compare the spelling with the plugin's documentation, or describe its args: `args-schema` in the settings."
    return advice(ID, next(iter(found.values())), message, help_, Severity.INFO)


RULE = Rule(
    id=ID,
    title="The catalog does not have the Args of a plugin",
    why="The fields of Args are found by running a program, and some plugins do not show theirs without a cluster. A "
    "misspelled field, or a wrong value, is then not reported.",
    source="the catalog of the program, as `schedcfg list plugins --binary` writes it",
    evidence=(
        Citation(
            "https://github.com/koordinator-sh/koordinator/issues/2561",
            "args of NodeResourcesFitPlus with which the program does not start",
        ),
    ),
    check=check,
    severity=Severity.INFO,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFitPlus
    pluginConfig:
      - name: NodeResourcesFitPlus
        args:
          resources:
            cpu:
              type: LeastAllocated
              weight: 1
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: LoadAwareScheduling
    pluginConfig:
      - name: LoadAwareScheduling
        args:
          resourceWeights:
            cpu: 1
"""),
    options=("--catalog", "koordinator@1.6"),
)
