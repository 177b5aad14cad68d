"""What values the flags of kube-scheduler take, beyond the type that `--help` names, and what depends on them.

A table of a release has no place for it: the options check their values in code. Recorded command lines of each release
(`tests/conformance/command_lines.ndjson.xz`) show whether it is true.
"""

from functools import cache
from typing import Any, NamedTuple

LOGGING_ALPHA = "LoggingAlphaOptions"
"""The gate of flags that part and buffer what is logged."""

HTTP2_REQUIRED = frozenset({"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"})
"""HTTP/2 is not served with a list of cipher suites that has neither, unless TLS 1.3 is the least.

Its suites are not chosen. Upstream: `ConfigureServer` in `http2/server.go` of golang.org/x/net.
"""

_CURVES = ("23", "24", "25", "29", "4587", "4588", "4589")
"""Numbers of `--tls-curve-preferences`. Upstream: `CurveID` in Go's `crypto/tls/common.go`, as of Go 1.26."""

_TLS_VERSIONS = ("", "VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13")
_PORTS = {"minimum": 0, "maximum": 65535}


_NEWEST_PATCH = 10_000
"""More than there are: of the patch releases of a minor, and of minors."""


class _Span(NamedTuple):
    """What is so of some flags, in some releases.

    Attributes:
        flags: Their names, without dashes.
        values: Fields of `Flag`.
        first: The first release: its minor, and the patch.
        last: The last one.
    """

    flags: tuple[str, ...]
    values: dict[str, Any]
    first: tuple[int, int] = (0, 0)
    last: tuple[int, int] = (_NEWEST_PATCH, 0)


_SPANS = (
    # pkg: cmd/kube-scheduler/app/options/
    _Span(("config", "kubeconfig"), {"form": "path"}),
    _Span(("master",), {"form": "server"}),
    _Span(("address",), {"form": "address"}),
    _Span(("port", "secure-port"), _PORTS),
    # staging/src/k8s.io/apiserver/pkg/server/options/
    _Span(
        (
            "authentication-kubeconfig",
            "authorization-kubeconfig",
            "client-ca-file",
            "requestheader-client-ca-file",
        ),
        {"form": "path", "only_serving": True},
    ),
    _Span(("authorization-always-allow-paths",), {"form": "allowed path", "only_serving": True}),
    _Span(
        (
            "requestheader-allowed-names",
            "requestheader-extra-headers-prefix",
            "requestheader-group-headers",
            "requestheader-username-headers",
            "requestheader-uid-headers",
        ),
        {"form": "header"},
    ),
    _Span(("requestheader-uid-headers",), {"gate": "RemoteRequestHeaderUID"}),
    _Span(("tls-cert-file",), {"form": "path", "needs": "tls-private-key-file", "only_serving": True}),
    _Span(("tls-private-key-file",), {"form": "path", "needs": "tls-cert-file", "only_serving": True}),
    _Span(("tls-sni-cert-key",), {"form": "file", "only_serving": True}),
    _Span(("tls-cipher-suites",), {"only_serving": True}),
    _Span(("tls-min-version",), {"allowed": _TLS_VERSIONS, "only_serving": True}),
    _Span(("tls-curve-preferences",), {"allowed": _CURVES, "only_serving": True}),
    # github.com/spf13/pflag, ip.go
    _Span(("bind-address",), {"takes_empty": True}, first=(34, 0)),
    # staging/src/k8s.io/component-base/logs/: no other format than text honors the flags of klog, but for `-v`.
    _Span(
        (
            "add-dir-header",
            "alsologtostderr",
            "log-backtrace-at",
            "log-dir",
            "log-file",
            "log-file-max-size",
            "logtostderr",
            "one-output",
            "skip-headers",
            "skip-log-headers",
            "stderrthreshold",
            "vmodule",
        ),
        {"text_only": True},
        first=(19, 0),
    ),
    _Span(("log-flush-frequency",), {"text_only": True}, first=(19, 0), last=(22, _NEWEST_PATCH)),
    _Span(("log-flush-frequency",), {"minimum": 1}, first=(24, 0)),
    _Span(("logging-format",), {"allowed": ("text", "json")}),
    _Span(("logging-format",), {"gate": "LoggingBetaOptions"}, first=(24, 0)),
    _Span(
        (
            "log-json-info-buffer-size",
            "log-json-split-stream",
            "log-text-info-buffer-size",
            "log-text-split-stream",
        ),
        {"gate": LOGGING_ALPHA},
    ),
    _Span(("v",), {"form": "unsigned"}, first=(23, 0)),
    # staging/src/k8s.io/component-base/metrics/options.go: before 1.21.7 and 1.22.4, the values go nowhere.
    *(
        _Span((name,), {"form": form}, first, last)
        for name, form in (
            ("allow-metric-labels", "metric label"),
            ("show-hidden-metrics-for-version", "release before"),
        )
        for first, last in (((21, 7), (21, _NEWEST_PATCH)), ((22, 4), (_NEWEST_PATCH, 0)))
    ),
    _Span(("disabled-metrics",), {"form": "metric name"}, first=(36, 0)),
    # metrics/opts.go, later metrics/api/v1/config.go. Up to 1.31 SetLabelAllowListFromManifest, which is called where
    # the other flag is absent, locks twice, and waits for itself forever.
    _Span(("allow-metric-labels-manifest",), {"form": "path"}),
    _Span(("allow-metric-labels-manifest",), {"needs": "allow-metric-labels"}, last=(31, _NEWEST_PATCH)),
    _Span(("allow-metric-labels-manifest",), {"excludes": "allow-metric-labels"}, first=(36, 0)),
)


@cache
def of_release(number: int, patch: int | None) -> dict[str, dict[str, Any]]:
    """Map the flags of a release of which more is known than their type to fields of `Flag`.

    Args:
        number: The release's minor.
        patch: The patch release; None: the newest.
    """
    release = (number, _NEWEST_PATCH if patch is None else patch)
    found: dict[str, dict[str, Any]] = {}
    for span in _SPANS:
        if span.first <= release <= span.last:
            for name in span.flags:
                found.setdefault(name, {}).update(span.values)
    return found
