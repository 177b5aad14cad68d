"""The verbs. Each reads like a walk through the stages."""

from schedcfg.operations.role import Role
from schedcfg.operations.validate import validate

__all__ = ["Role", "validate"]
