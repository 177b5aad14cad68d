"""What is to be generated: an entry under `spec.generate` of a `SchedulerConfig`."""

from typing import NamedTuple

from schedcfg.document import Path
from schedcfg.operations.krm.fields import Fields
from schedcfg.operations.krm.kinds import KINDS
from schedcfg.operations.krm.kinds.kind import Made


class Wanted(NamedTuple):
    """One thing to generate.

    Attributes:
        field: Where the text of the configuration stands in the `SchedulerConfig`.
        configuration: The text.
        made: How it is made.
    """

    field: Path
    configuration: str
    made: Made


def read_wanted(fields: Fields) -> Wanted | None:
    """Read an entry; None where its kind is not known."""
    kind = fields.required("kind", "ConfigMap")
    if kind not in KINDS:
        if kind:
            known = ", ".join(f"`{name}`" for name in KINDS)
            fields.refuse("kind", f"nothing of kind `{kind}` can be generated", f"Known are: {known}.")
        return None
    made = KINDS[kind](fields)
    configuration = fields.required("configuration", "| …")
    fields.finish()
    return Wanted((*fields.path, "configuration"), configuration, made)
