"""A profile added to a file: comments and order stay, and what means the same already is left alone.

What is added is generated for every release in `test_profile_presets.py`; here the first and the last of each API
version are enough.
"""

import pytest

from schedcfg.commands.generate.add_profile import add_profile
from schedcfg.commands.generate.configuration import ReleaseTarget
from schedcfg.commands.generate.generation import Generation
from schedcfg.commands.generate.presets import find
from schedcfg.commands.generate.profile_composing import ProfileRequest
from schedcfg.commands.generate.profile_plan import PresetOptions
from schedcfg.document import parse
from schedcfg.errors import UnknownTarget
from tests.commands.generate.generated_profiles import ENDS, NEEDED, PRESETS, messages, running

FILE = """\
# Ours.
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration  # a kind
profiles:
    # The usual one.
    - schedulerName: default-scheduler
      plugins: {{score: {{disabled: [{{name: ImageLocality}}]}}}}   # none of this
podMaxBackoffSeconds: 20
"""


def add(text: str, preset: str, name: str = "p", release: str | None = None, version: str | None = None) -> Generation:
    return add_profile(
        text, "f.yaml", ProfileRequest(name, find(preset)), ReleaseTarget(release, version), NEEDED.get(preset)
    )


def text(generation: Generation) -> str:
    assert generation.files, messages(generation)
    return generation.files[0].text


@pytest.mark.parametrize("target", ENDS, ids="-".join)
@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "gang"])
def test_lines_stay_and_a_second_run_changes_nothing(preset: str, target: tuple[str, str]) -> None:
    before = FILE.format(version=target[1])
    after = text(add(before, preset, release=target[0]))
    lines = after.splitlines()
    assert [line for line in before.splitlines() if line not in lines] == []
    assert text(add(after, preset, release=target[0])) == after
    assert running(after, target[0], name="default-scheduler") == running(before, target[0], name="default-scheduler")


def test_what_is_added_comes_with_comments() -> None:
    after = text(add(FILE.format(version="v1"), "bin-packing"))
    assert "    # Full nodes first, so that others stay empty.\n    - schedulerName: p\n" in after
    assert running(after, None)["score"]["NodeResourcesFit"] == 13


@pytest.mark.parametrize(
    "body", ["", "profiles:\n", "profiles: []\n", "profiles:\n- {}\n", "profiles:\n- plugins: {}\n"]
)
def test_the_name_that_goes_without_saying_is_kept(body: str) -> None:
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    generation = add(head + body, "spread")
    names = [profile["schedulerName"] for profile in parse(text(generation)).documents[0].data["profiles"]]
    assert names == ["default-scheduler", "p"]
    assert any("is added" in remark for remark in generation.remarks)


def test_the_default_name_can_be_given_where_none_is_written() -> None:
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    generation = add(head, "spread", name="default-scheduler")
    assert len(parse(text(generation)).documents[0].data["profiles"]) == 1
    assert generation.remarks == ()


def test_another_profile_of_that_name_is_in_the_way() -> None:
    generation = add(FILE.format(version="v1"), "spread", name="default-scheduler")
    assert not generation.files
    assert any("different profile" in message for message in messages(generation))


def test_a_profile_that_is_written_otherwise_but_means_the_same_is_left_alone() -> None:
    before = FILE.format(version="v1") + "---\n"
    same = before.replace("- schedulerName: default-scheduler", "- schedulerName: p").replace(
        "score: {disabled: [{name: ImageLocality}]}",
        "score: {disabled: [{name: '*'}]}, preScore: {disabled: [{name: '*'}], enabled: []}",
    )
    assert same != before
    assert text(add(same, "no-scoring")) == same


QUEUE = "plugins: {queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: PrioritySort}]}}"


@pytest.mark.parametrize("target", ENDS, ids="-".join)
def test_the_queue_of_the_file_is_shared(target: tuple[str, str]) -> None:
    before = (
        f"apiVersion: kubescheduler.config.k8s.io/{target[1]}\nkind: KubeSchedulerConfiguration\nprofiles:\n"
        f"- schedulerName: one\n  {QUEUE}\n"
        "  pluginConfig: [{name: Coscheduling, args: {permitWaitingTimeSeconds: 3}}]\n"
    )
    for preset in ("default", "gang"):
        after = text(add(before, preset, release=target[0]))
        assert running(after, target[0])["queueSort"] == {"Coscheduling": 0}
        first, second = parse(after).documents[0].data["profiles"]
        assert first["plugins"]["queueSort"] == second["plugins"]["queueSort"]
        assert second["pluginConfig"] == first["pluginConfig"]
        assert text(add(after, preset, release=target[0])) == after


def test_a_queue_that_cannot_be_shared_is_reported() -> None:
    generation = add(FILE.format(version="v1"), "gang")
    assert not generation.files
    assert any("sorted by another plugin than" in message for message in messages(generation))


def test_a_refused_file_stays_refused() -> None:
    generation = add(FILE.format(version="v1") + "parallelism: -1\n", "spread")
    assert not generation.files
    assert any("parallelism" in message for message in messages(generation))


def test_another_api_version_is_no_target() -> None:
    with pytest.raises(UnknownTarget, match="is v1beta3, not v1"):
        add(FILE.format(version="v1beta3"), "spread", version="v1")


@pytest.mark.parametrize(
    "body",
    [
        "profiles: []\n--- # what follows is not read by kube-scheduler\na: [\n",
        "profiles: &all []\nextenders: *all\n",
    ],
)
def test_what_cannot_be_edited_is_reported(body: str) -> None:
    generation = add(FILE.format(version="v1").partition("profiles:")[0] + body, "extender")
    assert not generation.files
    assert generation.report is not None
    assert "add-profile" in [finding.rule for finding in generation.report.documents[0].findings]


def test_plugins_that_the_file_names_stay_undeclared() -> None:
    before = FILE.format(version="v1") + "---\n"
    other = before.replace("disabled: [{name: ImageLocality}]", "enabled: [{name: TheirOwn}]")
    generation = add_profile(
        other, "f.yaml", ProfileRequest("p", find("network-traffic")), ReleaseTarget(), NEEDED["network-traffic"]
    )
    assert generation.files
    told = [message for message in messages(generation) if "compiled into your scheduler" in message]
    assert [message.split("`")[1] for message in told] == ["TheirOwn"]


def test_an_extender_is_added_once() -> None:
    options = PresetOptions(extender_url="http://x", filter_verb="f")
    once = add_profile(FILE.format(version="v1"), "-", ProfileRequest("p", find("extender")), None, options)
    twice = add_profile(text(once), "-", ProfileRequest("q", find("extender")), None, options)
    assert len(parse(text(twice)).documents[0].data["extenders"]) == 1
    assert twice.files[0].path == "scheduler-config.yaml"
