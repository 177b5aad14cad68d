"""What `validate --fix` does with one text.

reading      the text as it is now, judged         candidates   the fixes that may be made, in order
trying       one of them made, and looked at       proving      behaviour before and after, compared
mending      all of them, one after the other, until none is left that can stay
"""
