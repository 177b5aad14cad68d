"""Two meanings compared, one kind of thing per file: what differs, and why."""

from schedcfg.operations.comparing.everything import changes
from schedcfg.operations.comparing.history import OfDefaults, OfOneFile
from schedcfg.operations.comparing.road import is_older, road, stop_of
from schedcfg.operations.comparing.sources import with_source

__all__ = ["OfDefaults", "OfOneFile", "changes", "is_older", "road", "stop_of", "with_source"]
