"""Why an API server gave no answer of HTTP, in terms of the kubeconfig that names it."""

import os
from typing import NamedTuple

from schedcfg.probe.cluster.failure import ClusterFailed
from schedcfg.probe.cluster.server import Server
from schedcfg.probe.exchange import ExchangeFailed, FailureKind


class _Words(NamedTuple):
    """What is said of the API server, and what to do."""

    message: str
    help: str


_NETWORK = "Is the VPN or tunnel to its network up? `kubectl cluster-info` asks the same server."
_AGAIN = "Ask again; if it stays so, look at the load balancer or proxy in front of the API server."
_ADDRESS = "Look at `server` in the kubeconfig: https://HOST:PORT, with a path only where a proxy wants one."

_WORDS: dict[FailureKind, _Words] = {
    FailureKind.WRONG_URL: _Words("is not at an address that can be asked", _ADDRESS),
    FailureKind.UNSUPPORTED_SCHEME: _Words("is neither at https:// nor at http://", _ADDRESS),
    FailureKind.WRONG_TLS_SETTINGS: _Words(
        "cannot be asked with the certificates of the kubeconfig",
        "`certificate-authority`, `client-certificate` and `client-key` hold PEM; the last two belong together.",
    ),
    FailureKind.UNKNOWN_HOST: _Words(
        "has a name that is not known here",
        f"Names of private clusters are known in their own network only. {_NETWORK}",
    ),
    FailureKind.REFUSED: _Words(
        "does not listen there",
        "Is the cluster running? kind and minikube may take another port when they start: get the kubeconfig again.",
    ),
    FailureKind.UNREACHABLE: _Words("cannot be reached from here", _NETWORK),
    FailureKind.NO_TLS: _Words("speaks no TLS there", "Look at the port of `server`; 6443 and 443 are usual."),
    FailureKind.UNTRUSTED: _Words(
        "shows a certificate of an authority that is not trusted",
        "A cluster that was made anew has a new authority: get its kubeconfig again. Or another server is in between.",
    ),
    FailureKind.WRONG_NAME: _Words(
        "shows a certificate for other names",
        "Name it in `server` as its certificate does, or set `tls-server-name` to a name that is in there.",
    ),
    FailureKind.OUTDATED: _Words(
        "shows a certificate that is not valid now",
        "`kubeadm certs check-expiration` shows it on the control plane; look at this machine's clock as well.",
    ),
    FailureKind.TLS: _Words(
        "does not agree on TLS",
        "It may want a client certificate that the kubeconfig's user has not, or other settings.",
    ),
    FailureKind.TIMEOUT: _Words("does not answer in time", f"`--timeout` waits longer. {_NETWORK}"),
    FailureKind.CUT: _Words("ended the connection before its answer was complete", _AGAIN),
    FailureKind.NOT_HTTP: _Words(
        "does not speak HTTP there", "Look at `server`: another program may listen at its port."
    ),
    FailureKind.TOO_LONG: _Words("sends more than a list of nodes has", "Is it an API server? Look at `server`."),
    FailureKind.WRONG_ENCODING: _Words("sends what cannot be decompressed", _AGAIN),
    FailureKind.ELSEWHERE: _Words(
        "sends on to another server, which is not asked",
        "API servers do not: a login page or proxy stands in front. Name in `server` what it would lead to.",
    ),
    FailureKind.REDIRECT_LOOP: _Words("sends round in circles", _AGAIN),
}

_OTHERWISE = _Words("cannot be asked with what the kubeconfig says", _ADDRESS)
"""Of failures that are about the question: it is made of what was checked before."""

_NOT_MET = frozenset({FailureKind.UNKNOWN_HOST, FailureKind.REFUSED, FailureKind.UNREACHABLE, FailureKind.TIMEOUT})


def unanswered(failure: ExchangeFailed, server: Server) -> ClusterFailed:
    """Tell what a failed exchange means for the kubeconfig."""
    words = _WORDS.get(failure.kind, _OTHERWISE)
    more = _proxy(failure.kind) + _tls(failure.kind, server)
    return ClusterFailed(f"the API server {server.shown} {words.message}: {failure}", words.help + more)


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
