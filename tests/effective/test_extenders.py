"""Extenders, completed."""

import pytest

from schedcfg.effective import extenders
from schedcfg.models.v1 import Extender


@pytest.mark.parametrize(
    ("written", "completed"), [("Zm9v\r\n", "Zm9v"), ("Zh==", "Zg=="), ("Zg=\n=", "Zg=="), ("\n", "")]
)
def test_bytes_are_encoded_anew(written: str, completed: str) -> None:
    (extender,) = extenders.complete(
        [Extender.model_validate({"tlsConfig": {"certData": written, "certFile": "Zh=="}})]
    )
    assert extender.tls == {"certData": completed, "certFile": "Zh=="}
