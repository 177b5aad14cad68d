"""NetworkTraffic where it is one of the two published programs: its name alone could be anybody's."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective.model import Profile
from schedcfg.rules.rule import Subject

NAME = "NetworkTraffic"


class Traffic(NamedTuple):
    """Args that are certainly those of a published NetworkTraffic.

    Attributes:
        profile: In which profile.
        args: As written.
        path: Where they stand.
        address: The field that names Prometheus.
        minutes: The field that says how far to look back.
        default_minutes: What that is where nothing is written.
    """

    profile: Profile
    args: Mapping[object, object]
    path: Path
    address: str
    minutes: str
    default_minutes: int

    def at(self, field: str) -> Path:
        """Give the place of a field, or where the args stand if it is missing."""
        return (*self.path, field) if field in self.args else self.path


_FORK = ("prometheusAddress", "networkInterface", "timeRangeInMinutes")
_OTHER = ("ip", "deviceName", "timeRange")
_FORK_MINUTES = 5


def published(subject: Subject) -> Iterator[Traffic]:
    """Yield each NetworkTraffic that scores, and whose args have at least two fields of one published program."""
    for profile, entry in subject.given:
        if entry.name != NAME or not isinstance(entry.raw, dict) or not subject.runs(NAME, "score", profile):
            continue
        path = (*entry.path, "args")
        for fields, minutes in ((_FORK, _FORK_MINUTES), (_OTHER, 0)):
            if sum(field in entry.raw for field in fields) > 1:
                yield Traffic(profile, entry.raw, path, fields[0], fields[2], minutes)
                break
