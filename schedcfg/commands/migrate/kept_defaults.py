"""The defaults of one release, written down, so that the next release does the same."""

from schedcfg.commands.migrate.context import MigrationPlan, StepContext
from schedcfg.commands.migrate.legacy_args import compare_with_before, repaired
from schedcfg.document import Document
from schedcfg.document.edit import Draft, Edit
from schedcfg.document.edit.splices import applied
from schedcfg.errors import EditConflict
from schedcfg.findings import FileReport
from schedcfg.releases.release import Release
from schedcfg.sources.in_place import edit_of_file
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.completed import Completer
from schedcfg.validation.options import Options
from schedcfg.validation.text import validate


def edits_keeping_defaults(
    document: Document, text: str, before: Release, after: Release, options: Options
) -> tuple[Edit, ...] | None:
    """Return the edits by which a later release runs a configuration as an earlier one does.

    Args:
        document: The configuration.
        text: The text that it is in.
        before: The earlier release.
        after: The later one.
        options: How it is validated.

    Returns:
        The edits of the text; None where one of the releases refuses it, where nothing would differ, where not all can
        be kept, or where the later release finds something in the result that it does not find in the text as it is.
    """
    version = read_type_meta(document.data).version
    completer = Completer(options.registry, options.feature_gates)
    begun = completer.of(document, before)
    if version is None or not begun.is_accepted or begun.configuration is None:
        return None
    try:
        draft = Draft.of(document)
        plan = MigrationPlan(version, after, options.registry)
        step = StepContext(draft, plan, completer, version, version, begun.configuration, after)
        compared = repaired(step, compare_with_before(step))
    except EditConflict:
        return None
    edits = [edit_of_file(edit, document.text, text) for edit in draft.edits]
    found = tuple(edit for edit in edits if edit is not None)
    if not compared.fits or not found or None in edits:
        return None
    return found if _is_as_good(text, applied(text, found), options.by(after.name)) else None


def _is_as_good(text: str, changed: str, options: Options) -> bool:
    """Return whether nothing is found in a changed text that was not found before: a plugin may miss another point."""
    before, after = validate(text, options=options), validate(changed, options=options)
    return before.verdict is after.verdict and not _rules(after) - _rules(before)


def _rules(report: FileReport) -> set[str]:
    return {finding.rule for document in report.documents for finding in document.findings}
