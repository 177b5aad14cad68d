"""What the release finds that is to take a result: errors that the text before had not are fixed, or reported."""

import pytest

from schedcfg import OPEN, releases, validate
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
CLAIMS = ("changed", "preparation")

EXTENDER = (
    '{"kind":"Policy","apiVersion":"v1","extenders":[{"urlPrefix":"http://sorter.kube-system:8888","filterVerb":"sort",'
    '"ignorable":true,"nodeCacheCapable":true}]}'
)
LISTED = "kind: Policy\napiVersion: v1\npredicates: [{name: NoDiskConflict}]\npriorities: []\n"


def errors(text: str, kubernetes: str | None = None) -> set[str]:
    (report,) = validate(text, kubernetes).documents
    return {finding.rule for finding in report.findings if finding.is_error}


def run(text: str, to: str | None, kubernetes: str | None = None) -> FileMigration:
    return migrate(text, to, kubernetes, options=Options(registry=OPEN))


@pytest.mark.parametrize("target", ["v1beta1", "v1beta2", "v1beta3", "v1"])
@pytest.mark.parametrize("policy", [EXTENDER, LISTED])
def test_a_filter_of_a_policy_stays_and_has_prepared(policy: str, target: str) -> None:
    found = carry(policy, target, role=Role.POLICY)
    assert found.status is MigrationStatus.MIGRATED
    assert errors(found.text) == set()
    assert (CLAIMS in found.told) == (policy == LISTED and target != "v1beta1")
    assert carry(found.text, target).status is MigrationStatus.UNCHANGED


def test_a_list_from_before_the_plugin_prepared_gets_the_point() -> None:
    text = """\
profiles:
- plugins:
    preFilter:
      disabled: [{name: VolumeRestrictions}] # not there in 1.21
"""
    found = carry(HEAD.format("v1beta2") + text, "v1")
    assert found.text.startswith(HEAD.format("v1") + text.replace("{name: VolumeRestrictions}", ""))
    assert errors(found.text) == set()


def test_a_plugin_that_was_renamed_prepares_in_releases_that_have_no_default_for_it() -> None:
    text = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: SelectorSpread\n"
    found = carry(HEAD.format("v1alpha2") + text, "v1beta1")
    assert CLAIMS in found.told
    for release in releases.serving("v1beta1"):
        assert errors(found.text, release) == set()


def test_what_never_worked_is_not_fixed() -> None:
    text = "profiles:\n- plugins:\n    preFilter:\n      disabled:\n      - name: NodePorts\n"
    file = run(HEAD.format("v1beta3") + text, "v1")
    (document,) = file.documents
    assert [note.id for note in document.notes] == []
    assert [finding.rule for finding in document.findings] == ["missing-preparation"]
    assert document.new_errors == ()
    assert file.fits


def test_an_error_that_nothing_fixes_is_reported() -> None:
    """Nothing runs the plugin; 1.22 does not have it."""
    text = "profiles:\n- pluginConfig:\n  - name: DynamicResources\n    args: {filterTimeout: 0s}\n"
    file = run(HEAD.format("v1beta2") + text, "v1beta1")
    (document,) = file.documents
    assert (file.status, file.fits, document.new_errors) == (MigrationStatus.MIGRATED, False, ("unknown-plugin-args",))
    assert document.accepted_by == ("1.19", "1.20", "1.21", "1.22")
    assert [finding.start.line for finding in document.findings] == [5]
