"""One API version carried over to another: text edited, behaviour kept, and proven to be.

goal        what is asked for                   steps/      one file per step between neighbours
chain       from the first step to the last     carry       what every step does to the text
step        one step: rewrite, pin, compare     room        what only a newer release makes necessary
behaviour   what a configuration does           pin         plugin sets written out so that it stays so
explain     why something differs after all     unsupported what cannot be kept
scene       what a difference is looked at with
"""

from schedcfg.migrations.chain import migrate
from schedcfg.migrations.goal import Goal, Judgement, Outcome, Read

__all__ = ["Goal", "Judgement", "Outcome", "Read", "migrate"]
