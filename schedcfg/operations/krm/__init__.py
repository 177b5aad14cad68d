"""`schedcfg krm`: a KRM function, a list of resources in and out.

running    the walk, from text to text             settings        what a `SchedulerConfig` asks for
asking     who asks for something                  wanted, kinds   what can be generated
items      those that hold configurations          configurations  judged, or carried over
putting    what is generated among the items       telling, wire   findings as results, in the list
"""
