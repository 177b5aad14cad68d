"""For every accepted case: which plugins each profile's framework runs, in which order, with which weights."""

from typing import Any

import pytest
from recordings import read, read_effective

from schedcfg import IN_TREE_ONLY, releases
from schedcfg.decode import decode, read_type_meta
from schedcfg.document import parse
from schedcfg.effective import framework, resolve
from schedcfg.effective.model import PluginRef
from schedcfg.rules import Subject


def running(text: str, release_name: str) -> dict[str, Any]:
    release = releases.at(release_name)
    document = parse(text).documents[0]
    meta = read_type_meta(document.data)
    decoded = decode(document, meta, release, lambda name: IN_TREE_ONLY.known(name, release))
    configuration = resolve(decoded, IN_TREE_ONLY)
    subject = Subject(configuration, decoded, IN_TREE_ONLY)
    return {
        profile.scheduler_name: {
            point: [shown(ref, point) for ref in refs]
            for point, refs in framework.running(profile, release, subject.implements).items()
        }
        for profile in configuration.profiles
    }


def shown(ref: PluginRef, point: str) -> dict[str, object]:
    return {"name": ref.name, "weight": (ref.weight or 1) if point == "score" else 0}


@pytest.mark.parametrize("recording", ["train", "named"])
def test_running_plugins(recording: str) -> None:
    texts = {case.id: case.text for case in read(f"{recording}.verdicts")}
    compared, wrong = 0, []
    for case, release, value in read_effective(recording):
        compared += 1
        if running(texts[case], release) != value["plugins"]:
            wrong.append((release, case))
    assert compared > 3000
    assert wrong == []
