"""The user's own kubectl, which can log in wherever the user can: it reads, and never writes."""

import json
from typing import NamedTuple

from schedcfg.document.golang.text import harmless
from schedcfg.errors import ServerUnavailable, UnreadableInput
from schedcfg.external import programs
from schedcfg.external.program_text import find, one_line
from schedcfg.sources.manifests.fields import Fields, at, fields, text

_BOUNDS = programs.Bounds(120.0, 256 * 1024 * 1024)
"""For each call: all ConfigMaps of a large cluster are some tens of megabytes."""

_LOOK = (
    "Does `kubectl version` work, and is it the right `--context`? Is the VPN or tunnel to the cluster's network up?"
)


class Kubectl(NamedTuple):
    """How kubectl is called.

    Attributes:
        program: Where it is.
        context: The context of its kubeconfig; None: the current one.
    """

    program: str
    context: str | None = None

    def server_version(self) -> str:
        """Return the version of the API server: `v1.33.3`.

        Raises:
            ServerUnavailable: if it does not answer.
        """
        try:
            found = text(at(_object(self._run("version", "--output=json")), "serverVersion", "gitVersion"))
        except UnreadableInput as error:
            raise ServerUnavailable(str(error), _LOOK) from None
        if not found:
            raise ServerUnavailable("`kubectl version` shows no version of a server", _LOOK)
        return harmless(found)

    def objects(self, resource: str, *options: str) -> list[Fields]:
        """Return the objects of a resource.

        Raises:
            UnreadableInput: if they cannot be had, as without the right to list them.
        """
        items = _object(self._run("get", resource, "--output=json", *options)).get("items")
        return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []

    def rows(self, resource: str, paths: tuple[str, ...], *options: str) -> list[list[str]]:
        """Return some fields of each object of a resource, where there are too many of them to read all.

        Args:
            resource: The resource.
            paths: The fields, as `.metadata.name`.
            options: Which objects.

        Raises:
            UnreadableInput: if they cannot be had.
        """
        columns = '{"\\t"}'.join(f"{{{path}}}" for path in paths)
        template = f'--output=jsonpath={{range .items[*]}}{columns}{{"\\n"}}{{end}}'
        lines = self._run("get", resource, template, *options).decode("utf-8", "replace").splitlines()
        rows = [line.split("\t") for line in lines]
        return [row for row in rows if len(row) == len(paths)]

    def _run(self, verb: str, *arguments: str) -> bytes:
        """Run kubectl, and return what it wrote.

        Raises:
            UnreadableInput: if it cannot be run, fails, or ends too late or never.
        """
        context = [] if self.context is None else [f"--context={self.context}"]
        called = f"`kubectl {verb} {arguments[0]}`" if verb == "get" else f"`kubectl {verb}`"
        try:
            ended = programs.run([self.program, verb, *arguments, *context], _BOUNDS)
        except (OSError, ValueError) as error:
            reason = harmless(getattr(error, "strerror", None) or str(error))
            raise UnreadableInput(f"kubectl cannot be run: {reason}") from None
        if ended.is_cut:
            raise UnreadableInput(f"the output of {called} is too large", "Choose namespaces with `--namespace`.")
        errors = ended.messages.decode("utf-8", "replace")
        behind = f": {one_line(errors)}" if errors.strip() else ""
        if ended.status is None:
            raise UnreadableInput(f"{called} did not exit within {_BOUNDS.seconds:g} s{behind}")
        if ended.status:
            raise UnreadableInput(f"{called} exited with status {ended.status}{behind}", _grant(errors, arguments[0]))
        return ended.output


def kubectl(context: str | None) -> Kubectl:
    """Return the kubectl on PATH.

    Raises:
        ServerUnavailable: if there is none.
    """
    program = find("kubectl")
    if program is None:
        raise ServerUnavailable(
            "`--cluster` needs kubectl, which is not on PATH",
            "Install it, or validate what another computer lists: "
            "`kubectl get configmaps,deployments --all-namespaces --output=yaml`.",
        )
    return Kubectl(program, context)


def _grant(errors: str, resource: str) -> str | None:
    if "(Forbidden)" not in errors:
        return None
    return (
        f"`kubectl create clusterrole schedcfg-{resource.partition('.')[0]} --verb=list --resource={resource}` and a "
        "clusterrolebinding to it grant this; or choose namespaces with `--namespace`."
    )


def _object(output: bytes) -> Fields:
    """Read JSON.

    Raises:
        UnreadableInput: if it is none.
    """
    try:
        return fields(json.loads(output))
    except (ValueError, RecursionError):
        raise UnreadableInput("the output of kubectl is not JSON") from None
