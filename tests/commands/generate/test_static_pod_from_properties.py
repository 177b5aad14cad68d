"""Whatever a manifest holds: there is no traceback, and a second run changes nothing."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from schedcfg.commands.generate.static_pod import StaticPodOptions as Options
from tests import quick_yaml
from tests.commands.generate.static_pods import fixed_around, only, rules, text_of
from tests.paths import ROOT

SEED = ROOT / "examples" / "broken" / "seed" / "kube-scheduler.yaml"
POD = quick_yaml.load(SEED.read_text(encoding="utf-8"))
ODD: list[Any] = [None, {}, [], "", 0, True, -1, 1.5, ["a"], {"a": 1}, [None], [{}], "10251", "HTTP", "--config"]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in inner:
        yield (*path, step)
        yield from places(value, (*path, step))


@st.composite
def manifests(draw: st.DrawFn) -> str:
    data = copy.deepcopy(POD)
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from(list(places(data))))
        place = data
        for step in path:
            place = place[step]
        if draw(st.booleans()):
            place[last] = copy.deepcopy(draw(st.sampled_from(ODD)))
        else:
            del place[last]
    return draw(st.sampled_from([json.dumps, quick_yaml.dump]))(data)


@given(manifests(), st.sampled_from(["1.19", "1.29"]), st.sampled_from(["plain", "extender"]))
def test_odd_manifests(manifest: str, release: str, kind: str) -> None:
    def run(text: str) -> Any:
        return fixed_around(text, text_of(kind, release), Options(kubernetes=release, image="example.com/mine:1"))

    generation = run(manifest)
    if generation.files:
        assert only(run(only(generation))) == only(generation)
    else:
        assert set(rules(generation)) & {"not-editable", "not-a-scheduler-pod"}
