"""Answers of an API server that are no list of nodes, and what they mean."""

import json

from schedcfg.manifests.fields import Fields, fields, text
from schedcfg.probe.cluster.failure import INSTEAD, ClusterFailed, ListExpired
from schedcfg.probe.cluster.quoting import shown
from schedcfg.probe.exchange import Answer

_NO_API_SERVER = "Look at `server` in the kubeconfig: something else answers there, or its path is not right."
_GRANT = (
    "`kubectl create clusterrole node-lister --verb=list --resource=nodes` and a clusterrolebinding to it grant that"
    " (the role `view` does not)."
)


def object_of(answer: Answer) -> Fields:
    """Read an answer's JSON object; an empty one where it has none. Numbers that no machine holds are no JSON."""
    try:
        return fields(json.loads(answer.body))
    except (ValueError, RecursionError):
        return {}


def refusal(answer: Answer, server: str, secret: str) -> ClusterFailed:
    """Tell what a status other than 200 means.

    Args:
        answer: What came.
        server: The server's address for messages.
        secret: What must not be repeated from the answer: the token.
    """
    status = object_of(answer)
    is_api_server = status.get("kind") == "Status"
    said = shown(text(status.get("message")), secret)
    words = f": {said}" if said else ""
    who = f"the API server {server}"
    if answer.status == 401:  # noqa: PLR2004 - HTTP's own numbers
        return ClusterFailed(
            f"{who} does not accept the credentials of the kubeconfig (401){words}",
            "They may be outdated: log in to the cluster again, or write its kubeconfig anew.",
        )
    if answer.status == 403 and is_api_server:  # noqa: PLR2004 - as above
        return _forbidden(who, said)
    if answer.status == 410 and is_api_server:  # noqa: PLR2004 - as above
        return ListExpired(f"{who} forgot the list of nodes while it was read (410){words}", "Ask again.")
    if (is_api_server and answer.status != 404) or answer.status >= 500:  # noqa: PLR2004 - as above
        return ClusterFailed(f"{who} answers with HTTP {answer.status}{words}", f"Ask again later. {INSTEAD}")
    kind = "an HTML page" if "html" in answer.headers.get("content-type", "").lower() else f"HTTP {answer.status}"
    return ClusterFailed(
        f"{server} is no API server: asked for its nodes, it answers with {kind}{words}", _NO_API_SERVER
    )


def _forbidden(who: str, said: str) -> ClusterFailed:
    if "system:anonymous" in said:
        return ClusterFailed(
            f"{who} does not know who asks (403): {said}",
            "The user has no credentials, or none that this server takes. Without https:// none are sent.",
        )
    words = f": {said}" if said else ""
    return ClusterFailed(
        f"{who} does not let this user `list` nodes (403){words}", f"{_GRANT} Without such rights: {INSTEAD}"
    )


def no_list(answer: Answer, server: str) -> ClusterFailed:
    """Tell that an answer of status 200 is no list of nodes."""
    kind = "an HTML page" if answer.body.lstrip()[:1] == b"<" else "something else than a list of nodes"
    return ClusterFailed(f"{server} is no API server: asked for its nodes, it answers with {kind}", _NO_API_SERVER)
