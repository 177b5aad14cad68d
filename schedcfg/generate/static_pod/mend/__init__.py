"""An existing manifest made right for a configuration: by small edits, and none where it is right."""

from schedcfg.generate.static_pod.mend.existing import Existing, Found, find
from schedcfg.generate.static_pod.mend.mended import image_of, mended, place_in_container, place_on_node

__all__ = ["Existing", "Found", "find", "image_of", "mended", "place_in_container", "place_on_node"]
