"""Whether tests try all of which they otherwise choose some: with `HYPOTHESIS_PROFILE=searching`."""

import os
from typing import Final

IS_SEARCHING: Final = os.environ.get("HYPOTHESIS_PROFILE") == "searching"
