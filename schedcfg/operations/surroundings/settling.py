"""What a manifest settles about the configuration with which it starts a scheduler."""

from collections.abc import Iterable

from schedcfg import releases
from schedcfg.document import Stream
from schedcfg.findings import DocumentReport
from schedcfg.operations.surroundings.stages import Standing
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.switched import switched
from schedcfg.rules.advised import default_lease
from schedcfg.sources.configurations import Role, find_configurations

_SETTLED = frozenset({default_lease.ID})
"""Rules about a configuration alone; with flags and replicas at hand, others know better."""


def settled(documents: Iterable[DocumentReport], stream: Stream, standing: Standing) -> tuple[DocumentReport, ...]:
    """Judge configurations by what the manifests of their text say of them: feature gates, and how a leader is elected.

    Args:
        documents: The reports on the configurations of a text.
        stream: The text, read.
        standing: The text among what is around it.
    """
    gated = _gated(documents, stream, standing)
    keys = standing.stage.elected(standing.text)
    return tuple(_unsettled(document) if (document.key or "") in keys else document for document in gated)


def _unsettled(document: DocumentReport) -> DocumentReport:
    return document._replace(findings=tuple(one for one in document.findings if one.rule not in _SETTLED))


def _gated(documents: Iterable[DocumentReport], stream: Stream, standing: Standing) -> list[DocumentReport]:
    """Judge those configurations anew that a scheduler is started with together with `--feature-gates`."""
    found = list(documents)
    judge = standing.stage.judge
    gates = {} if judge.feature_gates else standing.stage.feature_gates(standing.text)
    for key, values in gates.items():
        for index, document in enumerate(found):
            if (document.key or "") != key or document.kubernetes is None:
                continue
            release = releases.at(document.kubernetes)
            told = settings(values, release)
            # Of gates that it refuses, another rule speaks, where they stand.
            if not told.refused:
                anew = judge._replace(release=switched(release, told.enabled))
                found[index] = [anew.validate(one).report for one in find_configurations(stream, Role.ANY)][index]
    return found
