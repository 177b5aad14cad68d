"""Located YAML -> typed model and problems, as strict as the release is strict.

One problem never hides another: what cannot be read is reported and cut out, and the rest is read again.
"""
