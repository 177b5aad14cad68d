"""From one release to another, hop by hop: what has to change in files, when, and how the scheduler then differs."""
