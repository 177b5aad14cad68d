"""Keys of legacy extenders that nobody reads: advice, where others are refused."""

import pytest

from schedcfg import Role, validate
from schedcfg.validation.options import Options

POLICY = '{"kind": "Policy", "apiVersion": "v1", "extenders": [{"urlPrefix": "http://e", "filterVerb": "f", %s}]}'
ALPHA = """\
apiVersion: kubescheduler.config.k8s.io/v1alpha2
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: http://e
  filterVerb: f
  fiterVerb: g
"""


def unread(text: str, kubernetes: str, role: Role = Role.ANY) -> list[tuple[str, str, str]]:
    findings = validate(text, kubernetes, options=Options(role=role)).documents[0].findings
    return [
        (finding.path, str(finding.finding_class), finding.help or "")
        for finding in findings
        if finding.rule == "unknown-field"
    ]


def test_a_key_beside_the_known_ones() -> None:
    ((path, weight, _),) = unread(POLICY % '"comment": "x"', "1.22", Role.POLICY)
    assert (path, weight) == ("extenders[0].comment", "advised")


def test_a_key_below_a_known_one() -> None:
    ((path, _, _),) = unread(POLICY % '"TLSConfig": {"caFle": "/ca"}', "1.22", Role.POLICY)
    assert path == "extenders[0].TLSConfig.caFle"


@pytest.mark.parametrize("entry", ['"IGNORABLE": true', '"tlsconfig": {"CAFile": "/ca"}', '"managedResources": null'])
def test_case_does_not_matter(entry: str) -> None:
    assert unread(POLICY % entry, "1.22", Role.POLICY) == []


def test_the_alpha_version_passes_over_them_as_well() -> None:
    ((path, weight, help_),) = unread(ALPHA, "1.18")
    assert (path, weight) == ("extenders[0].fiterVerb", "advised")
    assert help_ == "`filterVerb` is also set, to another value: keep one of them, under that name."


def test_later_versions_refuse_them() -> None:
    ((_, weight, _),) = unread(ALPHA.replace("v1alpha2", "v1beta1"), "1.21")
    assert weight == "refused"
