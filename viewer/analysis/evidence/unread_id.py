"""Names ids that the model cannot have read: they stand in nothing it could see."""

import re
from collections.abc import Iterator

from viewer.analysis.checks.check import Rule
from viewer.analysis.checks.finding import ID_SHOWN, Finding, FindingPosition
from viewer.analysis.evidence.facts import Evidence

UNREAD_ID = Rule(
    "id_not_in_visible_messages",
    "warning",
    "A call uses an id that no visible message holds (info where the request fields are not stored)",
)
_NAMED_ID = re.compile(r"(^|_|-)(id|ids|uuid|key|number|no|ref|reference)$|[a-z](Id|Ids|Key|Ref)$")
_LIKE_ID = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.-]{6,}|\d{4,}|[0-9a-fA-F-]{16,}")


def find(facts: Evidence) -> Iterator[Finding]:
    """One finding a value, at its first use."""
    stored = facts.provenance.fields_stored
    seen: set[str] = set()
    for use in facts.unseen_arguments():
        block = facts.block(use.at)
        if block is None or use.text in seen or not _is_id(use.at.path, use.text):
            continue
        seen.add(use.text)
        where = "and the stored request fields do not hold it" if stored else "the request fields are not in this file"
        yield UNREAD_ID.broken(
            (FindingPosition(use.at.message, use.at.block, block.id),),
            f"{use.at} = {use.text[:ID_SHOWN]!r} stands in no visible message; {where}",
            None if stored else "info",
        )


def _is_id(path: str | None, text: str) -> bool:
    name = re.sub(r"\[\d+\]$", "", path or "").rpartition(".")[2]
    return bool(_NAMED_ID.search(name) and _LIKE_ID.fullmatch(text))
