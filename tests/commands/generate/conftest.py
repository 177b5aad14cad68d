"""Equal data is written once for all tests of a process: of ten documents that they write, seven repeat others."""

from collections.abc import Iterator, Mapping

import pytest

from schedcfg.document import yaml_writer
from schedcfg.document.span import Path


@pytest.fixture(autouse=True, scope="session")
def written_once() -> Iterator[None]:
    """Keep what was written; that the writer gives the same each time is tested where it is tested itself."""
    write, known = yaml_writer.write, dict[str, str]()

    def kept(data: object, comments: Mapping[Path, str] | None = None) -> str:
        key = repr((data, comments))
        if key not in known:
            known[key] = write(data, comments)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_writer, "write", kept)
        yield
