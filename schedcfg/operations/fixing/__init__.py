"""What `validate --fix` does with one text.

candidates   the fixes that may be made, in order   proving   behaviour before and after, compared
trying       one of them made, and looked at        mending   all of them, one after the other
"""
