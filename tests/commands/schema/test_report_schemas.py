"""The schemas of JSON reports accept what they accepted when they were first published, and nothing else.

`reports_version_1.json` holds them as they were, written by hand, without their descriptions. Where a report grows, its
schema there grows with it; what it promised may not change while `version` is 1.
"""

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from schedcfg.commands.schema.report_schemas import REPORT_SCHEMAS, report_schema
from tests.called import Result
from tests.commands.trial.programs import executable
from tests.paths import ROOT, TESTS
from tests.recorded_cluster import answering
from tests.searching import IS_SEARCHING
from tests.stand_in import StandIn

FIRST = json.loads(Path(__file__).with_name("reports_version_1.json").read_text(encoding="utf-8"))
EXAMPLES = ROOT / "examples"

TRIED = ["--nodes", "2:cpu=2,zone=a/b", "--pods", "5:cpu=1", "--binary", "./first-fit"]

OUTPUTS = {
    "validate": ["validate", str(EXAMPLES / "broken" / "everything.yaml"), str(EXAMPLES / "missing.yaml")],
    "validate a cluster": ["validate", "--cluster"],
    "validate with fixes": ["validate", "--diff", "--unsafe-fixes", str(EXAMPLES / "broken" / "everything.yaml")],
    "effective": ["effective", str(EXAMPLES / "profiles.yaml"), str(EXAMPLES / "broken" / "everything.yaml")],
    "why": ["why", "ImageLocality", str(EXAMPLES / "profiles.yaml"), str(EXAMPLES / "broken" / "everything.yaml")],
    "migrate": ["migrate", "--to", "v1", str(EXAMPLES / "broken" / "old-version.yaml")],
    "diff": ["diff", str(EXAMPLES / "profiles.yaml"), str(EXAMPLES / "extender.yaml")],
    "diff-git": ["diff", "--git", "HEAD"],
    "diff with a cluster": ["diff", "--cluster", str(EXAMPLES / "profiles.yaml"), "cluster/packer/configmap/packer"],
    "upgrade a cluster": ["upgrade", "--cluster", "--to", "1.34"],
    "upgrade": ["upgrade", "--from", "1.22", "--to", "1.28", str(EXAMPLES / "broken" / "old-version.yaml")],
    "probe-network-traffic": ["probe", "network-traffic", str(EXAMPLES / "broken" / "everything.yaml")],
    "probe-extender": ["probe", "extender", str(EXAMPLES / "broken" / "everything.yaml")],
    "explain a field": ["explain", "plugins", "--recursive"],
    "explain an extension point": ["explain", "score"],
    "explain a plugin": ["explain", "InterPodAffinity"],
    "explain a rule": ["explain", "wrong-type"],
    "explain what another command reports": ["explain", "open-port"],
    "explain a name": ["explain", "resources"],
    "confirm": ["confirm", "refused.yaml", "--binary", "./kube-scheduler-v1.33.3"],
    "plugins-binary": ["plugins", "HelloWorldPlugin", "--binary", "./hello-scheduler", "-k", "1.33"],
    "try": ["try", "tried.yaml", *TRIED, "--against", "tried.yaml", "--runs", "2"],
    "try-measure": ["try", "tried.yaml", *TRIED, "--measure", "percentageOfNodesToScore=1,2"],
    "test": ["test", "failing.schedtest.yaml", "--binary", "./first-fit"],
    "rules": ["rules"],
    "plugins": ["plugins", "NodeResourcesFit"],
    "releases": ["releases", "1.23"],
}
"""Name of a schema, with what is done → a command whose output is cut short, then spoilt."""

SPOILT = 400 if IS_SEARCHING else 40
"""So many ways to spoil each output are tried. What the schemas say is compared besides, as a whole."""

ODD = (None, "odd", -1, 0, 1.5, True, [], {}, [None], {"odd": None})


def shortened(data: Any) -> Any:
    """Keep the first two items of each list: more of the same would only take time."""
    if isinstance(data, dict):
        return {name: shortened(value) for name, value in data.items()}
    return [shortened(item) for item in data[:2]] if isinstance(data, list) else data


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all places in a document: what holds a value, and under which key or index."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(pairs):
        yield data, key
        yield from places(value)


def spoilt(document: Any, chance: random.Random) -> Iterator[Any]:
    """Yield copies of a document with something in them replaced, left out or added."""
    for _ in range(SPOILT):
        made = copy.deepcopy(document)
        holder, key = chance.choice(list(places(made)))
        way = chance.choice(("replace", "replace", "remove", "add"))
        if way == "remove":
            del holder[key]
        elif way == "replace" or isinstance(holder, list):
            holder[key] = chance.choice(ODD)
        else:
            holder["more"] = chance.choice(ODD)
        yield made


@pytest.fixture
def _in_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a repository in which one configuration is new and another one has changed."""
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "config.yaml"
    config.write_bytes((EXAMPLES / "broken" / "old-version.yaml").read_bytes())
    who = ("-c", "user.email=a@example.com", "-c", "user.name=a")
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "first")):
        subprocess.run(["git", *who, *arguments], check=True)
    config.write_bytes(config.read_bytes() + b"parallelism: 8\npercentageOfNodesToScore: 7\n")
    (tmp_path / "new.yaml").write_bytes((EXAMPLES / "broken" / "everything.yaml").read_bytes())


@pytest.fixture
def _with_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have programs there that answer as real ones did, and a file that they refuse; see `tests/commands/confirm`."""
    answering(StandIn(tmp_path, "kubectl"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    confirm = TESTS / "commands" / "confirm"
    for name in ("kube-scheduler-v1.33.3", "hello-scheduler"):
        command = f'"{sys.executable}" -IS "{confirm / "program.py"}" "{confirm / "recorded" / name}.ndjson"'
        (tmp_path / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    executable(tmp_path / "first-fit")
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    (tmp_path / "tried.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "refused.yaml").write_text(f"{head}parallelism: 0\n", encoding="utf-8")
    expected = "expect: [{placed: all}, {perNode: {most: 1}}]"
    test = f'nodes: ["2:cpu=2"]\ntests:\n- name: apart\n  pods: ["5:cpu=1"]\n  {expected}\n'
    kind = "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\n"
    (tmp_path / "failing.schedtest.yaml").write_text(kind + test, encoding="utf-8")


@pytest.mark.usefixtures("_in_repository", "_with_programs")
@pytest.mark.parametrize("case", OUTPUTS)
def test_the_same_is_accepted(case: str, schedcfg: Callable[..., Result]) -> None:
    name = case.partition(" ")[0]
    first, derived = Draft202012Validator(FIRST[name]), Draft202012Validator(report_schema(name))
    done = schedcfg(*OUTPUTS[case], "--output", "json")
    # With `--diff`, standard output is the diff.
    document = shortened(json.loads(done.err if "--diff" in OUTPUTS[case] else done.out))
    assert first.is_valid(document)
    assert derived.is_valid(document)
    answers = [(first.is_valid(one), derived.is_valid(one)) for one in spoilt(document, random.Random(case))]
    assert [answer for answer in answers if answer[0] is not answer[1]] == []
    assert set(answers) == {(True, True), (False, False)}


def test_every_report_is_compared() -> None:
    assert {case.partition(" ")[0] for case in OUTPUTS} == set(REPORT_SCHEMAS) == set(FIRST)


@pytest.mark.parametrize("name", REPORT_SCHEMAS)
def test_everything_is_described(name: str) -> None:
    schema = report_schema(name)
    Draft202012Validator.check_schema(schema)
    structs = [schema, *schema["$defs"].values(), *(one["then"] for one in schema.get("allOf", ()))]
    assert all(struct["description"] for struct in structs)
    assert all(field["description"] for struct in structs for field in struct.get("properties", {}).values())


def normal(schema: Any, definitions: Any, above: tuple[str, ...] = ()) -> Any:
    """Return what a schema accepts in one way to write it: without definitions, descriptions and unions with null."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "recursive" if name in above else normal(definitions[name], definitions, (*above, name))
    if "anyOf" in schema:
        return or_null(*(normal(one, definitions, above) for one in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return {key: schema[key] for key in ("enum", "const") if key in schema}
    made = {key: schema[key] for key in ("type", "minimum") if key in schema}
    if isinstance(made.get("type"), list):
        made["type"] = sorted(made["type"])
    if "properties" in schema:
        fields = schema["properties"].items()
        made["properties"] = {key: normal(value, definitions, above) for key, value in fields}
        made["required"] = sorted(schema["required"])
    inner = {key: schema[key] for key in ("items", "additionalProperties") if schema.get(key) not in (None, True, {})}
    return made | {key: normal(value, definitions, above) for key, value in inner.items()}


def or_null(known: Any, null: Any) -> Any:
    assert null == {"type": "null"}
    return {"enum": [*known["enum"], None]} if "enum" in known else {**known, "type": sorted([known["type"], "null"])}


@pytest.mark.parametrize("name", [name for name in REPORT_SCHEMAS if name != "explain"])
def test_the_same_is_written(name: str) -> None:
    derived = report_schema(name)
    assert normal(derived, derived["$defs"]) == normal(FIRST[name], {})
