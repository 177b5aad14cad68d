"""Rules that exist in tests only, put beside the real ones: each has a remedy that does what its name says."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import registry
from schedcfg.rules.rule import Rule, Subject, advice
from tests import declared_findings


def rule(name: str, fields: dict[str, Remedy], severity: Severity = Severity.WARNING) -> Rule[Subject]:
    """Make a rule that finds top-level fields, and fixes them."""

    def check(subject: Subject) -> Iterator[Problem]:
        shape = subject.decoded.shape
        written = {type(shape).model_fields[name].alias or name for name in shape.model_fields_set}
        for field, remedy in fields.items():
            if field in written:
                yield advice(name, (field,), f"`{field}` is there", "Do something.", severity, remedy)

    return Rule(name, name, "", "", check)


def removing(field: str, *, is_safe: bool = True) -> Remedy:
    return Remedy(f"Remove {field}", (RemedyChange(Act.REMOVE, (field,)),), "" if is_safe else "it is gone")


@contextmanager
def added(*extra: Rule[Subject]) -> Iterator[None]:
    """Have rules validator beside the real ones."""
    real = registry.advised_rules()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "advised_rules", lambda: (*real, *extra))
        # Which rules a release asks is remembered.
        registry._of_release.cache_clear()
        yield
    registry._of_release.cache_clear()
    # No list shows them.
    made_up = {rule.id for rule in extra}
    declared_findings.SEEN.difference_update({one for one in declared_findings.SEEN if one[0] in made_up})
