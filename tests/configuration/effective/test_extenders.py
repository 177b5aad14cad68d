"""Extenders, completed."""

import pytest
from pydantic import ValidationError

from schedcfg.configuration.effective import extenders
from schedcfg.models.v1 import Extender


@pytest.mark.parametrize(
    ("written", "completed"), [("Zm9v\r\n", "Zm9v"), ("Zh==", "Zg=="), ("Zg=\n=", "Zg=="), ("\n", "")]
)
def test_bytes_are_encoded_anew(written: str, completed: str) -> None:
    (extender,) = extenders.complete(
        [Extender.model_validate({"tlsConfig": {"certData": written, "certFile": "Zh=="}})]
    )
    assert extender.tls == {"certData": completed, "certFile": "Zh=="}


@pytest.mark.parametrize("text", ["Zm9v=", "Zm9v====", "Zg=", "Zg==Zg==", "===="])
def test_padding_that_has_no_room_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="illegal base64 data"):
        Extender.model_validate({"tlsConfig": {"certData": text}})
