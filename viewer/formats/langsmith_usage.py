"""Token counts of a LangSmith run: of the reply, else of the run's metadata, else of the run itself."""

from typing import Any

from viewer.formats.convert import count, whole_or_none
from viewer.formats.shapes import langchain_messages
from viewer.model.usage import Usage, prompt_tokens


def usage(of_reply: Usage | None, metadata: dict[str, Any], run: dict[str, Any]) -> Usage | None:
    """The first counts that are more than zeros, which LangSmith writes where the model's class told none."""
    if not _is_nothing(of_reply):
        return of_reply
    held = metadata.get("usage_metadata")
    told = langchain_messages.usage(held) if type(held) is dict else None
    if not _is_nothing(told):
        return told
    own = _of_run(run)
    return None if _is_nothing(own) else own


def _is_nothing(used: Usage | None) -> bool:
    return used is None or not (prompt_tokens(used) or used.output_tokens)


def _of_run(value: dict[str, Any]) -> Usage | None:
    """The run's own counts; the prompt's includes what was read from and written to the cache."""
    details = value.get("prompt_token_details")
    held = details if type(details) is dict else {}
    read, written = count(held.get("cache_read")), count(held.get("cache_creation"))
    whole = count(value.get("prompt_tokens"))
    return Usage(
        None if whole is None else whole - (read or 0) - (written or 0),
        read,
        written,
        count(value.get("completion_tokens")),
    )


def stated(value: dict[str, Any]) -> Usage | None:
    """A total of all calls below, whose damage must not cost the run."""
    prompt, completion = whole_or_none(value.get("prompt_tokens")), whole_or_none(value.get("completion_tokens"))
    return Usage(prompt, None, None, completion) if prompt or completion else None
