"""Numbers of things, in words."""


def counted(number: int, thing: str) -> str:
    """Say how many there are of something that has a regular plural: `1 file`, `2 files`, `0 files`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
