"""Values of flags that the command cannot parse."""

from collections.abc import Callable, Iterator

from schedcfg.document.golang import duration
from schedcfg.document.golang.net import is_ip
from schedcfg.document.golang.numbers import parse_bool, parse_int_of_any_base
from schedcfg.document.span import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "flag-value"

_QUOTES = ("'", '"')


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each flag with a value that is not of its type."""
    running, release = context.running, context.release
    if running is None or release is None:
        return
    for flag in running.command_line.flags:
        known = release.flags.get(flag.name)
        if known is None or flag.value is None or not flag.is_known or (running.is_managed and not flag.value):
            continue
        kind = _KINDS.get(known.type)
        if kind is not None and not kind[0](flag.value):
            yield _problem(flag, flag.value, kind[1], context)


def _help(flag: CommandLineFlag, value: str, expected: str) -> str:
    if value[:1] in _QUOTES and value[:1] == value[-1:]:
        return "Remove the inner quotes: no shell does."
    if flag.letters and value[:1] == " ":
        # `-v 4` in one item: what follows the letter is its value, with the blank.
        return f"Write `--{flag.name}={value.strip()}`: here, the blank belongs to the value."
    return f"Write {expected}."


def _problem(flag: CommandLineFlag, value: str, expected: str, context: DeploymentContext) -> Problem:
    path: Path = flag.value_path
    help_ = _help(flag, value, expected)
    message = f"`--{flag.name}={value}` is refused: the flag takes {expected}"
    problem = Problem(ID, path, message, help_)
    return problem if context.is_stock else problem._replace(finding_class=FindingClass.ADVISED)


def _is_number(value: str) -> bool:
    return parse_int_of_any_base(value) is not None


def _is_duration(value: str) -> bool:
    try:
        duration.parse(value)
    except ValueError:
        return False
    return True


_NUMBER = "a whole number"
_KINDS: dict[str, tuple[Callable[[str], bool], str]] = {
    "bool": (lambda value: parse_bool(value) is not None, "`true` or `false`"),
    "duration": (_is_duration, "a duration with a unit, such as `15s`"),
    "int": (_is_number, _NUMBER),
    "int32": (_is_number, _NUMBER),
    "Level": (_is_number, _NUMBER),
    "ip": (lambda value: is_ip(value.strip()), "an IP address"),
}
"""Type of a flag, as pflag names it → how its values are parsed, and what messages call them."""


RULE = Rule(
    id=ID,
    title="A flag has a value of another type",
    why="The command exits with `invalid argument … for … flag` before it does anything.",
    source="github.com/spf13/pflag, bool.go, duration.go, int.go, int32.go and ip.go; k8s.io/klog, Level.Set",
    check=check,
    severity=Severity.ERROR,
    refuses=True,
)
