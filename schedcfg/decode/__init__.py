"""Located YAML -> typed model and problems, as strict as the release is strict.

One problem never hides another: what cannot be read is reported and cut out, and the rest is read again.
"""

from schedcfg.decode.configuration import Decoded, decode
from schedcfg.decode.type_meta import TypeMeta, is_policy, read_type_meta

__all__ = ["Decoded", "TypeMeta", "decode", "is_policy", "read_type_meta"]
