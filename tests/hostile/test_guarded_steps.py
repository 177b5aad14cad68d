"""Bugs in each rule, fix, step of a migration and preset, and in commands about one file or a pair of them."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType

import pytest

from schedcfg import releases
from schedcfg.cards import files
from schedcfg.commands.generate.presets import all_presets
from schedcfg.commands.migrate import steps
from schedcfg.commands.trial.api.store import name_of
from schedcfg.commands.trial.results import TrialCluster, TrialRun, TrialVariant
from schedcfg.commands.validate import fix, fix_attempts
from schedcfg.rules import remedies
from schedcfg.rules.cards import cards
from schedcfg.rules.registry import every_rule
from tests.called import Result
from tests.commands.trial import made_trials
from tests.hostile.planting import BAD, GOOD, V1, called_about_it, place, planted

Command = Callable[..., Result]

pytestmark = [pytest.mark.usefixtures("bugs_are_caught"), pytest.mark.long]

_NUMBERS = count()


def write(text: str, name: str = BAD) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(f"{text.rstrip()}\n# {next(_NUMBERS)}\n", encoding="utf-8", errors="surrogatepass")


def assert_only_the_bad_one_is_lost(result: Result) -> None:
    assert result.status == 3, result.err
    assert f"{BAD} cannot be read: schedcfg itself failed on this file (RuntimeError: planted)" in result.err
    assert GOOD in result.out + result.err
    assert "Traceback" not in result.err


def assert_ends_in_a_line(result: Result) -> None:
    assert result.status == 3, result.err
    assert "(RuntimeError: planted). Please report it" in result.err
    assert "Traceback" not in result.err


def check_of(rule: object) -> CodeType:
    check = rule.check  # type: ignore[attr-defined]
    return getattr(check, "func", check).__code__  # type: ignore[no-any-return]


def test_a_bug_in_a_rule(schedcfg: Command, subtests: pytest.Subtests) -> None:
    """Each rule fails on its own bad example, in a release in which it finds something there."""
    for rule in every_rule():
        (first, text), *beside = files(cards()[rule.id].bad).items()
        bad = str(Path(first).parent / BAD)
        write(text, bad)
        for name, content in beside:
            write(content, name)
        write(V1 + "parallelism: 0\n", GOOD)
        with subtests.test(rule.id):
            for release in filter(None, ("newest", rule.since, rule.until, "1.22", "1.18")):
                result, is_hit = planted(check_of(rule), partial(schedcfg, "validate", bad, GOOD, "-k", release))
                if is_hit:
                    break
            assert is_hit
            assert_only_the_bad_one_is_lost(result)
        for name in (bad, *(name for name, _ in beside)):
            Path(name).unlink()


def test_a_bug_in_a_fix(schedcfg: Command, subtests: pytest.Subtests) -> None:
    """Each function that makes, tries or proves fixes fails on an example that reaches it."""
    makers = {module.__file__ for module in (fix, fix_attempts, remedies)}
    done: set[CodeType] = set()
    for card in cards().values():
        if len(files(card.bad)) > 1:
            continue

        def run(text: str = card.bad) -> Result:
            write(text)
            write(V1 + "parallelism: 0\n", GOOD)
            return schedcfg("validate", BAD, GOOD, "--fix", "--unsafe-fixes")

        for code in called_about_it(run, makers):
            if code not in done and code.co_name != "write_files":
                done.add(code)
                with subtests.test(place(code)):
                    result, is_hit = planted(code, run)
                    assert is_hit
                    assert_only_the_bad_one_is_lost(result)
    assert {"_edits", "_make_fixes", "try_fixes"} <= {code.co_name for code in done}


def step_functions() -> Iterator[tuple[str, str, CodeType]]:
    """Yield source and target of each step, and what makes it."""
    for module in iter_modules(steps.__path__):
        older, newer = module.name.split("_")
        made = import_module(f"{steps.__name__}.{module.name}")
        yield older, newer, made.up.__code__
        if hasattr(made, "down"):
            yield newer, older, made.down.__code__


@pytest.mark.parametrize(
    ("source", "target", "code"), [pytest.param(*one, id=f"{one[0]}-{one[1]}") for one in step_functions()]
)
def test_a_bug_in_a_step(source: str, target: str, code: CodeType, schedcfg: Command) -> None:
    policy = 'apiVersion: v1\nkind: Policy\npredicates: [{name: "PodFitsHostPorts"}]\npriorities: []\n'
    write(policy if source == "policy" else V1.replace("/v1", f"/{source}"))
    write(V1.replace("/v1", "/v1beta1"), GOOD)
    result, is_hit = planted(code, lambda: schedcfg("migrate", BAD, GOOD, "--to", target, "--check", "--verbose"))
    assert is_hit
    assert_only_the_bad_one_is_lost(result)


@pytest.mark.parametrize("name", list(all_presets()))
def test_a_bug_in_a_preset(name: str, schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("planted")

    write(V1)
    before = Path(BAD).read_bytes()
    monkeypatch.setitem(all_presets(), name, all_presets()[name]._replace(shape=fail))
    assert_ends_in_a_line(schedcfg("generate", "profile", name, "--scheduler-name", "new", "--into", BAD))
    assert Path(BAD).read_bytes() == before


ALONE = [
    ("diff", BAD, GOOD),
    ("diff", BAD, GOOD, "--output", "json"),
    ("diff", BAD, GOOD, "--output", "markdown"),
    ("diff", BAD, "--from", "1.27", "--to", releases.NEWEST),
    ("probe", "extender", BAD),
    ("probe", "extender", BAD, "--output", "json"),
    ("probe", "network-traffic", BAD, "--output", "json"),
    ("upgrade", BAD, "--from", "1.27", "--to", "1.28"),
    ("generate", "static-pod", "--config", BAD),
    ("generate", "kubeadm", "--config", BAD),
    ("generate", "second-scheduler", "--config", BAD),
    ("generate", "pod-policy", "--config", BAD, "--scheduler", "batch", "--namespace", "jobs"),
]


@pytest.mark.parametrize("arguments", ALONE, ids=" ".join)
def test_a_bug_in_a_command_about_one_file(
    arguments: tuple[str, ...], schedcfg: Command, subtests: pytest.Subtests
) -> None:
    def run() -> Result:
        write(V1)
        write(V1 + "parallelism: 3\n", GOOD)
        return schedcfg(*arguments)

    codes = called_about_it(run)
    assert codes
    for code in codes[::60]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert_ends_in_a_line(result)


def test_a_bug_in_a_trial(schedcfg: Command, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    async def decided(_requested: object, cluster: TrialCluster, _runs: int) -> tuple[TrialVariant, ...]:
        placed = {"/".join(name_of(pod)): None if number else "node-0" for number, pod in enumerate(cluster.pods)}
        return (TrialVariant(name="a", release="1.33", runs=(made_trials.run(placed),)),)

    def run() -> Result:
        write(V1, GOOD)
        write("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: c}]}\n")
        return schedcfg("try", GOOD, "--nodes", "2:cpu=1", "--pods", BAD, "--binary", "./scheduler")

    Path("scheduler").write_text("#!/bin/sh\necho Kubernetes v1.33.3\n", encoding="utf-8")
    Path("scheduler").chmod(0o755)
    monkeypatch.setattr("schedcfg.commands.trial.asking.try_all", decided)
    codes = [code for code in called_about_it(run) if "trial" in code.co_filename]
    assert len(codes) > 5
    for code in codes:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert_ends_in_a_line(result)


def test_a_bug_in_one_of_several_tests(
    schedcfg: Command, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    async def decided(_request: object, cluster: TrialCluster) -> TrialRun:
        return made_trials.run(dict.fromkeys(("/".join(name_of(pod)) for pod in cluster.pods), "node-0"))

    def run() -> Result:
        write(V1, GOOD)
        write("apiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec: {containers: [{name: c, image: c}]}\n")
        return schedcfg("test", "a.schedtest.yaml", "--binary", "./scheduler")

    tests = "".join(f"- {{name: {pods}, pods: ['{pods}'], expect: {{placed: all}}}}\n" for pods in (BAD, "1:cpu=1"))
    head = f"apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nconfiguration: {GOOD}\nnodes: ['2:cpu=1']\n"
    write(f"{head}tests:\n{tests}".replace("name: 1:cpu=1", "name: b"), "a.schedtest.yaml")
    Path("scheduler").write_text("#!/bin/sh\necho Kubernetes v1.33.3\n", encoding="utf-8")
    Path("scheduler").chmod(0o755)
    monkeypatch.setattr("schedcfg.commands.test.run.run", decided)
    assert run().status == 0
    codes = [code for code in called_about_it(run) if "/trial/" in code.co_filename]
    assert len(codes) > 5
    for code in codes:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert result.status == 3
                assert "(RuntimeError: planted)" in result.out
                assert "1 passed" in result.out
                assert "Traceback" not in result.err


def test_a_bug_in_one_folder_of_an_upgrade(schedcfg: Command, subtests: pytest.Subtests) -> None:
    def run() -> Result:
        for number, folder in enumerate((BAD, GOOD)):
            write(f"{V1}parallelism: {number + 2}\n".replace("/v1", "/v1beta2"), f"{folder}/scheduler.yaml")
        return schedcfg("upgrade", ".", "--from", "1.24", "--to", "1.26")

    codes = [code for code in called_about_it(run) if "/upgrade/" in code.co_filename]
    assert len(codes) > 50
    lost = 0
    for code in codes[::18]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert_ends_in_a_line(result)
                assert "failed on this command" in result.err or f"{GOOD}/scheduler.yaml" in result.out
                lost += f"{BAD}/scheduler.yaml cannot be read" in result.err
    assert lost > 3
