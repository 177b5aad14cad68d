"""The connection to the API server, completed."""

from typing import Any

from schedcfg.effective.model import ClientConnection

_CONTENT_TYPE = "application/vnd.kubernetes.protobuf"


def complete(written: Any) -> ClientConnection:
    """Complete the connection: zero and empty count as not written, as in Go.

    Upstream: `SetDefaults_KubeSchedulerConfiguration` and
    `RecommendedDefaultClientConnectionConfiguration` of component-base.
    """

    def given(attribute: str) -> Any:
        return getattr(written, attribute, None)

    return ClientConnection(
        kubeconfig=given("kubeconfig") or "",
        accept_content_types=given("accept_content_types") or "",
        content_type=given("content_type") or _CONTENT_TYPE,
        qps=given("qps") or 50.0,
        burst=given("burst") or 100,
    )
