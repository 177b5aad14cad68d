"""What the reader of the text objected to, as problems."""

from schedcfg.document import Defect, Document
from schedcfg.findings import Problem


def of_the_reader(document: Document) -> list[Problem]:
    """Report a document's defects: duplicate keys, values that JSON does not have, and the like."""
    return [as_problem(defect) for defect in document.defects]


def as_problem(defect: Defect) -> Problem:
    """Report one defect, which knows its place in the text already."""
    return Problem(str(defect.kind), defect.path, defect.message, defect.help, span=defect.span)
