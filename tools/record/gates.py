"""Recorded command lines with feature gates: those that are recorded already, and gates found to change answers."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from tools.record.answers import Row, without_pointers
from tools.record.module import Build
from tools.record.program import Answer, Program

CASES_PER_GATE = 4
LONGEST_TEXT = 300

_ALL = ("AllAlpha", "AllBeta")
_PREFIX = 'for "--feature-gates" flag: '
_BETWEEN = re.compile(r", (?!but |feature is locked )")
"""What stands between two complaints; their order is that of a map."""


def record(
    build: Build, release: str, facts: Mapping[str, Any], known: Iterable[Row], texts: Mapping[str, str]
) -> Iterator[Row]:
    """Yield the lines of a release for `tests/conformance/gates.ndjson.xz`.

    Args:
        build: The program of the release.
        release: Its name.
        facts: Its facts.
        known: Lines that are recorded, of this release or of another one: their command lines are asked again.
        texts: Configurations on which gates are tried.
    """
    common = {"kubernetes": release, "measured": build.version}
    gates = {name: gate["default"] for name, gate in facts["feature_gates"].items()}
    yield {**common, "gates": [], "defaults": dict(sorted(gates.items()))}
    seen: set[tuple[str, ...]] = set()
    for line in _lines(Program(build.executable), facts, known, texts):
        key = (*line["gates"], line.get("yaml", ""))
        if key not in seen:
            seen.add(key)
            yield {**common, **line}


def _lines(program: Program, facts: Mapping[str, Any], known: Iterable[Row], texts: Mapping[str, str]) -> Iterator[Row]:
    for row in known:
        yield from answered(program, row["gates"], {"": row["yaml"]} if "yaml" in row else {})
    base = {name: answer for name, answer in program.answers(texts) if answer["outcome"] != "decode"}
    decoded = {name: texts[name] for name in base}
    for gate in sorted(tried(facts)):
        yield from gate_lines(program, facts, gate, decoded, base)


def tried(facts: Mapping[str, Any]) -> set[str]:
    """Return the gates that may change an answer: those of the scheduler's own code that can be switched."""
    gates = facts["feature_gates"].items()
    return {name for name, gate in gates if name in _ALL or (gate["scheduler"] and not gate["lockToDefault"])}


def short(texts: Iterable[str]) -> dict[str, str]:
    """Return the texts on which gates are tried, each named after itself: short ones show best what a gate does."""
    return {text: text for text in sorted(set(texts)) if len(text) <= LONGEST_TEXT}


def gate_lines(
    program: Program, facts: Mapping[str, Any], gate: str, texts: Mapping[str, str], base: Mapping[str, Answer]
) -> Iterator[Row]:
    """Yield what a gate changes: some texts with the gate switched and as it is by default, or why it is refused."""
    default = facts["feature_gates"][gate]["default"]
    needed = switches(facts, gate, on=not default)
    before = dict(program.answers(texts, [flag(needed)])) if needed else base
    for given in [{gate: not default, **needed}, *([{gate: not default}] if needed else [])]:
        state = asked(program, (flag(given),))
        if "switched" not in state:
            yield from [{"gates": [flag(given)], **state}] if state else ()
            continue
        switched = dict(program.answers(texts, [flag(given)]))
        showing = {name: texts[name] for name in shown(before, switched, texts)}
        for one in (given, {**given, gate: default}) if showing else ():
            yield from answered(program, [flag(one)], showing)


def flag(states: Mapping[str, bool]) -> str:
    """Return the value of `--feature-gates` that switches gates."""
    return ",".join(f"{name}={str(state).lower()}" for name, state in states.items())


def switches(facts: Mapping[str, Any], gate: str, *, on: bool) -> dict[str, bool]:
    """Return the other gates that have to be switched along with a gate, or it would be refused."""
    needed = facts.get("feature_gate_dependencies", {})
    other_way = needed if on else _inverted(needed)
    found: dict[str, bool] = {}
    waiting = [gate]
    while waiting:
        for other in other_way.get(waiting.pop(), ()):
            is_default = facts["feature_gates"].get(other, {}).get("default") == on
            if other not in found and not is_default:
                found[other] = on
                waiting.append(other)
    return found


def _inverted(needed: Mapping[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for gate, others in needed.items():
        for other in others:
            found.setdefault(other, []).append(gate)
    return found


def answered(program: Program, flags: list[str], texts: Mapping[str, str]) -> Iterator[Row]:
    """Yield the lines of a command line: with each text, or alone."""
    state = asked(program, tuple(flags))
    if not state:
        return
    if "refused" in state or not texts:
        yield {"gates": flags, **state}
        return
    for name, answer in program.answers(texts, flags):
        became = {"written": answer["written"], "running": answer["plugins"]} if answer["outcome"] == "ok" else {}
        yield {"gates": flags, "yaml": texts[name], **state, "outcome": answer["outcome"], **became}


@cache
def asked(program: Program, flags: tuple[str, ...]) -> Row:
    """Return what the flag does, as recorded; nothing where it is not the same every time."""
    first, second = (_state(program.gates(flags)) for _ in range(2))
    return first if first == second else {}


def _state(found: Row) -> Row:
    """Return what the program says of flags in the recorded form; several complaints are sorted."""
    if "refused" not in found:
        return {"switched": found.get("switched", {}), "warned": found.get("warned", [])}
    complaint = found["refused"].rpartition(_PREFIX)[2]
    several = _BETWEEN.split(complaint[1:-1]) if complaint.startswith("[") else [complaint]
    return {"refused": f"[{', '.join(sorted(several))}]" if len(several) > 1 else complaint}


def shown(base: Mapping[str, Answer], switched: Mapping[str, Answer], texts: Mapping[str, str]) -> list[str]:
    """Return the ids of texts that are answered otherwise, the shortest text of each kind of difference."""
    chosen: dict[str, str] = {}
    for name in sorted(texts, key=lambda name: (len(texts[name]), name)):
        if _stable(base[name]) != _stable(switched[name]):
            chosen.setdefault(_kind(base[name], switched[name]), name)
    return list(chosen.values())[:CASES_PER_GATE]


def _stable(answer: Answer) -> str:
    """Return what of an answer is the same in every run."""
    errors = sorted(without_pointers(json.dumps(error, sort_keys=True)) for error in answer.get("errors", ()))
    return json.dumps({**answer, "errors": errors}, sort_keys=True)


def _kind(before: Answer, after: Answer) -> str:
    """Return what differs between two answers: the outcomes, the plugins that come and go, the Args."""
    return json.dumps([before["outcome"], after["outcome"], sorted(_parts(before) ^ _parts(after))])


def _parts(answer: Answer) -> set[str]:
    runs = answer.get("plugins", {}).values()
    found = {
        f"{point} {ref['name']} {ref['weight']}" for points in runs for point, refs in points.items() for ref in refs
    }
    for profile in answer.get("written", {}).get("profiles", ()):
        found.update(json.dumps(args, sort_keys=True) for args in profile.get("pluginConfig", ()))
    found.update(error.get("field", error["message"]) for error in answer.get("errors", ()))
    return found
