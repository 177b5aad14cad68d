"""Configurations in ConfigMaps: judged, or carried over to another API version."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Path, parse
from schedcfg.operations.krm import telling
from schedcfg.operations.krm.settings import Asked
from schedcfg.operations.migration import migrate
from schedcfg.operations.role import Role
from schedcfg.operations.selecting import quiet
from schedcfg.operations.validation import judge_stream
from schedcfg.results.krm import Resource, Result
from schedcfg.results.migration import FileMigration, MigrationStatus
from schedcfg.sources import embedded


class Text(NamedTuple):
    """The text of a configuration in a resource.

    Attributes:
        field: Where it stands in the resource.
        text: The text.
        role: What it is.
    """

    field: Path
    text: str
    role: Role


class Outcome(NamedTuple):
    """What became of it.

    Attributes:
        text: As it should be.
        results: What is to be said about it.
    """

    text: str
    results: tuple[Result, ...] = ()


def texts(data: dict[str, object]) -> Iterator[Text]:
    """Yield the configurations and Policies in a ConfigMap."""
    for key, value in embedded.values(data):
        policy = embedded.holds_policy(parse(value), value)
        if policy is not None:
            yield Text(telling.key_of_data(key), value, Role.POLICY if policy else Role.CONFIG)


def read(one: Text, resource: Resource, asked: Asked) -> Outcome:
    """Judge a configuration or, where that is asked for, carry it over."""
    return carried(one, resource, asked) if asked.migrate_to else _judged(one, resource, asked)


def carried(one: Text, resource: Resource, asked: Asked) -> Outcome:
    """Carry a configuration over; one that cannot be stays as it is."""
    judging = asked.judging._replace(role=one.role)
    file = migrate(one.text, asked.migrate_to, judging.kubernetes, **judging.scope)
    return Outcome(file.migrated or one.text, tuple(_told(file, one, resource)))


def _judged(one: Text, resource: Resource, asked: Asked) -> Outcome:
    judging = asked.judging._replace(role=one.role)
    stream = parse(one.text)
    report = judge_stream(stream, judging.kubernetes, **judging.scope).report
    told = quiet(report, stream, judging.selection)
    return Outcome(one.text, tuple(telling.file(told, resource, one.field)))


def _told(file: FileMigration, one: Text, resource: Resource) -> Iterator[Result]:
    for document in file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield from telling.migration(document, resource, one.field)
        yield from telling.findings(document.findings, resource, one.field)
