"""One text carried over, as the tests of steps ask for it."""

from typing import Any, NamedTuple

from schedcfg import IN_TREE_ONLY
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.commands.migrate.results import MigrationStatus, Proof
from schedcfg.findings import Finding
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options


class Carried(NamedTuple):
    text: str
    status: MigrationStatus
    told: list[tuple[str, str]]
    """Kind and id of every note."""
    proofs: tuple[Proof, ...]
    findings: tuple[Finding, ...]


def carry(text: str, to: str | None, kubernetes: str | None = None, **chosen_options: Any) -> Carried:
    options = Options(
        registry=chosen_options.pop("registry", IN_TREE_ONLY),
        role=chosen_options.pop("role", Role.ANY),
        feature_gates=chosen_options.pop("feature_gates", None),
    )
    file = migrate(text, to, kubernetes, options=options, **chosen_options)
    (document,) = file.documents
    told = [(str(note.kind), note.id) for note in document.notes]
    return Carried(file.migrated or text, document.status, told, document.proofs, document.findings)
