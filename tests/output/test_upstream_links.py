"""Sources of rules lead to upstream's files, in the branch of the release that is meant."""

import pytest

from schedcfg import plugins
from schedcfg.output.links import links
from schedcfg.plugins.catalog import CATALOGS, SCHEDULER_PLUGINS
from schedcfg.rules.cards import cards

BLOB = "https://github.com/kubernetes/kubernetes/blob"


@pytest.mark.parametrize(
    ("source", "kubernetes", "addresses"),
    [
        (
            "pkg/scheduler/extender.go, makeTransport",
            "1.29",
            [f"{BLOB}/release-1.29/pkg/scheduler/extender.go"],
        ),
        ("pkg/scheduler/extender.go", None, [f"{BLOB}/master/pkg/scheduler/extender.go"]),
        (
            "pkg/scheduler/scheduler.go, buildExtenders; pkg/scheduler/factory.go up to 1.22",
            "1.35",
            [
                f"{BLOB}/release-1.35/pkg/scheduler/scheduler.go",
                f"{BLOB}/release-1.22/pkg/scheduler/factory.go",
            ],
        ),
        (
            "client-go/transport/transport.go; k8s.io/component-base/featuregate/feature_gate.go, Set",
            "1.30",
            [
                f"{BLOB}/release-1.30/staging/src/k8s.io/client-go/transport/transport.go",
                f"{BLOB}/release-1.30/staging/src/k8s.io/component-base/featuregate/feature_gate.go",
            ],
        ),
        (
            "juliorenner/scheduler-plugins, pkg/networktraffic/prometheus.go; pkg/scheduler/extender.go, send",
            "1.30",
            [
                "https://github.com/juliorenner/scheduler-plugins/blob/HEAD/pkg/networktraffic/prometheus.go",
                f"{BLOB}/release-1.30/pkg/scheduler/extender.go",
            ],
        ),
        (
            "pkg/trimaran/collector.go of scheduler-plugins, NewCollector",
            "1.30",
            [f"https://github.com/{SCHEDULER_PLUGINS.source}/blob/HEAD/pkg/trimaran/collector.go"],
        ),
        (
            "kyaml/yaml/rnode.go of kubernetes-sigs/kustomize, GetValidatedMetadata",
            None,
            ["https://github.com/kubernetes-sigs/kustomize/blob/HEAD/kyaml/yaml/rnode.go"],
        ),
        ("gopkg.in/yaml.v2, decode.go, alias; framework.go; schedcfg/plugins/x.py", "1.30", []),
    ],
)
def test_links(source: str, kubernetes: str | None, addresses: list[str]) -> None:
    assert list(links(source, kubernetes)) == addresses


def test_sources_out_of_tree_lead_to_the_repository_that_publishes_them() -> None:
    named = [plugin.source for plugin in plugins.all_plugins() if not plugin.in_tree]
    named += [part for card in cards().values() for part in card.source.split("; ") if "scheduler-plugins" in part]
    found = [link for source in named for link in links(source, "1.30")]
    repositories = tuple(f"https://github.com/{catalog.source}/" for catalog in CATALOGS.values())
    assert len(found) > len(CATALOGS)
    assert [link for link in found if not link.startswith(repositories)] == []


def test_what_a_pull_request_is_about_is_no_repository() -> None:
    assert links("pkg/scheduler/profile/profile.go, NewMap; kubernetes/kubernetes#119069", None) == (
        f"{BLOB}/master/pkg/scheduler/profile/profile.go",
    )
