"""What the configuration of the KRM function may say."""

import pytest

from schedcfg.commands.krm.function import run
from tests.commands.krm.resource_lists import NEW, OLD, config_map, resource_list, results, scheduler_config

OWN_PLUGIN = NEW.replace(
    "- schedulerName: one   # mine\n",
    "- schedulerName: one\n  plugins:\n    filter:\n      enabled:\n      - name: MyOwn\n",
)


def config(data: str) -> str:
    """Write what kpt makes of arguments."""
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: function-input\ndata:\n  {data}\n"


@pytest.mark.parametrize(
    ("function", "severities"),
    [
        ("", ["warning"]),
        (scheduler_config("plugins: [MyOwn]\n"), []),
        (scheduler_config("plugins: [Other]\n"), ["error"]),
        (scheduler_config("inTreeOnly: true\n"), ["error"]),
        (scheduler_config("catalogs: [scheduler-plugins]\n"), ["error"]),
        (scheduler_config("catalogs: [scheduler-plugins@0.30]\nplugins: [MyOwn]\n"), []),
        (scheduler_config("inTreeOnly: false\n"), ["warning"]),
        (scheduler_config("{}\n"), ["warning"]),
        (config("plugins: MyOwn, Other"), []),
        (config("plugins: '[Other,MyOwn]'"), []),
        (config("plugins: [MyOwn]"), []),
        (config("inTreeOnly: 'true'"), ["error"]),
        (config("catalogs: scheduler-plugins"), ["error"]),
        (config("inTreeOnly: 'false'"), ["warning"]),
    ],
)
def test_which_plugins_exist(function: str, severities: list[str]) -> None:
    found = results(resource_list(config_map(OWN_PLUGIN), config=function))
    assert [one["severity"] for one in found] == severities


@pytest.mark.parametrize("function", [config("migrateTo: v1"), config("{kubernetes: '1.29', migrateTo: v1}")])
def test_arguments_of_kpt_carry_over(function: str) -> None:
    text = resource_list(config_map(OLD), config=function)
    assert run(text).text.startswith(resource_list(config_map(NEW), config=function))


@pytest.mark.parametrize(
    ("function", "rule", "field", "said"),
    [
        (
            scheduler_config("kubernetes: 1.30\n"),
            "wrong-type",
            "spec.kubernetes",
            'Put it in quotes: `kubernetes: "1.30"`',
        ),
        (scheduler_config("kubernetes: '1.99'\n"), "wrong-value", "spec.kubernetes", "1.99"),
        (scheduler_config("migrateTo: v7\n"), "wrong-value", "spec.migrateTo", "v7"),
        (
            scheduler_config("{kubernetes: '1.22', migrateTo: v1}\n"),
            "wrong-value",
            "spec.migrateTo",
            "does not serve v1",
        ),
        (scheduler_config("migrate: v1\n"), "unknown-field", "spec.migrate", "Did you mean `migrateTo`?"),
        (scheduler_config("zzz: 1\n"), "unknown-field", "spec.zzz", "`inTreeOnly`, `kubernetes`"),
        (scheduler_config("plugins: {a: 1}\n"), "wrong-type", "spec.plugins", "a list of names"),
        (scheduler_config("plugins: [1]\n"), "wrong-type", "spec.plugins", "a list of names"),
        (scheduler_config("inTreeOnly: 1\n"), "wrong-type", "spec.inTreeOnly", "a boolean"),
        (scheduler_config("{inTreeOnly: true, plugins: [A]}\n"), "wrong-value", "spec.plugins", "exclude"),
        (scheduler_config("[a]\n"), "wrong-type", "spec", "a mapping"),
        (scheduler_config("generate: {}\n"), "wrong-type", "spec.generate", "a list"),
        (scheduler_config("{}\n").replace("v1alpha1", "v9"), "unknown-version", "apiVersion", "schedcfg.io/v1alpha1"),
        (config("kubernetez: '1.29'"), "unknown-field", "data.kubernetez", "Did you mean `kubernetes`?"),
        (config("generate: []"), "unknown-field", "data.generate", "Known fields"),
        ("apiVersion: v1\nkind: Secret\n", "unknown-kind", "kind", "`Secret`"),
        ("apiVersion: other.io/v1\nkind: SchedulerConfig\n", "unknown-kind", "kind", "schedcfg.io/v1alpha1"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_done(function: str, rule: str, field: str, said: str) -> None:
    text = resource_list(config_map(OLD), config=function)
    done = run(text)
    assert done.failed
    assert done.text.startswith(text + "results:\n")
    (one,) = results(text)
    assert (one["severity"], one["tags"], one["field"]) == ("error", {"rule": rule}, {"path": field})
    assert said in one["message"]


@pytest.mark.parametrize(
    ("kubernetes", "complaints"),
    [("newest", []), ("1.30", []), ("1.99", ["newer than the newest"]), ("1.11", ["older than the oldest"])],
)
def test_releases(kubernetes: str, complaints: list[str]) -> None:
    found = results(resource_list(config_map(NEW), config=scheduler_config(f'kubernetes: "{kubernetes}"\n')))
    about = [one["message"] for one in found if "release known here" in one["message"]]
    assert len(about) == len(complaints)
    assert all(part in message for part, message in zip(complaints, about, strict=True))
