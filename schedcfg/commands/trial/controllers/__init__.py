"""What controllers of a cluster would do while a scheduler runs, as far as it waits for them."""
