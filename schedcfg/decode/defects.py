"""What the reader of the text objected to, as problems."""

from schedcfg.diagnostics import Problem
from schedcfg.document import Document


def of_the_reader(document: Document) -> list[Problem]:
    """Report a document's defects: duplicate keys, values that JSON does not have, and the like."""
    return [
        Problem(str(defect.kind), defect.path, defect.message, defect.help, span=defect.span)
        for defect in document.defects
    ]
