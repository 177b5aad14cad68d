"""For every accepted case: what the release writes, and what each profile's framework runs, in order, with weights."""

import json

import pytest

from schedcfg import IN_TREE_ONLY, releases
from schedcfg.configuration.effective.written import written
from tests.conformance.completions import completed, running
from tests.conformance.recordings import OF_EVERY_RELEASE, OF_SOME_RELEASES, read, read_effective

pytestmark = pytest.mark.long


@pytest.mark.parametrize("recording", [*OF_EVERY_RELEASE, *OF_SOME_RELEASES])
def test_effective(recording: str) -> None:
    texts = {case.id: case.text for case in read(f"{recording}.verdicts")}
    compared, wrong = 0, []
    for case, kubernetes, value in read_effective(recording):
        compared += 1
        configuration = completed(texts[case], releases.at(kubernetes))
        if written(configuration, IN_TREE_ONLY) != value["written"]:
            wrong.append((kubernetes, case, "configuration"))
        if running(configuration) != value["plugins"]:
            wrong.append((kubernetes, case, "plugins"))
    assert compared > (3000 if recording in OF_EVERY_RELEASE else 100)
    assert wrong == []


def test_what_is_written_means_the_same_again() -> None:
    """From v1beta3 on; v1beta2 forgets what was disabled when it writes, earlier ones register defaults twice."""
    compared = 0
    for case, kubernetes, value in read_effective("named"):
        if value["written"]["apiVersion"].endswith(("/v1beta3", "/v1")):
            compared += 1
            again = completed(json.dumps(value["written"]), releases.at(kubernetes))
            assert written(again, IN_TREE_ONLY) == value["written"], (case, kubernetes)
            assert running(again) == value["plugins"], (case, kubernetes)
    assert compared > 1000
