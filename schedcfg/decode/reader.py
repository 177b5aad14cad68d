"""Whose code reads a struct: that decides which of its fields there are."""

from typing import NamedTuple

from pydantic.fields import FieldInfo

from schedcfg.models.base import Only, Since, Until
from schedcfg.plugins.plugin import ArgsKind, minor, own_release
from schedcfg.releases.release import Release


class Gap(NamedTuple):
    """Why a field is not there.

    Attributes:
        reason: Who has it instead, as a sentence's end.
        help: What to do.
    """

    reason: str
    help: str


class Reader(NamedTuple):
    """The code that reads.

    Attributes:
        api_version: The API version that is read, short.
        number: The minor of the release whose code it is.
        program: The catalogue that the code is from; None: Kubernetes.
    """

    api_version: str
    number: int
    program: str | None = None

    def gap(self, field: FieldInfo) -> Gap | None:
        """Tell why a field is not there; None where it is."""
        for mark in field.metadata:
            if isinstance(mark, Since) and minor(mark.release) > self.number:
                first = self._release(minor(mark.release))
                return Gap(f"it is known from {first} on", f"Remove it, or run {self._runs} {first} or later.")
            if isinstance(mark, Until) and minor(mark.release) < self.number:
                return Gap(f"{self._release(minor(mark.release))} was the last that had it", "Remove it.")
            if isinstance(mark, Only) and self.api_version not in mark.api_versions:
                return Gap(f"it belongs to {' and '.join(mark.api_versions)}", "Remove it.")
        return None

    @property
    def name(self) -> str:
        """The code as messages name it: `Kubernetes 1.29`, `v1 of scheduler-plugins 0.29`."""
        if self.program is None:
            return f"Kubernetes {self._release(self.number)}"
        return f"{self.api_version} of {self.program} {self._release(self.number)}"

    @property
    def _runs(self) -> str:
        return self.program or "kube-scheduler"

    def _release(self, number: int) -> str:
        return f"1.{number}" if self.program is None else own_release(number)


def of_args(kind: ArgsKind, api_version: str, release: Release) -> Reader:
    """Tell whose code reads a plugin's Args."""
    return Reader(api_version, kind.release(release).number, kind.catalogue)
