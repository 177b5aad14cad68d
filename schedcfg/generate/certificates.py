"""The certificate files that a configuration names: what runs the scheduler has to bring them."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective import Configuration

_FIELDS = ("caFile", "certFile", "keyFile")
"""Fields of an extender's `tlsConfig` that name files."""


class CertificateFile(NamedTuple):
    """A file that an extender's TLS settings name.

    Attributes:
        file: Its name, as written.
        path: The field.
    """

    file: str
    path: Path


def certificate_files(configuration: Configuration) -> Iterator[CertificateFile]:
    """Yield the files in the order in which they are named; one may be named twice."""
    for index, extender in enumerate(configuration.extenders):
        for field in _FIELDS:
            if file := (extender.tls or {}).get(field):
                yield CertificateFile(str(file), ("extenders", index, "tlsConfig", field))
