"""What an index calls its tables, for those who need no more of them."""

from typing import Literal

TableName = Literal["runs", "requests", "calls", "unreadable"]
EXPORTED: tuple[TableName, ...] = ("runs", "requests", "calls", "unreadable")
"""`unreadable`: those rows of the table of runs that say why a source could not be read."""
