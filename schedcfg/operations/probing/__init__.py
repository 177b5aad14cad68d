"""Try against real servers what a configuration asks of them."""
