"""Feature gates that the user sets: the release that they result in, and where to report what is wrong with them.

Where one release was chosen, the command line is right or wrong as a whole, whatever the files contain. Where each
file has its own, each release is checked by itself, in the report of the file that it validates.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cards import RuleCard
from schedcfg.errors import WrongFeatureGates
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.releases import gate_flag, gate_history
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.gate_flag import Remark
from schedcfg.releases.gate_settings import settings, unrecognized
from schedcfg.releases.release import Release

_ID = "feature-gates"

FeatureGates = Mapping[str, bool] | Sequence[str] | None
"""Gate → whether it is on; or what follows each `--feature-gates`, as kube-scheduler takes it; None: nothing is set."""


class Gated(NamedTuple):
    """A release with feature gates set."""

    release: Release  # The release; with wrong gates, as it is by default
    problems: tuple[Problem, ...] = ()


def target(kubernetes: str | None, gates: FeatureGates) -> Release | None:
    """Return the release that was chosen, with gates set; None where each file has its own.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates, or if no release does.
    """
    if kubernetes is None:
        _could_be_right(flags(gates))
        return None
    release = releases.at(kubernetes)
    found = settings(flags(gates), release)
    if found.refused:
        raise _wrong(f"kube-scheduler {release.name} does not start with these feature gates", found.refused)
    return with_feature_gates(release, found.enabled)


def warnings(kubernetes: str | None, gates: FeatureGates) -> tuple[Remark, ...]:
    """List what the chosen release logs about the gates; nothing where each file has its own."""
    return settings(flags(gates), releases.at(kubernetes)).warned if kubernetes is not None else ()


def own(release: Release, gates: FeatureGates) -> Gated:
    """Return a document's own release with the gates set."""
    found = settings(flags(gates), release)
    if found.refused:
        return Gated(release, tuple(_as_problem(remark, release) for remark in found.refused))
    return Gated(with_feature_gates(release, found.enabled), tuple(map(_as_warning, found.warned)))


def flags(gates: FeatureGates) -> tuple[str, ...]:
    """Return gates as what follows each `--feature-gates`."""
    if isinstance(gates, str):
        return (gates,)
    if not isinstance(gates, Mapping):
        return tuple(gates or ())
    return (",".join(f"{name}={'true' if on else 'false'}" for name, on in gates.items()),)


def _could_be_right(values: tuple[str, ...]) -> None:
    """Raise what is wrong in every release: text that cannot be read, gates that none knows."""
    if not values:
        return
    newest = releases.at(releases.NEWEST)
    maps, unread = gate_flag.read(values, newest)
    unknown = dict.fromkeys(name for gates in maps for name in gates if not gate_history.known_anywhere(name))
    remarks = (*unread, *(unrecognized(name, newest) for name in unknown))
    if remarks:
        raise _wrong("no kube-scheduler starts with these feature gates", remarks)


def _wrong(what: str, remarks: tuple[Remark, ...]) -> WrongFeatureGates:
    objections = "; ".join(remark.message for remark in remarks)
    advice = " ".join(dict.fromkeys(remark.help for remark in remarks if remark.help))
    return WrongFeatureGates(f"{what}: {objections}", advice or None)


def _as_problem(remark: Remark, release: Release) -> Problem:
    message = f"kube-scheduler {release.name} does not start with these feature gates: {remark.message}"
    advice = [remark.help, "Choose the release with --kubernetes, if this is not the one that you mean."]
    return Problem(_ID, (), message, " ".join(filter(None, advice)))


def _as_warning(remark: Remark) -> Problem:
    return Problem(_ID, (), remark.message, remark.help, finding_class=FindingClass.ADVISED, severity=Severity.INFO)


CARDS = (
    RuleCard(
        id="feature-gates",
        finding_class=FindingClass.REFUSED,
        severity=Severity.INFO,
        title="These feature gates do not match the release",
        why="kube-scheduler exits if a gate is unknown or locked. It logs that a stable or deprecated gate will be "
        "removed.",
        source="k8s.io/component-base/featuregate/feature_gate.go, Set",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
        options=("--feature-gates", "StorageCapacityScoring=true"),
        depends=True,
    ),
)
