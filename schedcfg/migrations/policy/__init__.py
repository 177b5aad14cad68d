"""The parts of the step from a legacy Policy to a configuration.

legacy        the Policy as it is written, beside what it means
plugin_sets   what is written of each extension point
arguments     what is written of Args
comments      where the comments of predicates and priorities go
told          what is said about it
"""
