"""One folder for each command: its click command (`command.py`), what it does, and its reports.

`command.py` is the door: nothing imports it but the command line, and the door of another command. A folder imports
another where it uses what that command makes; there is no circle.
"""
