"""What a legacy Policy means: its predicates and priorities turned into the plugins of one profile."""

from schedcfg.effective.policy.resolve import resolve_policy

__all__ = ["resolve_policy"]
