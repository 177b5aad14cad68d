"""kubeadm's patches of the static Pod that it makes for the scheduler: strategic, merge, or JSON (RFC 6902)."""

from typing import NamedTuple

from schedcfg.surroundings.plain import at, fields, items, text


class Patches(NamedTuple):
    """What patches change.

    Attributes:
        data: Each patch, plain.
    """

    data: tuple[object, ...] = ()

    @property
    def dns_policy(self) -> str:
        """The Pod's `dnsPolicy` as they set it; empty where none does."""
        return self._last([self._set(patch, "spec", "dnsPolicy") for patch in self.data])

    @property
    def image(self) -> str:
        """The image as they set it; empty where none does."""
        found = [self._set(patch, "spec", "containers", "0", "image") for patch in self.data]
        for patch in self.data:
            found += [text(container.get("image")) for container, _ in items(at(patch, "spec", "containers"), ())]
        return self._last(found)

    @property
    def mounts(self) -> bool:
        """Whether they mount anything."""
        return any("volumeMounts" in repr(patch) for patch in self.data)

    @staticmethod
    def _set(patch: object, *keys: str) -> str:
        """Give the text that a patch puts at a path."""
        if not isinstance(patch, list):
            return text(at(patch, *keys))
        pointer = "/" + "/".join(keys)
        return next((text(fields(step).get("value")) for step in patch if fields(step).get("path") == pointer), "")

    @staticmethod
    def _last(found: list[str]) -> str:
        return next(filter(None, reversed(found)), "")
