"""Random files: one configuration or several, alone or among other manifests, in all forms that people use."""

import json
from random import Random
from typing import Any, NamedTuple

from tests.commands.migrate.configurations import configuration
from tests.commands.migrate.restyled import Restyled

_OTHER: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Service",
    "metadata": {"name": "scheduler", "labels": {"app": "scheduler"}},
    "spec": {"ports": [{"port": 10259, "name": "https"}]},
}


class Text(NamedTuple):
    """One file.

    Attributes:
        text: All of it.
        form: How the configuration is kept: `alone`, `json`, `several`, `list`, `config-map`.
        aliases: Whether it may have anchors and aliases.
        comments: How many comments it has, numbered from 1.
    """

    text: str
    form: str
    aliases: bool
    comments: int


def random_text(seed: int) -> Text:
    """Write one file; the same for the same seed."""
    random = Random(seed)
    form = random.choices(["alone", "json", "several", "list", "config-map"], [70, 8, 8, 6, 8])[0]
    if form == "json":
        return Text(_json(random), form, aliases=False, comments=0)
    aliases = random.random() < 0.07
    style = Restyled(random, aliases=aliases)
    lines = _FORMS[form](random, style)
    eol = random.choices(["\n", "\r\n"], [85, 15])[0]
    text = eol.join(lines) + ("" if random.random() < 0.15 else eol)
    mark = "\ufeff" if random.random() < 0.03 else ""
    return Text(mark + text, form, aliases, style.count)


def _json(random: Random) -> str:
    data = configuration(random)
    indent = random.choice([None, None, 2, 4, "\t"])
    separators = random.choice([(",", ":"), (", ", ": ")]) if indent is None else None
    text = json.dumps(data, indent=indent, separators=separators)
    return text.replace("\n", random.choice(["\n", "\n", "\r\n"])) + random.choice(["", "\n"])


def _alone(random: Random, style: Restyled) -> list[str]:
    lines = style.document(configuration(random))
    begins_with_brace = any(line.startswith("{") for line in lines)  # that would be JSON
    if begins_with_brace or random.random() < 0.2:
        lines = [*style.between(0), f"---{style.tail()}", *lines]
    if random.random() < 0.03:
        lines += ["..." + style.tail(), *style.between(0)]
    return lines


def _several(random: Random, style: Restyled) -> list[str]:
    documents = [configuration(random), random.choice([_OTHER, configuration(random)])]
    random.shuffle(documents)
    first, second = (style.document(document) for document in documents)
    begins_with_brace = any(line.startswith("{") for line in first)
    begin = [f"---{style.tail()}"] if begins_with_brace or random.random() < 0.5 else []
    end = ["..."] if random.random() < 0.1 else []
    return [*style.between(0), *begin, *first, *end, f"---{style.tail()}", *second]


def _list(random: Random, style: Restyled) -> list[str]:
    found = [configuration(random), _OTHER]
    random.shuffle(found)
    return [f"---{style.tail()}", *style.document({"apiVersion": "v1", "kind": "List", "items": found})]


def _config_map(random: Random, style: Restyled) -> list[str]:
    inner = style.document(configuration(random))
    if any(line.startswith("{") for line in inner) or random.random() < 0.3:
        inner = [f"---{style.tail()}", *inner]
    pad = " " * random.choice([3, 4, 4, 8])
    head = ["apiVersion: v1", "kind: ConfigMap", "metadata:", "  name: scheduler" + style.tail(), *style.between(0)]
    first = next((line for line in inner if line.strip()), "x")
    is_plain = not first.startswith(" ") and not inner[0].startswith(" ")
    sign = random.choice(["|", "|-", "|+"] if is_plain else [f"|{len(pad) - 1}"])
    pad = " " + pad[1:]
    key = random.choice(["config.yaml", "scheduler-config.yaml"])
    value = [pad + line if line.strip() or random.random() < 0.3 else "" for line in inner]
    behind = ["  other: x" + style.tail()] if random.random() < 0.3 else []
    lines = [*head, "data:", *style.between(1), f" {key}: {sign}{style.tail()}", *value]
    return [*lines, *[line[1:] for line in behind], *style.between(0)]


_FORMS = {"alone": _alone, "several": _several, "list": _list, "config-map": _config_map}
