"""The parts of the step from a legacy Policy to a configuration.

plugin_sets   what is written of each extension point
arguments     what is written of Args
comments      where the comments of predicates and priorities go
skeleton      the text around all that
told          what is said about it
"""
