"""A kubeconfig, and what of it counts: the cluster and the user of one context.

Upstream: `tools/clientcmd/{client_config,validation,loader}.go` in client-go.
"""

import os
from typing import NamedTuple

from schedcfg.document import Document, decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.golang.text import one_line
from schedcfg.probe.cluster.entry import Entry
from schedcfg.probe.cluster.failure import ClusterFailed
from schedcfg.probe.cluster.files import content

_HELP = "Name a kubeconfig with `--kubeconfig`; `kubectl config view --raw --minify --flatten` writes one."
_MOST_NAMES = 10


class Chosen(NamedTuple):
    """What a context leads to.

    Attributes:
        path: The kubeconfig.
        cluster: Its server, and how it is trusted.
        user: Who asks; empty where the context names none: then nobody in particular does.
        problems: What is wrong with both; readers of both add to it.
    """

    path: str
    cluster: Entry
    user: Entry
    problems: list[str]

    def confirm_usable(self) -> None:
        """Go on only if nothing is wrong, else name all that is.

        Raises:
            ClusterFailed: with all problems noted so far.
        """
        if self.problems:
            found = "; ".join(self.problems)
            raise ClusterFailed(f"{self.path} cannot be used: {found}", "Correct the kubeconfig, or name another.")


def choose(path: str, context: str | None) -> Chosen:
    """Read a kubeconfig and follow a context.

    Args:
        path: The file, YAML or JSON.
        context: The context's name; None: the file's `current-context`.

    Raises:
        UnreadableInput: if the file cannot be read, or is neither YAML nor JSON.
        ClusterFailed: if it is no kubeconfig, or has no such context.
    """
    problems: list[str] = []
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 - strings in, strings out
    config = Entry("the kubeconfig", _document(path).data, folder, problems)
    _check_kind(path, config)
    name = context or config.text("current-context")
    contexts = _named(config, "context")
    if name not in contexts:
        raise _unknown(path, name, list(contexts))
    chosen = Entry(f'context "{name}"', contexts[name], folder, problems)
    cluster, user = _led_to(chosen, "cluster", config), _led_to(chosen, "user", config)
    return Chosen(path, cluster, user, problems)


def _led_to(context: Entry, kind: str, config: Entry) -> Entry:
    """Give the cluster or the user that a context names, empty where it is not there, or none is named.

    client-go takes a user that is not there for nobody in particular. That is noted, as nobody means it so.
    """
    name, known = context.text(kind), _named(config, kind)
    if name and name not in known:
        context.note(f'leads to a {kind} "{name}" that the file has not')
    elif not name and kind == "cluster":
        context.note("names no cluster")
    return Entry(f'{kind} "{name}"', known.get(name), config.folder, config.problems)


def _document(path: str) -> Document:
    """Read the first document, which is all that client-go reads."""
    try:
        stream = parse(decode_text(content(path)))
    except UnreadableInput as error:
        at = str(error) if str(error).startswith(path) else f"{path}: {error}"
        raise UnreadableInput(at, error.help or _HELP, line=error.line, column=error.column) from None
    if stream.documents:
        return stream.documents[0]
    if stream.error is not None:
        start = stream.error.span.start
        message = f"{path}:{start.line}:{start.column}: {stream.error.message}"
        raise UnreadableInput(message, stream.error.help or _HELP, line=start.line, column=start.column)
    raise ClusterFailed(f"{path} is empty, so it names no API server", _HELP)


def _check_kind(path: str, config: Entry) -> None:
    """Refuse what says that it is something else; a kubeconfig need not say what it is."""
    kind, version = config.data.get("kind"), config.data.get("apiVersion")
    if kind not in (None, "", "Config") or version not in (None, "", "v1") or not config.data:
        raise ClusterFailed(f"{path} is no kubeconfig: that has `kind: Config` and `apiVersion: v1`", _HELP)


def _named(config: Entry, kind: str) -> dict[str, object]:
    """Give the entries of a list by their names: `clusters: [{name: …, cluster: …}]`."""
    found: dict[str, object] = {}
    for item in config.each(f"{kind}s", f"an item of `{kind}s`"):
        name = item.text("name")
        if name in found:
            config.note(f'has two {kind}s "{name}"')
        if name:
            found[name] = item.data.get(kind)
    return found


def _unknown(path: str, name: str, contexts: list[str]) -> ClusterFailed:
    known = ", ".join(contexts[:_MOST_NAMES]) + (", …" if len(contexts) > _MOST_NAMES else "")
    choice = f"Choose one with `--context`: {known}." if contexts else "It has no contexts at all; name another file."
    missing = f'has no context "{name}"' if name else "has no `current-context`"
    return ClusterFailed(one_line(f"{path} {missing}"), one_line(choice))
