"""The verbs. Each reads like a walk through the stages."""

from schedcfg.operations.role import Role
from schedcfg.operations.validation import validate

__all__ = ["Role", "validate"]
