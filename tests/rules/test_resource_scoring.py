"""Plugins that scored by resources, in API versions in which NodeResourcesFit does so by a strategy."""

import pytest

from schedcfg import IN_TREE_ONLY, OPEN, FindingClass, PluginRegistry, validate
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.document.edit.splices import applied
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
MOST = """\
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      disabled:
      - name: NodeResourcesLeastAllocated  # the default
      enabled:
      - name: NodeResourcesMostAllocated
        weight: 100
  pluginConfig:
  - name: NodeResourcesMostAllocated
    args:
      resources:
      - {name: cpu, weight: 1}  # cores
      - {name: memory, weight: 3}
"""
AS_STRATEGY = """\
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      disabled:
      - name: NodeResourcesFit  # the default
      enabled:
      - name: NodeResourcesFit
        weight: 100
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
        resources:
        - {name: cpu, weight: 1}  # cores
        - {name: memory, weight: 3}
"""


def texts_of_fixes(body: str, registry: PluginRegistry, version: str = "v1", kubernetes: str = "1.29") -> set[str]:
    """Return what each fix of a finding about resources makes of a text."""
    text = HEAD.format(version) + body
    (report,) = validate(text, kubernetes, options=Options(registry=registry)).documents
    fixes = [finding.fix for finding in report.findings if "NodeResources" in finding.message and finding.fix]
    assert not any(fix.is_safe for fix in fixes)
    return {applied(text, fix.edits).removeprefix(HEAD.format(version)) for fix in fixes}


@pytest.mark.parametrize("registry", [OPEN, IN_TREE_ONLY])
@pytest.mark.parametrize(("version", "kubernetes"), [("v1", "1.37"), ("v1beta3", "1.25"), ("v1beta2", "1.22")])
def test_each_finding_offers_the_strategy_in_its_place(registry: PluginRegistry, version: str, kubernetes: str) -> None:
    assert texts_of_fixes(MOST, registry, version, kubernetes) == {AS_STRATEGY}


RATIO = """\
profiles:
- plugins:
    score:
      disabled: [{name: NodeResourcesLeastAllocated}]
      enabled: [{name: RequestedToCapacityRatio, weight: 2}]
  pluginConfig:
  - name: NodeResourcesFit
    args: {ignoredResources: [example.com/a]}
  - name: RequestedToCapacityRatio
    args:
      shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
      resources: [{name: cpu, weight: 2}]
"""


@pytest.mark.parametrize(
    ("body", "strategy"),
    [
        (MOST, {"type": "MostAllocated"}),
        (MOST[: MOST.index("  pluginConfig")], {"type": "MostAllocated"}),
        (RATIO, {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio.shape[1].score": 10}),
        # In v1beta1, the default is disabled to be enabled again with another weight.
        (MOST.replace("Most", "Least"), {"type": "LeastAllocated"}),
        (MOST.replace("score:\n      disabled", "multiPoint:\n      disabled"), {"type": "MostAllocated"}),
    ],
)
def test_what_it_comes_to_is_accepted_and_scores_so(body: str, strategy: dict[str, object]) -> None:
    fixed = texts_of_fixes(body, OPEN)
    assert len(fixed) == 1
    file = effective_configuration(HEAD.format("v1") + fixed.pop(), "1.29", options=Options(registry=IN_TREE_ONLY))
    assert file.view is not None
    (profile,) = file.view.profiles
    args = next(args for args in profile.args if args.plugin == "NodeResourcesFit")
    values = {setting.path: setting.value for setting in args.settings}
    assert strategy.items() <= {path.removeprefix("scoringStrategy."): value for path, value in values.items()}.items()
    weights = {running.name: running.weight for running in file.view.plugins[profile.name]["score"]}
    assert weights["NodeResourcesFit"] == (2 if body is RATIO else 100)
    assert not any(finding.finding_class is FindingClass.REFUSED for finding in file.documents[0].report.findings)


@pytest.mark.parametrize(
    "enabled",
    [
        "[{name: NodeResourcesMostAllocated}, {name: RequestedToCapacityRatio}]",
        "[{name: NodeResourcesMostAllocated}, {name: NodeResourcesFit, weight: 3}]",
    ],
)
def test_of_several_scorers_nothing_is_guessed(enabled: str) -> None:
    disabled = "[{name: NodeResourcesLeastAllocated}]"
    body = f"profiles: [{{plugins: {{score: {{disabled: {disabled}, enabled: {enabled}}}}}}}]\n"
    assert texts_of_fixes(body, OPEN) == set()


def test_without_another_scorer_the_successor_is_disabled() -> None:
    body = "profiles: [{plugins: {score: {disabled: [{name: NodeResourcesLeastAllocated}]}}}]\n"
    assert texts_of_fixes(body, OPEN) == {body.replace("NodeResourcesLeastAllocated", "NodeResourcesFit")}
