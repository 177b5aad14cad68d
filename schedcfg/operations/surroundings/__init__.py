"""The manifests around configurations: found, put together, judged."""

from schedcfg.operations.surroundings.judging import judge_manifests

__all__ = ["judge_manifests"]
