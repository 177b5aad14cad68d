"""How fast it is: the page with the figures that `python -m tests.benchmarks --peers --record` has measured."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.pages.markup import page, table

FIGURES = Path(__file__).resolve().parents[2] / "tests" / "benchmarks" / "figures.json"
"""What was measured last, and on which kind of machine."""

OWN, BEFORE = "schedcfg", "schedcfg before"

_HEAD = """\
# How fast it is

CPU seconds of whole runs, user and system, with all processes that they start: medians of {runs} runs of each program
in turn; in brackets, the ratio to schedcfg. The figures are those of a machine that was busy with other
work ({machine}); the ratios hold elsewhere too. `schedcfg before` is the checkout with which
the measurements began.

kubeconform and check-jsonschema are given the [JSON Schemas](../editors.md) of schedcfg. They check the shape of a
file and nothing else: no defaults, no plugins and nothing that depends on a release. The import floor is what
Python takes to import click, libyaml's binding and pydantic, and to make one model.
"""

_STAGES = """\
## Where the time goes

Milliseconds of CPU per file of 1 kB, within one process. `start` is a whole run with one such file.
"""

_AGAIN = """\
## Measure it yourself

<!-- not run: it takes an hour -->
```sh
python -m tests.benchmarks --peers              # everything: about an hour
python -m tests.benchmarks --peers --cases start fleet --runs 7
python -m tests.benchmarks --peers --before ../older-checkout --record
```

kubeconform is built as a Go module, and left out if Go is not installed. `--record` keeps the figures for this page.
Memory grows only with the list of names in one folder, and with the names that schedulers serve.
"""

_SHOWN = 0.1
"""Seconds below which milliseconds are shown."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page, below `docs/`."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    yield "explanation/how-fast.md", page((_HEAD.format_map(figures), *tables(figures), "", _AGAIN))


def tables(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the tables of some figures, as Markdown, which a terminal shows well enough."""
    cases = figures["cases"]
    others = list(dict.fromkeys(name for programs in cases.values() for name in programs if name != OWN))
    rows = [
        (name, *_own(programs[OWN]), *(_other(programs, one) for one in others)) for name, programs in cases.items()
    ]
    yield from table(("case", OWN, "wall", "memory", *others), rows)
    stages = figures["stages"]
    if stages:
        yield from ("", _STAGES)
        names = list(dict.fromkeys(name for stage in stages.values() for name in stage))
        rows = [(name, *(f"{stage[name]:.3f}" for stage in stages.values())) for name in names]
        yield from table(("stage", *stages), rows)


def together(kept: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Return what was found, beside what is kept of other cases."""
    return {**found, **{key: {**kept[key], **found[key]} for key in ("cases", "stages")}}


def record(found: dict[str, Any]) -> None:
    """Keep figures for the page, beside those of other cases."""
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {"cases": {}, "stages": {}}
    FIGURES.write_text(json.dumps(together(kept, found), indent=1) + "\n", encoding="utf-8")


def _own(used: dict[str, float]) -> tuple[str, ...]:
    return _seconds(used["cpu"]), _seconds(used["wall"]), f"{used['peak']:.0f} MiB"


def _other(programs: dict[str, dict[str, float]], name: str) -> str:
    if name not in programs:
        return "not measured"
    cpu = programs[name]["cpu"]
    return f"{_seconds(cpu)} ({cpu / programs[OWN]['cpu']:.2f})"


def _seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < _SHOWN else f"{value:.2f} s"
