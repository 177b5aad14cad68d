"""What is to be made of a configuration and a user's wishes."""

import re
from typing import NamedTuple

from schedcfg.generate import stock
from schedcfg.generate.given import Given
from schedcfg.generate.second_scheduler import lease

PROGRAM = "kube-scheduler"
"""What the stock image has the scheduler as."""
_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


class Wishes(NamedTuple):
    """What a user may choose.

    Attributes:
        name: What the scheduler's objects and its lease are called; None: as its first profile.
        namespace: Where it runs.
        image: Its image; None: the stock one of the release.
        replicas: How many Pods, at least 1; one of them leads.
        tls_secret: The Secret with the files that extenders' TLS settings name; None where there is none.
        program: What the image has the scheduler as: a name on its path, or a path.
    """

    name: str | None = None
    namespace: str = "kube-system"
    image: str | None = None
    replicas: int = 1
    tls_secret: str | None = None
    program: str = PROGRAM


class Plan(NamedTuple):
    """A second scheduler, all decided.

    Attributes:
        given: The configuration, as the user wrote it.
        name: What its objects are called.
        namespace: Where it runs.
        image: Its image.
        replicas: How many Pods.
        tls_secret: The Secret with certificates; None where there is none.
        program: What its image has the scheduler as.
        election: The text of the configuration that it gets, and its lease.
    """

    given: Given
    name: str
    namespace: str
    image: str
    replicas: int
    tls_secret: str | None
    program: str
    election: lease.Election

    @property
    def own_copy(self) -> Given:
        """The configuration as the scheduler gets it, with a lease of its own."""
        return self.given._replace(text=self.election.text)


def plan(given: Given, wishes: Wishes) -> Plan:
    """Decide what is left open.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    name = name_of(given, wishes)
    return Plan(
        given=given,
        name=name,
        namespace=wishes.namespace,
        image=wishes.image or stock.image(given.release),
        replicas=wishes.replicas,
        tls_secret=wishes.tls_secret,
        program=wishes.program,
        election=lease.own(given, lease.Holder(name, wishes.namespace)),
    )


def name_of(given: Given, wishes: Wishes) -> str:
    """Give the name of its objects: the one wished for, else that of the first profile."""
    return wishes.name or given.configuration.profiles[0].scheduler_name


def is_label(name: str) -> bool:
    """Tell whether a name may stand wherever Kubernetes wants one: a DNS label, at most 63 characters."""
    return _LABEL.fullmatch(name) is not None
