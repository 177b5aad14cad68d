"""JSON in Args for which a release has no kind: what Go keeps as bytes is no reason not to start.

Each verdict is that of the release's own decoder: `UniversalDeserializer` of strict codecs in apimachinery, then
`DecodeNestedObjects` of kube-scheduler's types.
"""

import json

import pytest

from schedcfg import FindingClass, Options, Role, validate
from schedcfg.commands.effective.effective import effective_configuration

_VERSIONS = {"1.22": "v1beta2", "1.24": "v1beta3"}
_DEL = chr(0x7F)


def document(args: str, plugin: str, release: str) -> str:
    version = _VERSIONS.get(release, "v1")
    return (
        f'{{"apiVersion": "kubescheduler.config.k8s.io/{version}", "kind": "KubeSchedulerConfiguration", "profiles": '
        f'[{{"schedulerName": "batch", "pluginConfig": [{{"name": "{plugin}", "args": {args}}}]}}]}}'
    )


def findings(text: str, release: str) -> dict[str, FindingClass]:
    report = validate(text, options=Options(kubernetes=release, role=Role.CONFIG))
    found = (finding for document in report.documents for finding in document.findings)
    return {
        finding.rule: finding.finding_class
        for finding in found
        if finding.rule in {"duplicate-key", "unsupported-value", "syntax"} or finding.finding_class == "refused"
    }


@pytest.mark.parametrize("plugin", ["ImageLocality", "Tiers", "DynamicResources"])
@pytest.mark.parametrize(
    ("args", "rule"),
    [
        ('{"a": 1, "a": 2}', "duplicate-key"),
        ('[1, {"a": [{"b": 1, "b": 2}]}]', "duplicate-key"),
        (r'{"a": 1, "\u0061": 2}', "duplicate-key"),
        ('{"a": [-1e400]}', "unsupported-value"),
        ("1e400", "unsupported-value"),
    ],
)
def test_nobody_looks_into_args_without_a_kind(plugin, args, rule):
    assert findings(document(args, plugin, "1.22"), "1.22") == {rule: FindingClass.REFUSED}
    for release in ("1.24", "1.25", "1.33"):
        assert findings(document(args, plugin, release), release) == {rule: FindingClass.ADVISED}


@pytest.mark.parametrize(
    ("text", "release"),
    [
        (document('{"a": 1, "a": 2}', "DynamicResources", "1.37"), "1.37"),  # It has a kind now.
        (document('{"hardPodAffinityWeight": 1, "hardPodAffinityWeight": 1}', "InterPodAffinity", "1.33"), "1.33"),
        (document('{}, "args": {}', "Tiers", "1.33"), "1.33"),
        ("---\n" + document('{"a": 1, "a": 2}', "Tiers", "1.33"), "1.33"),  # This is YAML.
    ],
)
def test_a_repeated_key_that_is_decoded_is_refused(text, release):
    assert findings(text, release)["duplicate-key"] is FindingClass.REFUSED


@pytest.mark.parametrize("args", [r'{"a": "\/"}', r'{"a": "\ud83d\ude00"}', f'"{_DEL}"', f'{{"{"k" * 1100}": 1}}'])
def test_up_to_1_22_json_has_to_be_yaml_too(args):
    assert findings(document(args, "Tiers", "1.22"), "1.22") == {"syntax": FindingClass.REFUSED}
    assert findings(document(args, "Tiers", "1.25"), "1.25") == {}


@pytest.mark.parametrize("field", ['"parallelism": 1e400', '"clientConnection": {"qps": 1e400}'])
def test_a_number_that_is_too_large_for_its_field_is_one_finding(field):
    text = f'{{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", {field}}}'
    assert findings(text, "1.33") == {"unsupported-value": FindingClass.REFUSED}


def test_what_is_kept_is_written_as_it_was():
    text = document('{"a": [1e400], "b": 1, "b": 2}', "ImageLocality", "1.33")
    view = effective_configuration(text, "1.33").view
    assert view is not None
    entry = next(one for one in view.configuration["profiles"][0]["pluginConfig"] if one["name"] == "ImageLocality")
    assert json.dumps(entry["args"]) == '{"a": ["1e400"], "b": 2}'
