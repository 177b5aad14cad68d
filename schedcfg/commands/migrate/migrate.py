"""Migrate a text, or files in place, to another API version."""

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypedDict, Unpack

from schedcfg import releases
from schedcfg.commands.migrate.context import MigrationPlan, NamedPolicyText
from schedcfg.commands.migrate.documents import MigratedDocument, Migrator, joined
from schedcfg.commands.migrate.flags_beside import PolicyStart, notes_on_flags, policy_starts
from schedcfg.commands.migrate.named_policy import names_policy, policy_named_by
from schedcfg.commands.migrate.results import DocumentMigration, FileMigration, MigrationStatus, Note, NoteKind
from schedcfg.document import Stream, parse
from schedcfg.document.edit import Allowance
from schedcfg.findings import Verdict
from schedcfg.output.guard import each_after
from schedcfg.rules.context_cache import ContextCache, isolated
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.sources import STDIN, SearchTally, expect_text
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.manifests.reading import LocatedManifest, Within
from schedcfg.sources.replace import sweep
from schedcfg.sources.writing import put_back
from schedcfg.validation.completed import Completer
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.target import target
from schedcfg.validation.text import surroundings, validate_stream


class MigrationOptions(TypedDict, total=False):
    """What `migrate` takes by keyword beside the target.

    Attributes:
        adopt_defaults: Whether new defaults may change behavior, so that less text changes.
        drop_unsupported: Whether what has no successor may be left out.
        annotate: Whether what is pinned gets a comment with the reason.
    """

    adopt_defaults: bool
    drop_unsupported: bool
    annotate: bool


def migrate(
    text: str,
    to: str | None = None,
    kubernetes: str | None = None,
    *,
    path: str = STDIN,
    options: Options = DEFAULT,
    **choices: Unpack[MigrationOptions],
) -> FileMigration:
    """Migrate every scheduler configuration in a text to another API version, and prove that it does the same.

    Args:
        text: The file's text.
        to: The API version to reach (`v1`); None: the newest that the release serves.
        kubernetes: The release that has to take the result (`1.29`, `v1.29.3`); None: any that serves the version.
            One of both must be given.
        path: Its name in the result.
        options: How it is validated, as in `validate`.
        choices: `adopt_defaults` lets new defaults change behavior so that less text changes, `drop_unsupported`
            leaves out what has no successor, `annotate` puts a comment to what is pinned.

    Returns:
        The new text, the edits that lead to it, and for each configuration what was done and the proof. A file of
        which one configuration cannot be migrated stays as it is.

    Raises:
        UnknownTarget: if nothing is requested, the version or release is not known, or it does not serve the version.
        WrongFeatureGates: if the release does not start with these gates or, where none was named, none does.
        UnreadableInput: if the text is the name of a file.
    """
    return migrate_file(parse(expect_text(text)), options.by(kubernetes), path=path, to=to, **choices)


def _migrator(to: str | None, options: Options, choices: MigrationOptions) -> Migrator:
    registry, feature_gates = options.registry, options.feature_gates
    version, release = target(to, options.kubernetes, feature_gates)
    plan = MigrationPlan(
        target=version,
        release=release,
        registry=registry,
        adopt_defaults=choices.get("adopt_defaults", False),
        drop_unsupported=choices.get("drop_unsupported", False),
        annotate=choices.get("annotate", False),
    )
    validator = DocumentValidator(None, registry, feature_gates)
    return Migrator(plan, Completer(registry, feature_gates), validator, Allowance())


def migrate_file(
    stream: Stream,
    options: Options,
    *,
    path: str,
    to: str | None = None,
    contexts: ContextCache | None = None,
    **choices: Unpack[MigrationOptions],
) -> FileMigration:
    """Migrate a file that was read; see `migrate`. What is no text is refused.

    With `contexts`, what is beside a Policy and decides its meaning is known: the flags that its scheduler has.
    """
    if stream.undecodable is not None:
        return _undecodable(stream, to, options, path)
    migrator = _migrator(to, options, choices)
    found = find_configurations(stream, options.role)
    starts = _starts(found, stream, path, migrator.validator, contexts)
    results = tuple(
        migrator.started_by(starts.get(one.within, ()))
        .naming(_policy_of(one, stream, path, migrator.validator, contexts))
        .migrate(one)
        for one in found
    )
    results = _with_notes(results, found, stream, path, migrator.validator, contexts)
    if not results:
        return FileMigration(path, Verdict.SKIPPED, reason="contains no kube-scheduler configuration", text=stream.text)
    return dataclasses.replace(joined(path, stream, options.role, results), encoding=stream.encoding)


def _starts(
    found: tuple[FoundConfiguration, ...],
    stream: Stream,
    path: str,
    validator: DocumentValidator,
    contexts: ContextCache | None,
) -> Mapping[Within, Sequence[PolicyStart]]:
    """Return how schedulers are started with the Policies of a text; nothing where there is none."""
    if all(one.role is not Role.POLICY for one in found):
        return {}
    here = isolated(stream, validator) if contexts is None else contexts.file(path, stream, validator)
    return policy_starts(here)


def _policy_of(
    found: FoundConfiguration,
    stream: Stream,
    path: str,
    validator: DocumentValidator,
    contexts: ContextCache | None,
) -> NamedPolicyText | None:
    """Return the legacy Policy that a configuration names; None where it names none, or that is not here."""
    if not names_policy(found):
        return None
    here = isolated(stream, validator) if contexts is None else contexts.file(path, stream, validator)
    return policy_named_by(found, validator.registry, here.folder.texts)


def _with_notes(
    results: tuple[MigratedDocument, ...],
    found: tuple[FoundConfiguration, ...],
    stream: Stream,
    path: str,
    validator: DocumentValidator,
    contexts: ContextCache | None,
) -> tuple[MigratedDocument, ...]:
    """Add to migrated configurations which flags of their schedulers decide in their place."""
    here = surroundings(stream, path, validator, contexts) if found else None
    if here is None:
        return results
    schedulers: defaultdict[Within, list[tuple[LocatedManifest, DeploymentContext]]] = defaultdict(list)
    for within, one, context in here.folder.started_with(here.text):
        schedulers[within].append((one, context))
    return tuple(_with_note(result, schedulers.get(one.within, ())) for result, one in zip(results, found, strict=True))


def _with_note(
    result: MigratedDocument, schedulers: Sequence[tuple[LocatedManifest, DeploymentContext]]
) -> MigratedDocument:
    report = result.report
    if report.status is not MigrationStatus.MIGRATED or not schedulers:
        return result
    named = notes_on_flags(schedulers, releases.at(report.validated_by))
    notes = tuple(Note(NoteKind.BY_HAND, "deciding-flag", message, "", report.source) for message in named)
    return result._replace(report=dataclasses.replace(report, notes=(*notes, *report.notes)))


def _undecodable(stream: Stream, to: str | None, options: Options, path: str) -> FileMigration:
    version = target(to, options.kubernetes, options.feature_gates).version
    report = validate_stream(stream, options, path).report
    documents = tuple(
        DocumentMigration(
            document.number, document.line, "", version, MigrationStatus.REFUSED, findings=document.findings
        )
        for document in report.documents
    )
    return FileMigration(report.path, report.verdict, documents, text=report.text)


class MigrationRequest(NamedTuple):
    """What every file of a run is migrated to, in a form that can be sent to another process.

    Attributes:
        to: The API version as the user wrote it; None: the newest that the release of the settings serves.
        adopt_defaults: Whether new defaults may change behavior, so that less text changes.
        drop_unsupported: Whether what has no successor may be left out.
        annotate: Whether what is pinned gets a comment with the reason.
    """

    to: str | None = None
    adopt_defaults: bool = False
    drop_unsupported: bool = False
    annotate: bool = False

    def version(self, options: Options) -> str:
        """Return the API version to reach, short.

        Raises:
            UnknownTarget: if nothing is requested, or the version or release is not known, or do not fit.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        return target(self.to, options.kubernetes, options.feature_gates).version


def migrate_files(
    paths: Iterable[str],
    options: Options,
    request: MigrationRequest,
    jobs: int | None = 1,
    tally: SearchTally | None = None,
) -> Iterator[FileMigration]:
    """Migrate files and folders without writing any; see `each_file`."""
    read = partial(migrate_file, contexts=ContextCache(options.suffixes), **request._asdict())
    return each_file(Verb(read, FileMigration), paths, options, jobs, tally)


def write_files(files: Iterable[FileMigration], paths: Collection[str]) -> Iterator[FileMigration]:
    """Return files, each of which is written as it comes if it changes; one that cannot be written has the reason.

    The others are still written. What an earlier run left of a file, when it was killed, is removed.

    Args:
        files: What became of the files.
        paths: The files and folders of the run.
    """

    def written(file: FileMigration) -> FileMigration:
        if file.migrated is None or file.withheld:
            sweep(file.path)
            return file
        return dataclasses.replace(file, unwritten=put_back(file.path, file.before, file.after, paths))

    return each_after(written, files)


def without_unfit(files: Iterable[FileMigration]) -> Iterator[FileMigration]:
    """Return files with those marked as withheld whose result does not fit."""

    def withheld(file: FileMigration) -> FileMigration:
        is_unfit = file.migrated is not None and not file.fits
        return dataclasses.replace(file, withheld=True) if is_unfit else file

    return each_after(withheld, files)
