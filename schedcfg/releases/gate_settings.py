"""The gates of one release after `--feature-gates`, and kube-scheduler's messages about it.

Where one release was chosen, the command line is right or wrong as a whole, whatever the files contain. Where each
file has its own, each release is checked by itself, in the report of the file that it validates.

Upstream: `SetFromMap`, since 1.31 `unsafeSetFromMap`, in `component-base/featuregate/feature_gate.go`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cards import RuleCard
from schedcfg.errors import WrongFeatureGates
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.releases import gate_flag, gate_history
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.gate_flag import Remark
from schedcfg.releases.release import FeatureGate, Release

_UNRECOGNIZED = "unrecognized feature gate: "
"""How messages about a gate that the release does not have begin; its name follows."""

_NAMED, _SHOWN = 5, 3
"""How many gates of a long list a message names, and of how many its help says more."""

_ALL = {"AllAlpha": "ALPHA", "AllBeta": "BETA"}
"""Gates that mean all gates of a stage."""


class GateSettings(NamedTuple):
    """The gates of one release after the flag."""

    enabled: Mapping[str, bool]  # Gate → whether it is on, for all that were set, one by one or with all of their stage
    refused: tuple[Remark, ...] = ()  # Each keeps the scheduler from starting
    warned: tuple[Remark, ...] = ()


@lru_cache(maxsize=64)
def settings(values: tuple[str, ...], release: Release) -> GateSettings:
    """Return a release's gates after the flag.

    Args:
        values: What follows each `--feature-gates`.
        release: One without gates set.

    Returns:
        The gates, and every mistake at once, where kube-scheduler stops at the first.
    """
    maps, unread = gate_flag.read(values, release)
    enabled: dict[str, bool] = {}
    refused = dict.fromkeys(unread)
    for gates in maps:
        refused.update(dict.fromkeys(_refused(gates, release)))
        _set(gates, release, enabled)
    if not refused:
        refused.update(dict.fromkeys(_unsupported(enabled, release)))
    named = {name: value for gates in maps for name, value in gates.items()}
    return GateSettings(enabled, tuple(refused), tuple(_warned(named, release)))


def unrecognized(name: str, release: Release) -> Remark:
    """Return the remark on a gate that a release does not have."""
    return Remark(_UNRECOGNIZED + name, gate_history.advice(name, release), name)


def is_unrecognized(remark: Remark) -> bool:
    """Return whether a remark is about a gate that the release does not have."""
    return remark.message.startswith(_UNRECOGNIZED)


def together(remarks: Sequence[Remark]) -> Remark:
    """Return several remarks about the gates of one scheduler as one: all unknown gates are one mistake."""
    if len(remarks) == 1:
        return remarks[0]
    unknown = [remark for remark in remarks if is_unrecognized(remark)]
    # What is known of one gate helps more than that another exists nowhere.
    unknown.sort(key=lambda remark: remark.help is None)
    messages = [remark.message for remark in remarks if not is_unrecognized(remark)]
    messages = [*messages[:_SHOWN], *([f"{len(messages) - _SHOWN} more"] if len(messages) > _SHOWN else [])]
    if len(unknown) == 1:
        messages += [unknown[0].message]
    elif unknown:
        messages += [f"unrecognized feature gates: {listed([remark.gate for remark in unknown])}"]
    return Remark("; ".join(messages), _advice(remarks, unknown), remarks[0].gate)


def _advice(remarks: Sequence[Remark], unknown: Sequence[Remark]) -> str | None:
    """Return what to do about several gates: what is known of the first ones, and which ones no release has."""
    own = [remark.help for remark in remarks if remark.help and not is_unrecognized(remark)]
    advices = list(dict.fromkeys([*own, *(_about(remark) for remark in unknown if remark.help)]))
    nameless = [remark.gate for remark in unknown if not remark.help]
    removed = [f"Remove {listed([f'`{name}`' for name in nameless])}."] if nameless else []
    rest = ["Correct or remove the others, too."] if len(advices) > _SHOWN else []
    return " ".join([*advices[:_SHOWN], *(rest or removed)]) or None


def _about(remark: Remark) -> str:
    """Return the advice on a gate with its name, which a guess at another name lacks."""
    help_ = remark.help or ""
    return help_ if help_.startswith("`") else f"For `{remark.gate}`: {help_[:1].lower()}{help_[1:]}"


def listed(names: Sequence[str]) -> str:
    """Return the first ones of some names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(names) if more < 2 else f"{', '.join(names[:_NAMED])} and {more} more"  # noqa: PLR2004 - one fits


def _refused(gates: Mapping[str, bool], release: Release) -> Iterator[Remark]:
    for name, value in gates.items():
        gate = release.feature_gates.get(name)
        if gate is None:
            yield unrecognized(name, release)
        elif _is_locked_against(gate, on=value):
            yield Remark(
                f"cannot set feature gate {name} to {_go_bool(value)}, feature is locked to {_go_bool(gate.default)}",
                f"`{name}` is {gate_history.since(name, release)} and can no longer be changed: drop it.",
                name,
            )


def _is_locked_against(gate: FeatureGate, *, on: bool) -> bool:
    return gate.locked and gate.default != on


def _set(gates: Mapping[str, bool], release: Release, enabled: dict[str, bool]) -> None:
    """Set gates one by one, then all of a stage that are not set yet, in whatever order they are written.

    Those that an earlier flag set count as set (up to 1.30, where each flag is applied by itself).
    """
    enabled.update((name, value) for name, value in gates.items() if name in release.feature_gates)
    for name, stage in _ALL.items():
        if name in gates:
            for other, gate in release.feature_gates.items():
                if gate.stage == stage and other not in _ALL:
                    enabled.setdefault(other, gates[name])


def _unsupported(enabled: Mapping[str, bool], release: Release) -> Iterator[Remark]:
    """Yield gates that are on while others that they depend on are off."""

    def is_on(gate: str) -> bool:
        known = release.feature_gates.get(gate)  # an emulated release may not have it
        return known is not None and enabled.get(gate, known.default)

    for name, needed in release.gate_dependencies.items():
        off = sorted(gate for gate in needed if not is_on(gate))  # as `AddDependencies` sorts them
        if off and is_on(name):
            also = ",".join(f"{gate}=true" for gate in off)
            yield Remark(
                f"{name} is enabled, but depends on features that are disabled: [{' '.join(off)}]",
                f"Also set `{also}`, or `{name}=false`.",
                name,
            )


def _warned(named: Mapping[str, bool], release: Release) -> Iterator[Remark]:
    for name, value in named.items():
        gate = release.feature_gates.get(name)
        if gate is None or _is_locked_against(gate, on=value) or gate.stage not in {"GA", "DEPRECATED"}:
            continue
        kind = "GA" if gate.stage == "GA" else "deprecated"
        advice = f"`{name}` is {gate_history.since(name, release)}: drop it." if gate.default == value else None
        notes = [advice, gate_history.end(name, release)]
        yield Remark(
            f"Setting {kind} feature gate {name}={_go_bool(value)}. It will be removed in a future release.",
            " ".join(filter(None, notes)) or None,
        )


def _go_bool(value: bool) -> str:
    return "true" if value else "false"


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
        return Gated(release, (_as_problem(together(found.refused), release),))
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
    remark = together(remarks)
    return WrongFeatureGates(f"{what}: {remark.message}", remark.help)


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
