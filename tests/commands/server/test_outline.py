"""What is listed and folded of a text."""

from collections.abc import Iterator
from pathlib import Path

from schedcfg.commands.server.analysis import Analysis, analyze
from schedcfg.commands.server.outline import Fold, FoldKind, Symbol, folds, outline
from tests.commands.server.written_folder import CONFIG_MAP, DEPLOYMENT, look_at
from tests.paths import EXAMPLES


def listed(symbols: tuple[Symbol, ...], depth: int = 0) -> Iterator[str]:
    for symbol in symbols:
        yield f"{'  ' * depth}{symbol.kind} {symbol.name} ({symbol.detail})"
        yield from listed(symbol.children, depth + 1)


def test_a_config_map_and_its_deployment_are_listed() -> None:
    analysis = analyze(f"{CONFIG_MAP}---\n{DEPLOYMENT}")
    assert list(listed(outline(analysis))) == [
        "manifest ConfigMap kube-system/batch ()",
        "  configuration config.yaml (KubeSchedulerConfiguration v1)",
        "    profile batch-jobs ()",
        "    profile nightly ()",
        "      extension-point score (1 enabled, 1 disabled)",
        "      args NodeResourcesFit (args)",
        "manifest Deployment kube-system/batch (Kubernetes 1.35)",
    ]
    assert named(analysis) == [
        *["batch", "KubeSchedulerConfiguration", "batch-jobs", "nightly", "score", "NodeResourcesFit", "batch"]
    ]


def test_a_manifest_with_two_schedulers_is_listed_once() -> None:
    container = DEPLOYMENT[DEPLOYMENT.index("      - name: kube") : DEPLOYMENT.index("      volumes:")]
    text = DEPLOYMENT.replace(container, container + container.replace("name: kube-scheduler", "name: second"))
    (symbol,) = outline(analyze(text))
    assert symbol.children == ()


def named(analysis: Analysis) -> list[str]:
    return [analysis.text[symbol.name_start : symbol.name_end] for symbol in every(outline(analysis))]


def every(symbols: tuple[Symbol, ...]) -> Iterator[Symbol]:
    for symbol in symbols:
        yield symbol
        yield from every(symbol.children)


def check(analysis: Analysis) -> None:
    """Check what editors require: a name, and places inside of each other."""
    for symbol in every(outline(analysis)):
        assert symbol.name
        assert 0 <= symbol.start <= symbol.name_start <= symbol.name_end <= symbol.end <= len(analysis.text)
        for child in symbol.children:
            assert symbol.start <= child.start <= child.end <= symbol.end
    lines = analysis.text.count("\n") + analysis.text.count("\r") + 1
    assert all(1 <= fold.first < fold.last <= lines for fold in folds(analysis))


def test_extenders_are_listed_by_their_host_without_secrets() -> None:
    text = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: https://admin:hunter2secret@extender.example:8443/path?token=c0ffee11
- urlPrefix: http://[fd00::1]:80
- urlPrefix: https://user:a/b@c@host/x
- weight: 1
"""
    extenders = outline(analyze(text))[0].children
    assert [one.name for one in extenders][:2] == ["extender.example:8443", "[fd00::1]:80"]
    assert "hunter2secret" not in repr([(one.name, one.detail) for one in extenders])
    assert extenders[-1].name == "extenders[3]"


def test_profiles_without_a_name_are_listed() -> None:
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
    (one,) = outline(analyze(f"{head}- percentageOfNodesToScore: 5\n"))[0].children
    assert (one.name, one.detail) == ("default-scheduler", "without a name of its own")
    two = outline(analyze(f"{head}- percentageOfNodesToScore: 5\n- plugins: {{}}\n- 3\n"))[0].children
    assert [profile.name for profile in two] == ["profiles[0]", "profiles[1]"]


def test_a_configuration_before_profiles_is_listed_as_one() -> None:
    text = """\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
plugins:
  score:
    enabled: [{name: ImageLocality}]
pluginConfig:
- name: ImageLocality
"""
    assert list(listed(outline(analyze(text)))) == [
        "configuration KubeSchedulerConfiguration (v1alpha1)",
        "  extension-point score (1 enabled)",
        "  args ImageLocality (args)",
    ]


def test_the_parts_that_a_product_puts_together_are_inside_of_one_configuration() -> None:
    text = """\
kube_version: 1.35.0
kube_scheduler_profiles:
- schedulerName: batch
other: 1
kube_scheduler_extenders:
- urlPrefix: http://extender
"""
    analysis = analyze(text)
    (configuration,) = (one for one in outline(analysis) if one.kind == "configuration")
    assert [child.name for child in configuration.children] == ["batch", "extender"]
    check(analysis)


def test_what_an_anchor_brings_is_listed_where_it_is_written() -> None:
    text = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- &one
  schedulerName: one
  plugins:
    score: {enabled: [{name: ImageLocality}]}
- <<: *one
  schedulerName: two
"""
    analysis = analyze(text)
    profiles = outline(analysis)[0].children
    assert [(profile.name, len(profile.children)) for profile in profiles] == [("one", 1), ("two", 0)]
    check(analysis)


def test_folds_are_of_symbols_and_of_comments() -> None:
    text = """\
# One
# Two
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
# Alone
profiles:
- schedulerName: short
- schedulerName: batch  # Behind
  # Own
  # line
  plugins:
    score:
      enabled:
      - name: ImageLocality

  pluginConfig:
  - name: ImageLocality
    args: {}

"""
    comments = [Fold(1, 2, FoldKind.COMMENT), Fold(9, 10, FoldKind.COMMENT)]
    symbols = [Fold(8, 18, FoldKind.SYMBOL), Fold(12, 14, FoldKind.SYMBOL), Fold(17, 18, FoldKind.SYMBOL)]
    assert folds(analyze(text)) == tuple(sorted([*comments, *symbols]))
    several = folds(analyze(f"{text}---\nkind: Other\n"))
    assert set(several) - set(folds(analyze(text))) == {Fold(3, 18, FoldKind.SYMBOL)}
    assert folds(analyze(text.replace("\n", "\r\n"))) == folds(analyze(text))


def test_the_examples_are_listed() -> None:
    names = {
        "second-scheduler.yaml": ["ConfigMap kube-system/batch-scheduler", "Deployment kube-system/batch-scheduler"],
        "network-traffic/static-pod/kube-scheduler.yaml": ["Pod kube-system/kube-scheduler"],
        "network-traffic/scheduler.yaml": ["KubeSchedulerConfiguration"],
    }
    for file, expected in names.items():
        analysis = look_at(EXAMPLES / Path(file))
        assert [symbol.name for symbol in outline(analysis)] == expected
        check(analysis)
