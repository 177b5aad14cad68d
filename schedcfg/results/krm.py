"""What `schedcfg krm` returns: a list of resources, and the results of the function."""

from typing import NamedTuple

from schedcfg.findings import Severity


class Resource(NamedTuple):
    """Which resource a result is about, and where that comes from.

    Attributes:
        api_version: As written; empty where none is.
        kind: As written; empty where none is.
        name: Its name; empty where it has none.
        namespace: Its namespace; empty where none is written.
        file: The file that whoever runs the function read it from; empty where that is not known.
        place: Its place among the resources of that file, from 0; None where that is not known.
    """

    api_version: str
    kind: str
    name: str
    namespace: str = ""
    file: str = ""
    place: int | None = None

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What no two resources have in common."""
        return self.api_version, self.kind, self.namespace, self.name


class Result(NamedTuple):
    """One thing that the function has to say.

    Attributes:
        severity: Its weight: an error lets the function fail.
        message: What, where and why, and what to do, in one line.
        resource: The resource that it is about; None where it is about none.
        field: The field of the resource, as upstream writes paths; empty where the whole of it is meant.
        tags: What programs want to know besides, all of it text: the rule, the place in the configuration.
    """

    severity: Severity
    message: str
    resource: Resource | None = None
    field: str = ""
    tags: tuple[tuple[str, str], ...] = ()


class FunctionRun(NamedTuple):
    """What the function came to.

    Attributes:
        text: The list, changed, with the results in it. Where the function failed, its items are as they were.
        results: What it has to say, in the order of the items.
    """

    text: str
    results: tuple[Result, ...]

    @property
    def failed(self) -> bool:
        """Whether one of the results is an error."""
        return any(result.severity is Severity.ERROR for result in self.results)
