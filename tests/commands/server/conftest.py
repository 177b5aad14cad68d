"""Without the library that the server is made with, there is nothing to test."""

import pytest

pytest.importorskip("pygls")
