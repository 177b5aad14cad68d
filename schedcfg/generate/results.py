"""What `generate` returns: files, and what is to be said about the configuration that they were made for."""

from typing import NamedTuple

from schedcfg.findings import FileReport


class GeneratedFile(NamedTuple):
    """One file as it should be.

    Attributes:
        path: Its name below the output folder, with `/`.
        text: All of it.
    """

    path: str
    text: str


class Generation(NamedTuple):
    """What was generated.

    Attributes:
        files: Sorted by path; none where something stands in the way.
        report: What is to be said about the configuration; None where none was read, as `generate profile` makes one.
        remarks: What to know about the files, a sentence each.
        source: The file that they were made around, which none of them may replace; None where there is none.
        existing: What is to be said about the file that was to be edited; None where nothing is.
    """

    files: tuple[GeneratedFile, ...]
    report: FileReport | None = None
    remarks: tuple[str, ...] = ()
    source: str | None = None
    existing: FileReport | None = None


class Difference(NamedTuple):
    """How a file on disk differs from what it should be.

    Attributes:
        path: The file.
        committed: Its text; None where it does not exist.
        generated: What it should be.
    """

    path: str
    committed: str | None
    generated: str
