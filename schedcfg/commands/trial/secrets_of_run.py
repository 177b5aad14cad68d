"""What a run shows, without secrets: a scheduler, its plugins and extenders may repeat whatever they get to see."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar

from schedcfg.commands.trial.results import NodeReason, Placement, Scores, TrialCluster, TrialRun
from schedcfg.document.secrets import Secrets, hide_in_message
from schedcfg.document.secrets_in_data import secrets_in
from schedcfg.sources.manifests.pod import Fields

Value = TypeVar("Value")


class SecretsOfRun:
    """The secrets of the objects and of the configuration that a scheduler gets; looked for once something is said."""

    def __init__(self, cluster: TrialCluster, configuration: Fields | None) -> None:
        self._cluster = cluster
        self._configuration = configuration
        self._hidden = lru_cache(maxsize=4096)(self._without)

    @cached_property
    def _of_configuration(self) -> Secrets:
        return secrets_in([self._configuration])

    def hide(self, said: str) -> str:
        """Return what the program says, without secrets."""
        return self._hidden(said) if said else said

    def _without(self, said: str) -> str:
        return hide_in_message(self._of_configuration.hide(self._cluster.secrets.hide(said)))

    def without(self, run: TrialRun) -> TrialRun:
        """Return a run, without secrets in what the program says."""
        return replace(
            run,
            placements=tuple(map(self._placement, run.placements)),
            evicted=tuple(map(self._placement, run.evicted)),
            groups=tuple(replace(group, message=self.hide(group.message)) for group in run.groups),
            unknown=self._named(run.unknown),
            notes=tuple(map(self.hide, run.notes)),
        )

    def _placement(self, placement: Placement) -> Placement:
        if not (placement.message or placement.reasons or placement.totals or placement.scores):
            return placement
        scores: Scores = {node: self._named(scores) for node, scores in self._named(placement.scores).items()}
        return replace(
            placement,
            message=self.hide(placement.message),
            scores=scores,
            totals=self._named(placement.totals),
            reasons=tuple(map(self._reason, placement.reasons)),
        )

    def _reason(self, reason: NodeReason) -> NodeReason:
        return replace(reason, message=self.hide(reason.message), plugin=self.hide(reason.plugin or "") or None)

    def _named(self, values: Mapping[str, Value]) -> dict[str, Value]:
        return {self.hide(name): value for name, value in values.items()}
