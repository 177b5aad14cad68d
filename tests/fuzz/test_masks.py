"""Secrets are put into every kind of text, and are found where a report shows them; so is what depends on hashes."""

import json
import re
import tomllib
from collections.abc import Iterator
from random import Random

import pytest
import yaml

from . import engine, masks, other_hashes, runs
from .answers import Answer, Command, Shown
from .engine import Input
from .masks import MARK, NUMBER, SHOWN, WAYS
from .seeds import OWN_SETTINGS, PLAIN, POD

ECHOED = Input("validate", {}, PLAIN.encode())


def _seen(shown: Shown) -> list[str]:
    return [fault.detail.partition(":")[0] for fault in masks.secrets_in(shown)]


@pytest.mark.parametrize("way", WAYS)
def test_a_secret_is_found_wherever_it_is_shown(way: str) -> None:
    secret = f"…{MARK}{way}, and more"
    assert _seen({"text": "a", "json": secret}) == [f"{way} in json"]
    assert _seen(dict.fromkeys(masks.CONTENTS, secret)) == []


def test_a_secret_that_is_a_number_is_found() -> None:
    assert _seen({"text": f"found the number {NUMBER}"}) == ["Number in text"]


def test_a_secret_that_is_cut_short_is_found() -> None:
    assert _seen({"messages": f"http://{MARK}…"}) == ["cut-short in messages"]


def test_the_new_text_of_a_file_may_show_what_is_in_it() -> None:
    report = {"text": f'token: "{MARK}Quoted"\n', "edits": [{"replacement": f"{MARK}Plain"}], "message": "m"}
    assert _seen({"json": json.dumps(report)}) == []
    assert _seen({"json": json.dumps({**report, "message": f"found {MARK}Plain"})}) == ["Plain in json"]


def _all_planted(text: str) -> Iterator[str]:
    return (masks.planted(text.encode(), Random(seed)).decode() for seed in range(300))


def test_a_secret_does_not_come_in_the_place_of_the_name_of_another() -> None:
    written = (masks.planted(b"weight: 1\nother: 2\n", Random(seed)).decode() for seed in range(3000))
    names = [found[1] for text in written if (found := re.search(rf"- name: (.*)\n *value: {MARK}Variable\n", text))]
    assert len(names) > 100
    assert set(names) <= set(masks._NAMES)


def test_secrets_are_put_into_yaml_json_and_toml_so_that_it_is_still_read() -> None:
    texts = {"yaml": list(_all_planted(POD)), "json": list(_all_planted('{"a": {}, "b": {"c": 1}}'))}
    texts["toml"] = list(_all_planted(OWN_SETTINGS))
    for written in texts.values():
        ways = {
            way for way in WAYS for text in written if f"{MARK}{way}" in text or (way == "Number" and NUMBER in text)
        }
        assert len(ways) > len(WAYS) - 8
    read = {"yaml": _reads_yaml, "json": json.loads, "toml": tomllib.loads}
    for name, written in texts.items():
        assert sum(_is_read(read[name], text) for text in written) > len(written) * 0.7, name


def _reads_yaml(text: str) -> object:
    return list(yaml.load_all(text.replace("!x ", ""), Loader=yaml.CSafeLoader))


def _is_read(read: object, text: str) -> bool:
    assert callable(read)
    try:
        read(text)
    except (ValueError, yaml.YAMLError):
        return False
    return True


def test_some_inputs_have_secrets() -> None:
    inputs = [engine.made(1, number) for number in range(600)]
    assert 20 < sum(MARK.encode() in one.raw for one in inputs) < 100


def test_a_command_that_shows_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def echo(raw: bytes, _choices: object) -> Answer:
        return Answer({"text": "", "file": raw.decode(), "json": json.dumps({"message": raw.decode()})}, [])

    monkeypatch.setitem(engine.COMMANDS, "validate", Command(1, (), dict, echo))
    assert engine.tried(ECHOED).faults == []
    (fault,) = engine.tried(ECHOED._replace(raw=f"token: {MARK}Plain".encode())).faults
    assert (fault.kind, fault.detail.partition(":")[0]) == (SHOWN, "Plain in json")
    assert engine.signature(ECHOED, fault) == f"validate: {SHOWN} in Plain"


def _by_hash() -> None:
    """Have the order of a set in the answer, in whatever process this is called."""
    # So many that no two processes have them in one order by chance, as happened with six.
    answer = Answer({"text": " ".join({f"plugin-{number}" for number in range(50)})}, [])
    engine.COMMANDS["validate"] = Command(1, (), dict, lambda *_: answer)


def test_an_answer_that_depends_on_hashes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.COMMANDS, "validate", engine.COMMANDS["validate"])
    _by_hash()
    process = other_hashes.AnotherProcess("from tests.fuzz.test_masks import _by_hash; _by_hash()")
    with monkeypatch.context() as patch:
        patch.setattr(runs, "another_process", lambda: process)
        assert {fault.kind for fault in runs.wrong(ECHOED)} == {"another answer with other hashes"}
        assert runs.wrong(Input("explain", {"version": None, "kubernetes": None, "depth": 1}, b"parallelism")) == []
    process.end()
