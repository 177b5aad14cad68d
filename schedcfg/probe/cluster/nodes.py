"""The list of a cluster's nodes, page by page."""

import math
import re
import time
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from schedcfg.manifests.fields import Fields, at, text
from schedcfg.probe.cluster.credentials import Credentials
from schedcfg.probe.cluster.failure import ClusterFailed, ListExpired
from schedcfg.probe.cluster.refusal import no_list, object_of, refusal
from schedcfg.probe.cluster.server import Server
from schedcfg.probe.cluster.unanswered import unanswered
from schedcfg.probe.exchange import Answer, ExchangeFailed, Limits, Request, exchange

_PAGE = 500
"""Nodes asked for at once, as kubectl does."""

_MOST = 50_000
"""Nodes; ten times what Kubernetes is made for."""

_ACCEPT = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
"""Metadata alone: whole nodes list their images, some ten KiB each."""

_LISTS = frozenset({"NodeList", "PartialObjectMetadataList"})
_NAME = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LONGEST_NAME = 253


class Access(NamedTuple):
    """How an API server is asked.

    Attributes:
        server: The server.
        credentials: Who asks.
        limits: Of all pages together, as for time; of each, as for size.
    """

    server: Server
    credentials: Credentials
    limits: Limits


def list_nodes(access: Access) -> tuple[str, ...]:
    """Ask for the names of all nodes, in order of name; once more from the start where the list expired meanwhile.

    Raises:
        ClusterFailed: if they cannot be had, or there are none.
    """
    deadline = time.monotonic() + access.limits.seconds
    try:
        names = _all_pages(access, deadline)
    except ListExpired:
        names = _all_pages(access, deadline)
    if not names:
        raise ClusterFailed(
            f"the cluster of {access.server.shown} has no nodes",
            "Is it the right context? `kubectl get nodes` shows them.",
        )
    return tuple(sorted(names))


def _all_pages(access: Access, deadline: float) -> set[str]:
    names: set[str] = set()
    token = ""
    while True:
        page = _page(access, token, deadline)
        before = len(names)
        names.update(_names(page, access.server))
        token = text(at(page, "metadata", "continue"))
        if not token:
            return names
        if len(names) == before or len(names) > _MOST:
            raise ClusterFailed(f"the list of nodes of {access.server.shown} has no end", "Is it an API server?")


def _page(access: Access, token: str, deadline: float) -> Fields:
    query = f"?limit={_PAGE}" + (f"&continue={quote(token, safe='')}" if token else "")
    request = Request("GET", f"{access.server.url}/api/v1/nodes{query}", _headers(access.credentials))
    trust = access.server.trust._replace(certificate=access.credentials.certificate, key=access.credentials.key)
    left = deadline - time.monotonic()
    if left <= 0:
        message = f"the API server {access.server.shown} did not give all its nodes within {access.limits.seconds:g} s"
        raise ClusterFailed(message, "`--timeout` waits longer.")
    try:
        # Tenths, as messages repeat it.
        answer = exchange(request, trust, access.limits._replace(seconds=math.ceil(left * 10) / 10))
    except ExchangeFailed as failure:
        raise unanswered(failure, access.server) from None
    return _list(answer, access)


def _headers(credentials: Credentials) -> Mapping[str, str]:
    headers = {"Accept": _ACCEPT}
    if credentials.authorization:
        headers["Authorization"] = credentials.authorization
    return headers


def _list(answer: Answer, access: Access) -> Fields:
    if answer.status != 200:  # noqa: PLR2004 - HTTP's own number
        _, _, secret = access.credentials.authorization.partition(" ")
        raise refusal(answer, access.server.shown, secret)
    page = object_of(answer)
    if text(page.get("kind")) not in _LISTS:
        raise no_list(answer, access.server.shown)
    return page


def _names(page: Fields, server: Server) -> list[str]:
    """Give the names of a page; `items: null` is an empty list, as Go writes it."""
    items = page.get("items")
    names = [at(item, "metadata", "name") for item in items] if isinstance(items, list) else []
    good = [name for name in names if isinstance(name, str) and len(name) <= _LONGEST_NAME and _NAME.fullmatch(name)]
    if len(good) != len(names) or not isinstance(items, list | None):
        raise ClusterFailed(
            f"the list of nodes of {server.shown} has an item without a name that a node can have",
            "Is it an API server? Look at `server` in the kubeconfig.",
        )
    return good
