"""What stands in the way of running a configuration, whatever runs it."""

from collections.abc import Iterator

from schedcfg.diagnostics import FindingClass, Problem, Severity
from schedcfg.document.path import Path
from schedcfg.effective.needs import out_of_tree_plugins
from schedcfg.generate.given import Given


def obstacle(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Make a problem with which nothing is generated; the configuration as such may be right."""
    return Problem(rule, path, message, advice, finding_class=FindingClass.ADVISED)


def warning(rule: str, path: Path, message: str, advice: str) -> Problem:
    """Make a problem that is told beside the files."""
    return obstacle(rule, path, message, advice)._replace(severity=Severity.WARNING)


def missing_plugins(given: Given, image: str | None) -> Iterator[Problem]:
    """Yield the plugins that the stock image lacks, where no other one is named."""
    plugins = out_of_tree_plugins(given.configuration)
    if plugins and not image:
        yield obstacle(
            "stock-image-plugin",
            next(iter(plugins.values())),
            f"the stock kube-scheduler has no {' and no '.join(f'`{name}`' for name in plugins)}",
            "Name the image of the scheduler that has with --image.",
        )
