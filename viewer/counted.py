"""How many of something, in words."""


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 call`, `1,204 calls`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
