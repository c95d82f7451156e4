"""A column for text out of runs: NUL and lone surrogates, which databases refuse, come back as they were."""

import json
import re

from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_REFUSED = re.compile("[\x00\ud800-\udfff]")
_MARK = "\ufdd0"
"""A code point that is no character: what follows is the text as JSON."""


class AnyText(TypeDecorator[str]):
    """Text, exact."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """As it is stored."""
        if value is not None and (_REFUSED.search(value) or value.startswith(_MARK)):
            return _MARK + json.dumps(value)
        return value

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """As it was written."""
        if value is not None and value.startswith(_MARK):
            return str(json.loads(value.removeprefix(_MARK)))
        return value
