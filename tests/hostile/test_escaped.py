"""Nothing that a file, a name of one or an argument says reaches a terminal or a log as it is."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.output import FORMATS
from schedcfg.output.terminal import escaped, path_label
from tests.called import Result

HOSTILE = "Foo\n::error file=x::INJECT\x1b[2J\x07\x85\x9b31m\u202egnp\u2028\u2066 ##[error]y\u200f"
"""A workflow command, what clears a screen, C1, bidi overrides, line separators, and the old form of a command."""

QUOTED = json.dumps(HOSTILE)

CONFIG = f"""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
{QUOTED}: 1
parallelism: {QUOTED}
extenders:
- urlPrefix: {QUOTED}
  filterVerb: {QUOTED}
  managedResources:
  - name: {QUOTED}
profiles:
- schedulerName: {QUOTED}
  plugins:
    score:
      enabled:
      - name: {QUOTED}
      - name: {QUOTED}
    {QUOTED}: {{}}
  pluginConfig:
  - name: {QUOTED}
    args:
      {QUOTED}: {QUOTED}
  - name: NodeResourcesFit
    args:
      {QUOTED}: 1
# schedcfg: ignore[foo\u202e\u2066 ::error] \u202e
"""
REFUSED = CONFIG.replace('"', "'", 1)
ACCEPTED = f"""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: http://x/{json.dumps(HOSTILE.replace(chr(10), "").replace(chr(27), "").replace(chr(7), ""))[1:-1]}
  filterVerb: {QUOTED}
profiles:
- schedulerName: {QUOTED}
  plugins:
    score:
      enabled:
      - name: {QUOTED}
        weight: 3
      disabled:
      - name: {QUOTED}
  pluginConfig:
  - name: {QUOTED}
    args: {{{QUOTED}: {QUOTED}, "::error::x": "::error::y"}}
"""
POD = f"""\
apiVersion: v1
kind: Pod
metadata: {{name: {QUOTED}, namespace: {QUOTED}}}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.0
    command: [kube-scheduler, {json.dumps("--" + HOSTILE)}, {json.dumps("--config=" + HOSTILE)}, {QUOTED}]
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: {QUOTED}}}
data:
  {QUOTED}: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    {QUOTED}: 1
---
apiVersion: {QUOTED}
kind: {QUOTED}
"""
OTHER = f"apiVersion: {QUOTED}\nkind: {QUOTED}\n"
BROKEN = f"a: {QUOTED}\n  b: [{QUOTED}\n::error::x\n"
RAW = "a: \x1b[2J\n"
POLICY = json.dumps({"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": HOSTILE}], HOSTILE: 1})
TEXTS = {
    "config": CONFIG,
    "refused": REFUSED,
    "accepted": ACCEPTED,
    "accepted-v1": ACCEPTED.replace("v1beta3", "v1"),
    "pod": POD,
    "other": OTHER,
    "broken": BROKEN,
    "raw": RAW,
    "policy": POLICY,
}

NAMES = ("::error file=x::INJECT.yaml", "a\n::error::x\x1b[2J\u202e\x9b.yaml")
"""Names of files, which a pull request brings along."""

Run = Callable[..., Result]

COMMANDS = {
    **{f"validate {name}": ("validate", "--output", name, "FILE") for name in FORMATS},
    "validate by files": ("validate", "."),
    "validate of a release": ("validate", "--kubernetes", "1.29", "--in-tree-only", "FILE"),
    **{f"effective {name}": ("effective", "--output", name, "FILE") for name in ("text", "json", "mermaid")},
    "migrate": ("migrate", "--to", "v1", "--check", "-v", "FILE"),
    "migrate json": ("migrate", "--to", "v1", "--output", "json", "FILE"),
    **{f"diff {name}": ("diff", "OTHER", "FILE", "--output", name) for name in ("text", "json", "markdown")},
    "diff of releases": ("diff", "FILE", "--from", "1.25", "--to", "1.29"),
    "init": ("init", "FILE"),
    "explain": ("explain", HOSTILE),
    "plugins": ("plugins", HOSTILE),
    "releases": ("releases", HOSTILE),
    "no command": (HOSTILE,),
    "no option": ("validate", f"--{HOSTILE}"),
    "no file": ("validate", HOSTILE),
    "no release": ("validate", "--kubernetes", HOSTILE, "FILE"),
    "no format": ("validate", "--output", HOSTILE, "FILE"),
    "no rule": ("validate", "--select", HOSTILE, "FILE"),
    "generate": ("generate", "profile", HOSTILE),
    "static pod": ("generate", "static-pod", "--from", "FILE", "FILE"),
    "krm": ("krm", "FILE"),
    "probe": ("probe", "extender", "FILE", "--timeout", "100ms"),
}


def objection(text: str, *, may_command: bool) -> str | None:
    """Return what in an output a terminal or a log obeys; None where nothing does."""
    odd = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    if odd:
        return f"letters {sorted(map(ascii, odd))}"
    lines = [line for line in text.split("\n") if line.lstrip().startswith("::") or "##[" in line]
    if not may_command:
        return f"a command: {lines[0]}" if lines else None
    wrong = [
        line for line in lines if not re.match(r"::(error|warning|notice) [^:]*::", line) or "::INJECT" in line[:40]
    ]
    return f"another command: {wrong[0]}" if wrong else None


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_obeyed(schedcfg: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.yaml").write_text(TEXTS["accepted"].replace("weight: 3", "weight: 4"))
    found = {}
    takes_file = "FILE" in COMMANDS[command]
    for label, text in TEXTS.items() if takes_file or command == "validate by files" else [("", "")]:
        for name in NAMES:
            (tmp_path / name).write_text(text)
            known = {"FILE": name, "OTHER": "other.yaml"}
            result = schedcfg(*(known.get(one, one) for one in COMMANDS[command]))
            for stream in (result.out, result.err):
                problem = objection(stream, may_command=command == "validate github")
                if problem is not None:
                    found[f"{label} {name!a}"] = problem
            (tmp_path / name).unlink()
    assert not found


def test_the_rest_is_escaped_behind_all_formats() -> None:
    pieces = ["a\x1b[2J\x1b[31mb\x1b[0m\n", " ::error::x\n", "\u202ea\tb ##[error]\n", "a::b\n"]
    assert "".join(escaped(pieces)) == (
        "a\\x1b[2J\x1b[31mb\x1b[0m\n \\x3a:error::x\n\\u202ea\\tb \\x23#[error]\na::b\n"
    )


def test_a_path_is_no_command() -> None:
    assert path_label("::error::x") == "./::error::x"
    assert path_label("a\nb") == "a\\nb"
