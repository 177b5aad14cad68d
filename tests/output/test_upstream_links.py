"""Sources of rules lead to upstream's files, in the branch of the release that is meant."""

import pytest

from schedcfg.output.links import links

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
        ("gopkg.in/yaml.v2, decode.go, alias; framework.go; schedcfg/plugins/x.py", "1.30", []),
    ],
)
def test_links(source: str, kubernetes: str | None, addresses: list[str]) -> None:
    assert list(links(source, kubernetes)) == addresses
