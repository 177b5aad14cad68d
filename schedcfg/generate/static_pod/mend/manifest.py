"""A manifest on its way to the right one."""

from typing import NoReturn

from schedcfg.document.edit import Draft
from schedcfg.document.path import Path
from schedcfg.errors import EditConflict
from schedcfg.generate.static_pod.command import PROGRAM
from schedcfg.generate.static_pod.mend.existing import Existing
from schedcfg.manifests.fields import Fields, fields
from schedcfg.manifests.pod import image
from schedcfg.manifests.running import Running, running_in


class Manifest:
    """A manifest that is edited step by step.

    Args:
        existing: How it is at the beginning.
        its_image: The image that it is to have.

    Raises:
        EditConflict: where its text cannot be read.

    Attributes:
        draft: Its text.
        image: The image that it is to have: it tells what flags are known, and which ports are served.
    """

    def __init__(self, existing: Existing, its_image: str) -> None:
        self.draft = Draft(existing.document.text, existing.document.index)
        self.image = image(its_image)
        self._container = existing.running.container

    @property
    def running(self) -> Running:
        """How it runs the scheduler now: each edit may move what comes behind it."""
        found = self._found()
        assert found is not None
        return found

    @property
    def container(self) -> Fields:
        """The scheduler's container, as it is now."""
        return fields(self.draft.get(self._container))

    def put(self, path: Path, value: object) -> None:
        """Write a value, unless it is there.

        Raises:
            EditConflict: where that is not safe.
        """
        if not self.draft.has(path) or self.draft.get(path) != value:
            self.draft.set(path, value)

    def append(self, path: Path, value: object) -> None:
        """Put an item at the end of a list, which is made where it is missing.

        Raises:
            EditConflict: where that is not safe.
        """
        there = self.draft.get(path) if self.draft.has(path) else None
        self.draft.insert((*path, len(there) if isinstance(there, list) else 0), value)

    def put_image(self) -> None:
        """Give it its image.

        Raises:
            EditConflict: where that is not safe, or nothing but the old image told that it is a scheduler.
        """
        self.put((*self._container, "image"), self.image.name)
        if self._found() is None:
            self.refuse(
                self._container,
                f"no `command` says what `{self.image.name}` is to run, and its name does not tell either",
                f"Write `command: [{PROGRAM}]`, or what the program is called, and run this again.",
            )

    def refuse(self, path: Path, message: str, help_: str) -> NoReturn:
        """Give up: someone has to do it by hand.

        Raises:
            EditConflict: always.
        """
        raise EditConflict(message, help_, path, 0, 0)

    def _found(self) -> Running | None:
        found = running_in("Pod", fields(self.draft.data), ())
        return next((running for running in found if running.container == self._container), None)
