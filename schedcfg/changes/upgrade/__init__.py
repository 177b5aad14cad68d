"""From one release to another, hop by hop: what has to change in files, when, and what the scheduler does otherwise."""
