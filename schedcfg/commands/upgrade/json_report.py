"""The plan for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterator

from schedcfg.commands.upgrade.results import UpgradePlan
from schedcfg.output.json_writer import to_json


def render(plan: UpgradePlan) -> Iterator[str]:
    """Yield one JSON object; texts of files have stars for what looks like a secret."""
    yield to_json(plan.without_secrets, indent=1) + "\n"
