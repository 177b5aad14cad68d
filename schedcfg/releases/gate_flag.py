"""The text of `--feature-gates`, read as each release's flag reads it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from schedcfg.document.golang.numbers import parse_bool
from schedcfg.document.golang.text import quoted
from schedcfg.releases.release import Release

COMPONENT = "kube"
"""The only component that kube-scheduler registers, in releases that take gates with one: `kube:Name=true`."""

_FORM = "Write `Name=true` or `Name=false`, separated by commas."


class Remark(NamedTuple):
    """A warning about what was set, mostly feature gates."""

    message: str
    help: str | None  # What to do; None where nothing is known to help
    gate: str = ""  # The gate that it is about; empty where it is about the text


class Reading(NamedTuple):
    """What was read."""

    maps: tuple[Mapping[str, bool], ...]  # Gate → value, once for each time that gates are set
    refused: tuple[Remark, ...]  # What cannot be read; kube-scheduler stops at it


def read(values: Sequence[str], release: Release) -> Reading:
    """Read the values of all `--feature-gates` of a command line.

    Up to 1.30 each is applied by itself, in order; later releases join them to one.

    Args:
        values: What follows each `--feature-gates`.
        release: By whose rules.
    """
    refused: list[Remark] = []
    if release.takes_component_gates:
        values = _by_component(values, refused)
    return Reading(tuple(_pairs(value, refused) for value in values), tuple(refused))


def _pairs(value: str, refused: list[Remark]) -> Mapping[str, bool]:
    """Read `Name=true,Other=false`. Upstream: `Set` in `component-base/featuregate/feature_gate.go`."""
    gates: dict[str, bool] = {}
    for pair in filter(None, value.split(",")):
        name, equals, written = (part.strip() for part in pair.partition("="))
        is_on = parse_bool(written)
        if not equals:
            refused.append(Remark(f"missing bool value for {name}", _FORM, name))
        elif is_on is None:
            shown = quoted(written, len(written))
            message = f"invalid value of {name}={written}, err: strconv.ParseBool: parsing {shown}: invalid syntax"
            refused.append(Remark(message, _FORM, name))
        else:
            gates[name] = is_on
    return gates


def _by_component(values: Iterable[str], refused: list[Remark]) -> list[str]:
    """Join what is written for this component.

    Upstream: `ColonSeparatedMultimapStringString` in `component-base/cli/flag`, and `Set` of the registry that
    holds it (`component-base/compatibility/registry.go`, up to 1.32 in another package).
    """
    written: dict[str, list[str]] = {}
    for pair in (pair for value in values for pair in value.split(",") if pair):
        component, colon, rest = pair.partition(":")
        key = component.strip() if colon else ""
        written.setdefault(key, []).append((rest if colon else pair).strip())
    if "" in written and COMPONENT in written:
        message = "set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use"
        refused.append(Remark(message, "Omit the prefix everywhere."))
    advice = f"kube-scheduler only registers `{COMPONENT}`: drop the prefix."
    others = written.keys() - {"", COMPONENT}
    refused.extend(Remark(f"component not registered: {other}", advice) for other in sorted(others))
    return [",".join(written[key]) for key in ("", COMPONENT) if key in written]
