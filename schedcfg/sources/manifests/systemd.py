"""How a systemd unit runs kube-scheduler, or a product that does: its commands, each as the words that a program gets.

Upstream, in github.com/systemd/systemd: `config_parse_exec` in load-fragment.c for what may be before a program,
`replace_env_argv` in env-util.c for variables, `specifier_printf` in specifier.c; and the man pages systemd.service(5),
"Command lines", and systemd.exec(5), "Environment".
"""

from collections.abc import Iterator
from dataclasses import replace

from schedcfg.document.span import Path
from schedcfg.document.units import split_words
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.command_line import LONGEST_ARGUMENT, CommandLine, is_resolved, read_words
from schedcfg.sources.manifests.pod import Fields, PodSpec, at, fields, text
from schedcfg.sources.manifests.product_commands import in_command
from schedcfg.sources.manifests.running import CLUSTERS_OWN, RunningScheduler, run_by_product
from schedcfg.sources.manifests.shell import Word

KIND = "systemd unit"
CUT_OFF = "\\"
"""The argument that two backslashes at the end of a line are: systemd does not continue such a line."""
_SUFFIX = ".service"
_SECTION, _COMMANDS, _ENVIRONMENT = "Service", "ExecStart", "Environment"
_UNKNOWN_ENVIRONMENT = frozenset({"EnvironmentFile", "PassEnvironment", "UnsetEnvironment"})
"""Settings by which a variable has another value than `Environment` gives it."""

_PREFIXES = "-@:+!|"
_AS_IT_IS, _OTHER_NAME = ":", "@"
"""Before a program: its arguments have no variables; the word behind it is the name that it sees as its own."""

_SPECIFIER = pattern(r"%(?P<letter>.)")
_VARIABLE = pattern(r"\$(?:\$|\{(?P<name>\w+)\})")
_WHOLE_VARIABLE = pattern(r"\$(?P<name>[A-Za-z_]\w*)\Z")


def run_by_unit(unit: Fields, path: Path, file: str) -> Iterator[RunningScheduler]:
    """Yield the schedulers that a unit starts, by itself or in a product; none of anything else.

    Args:
        unit: All of its file.
        path: Where it is.
        file: The name of that file; empty where it is not known.
    """
    for words, place in _commands(unit, path):
        line = read_words(words)
        if line.program == CLUSTERS_OWN:
            # What is meant to follow a line that systemd does not continue is not known.
            line = replace(line, unknown=line.unknown or any(word.text == CUT_OFF for word in line.stray))
            yield _running(unit, path, place, line, file)
        elif (scheduler := in_command(words, place)) is not None:
            yield run_by_product(scheduler, KIND, path)


def _running(unit: Fields, path: Path, place: Path, line: CommandLine, file: str) -> RunningScheduler:
    return RunningScheduler(
        kind=KIND,
        name=file.removesuffix(_SUFFIX) if file.endswith(_SUFFIX) else CLUSTERS_OWN,
        namespace="kube-system",
        path=path,
        spec=PodSpec({"hostNetwork": True}, place),
        container=place,
        command_line=line,
        mounts=(),
        volumes=(),
        probes=(),
        image=None,
        certain=True,
        is_named_so=True,
        kubernetes=None,
        # A file that first takes back the commands of another one adds to that.
        is_partial=_written(unit)[:1] == [[]],
        is_process=True,
    )


def _written(unit: Fields) -> list[object]:
    written = at(unit, _SECTION, _COMMANDS)
    return written if isinstance(written, list) else []


def _commands(unit: Fields, path: Path) -> Iterator[tuple[list[Word], Path]]:
    """Yield the commands that a unit starts with their places, without those that are taken back."""
    listed = _written(unit)
    reset = max((index for index, command in enumerate(listed) if command == []), default=-1)
    environment = _Environment(unit, path)
    for index, command in enumerate(listed[reset + 1 :], reset + 1):
        if isinstance(command, list):
            place = (*path, _SECTION, _COMMANDS, index)
            words = [Word(word, (*place, number)) for number, word in enumerate(command) if isinstance(word, str)]
            yield list(_expanded(words, environment)), place


class _Environment:
    """The variables of a unit whose values are certain, each with where it is set.

    What would make the commands longer by more than an argument of Linux can be is not put in: a variable can be used
    many times.
    """

    def __init__(self, unit: Fields, path: Path) -> None:
        self._room = LONGEST_ARGUMENT
        self._variables: dict[str, Word] = {}
        service = fields(at(unit, _SECTION))
        written = None if _UNKNOWN_ENVIRONMENT & service.keys() else service.get(_ENVIRONMENT)
        for index, assignments in enumerate(written if isinstance(written, list) else ()):
            if not assignments:
                self._variables.clear()
            for number, assignment in enumerate(assignments if isinstance(assignments, list) else ()):
                name, _, value = text(assignment).partition("=")
                place = (*path, _SECTION, _ENVIRONMENT, index, number)
                self._variables[name] = _without_specifiers(Word(value, place))

    def value(self, name: str) -> Word | None:
        """Return the value of a variable; None where it is not known."""
        value = self._variables.get(name)
        self._room -= 0 if value is None else len(value.text)
        return None if self._room < 0 else value


def _expanded(words: list[Word], environment: _Environment) -> Iterator[Word]:
    """Yield the words that the program gets, itself first."""
    if not words:
        return
    program = words[0].text.lstrip(_PREFIXES)
    prefixes = words[0].text[: len(words[0].text) - len(program)]
    yield _without_specifiers(words[0]._replace(text=program))
    for word in map(_without_specifiers, words[2 if _OTHER_NAME in prefixes else 1 :]):
        if _AS_IT_IS in prefixes:
            yield word
        elif (whole := _WHOLE_VARIABLE.match(word.text)) is not None:
            yield from _split(word, environment.value(whole["name"]))
        else:
            yield _with_values(word, environment)


def _without_specifiers(word: Word) -> Word:
    """Return a word with `%%` as a plain `%`; what any other specifier becomes turns out on the node."""
    letters = {match["letter"] for match in _SPECIFIER.finditer(word.text)}
    return Word(_SPECIFIER.sub(r"%", word.text) if letters == {"%"} else word.text, word.path, letters <= {"%"})


def _split(word: Word, value: Word | None) -> Iterator[Word]:
    """Yield what a word becomes that is a variable by itself: the words of its value, where that is known."""
    if value is None:
        yield word._replace(is_known=False)
    else:
        yield from (value._replace(text=part) for part in split_words(value.text))


def _with_values(word: Word, environment: _Environment) -> Word:
    """Return a word with the values of variables in braces; others may be put in before systemd reads the file."""
    parts: list[str] = []
    done, is_known = 0, word.is_known
    for match in _VARIABLE.finditer(word.text):
        value = environment.value(match["name"]) if match["name"] else Word("$", word.path)
        parts += [word.text[done : match.start()], match[0] if value is None else value.text]
        is_known = is_known and value is not None and value.is_known
        done = match.end()
    rest = word.text[done:]
    left = "".join([*parts[::2], rest])
    return Word("".join([*parts, rest]), word.path, is_known and "$" not in left and is_resolved(left))
