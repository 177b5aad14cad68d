"""What a document was before its migration: which errors it had, so that new ones can be recognized."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from schedcfg.changes.migrate.context import Interpret, Interpretation, serving
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Document
from schedcfg.rules.advised import missing_preparation
from schedcfg.rules.advised.missing_preparation import Unprepared
from schedcfg.rules.registry import Subject


class PluginAtWork(NamedTuple):
    """A plugin that works at a point for which it has not prepared.

    Attributes:
        profile: The profile's `schedulerName`.
        point: The point.
        plugin: The plugin.
    """

    profile: str
    point: str
    plugin: str

    @classmethod
    def of(cls, one: Unprepared) -> "PluginAtWork":
        """Return what is the same in every release and API version."""
        return cls(one.profile.scheduler_name, one.work.point, one.plugin)


class MigrationSource:
    """A document as the releases see it that take it as it is.

    Args:
        document: The document.
        version: Its API version, short; `Policy` for a legacy Policy.
        interpret: Validates it.
        registry: Which plugins exist.
    """

    def __init__(self, document: Document, version: str, interpret: Interpret, registry: PluginRegistry) -> None:
        self._document = document
        self._version = version
        self._interpret = interpret
        self._registry = registry

    def new_errors(self, interpretation: Interpretation) -> tuple[str, ...]:
        """Return the rules that find what weighs like an error in a text and found none, or less, in the source."""
        errors = _errors(interpretation)
        return tuple(sorted(errors - self._errors)) if errors else ()

    def newly_unprepared(self, interpretation: Interpretation) -> list[Unprepared]:
        """List the plugins that work unprepared in a text and do not in the source."""
        found = {PluginAtWork.of(one): one for one in _unprepared(interpretation, self._registry)}
        return [one for key, one in found.items() if key not in self._unprepared] if found else []

    @cached_property
    def _errors(self) -> Counter[str]:
        """What weighs like an error whichever release takes it, counted by rule."""
        found: Counter[str] | None = None
        for interpretation in self._accepting():
            errors = _errors(interpretation)
            found = errors if found is None else found & errors
            if not found:
                break
        return found or Counter()

    @cached_property
    def _unprepared(self) -> frozenset[PluginAtWork]:
        """What works unprepared whichever release takes it."""
        found: frozenset[PluginAtWork] | None = None
        for interpretation in self._accepting():
            plugins = frozenset(map(PluginAtWork.of, _unprepared(interpretation, self._registry)))
            found = plugins if found is None else found & plugins
            if not found:
                break
        return found or frozenset()

    def _accepting(self) -> Iterator[Interpretation]:
        """Yield what each release that takes it makes of it, the newest first."""
        for release in reversed(serving(self._version)):
            interpretation = self._interpret(self._document, release)
            if interpretation.accepted:
                yield interpretation


def _errors(interpretation: Interpretation) -> Counter[str]:
    return Counter(finding.rule for finding in interpretation.findings if finding.is_error)


def _unprepared(interpretation: Interpretation, registry: PluginRegistry) -> Iterator[Unprepared]:
    """Yield the plugins that work unprepared; a legacy Policy names no points, so that it parts none."""
    configuration, decoded = interpretation.configuration, interpretation.decoded
    if configuration is not None and decoded is not None:
        yield from missing_preparation.unprepared(Subject(configuration, decoded, registry))
