"""What to do depends on how a text is written: JSON has neither dashes nor indentation, and YAML has stray dashes."""

import pytest

from schedcfg import Finding, validate

HEAD = '{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", '
YAML_HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def findings(text: str) -> list[Finding]:
    return [finding for document in validate(text, "1.37").documents for finding in document.findings]


@pytest.mark.parametrize(
    ("rest", "help_"),
    [
        ('"profiles": {"schedulerName": "x"}}', "Put it in brackets: `[…]`."),
        ('"profiles": [{"plugins": {"score": {"enabled": 5}}}]}', "Write a list: `[…]`."),
        ('"profiles": ["x"]}', 'Write it in braces: `{"field": value}`.'),
        ('"leaderElection": {"resourceName": true}}', "Put it in quotes."),
        (
            '"profiles": [{"extenders": []}]}',
            "`extenders` belongs at the top level: move it out of what is around it.",
        ),
        ('"clientConnection": null, "qps": 5}', "Write it into `clientConnection`, which is null."),
        (
            '"profiles": [{"plugins": {"score": [5]}}]}',
            'Write `{"enabled": […]}`, or `{"disabled": […]}`.',
        ),
        ('"profiles": [{"plugins": {"score": {"disabled": "*"}}}]}', 'Write `[{"name": "*"}]`.'),
        ('"profiles": [{"plugins": {"score": {"disabled": ["A"]}}}]}', 'Write `{"name": "A"}`.'),
        ('"profiles": [{"plugins": {"score": {"enabled": [{}]}}}]}', 'Write `{"name": "<plugin>"}`.'),
        ('"profiles": [{"plugins": {"score": {"enabled": [null]}}}]}', "Remove the `null`: it makes an empty entry."),
        (
            '"profiles": [{"plugins": {"score": {"enabled": [{"name": "A"}, {"weight": 2}]}}}]}',
            "Write `weight` between the braces of `A`.",
        ),
        (
            '"profiles": [{"pluginConfig": [{"name": "A"}, {"args": {"x": 1}}]}]}',
            "Join the two: `name` and `args` of `A` belong between the same braces.",
        ),
        (
            '"profiles": [{"pluginConfig": [{"name": "NodeResourcesFit", "args": [1]}]}]}',
            'Write it in braces: `{"field": value}`.',
        ),
    ],
)
def test_json_gets_the_advice_of_json(rest: str, help_: str) -> None:
    found = findings(HEAD + rest)
    assert help_ in {finding.help for finding in found}
    helps = " ".join(finding.help or "" for finding in found)
    assert not any(word in helps for word in ("`- ", "dash", "ndent", "per line"))


STRAY = "Remove the `-`: nothing follows it, so it makes an empty entry."


@pytest.mark.parametrize(
    ("rest", "path"),
    [
        ("profiles:\n- schedulerName: a\n-\n", "profiles[1].schedulerName"),
        ("profiles: [{plugins: {score: {enabled: [{name: A}, ]}}}, ~]\n", "profiles[1].schedulerName"),
        ("profiles:\n- plugins:\n    score:\n      enabled:\n      -\n", "profiles[0].plugins.score.enabled[0]"),
        ("profiles:\n- plugins:\n    score:\n      disabled:\n      -\n", "profiles[0].plugins.score.disabled[0]"),
        ("profiles:\n- pluginConfig:\n  -\n", "profiles[0].pluginConfig[0]"),
        ("extenders:\n-\n", "extenders[0]"),
        (
            "extenders:\n- urlPrefix: http://127.0.0.1:80\n  filterVerb: f\n  managedResources:\n  -\n",
            "extenders[0].managedResources[0].name",
        ),
        ("ignoredResources:\n      -\n", "profiles[0].pluginConfig[0].args.ignoredResources[0]"),
        ("ignoredResourceGroups:\n      -\n", "profiles[0].pluginConfig[0].args.ignoredResourceGroups[0]"),
        (
            "scoringStrategy:\n        type: LeastAllocated\n        resources:\n        -\n",
            "profiles[0].pluginConfig[0].args.scoringStrategy.resources[0]",
        ),
    ],
)
def test_a_stray_dash_is_called_that(rest: str, path: str) -> None:
    if not rest.startswith(("profiles", "extenders")):
        rest = f"profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      {rest}"
    assert (path, STRAY) in {(finding.path, finding.help) for finding in findings(YAML_HEAD + rest)}


@pytest.mark.parametrize(
    ("rest", "help_"),
    [
        ("enableProfiling: 'no'\n", "Write `false`."),
        (
            "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: [{scoringStrategy: {}}]}]}]\n",
            "Remove the `- ` before its fields: this is not a list.",
        ),
        (
            "profiles: [{plugins: [{name: NodeAffinity}]}]\n",
            "Write an extension point, such as `score:`, below it `enabled:` or `disabled:`, and the list below that.",
        ),
        ("leaderElect: false\n", "`leaderElect` belongs at `leaderElection.leaderElect`."),
        (
            "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {resources: [{name: cpu}]}}]}]\n",
            "`resources` belongs at `profiles[0].pluginConfig[0].args.scoringStrategy.resources`.",
        ),
        (
            "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: A\n      - weight: 3\n",
            "There is one dash too many: `weight` belongs to the entry of `A`.",
        ),
    ],
)
def test_other_forms_are_told_from_what_is_meant(rest: str, help_: str) -> None:
    assert help_ in {finding.help for finding in findings(YAML_HEAD + rest)}


@pytest.mark.parametrize(
    "rest", ["profiles: [*x]\n", "profiles:\n- plugins: {score: {enabled: [*x]}}\n", "extenders:\n- &a [*a]\n"]
)
def test_an_alias_that_leads_nowhere_is_no_empty_entry(rest: str) -> None:
    found = findings(YAML_HEAD + rest)
    assert {finding.rule for finding in found} & {"unknown-anchor", "recursive-anchor"}
    assert STRAY not in {finding.help for finding in found}


@pytest.mark.parametrize(
    ("entry", "help_"),
    [
        ("ImageLocality: 5", "Write `name: ImageLocality` and `weight: 5`."),
        ("ImageLocality: {weight: 5}", "Write `name: ImageLocality` and `weight: 5`."),
        ("ImageLocality:", "Write `name: ImageLocality`."),
        ("{ImageLocality: null, weight: 5}", "Write `name: ImageLocality`."),
        ("ImageLocality: {wait: 5}", "Known fields: name, weight."),
        ("ImageLocality: five", "Known fields: name, weight."),
    ],
)
def test_an_entry_with_its_name_as_a_key_is_told_how_it_is_meant(entry: str, help_: str) -> None:
    text = f"{YAML_HEAD}profiles:\n- plugins:\n    score:\n      enabled:\n      - {entry}\n"
    found = findings(text)
    assert help_ in {finding.help for finding in found}
    assert {finding.rule for finding in found} == {"unknown-field"}, "nothing is said of a plugin without a name"


def test_a_resource_with_its_name_as_a_key_is_told_how_it_is_meant() -> None:
    strategy = '"scoringStrategy": {"type": "MostAllocated", "resources": [{"cpu": 2}]}'
    args = f'"profiles": [{{"pluginConfig": [{{"name": "NodeResourcesFit", "args": {{{strategy}}}}}]}}]}}'
    assert 'Write `{"name": "cpu", "weight": 2}`.' in {finding.help for finding in findings(HEAD + args)}
