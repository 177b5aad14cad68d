"""`python -m schedcfg` and the console script."""

from schedcfg.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
