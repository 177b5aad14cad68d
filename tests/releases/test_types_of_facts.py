"""What a release's file says has the types that `Release` declares: `following` takes any, and mypy checks none."""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_type_hints

import pytest
from pydantic import TypeAdapter, ValidationError

from schedcfg import releases
from schedcfg.releases.release import Release

TYPES = get_type_hints(Release)
PLANTED = {"refuses_arguments": "yes", "leader_election_locks": ["leases"], "kubeadm_patches": "flags", "patch": "3"}


def check_types(release: Release) -> None:
    """Check every field.

    Raises:
        ValidationError: if one has another type.
    """
    for name in Release.__dataclass_fields__:
        value = getattr(release, name)
        plain = dict(value) if isinstance(value, Mapping) else value
        TypeAdapter(TYPES[name]).validate_python(plain, strict=True)


@pytest.mark.parametrize("name", releases.names())
def test_facts_have_the_types_that_are_declared(name: str) -> None:
    check_types(releases.at(name))


@pytest.mark.parametrize("field", PLANTED)
def test_another_type_is_noticed(field: str) -> None:
    with pytest.raises(ValidationError):
        check_types(replace(releases.at("1.33"), **{field: PLANTED[field]}))  # type: ignore[arg-type]
