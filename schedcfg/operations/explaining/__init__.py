"""What a field, an extension point or a plugin is: the verb, from a name to an explanation."""

from schedcfg.operations.explaining.answer import explain

__all__ = ["explain"]
