"""Where validation names another field than the user's entry: its path is given, and the entry is underlined."""

import pytest

from schedcfg import IN_TREE_ONLY, Role, validate
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"

TWO_SORTED = "profiles: [{{schedulerName: a{0}}}, {{schedulerName: b{1}}}]"
ONE, TWO = (f", pluginConfig: [{{name: PrioritySort, args: {{a: {value}}}}}]" for value in (1, 2))
NEEDS_ARGS = (
    "profiles: [{pluginConfig: [null, {name: Own}], plugins: {score: {enabled: [{name: RequestedToCapacityRatio}]}}}]"
)
KIND_AS_NAME = "profiles: [{pluginConfig: [{name: NodeResourcesFitArgs}]}]"


@pytest.mark.parametrize(
    ("body", "release", "version", "path", "shown"),
    [
        # Validation leaves the index out. It knows nothing of MultiPoint: there the profiles' map compares.
        (TWO_SORTED.format(ONE, TWO), "1.22", "v1beta2", "profiles[1].pluginConfig.args", "{a: 2}"),
        (TWO_SORTED.format(ONE, TWO), "1.29", "v1", "profiles[1].pluginConfig[0].args", "{a: 2}"),
        (TWO_SORTED.format(ONE, ""), "1.29", "v1", "profiles[1].pluginConfig", "{schedulerName: b}"),
        (TWO_SORTED.format("", TWO), "1.29", "v1", "profiles[1].pluginConfig[0].args", "{a: 2}"),
        (TWO_SORTED.format(ONE, TWO), "1.21", "v1beta1", "profiles[1].pluginConfig[0].args", "{a: 2}"),
        # Defaulting appends entries to the user's two; those of seven default plugins sort before this one's.
        (NEEDS_ARGS, "1.22", "v1beta1", "profiles[0].pluginConfig[9].args.shape", "RequestedToCapacityRatio"),
        (NEEDS_ARGS, "1.21", "v1beta1", "profiles[0].plugins.score.enabled[0].name", "RequestedToCapacityRatio"),
        (KIND_AS_NAME, "1.29", "v1", "profiles[0].pluginConfig[0].args", "NodeResourcesFitArgs"),
    ],
)
def test_path_and_place(body: str, release: str, version: str, path: str, shown: str) -> None:
    text = HEAD.format(version=version) + body + "\n"
    report = validate(text, release, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG))
    refused = [finding for finding in report.documents[0].findings if finding.finding_class == "refused"]
    found = [(finding.path, text[finding.start.offset : finding.end.offset]) for finding in refused]
    assert found == [(path, shown)]


def test_the_same_args_sort_in_all_profiles() -> None:
    text = HEAD.format(version="v1") + TWO_SORTED.format(ONE, ONE) + "\n"
    assert validate(text, "1.29", options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG)).verdict == "accepted"
