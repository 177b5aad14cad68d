"""The lease of a second scheduler: its own, by an edit that leaves the rest of the text as it is."""

import pytest

from schedcfg.commands.generate.second_scheduler import SecondSchedulerOptions as Options
from tests.commands.generate.second_schedulers import generate, head, objects, of_kind, plain, rules_found

PLAIN = plain("1.29")


def configuration(text: str, release: str = "1.29", chosen_options: Options = Options()) -> str:  # noqa: B008 - frozen
    return of_kind("ConfigMap", objects(generate(text, release, chosen_options)))["data"]["scheduler-config.yaml"]


def edits_reported(text: str, release: str = "1.29") -> list[str]:
    return [remark for remark in generate(text, release).remarks if "lease" in remark]


def test_leader_election_that_is_not_written_is_added() -> None:
    added = "leaderElection:\n  leaderElect: true\n  resourceName: packer\n  resourceNamespace: batch-system\n"
    assert configuration(PLAIN, chosen_options=Options("packer", "batch-system")) == PLAIN + added
    (told,) = edits_reported(PLAIN)
    assert "`batch`" in told
    assert "your file is unchanged" in told


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "leaderElection:\n  leaseDuration: 30s # slow\n",
            "leaderElection:\n  leaseDuration: 30s # slow\n  resourceName: batch\n",
        ),
        ("leaderElection:\n  resourceName: kube-scheduler # ours\n", "leaderElection:\n  resourceName: batch # ours\n"),
        (
            'leaderElection: {resourceName: "", leaderElect: true}\n',
            'leaderElection: {resourceName: "batch", leaderElect: true}\n',
        ),
    ],
)
def test_the_default_name_is_replaced(written: str, expected: str) -> None:
    assert configuration(PLAIN + written) == PLAIN + expected
    (told,) = edits_reported(PLAIN + written)
    assert "`leaderElection.resourceName`" in told


@pytest.mark.parametrize("written", ["leaderElection:\n", "leaderElection: {}\n", "leaderElection: null\n"])
def test_an_empty_one_counts_as_not_written(written: str) -> None:
    assert "resourceNamespace: kube-system" in configuration(PLAIN + written)


@pytest.mark.parametrize(
    "written",
    [
        "leaderElection:\n  resourceName: mine\n",
        "leaderElection:\n  resourceNamespace: mine\n",
        "leaderElection:\n  leaderElect: false\n",
    ],
)
def test_what_does_not_clash_stays(written: str) -> None:
    assert configuration(PLAIN + written) == PLAIN + written
    assert not edits_reported(PLAIN + written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("  lockObjectName: kube-scheduler\n", "  lockObjectName: batch\n"),
        (
            "  lockObjectName: kube-scheduler\n  resourceName: kube-scheduler\n",
            "  lockObjectName: batch\n  resourceName: batch\n",
        ),
        ("  retryPeriod: 3s\n", "  retryPeriod: 3s\n  resourceName: batch\n"),
    ],
)
def test_the_oldest_version_has_two_names_for_it(written: str, expected: str) -> None:
    text = f"{head('1.18').replace('v1alpha2', 'v1alpha1')}schedulerName: batch\nleaderElection:\n"
    assert configuration(text + written, "1.18") == text + expected


def test_a_text_that_cannot_be_edited_is_reported() -> None:
    args = "    pluginConfig:\n      - name: Ours\n        args: &shared\n          leaderElect: true\n"
    generation = generate(f"{PLAIN}{args}leaderElection: *shared\n", "1.29", Options(image="a"))
    assert not generation.files
    assert "shared-lease" in rules_found(generation)
