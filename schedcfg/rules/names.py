"""Names that do not exist: the known one that was meant, and where a plugin of that name is or was."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from re import escape, finditer

from schedcfg import plugins, releases
from schedcfg.configuration.effective.model import Profile
from schedcfg.document.span import Path, follow
from schedcfg.findings import FILE, Act, Finding, Problem, Remedy, RemedyChange
from schedcfg.patterns import pattern
from schedcfg.releases.release import Release
from schedcfg.rules import catalogs
from schedcfg.rules.rule import Subject

_QUESTION = "`schedcfg why "
"""How the command that ends the help of some findings begins."""

_TYPEABLE = pattern(r"[A-Za-z][\w.-]*", re.ASCII)

_OF_WINDOWS = pattern(r"[A-Za-z]:[\\/]|\\\\")

_FAR = 3
"""From this many wrong letters on, two names have nothing to do with each other."""

_WRONG_OF = 3
"""A word with more than one wrong letter of so many is another word."""

_PART = 8
"""Letters from which on a part of one known name only is meant for that name."""

_WORD = pattern(r"(?<=[a-z0-9])[A-Z]|[A-Z](?=[a-z])")
"""Where a word of a plugin's name begins."""

_WORDS = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
"""The words and numbers of any name."""

_NUMBER = pattern(r"[-._]?[0-9]+")
_SINGLE_LETTER = pattern(r"[-._][a-z](?![a-z])")

_LONGEST = 100
"""Letters of a name that is compared with others."""

_MOST_KNOWN, _MOST_ALIKE = 1000, 20
"""How many names another one is compared with, at a glance and letter by letter: where a file has more that look like
it, as in a generated one, none of them is meant more than others, and comparing each with each takes hours."""


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is another spelling of this one: other case, or one or two letters off.

    None, too, where a name is longer than 100 letters, or too many are known.
    """
    if len(name) > _LONGEST or len(known) > _MOST_KNOWN:
        return None
    folded = name.lower()
    letters, shortest, longest = frozenset(folded), len(folded) - _FAR, len(folded) + _FAR
    # One letter more or less, or another one: of the letters in use at most two change. Most names end here.
    possible = [
        (other, candidate)
        for other, its_letters, candidate in _folded_names(tuple(known))
        if shortest < len(other) < longest and len(letters ^ its_letters) <= 2 * (_FAR - 1)
    ]
    if len(possible) > _MOST_ALIKE:
        return next((candidate for other, candidate in possible if other == folded), None)
    found = ((_distance(folded, other, _FAR), candidate) for other, candidate in possible)
    return min((one for one in found if one[0] < _FAR), default=(_FAR, None))[1]


def is_another_name(name: str, other: str) -> bool:
    """Return whether two names are those of two things on purpose, rather than two spellings of one.

    They differ in a number or a letter of its own, as `team-a` and `team-b` do, or one has a word more:
    `default-gpu-scheduler`, `NodeLabelPlugin`.
    """
    if name.lower() == other.lower():
        return False
    if _without_number(name) == _without_number(other):
        return True
    fewer, more = sorted((_words_of(name), _words_of(other)), key=len)
    rest = iter(more)
    return len(fewer) < len(more) and all(word in rest for word in fewer)


def _without_number(name: str) -> str:
    return _SINGLE_LETTER.sub("", _NUMBER.sub("", name.lower()))


def _words_of(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def is_altered(name: str, known: str) -> bool:
    """Return whether a name is a known one with one or two letters changed, swapped or lost, or in another case.

    A letter more, or another word (`NodeState` for PodState), may be the name of a plugin of one's own.
    """
    if name.lower() == known.lower():
        return True
    if len(name) > len(known) or is_another_name(name, known) or nearest(name, (known,)) is None:
        return False
    words, known_words = _words_of(name), _words_of(known)
    pairs = zip(words, known_words, strict=True) if len(words) == len(known_words) else ((name, known),)
    return all(_WRONG_OF * _distance(one, other, _FAR) <= max(len(one), len(other)) for one, other in pairs)


_FOLDERS = (
    "/etc/kubernetes",
    "/etc/kubernetes/manifests",
    "/etc/ssl/certs",
    "/usr/local/share/ca-certificates",
    "/usr/share/ca-certificates",
    "/var/lib/kubelet",
    "/var/lib/kubernetes",
    "/var/lib/rancher",
)
"""Folders of nodes, and of the scheduler's container."""
_SHORTEST = 5
"""Letters of a part of a path that may be misspelled: of fewer, too many are alike, unless letters are swapped."""


def is_of_windows(path: str) -> bool:
    r"""Return whether a path is one of Windows: `C:\k\config`, `c:/k/config`, `\\server\k`."""
    return _OF_WINDOWS.match(path) is not None


def with_known_folder(path: str) -> str | None:
    """Return a path with the folder that is meant in place of a misspelled one, `/etc/kuberentes`; None if none is."""
    parts = path.split("/")
    for folder in _FOLDERS:
        known = folder.split("/")
        written = parts[: len(known)]
        differing = [pair for pair in zip(written, known, strict=False) if pair[0] != pair[1]]
        if len(written) == len(known) and len(differing) == 1 and _is_misspelled(*differing[0]):
            return "/".join([*known, *parts[len(known) :]])
    return None


def _is_misspelled(part: str, known: str) -> bool:
    if min(len(part), len(known)) < _SHORTEST:
        return sorted(part) == sorted(known)
    # What only adds to a name, as `kubernetes2`, is another one on purpose.
    return not part.startswith(known) and nearest(part, (known,)) is not None


@lru_cache(maxsize=256)
def _folded_names(known: tuple[str, ...]) -> tuple[tuple[str, frozenset[str], str], ...]:
    """Return each name in lower case, its letters, and the name as it is."""
    return tuple((candidate.lower(), frozenset(candidate.lower()), candidate) for candidate in known)


def _distance(one: str, other: str, limit: int) -> int:
    """Count the letters to insert, drop, change or swap between two names, up to a limit."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i, *[limit] * len(other)]
        # So far from the diagonal, as many letters were inserted or dropped.
        for j in range(max(1, i - limit), min(len(other), i + limit) + 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other[j - 1]))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                cost = min(cost, last[j - 2] + 1)
            row[j] = cost
        if min(row) >= limit:
            return limit
    return row[-1]


@lru_cache(maxsize=4096)
def _nearest_of(name: str, known: frozenset[str]) -> str | None:
    return nearest(name, sorted(known))


def misspelled(name: str, subject: Subject) -> str | None:
    """Return the known name that this one is a misspelling of: other case, or one or two letters off; None if none.

    Where catalogs were chosen, names of others are none that could be meant.
    """
    known = subject.registry.names(subject.configuration.release)
    known = known if subject.registry.catalogs else known | plugins.CATALOGUED
    return meant(name, frozenset(known), subject.configuration.release)


def misspelled_in(profile: Profile, subject: Subject) -> bool:
    """Return whether a profile enables a plugin by a misspelled name: what it comes to is then not what is meant."""
    release = subject.configuration.release
    unknown = (name for name in profile.needed if subject.registry.known(name, release) is None)
    return any(misspelled(name, subject) is not None for name in unknown)


def meant(name: str, known: frozenset[str], release: Release) -> str | None:
    """Return which of some known names is probably meant: an in-tree plugin, or the nearest; None if none is."""
    if name in known:
        return None
    of_policy = _of_policy(name)
    own = of_policy if of_policy in release.plugins else None
    return _known_inside(name, release.plugins) or own or _nearest_of(name, known)


def former(name: str, release: Release) -> str | None:
    """Return the plugin of other releases that a name means: one of the legacy Policy, or a part of the plugin's own.

    `LeastRequestedPriority`, `LeastRequested` and `LeastAllocated` are NodeResourcesLeastAllocated.
    """
    plugin = _of_policy(name) or _known_inside(name, _in_tree())
    return None if plugin is None or plugin in release.plugins or plugin == name else plugin


def _of_policy(name: str) -> str | None:
    """Return the plugin that a predicate or priority of the legacy Policy brings; None where it brings several."""
    from schedcfg.releases.policy import PREDICATES, PRIORITIES  # noqa: PLC0415 - few names are unknown

    brings = PRIORITIES.get(name) or PRIORITIES.get(f"{name}Priority") or PREDICATES.get(name) or {}
    found = {plugin for names in brings.values() for plugin in names}
    return found.pop() if len(found) == 1 else None


@cache
def _in_tree() -> frozenset[str]:
    return frozenset(plugin for release in releases.all_releases() for plugin in release.plugins)


def _known_inside(name: str, known: frozenset[str]) -> str | None:
    """Return the known name that this one is with something around it, or a part of: `NodeResourcesFitArgs`.

    `node-resources-fit`, too, and `BalancedAllocation`, which documents write for NodeResourcesBalancedAllocation.
    """
    bare = "".join(letter for letter in name if letter.isalnum()).lower()
    parts = {bare, *(bare.removesuffix(suffix) for suffix in ("args", "plugin", "priority"))}
    by_letters = _by_letters(known)
    whole = min((by_letters[part] for part in parts if part in by_letters), default=None)
    if whole or len(bare) < _PART:
        return whole
    holding = [
        (letters, candidate)
        for letters, candidate in by_letters.items()
        if bare in letters and _has_words(candidate, letters, bare)
    ]
    ends = [candidate for letters, candidate in holding if letters.endswith(bare)]
    meant_ones = ends or [candidate for _, candidate in holding]
    return meant_ones[0] if len(meant_ones) == 1 else None


def _has_words(name: str, letters: str, part: str) -> bool:
    """Return whether some whole words of a name, whose letters are these, are a part of them."""
    ends = {0, len(name), *(match.start() for match in _WORD.finditer(name))}
    starts = (match.start() for match in finditer(escape(part), letters))
    return any(start in ends and start + len(part) in ends for start in starts)


@lru_cache(maxsize=64)
def _by_letters(known: frozenset[str]) -> dict[str, str]:
    return {candidate.lower(): candidate for candidate in sorted(known, reverse=True)}


def nameless(rule: str, name: str, path: Path, subject: Subject) -> Problem:
    """Return a problem with an enabled entry whose name is empty, or `*`, at the path of its name."""
    if name == "*":
        message, help_ = "`*` can be disabled, not enabled", "Name the plugins; the default ones are already enabled."
        return Problem(rule, path, message, help_)
    *entries, index = path[:-1]
    above = subject.named.get((*entries, index - 1)) if isinstance(index, int) else None
    entry = follow(subject.document.data, path[:-1]) if subject.document is not None else None
    message = "an enabled plugin needs a `name`"
    if above and isinstance(entry, dict) and entry.keys() == {"weight"}:
        help_ = f"There is one dash too many: `weight` belongs to the entry of `{above}`."
        in_json = f"Write `weight` between the braces of `{above}`."
    else:
        help_, in_json = "Write `- name: <plugin>`.", 'Write `{"name": "<plugin>"}`.'
    return Problem(rule, path[:-1], message, help_, help_in_json=in_json)


def several(name: str, subject: Subject) -> tuple[str, ...]:
    """Return the plugins that are written in one name, with commas between them; none where it is one name.

    At least one of them has to be known: nothing forbids a comma in a name of one's own.
    """
    parts = tuple(part.strip() for part in name.split(","))
    known = subject.registry.names(subject.configuration.release) | plugins.CATALOGUED | {"*"}
    return parts if len(parts) > 1 and all(parts) and any(part in known for part in parts) else ()


def one_entry_each(names: tuple[str, ...], path: Path) -> Remedy:
    """Write an entry for each of several plugins in place of the one at a path; its other fields are for the first."""
    *entries, index = path
    assert isinstance(index, int)
    added = (
        RemedyChange(Act.INSERT, (*entries, index + place), {"name": name}) for place, name in enumerate(names[1:], 1)
    )
    changes = (RemedyChange(Act.REPLACE, (*path, "name"), names[0]), *added)
    return Remedy("Write one entry for each", changes, unsafe="plugins that were neither enabled nor disabled are")


def with_question(problem: Problem, subject: Subject) -> Problem:
    """Return a problem with the command that shows where its plugin, or the one that was meant, runs."""
    above = (problem.path[:length] for length in range(1, len(problem.path) + 1))
    name = next((subject.named[path] for path in above if path in subject.named), "")
    name = misspelled(name, subject) or _successor(name, subject) or name
    command = f"{_QUESTION}{name if _TYPEABLE.fullmatch(name) else 'PLUGIN'} {FILE}`"
    help_ = " ".join(filter(None, (problem.help, f"{command} shows where it runs, and what limits its effect.")))
    return problem._replace(help=help_)


def _successor(name: str, subject: Subject) -> str | None:
    """Return the plugin that does the work of one that is gone; None where there is none."""
    plugin = None if name in subject.configuration.release.plugins else plugins.find(name)
    return None if plugin is None or plugin.replacement is None else plugin.replacement.plugin


def without_question(finding: Finding) -> Finding:
    """Return a finding without the command that shows where its plugin runs, for the answer to that command."""
    help_, question, _ = (finding.help or "").partition(_QUESTION)
    return replace(finding, help=help_.rstrip() or None) if question else finding


def correction(meant: str, *paths: Path) -> Remedy:
    """Write the name that was probably meant, wherever the other one is; nothing proves the guess."""
    changes = tuple(RemedyChange(Act.REPLACE, path, meant) for path in paths)
    return Remedy(f"Write `{meant}`", changes, unsafe="what was meant is a guess")


def elsewhere(paths: Sequence[Path]) -> str:
    """Return at how many more places a name is than at the first one, as the end of a message; empty for none."""
    more = len(paths) - 1
    return f"; it is enabled at {more} more {'place' if more == 1 else 'places'}" if more else ""


def removed(name: str) -> str | None:
    """Return when an in-tree plugin of that name existed, if one did."""
    having = releases.having(name)
    if not having:
        return None
    when = f"Kubernetes {having[0]}" if len(having) == 1 else f"Kubernetes {having[0]} to {having[-1]}"
    plugin = plugins.find(name)
    successor = None if plugin is None else plugin.successor
    return f"It was compiled into {when}. {successor}" if successor else f"It is compiled into {when}."


def is_unheard_of(name: str, subject: Subject) -> bool:
    """Return whether nothing is known of a name: no plugin has or had it, and it looks like no misspelling."""
    release = subject.configuration.release
    if name in {"", "*"} or name in subject.registry.names(release) or name in plugins.CATALOGUED:
        return False
    is_known = removed(name) is not None or misspelled(name, subject) is not None or former(name, release) is not None
    return not is_known and not several(name, subject)


def advice_about(name: str, subject: Subject) -> str | None:
    """Return the advice that fits a name which does not exist, or None where nothing is known of it."""
    known = removed(name)
    if known is not None:
        return known
    published_name = catalogs.published(name, subject)
    if published_name is not None:
        return published_name
    meant = misspelled(name, subject)
    if meant is not None:
        return f"Did you mean `{meant}`?"
    old = former(name, subject.configuration.release)
    return None if old is None else f"Did you mean `{old}`? {removed(old)}"
