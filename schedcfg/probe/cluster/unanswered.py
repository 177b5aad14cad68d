"""Why an API server gave no answer of HTTP, in terms of the kubeconfig that names it."""

import os

from schedcfg.probe.cluster.failure import ClusterFailed
from schedcfg.probe.cluster.server import Server
from schedcfg.probe.exchange import ExchangeFailed, FailureKind

_NETWORK = "Is the VPN or tunnel to its network up? `kubectl cluster-info` asks the same server."
_AGAIN = "Ask again; if it stays so, look at the load balancer or proxy in front of the API server."
_ADDRESS = "Look at `server` in the kubeconfig: https://HOST:PORT, with a path only where a proxy wants one."

_HELP: dict[FailureKind, str] = {
    FailureKind.WRONG_TLS_SETTINGS: (
        "`certificate-authority`, `client-certificate` and `client-key` hold PEM; the last two belong together."
    ),
    FailureKind.UNKNOWN_HOST: f"Names of private clusters are known in their own network only. {_NETWORK}",
    FailureKind.REFUSED: (
        "Is the cluster running? kind and minikube may take another port when they start: get the kubeconfig again."
    ),
    FailureKind.UNREACHABLE: _NETWORK,
    FailureKind.NO_TLS: "Look at the port of `server`; 6443 and 443 are usual.",
    FailureKind.UNTRUSTED: (
        "A cluster that was made anew has a new authority: get its kubeconfig again. Or another server is in between."
    ),
    FailureKind.WRONG_NAME: (
        "Name it in `server` as its certificate does, or set `tls-server-name` to a name that is in there."
    ),
    FailureKind.OUTDATED: (
        "`kubeadm certs check-expiration` shows it on the control plane; look at this machine's clock as well."
    ),
    FailureKind.TLS: "It may want a client certificate that the kubeconfig's user has not, or other settings.",
    FailureKind.TIMEOUT: f"`--timeout` waits longer. {_NETWORK}",
    FailureKind.CUT: _AGAIN,
    FailureKind.NOT_HTTP: "Look at `server`: another program may listen at its port.",
    FailureKind.TOO_LONG: "Is it an API server? Look at `server`.",
    FailureKind.WRONG_ENCODING: _AGAIN,
    FailureKind.ELSEWHERE: (
        "API servers do not: a login page or proxy stands in front. Name in `server` what it would lead to."
    ),
    FailureKind.REDIRECT_LOOP: _AGAIN,
}

_NOT_MET = frozenset({FailureKind.UNKNOWN_HOST, FailureKind.REFUSED, FailureKind.UNREACHABLE, FailureKind.TIMEOUT})


def unanswered(failure: ExchangeFailed, server: Server) -> ClusterFailed:
    """Tell what a failed exchange means for the kubeconfig."""
    # The address is what remains: all else of the question was checked before.
    advice = _HELP.get(failure.kind, _ADDRESS) + _proxy(failure.kind) + _tls(failure.kind, server)
    return ClusterFailed(f"the API server {server.shown} cannot be asked: {failure}", advice)


def _proxy(kind: FailureKind) -> str:
    """Explain why kubectl may get through where this does not."""
    if kind in _NOT_MET and (os.environ.get("HTTPS_PROXY") or os.environ.get("https_proxy")):
        return " HTTPS_PROXY is set, which kubectl follows; here only the named server itself is asked."
    return ""


def _tls(kind: FailureKind, server: Server) -> str:
    """Explain what a server makes of a question without TLS, where it speaks nothing else."""
    if kind in {FailureKind.CUT, FailureKind.NOT_HTTP} and not server.is_secure:
        return " Without https:// in front of `server`, TLS is not spoken."
    return ""
