"""All formats, and the choice among them by content."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from viewer.decode.document import Decoded, JsonDocument, JsonRecords, as_records
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.formats import (
    agentops,
    ai_sdk,
    aider,
    ankole,
    anthropic,
    anthropic_stream,
    antigravity,
    atif,
    autogen,
    canonical,
    claude_code,
    claude_code_stream,
    cline,
    codex,
    copilot_cli,
    cursor,
    docent,
    droid,
    gemini_api,
    gemini_cli,
    google_adk,
    goose,
    grok,
    harbor,
    hermes,
    inspect,
    kimi,
    langchain,
    langfuse,
    langgraph,
    langsmith,
    mini_swe_agent,
    mlflow,
    openai_agents,
    openai_chat,
    openai_responses,
    opencode,
    openhands,
    openinference,
    otel_genai,
    pi,
    plain,
    pydantic_ai,
    qwen_code,
    smolagents,
    strands,
    swe_agent,
    tau2,
    tau_bench,
    terminal_bench,
    trajectory_ai,
    trajectory_ai_api,
)
from viewer.formats.base import Format, Match
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.named_others import name_of_other
from viewer.formats.shapes.http_exchanges import NOTE, Exchanges, exchanges_in
from viewer.formats.signs import head_keys, line_words
from viewer.model.position import json_path
from viewer.model.run import Run

FORMATS: tuple[Format, ...] = (
    anthropic.FORMAT,
    canonical.FORMAT,
    anthropic_stream.FORMAT,
    claude_code.FORMAT,
    codex.FORMAT,
    gemini_api.FORMAT,
    gemini_cli.FORMAT,
    openai_chat.FORMAT,
    openai_responses.FORMAT,
    pi.FORMAT,
    swe_agent.FORMAT,
    atif.FORMAT,
    tau_bench.FORMAT,
    inspect.FORMAT,
    tau2.FORMAT,
    mini_swe_agent.FORMAT,
    openhands.FORMAT,
    openinference.FORMAT,
    otel_genai.FORMAT,
    plain.FORMAT,
    pydantic_ai.FORMAT,
    langchain.FORMAT,
    langfuse.FORMAT,
    langsmith.FORMAT,
    grok.FORMAT,
    antigravity.FORMAT,
    aider.FORMAT,
    cline.FORMAT,
    goose.FORMAT,
    hermes.FORMAT,
    qwen_code.FORMAT,
    copilot_cli.FORMAT,
    claude_code_stream.FORMAT,
    cursor.FORMAT,
    opencode.FORMAT,
    kimi.FORMAT,
    droid.FORMAT,
    terminal_bench.FORMAT,
    trajectory_ai.FORMAT,
    trajectory_ai_api.FORMAT,
    ankole.FORMAT,
    docent.FORMAT,
    google_adk.FORMAT,
    strands.FORMAT,
    mlflow.FORMAT,
    agentops.FORMAT,
    openai_agents.FORMAT,
    langgraph.FORMAT,
    ai_sdk.FORMAT,
    smolagents.FORMAT,
    autogen.FORMAT,
    harbor.FORMAT,
)


def by_name(name: str) -> Format:
    """The format of that name.

    Raises:
        RunFileError: there is none; the sentence lists those there are.
    """
    for format in FORMATS:
        if format.name == name:
            return format
    raise RunFileError(f"format {name!r}", f"is not known; there are {', '.join(f.name for f in FORMATS)}")


Claim = tuple[Format, Match, Decoded]
"""A format, what it saw, and the view of the content that it takes."""


def matches(decoded: Decoded) -> list[Claim]:
    """Every claim on the content, strongest first."""
    return _claims_on_exchanges(decoded) or _claims(decoded, FORMATS)


def _claims_on_exchanges(decoded: Decoded) -> list[Claim]:
    """Claims of an API's formats on the bodies of recorded HTTP exchanges."""
    exchanges = exchanges_in(decoded)
    if exchanges is None:
        return []
    claims = _claims(exchanges.lines, [one for one in FORMATS if not one.is_fallback or one.name == exchanges.api])
    named = [claim for claim in claims if claim[0].name == exchanges.api] or claims
    return [(_over_http(format, exchanges), match, view) for format, match, view in named]


def _over_http(format: Format, exchanges: Exchanges) -> Format:
    """The format, whose records are then the exchanges of a recording."""
    path = json_path(exchanges.path)

    def read(view: Decoded) -> Iterator[Run]:
        for run in format.read(view):
            arrays = tuple([msgspec.structs.replace(array, path=path) for array in run.records])
            yield msgspec.structs.replace(run, records=arrays, notes=(*run.notes, NOTE))

    return replace(format, read=read, follow=None)


def _claims(decoded: Decoded, formats: Iterable[Format]) -> list[Claim]:
    views: list[Decoded] = [decoded]
    lines = decoded if isinstance(decoded, JsonRecords) else None
    if isinstance(decoded, JsonDocument) and isinstance(decoded.value, dict):
        lines = as_records(decoded)
        views.append(lines)
    claims: list[Claim] = []
    words = set() if lines is None else line_words(lines)
    keys = head_keys(decoded, words)
    for format in formats:
        if keys is not None and format.signs and format.signs.isdisjoint(keys):
            continue
        best: Claim | None = None
        for view in views:
            if not isinstance(view, format.takes):
                continue
            if view is lines and format.line_signs and format.line_signs.isdisjoint(words):
                continue
            try:
                match = format.detect(view)
            except MAPPING_ERRORS:
                continue  # content of another shape than this format asks about
            if match is not None and (best is None or match.strength > best[1].strength):
                best = (format, match, view)
        if best is not None:
            claims.append(best)
    return sorted(claims, key=lambda claim: -claim[1].strength)


def choose(decoded: Decoded, wanted: str | None = None) -> tuple[Format, Decoded]:
    """The format to read the content with, and the view it takes.

    Raises:
        RunFileError: no format claims it, or `wanted` does not take it.
        AmbiguousFormatError: several claim it equally.
    """
    if wanted is not None:
        return _wanted(decoded, by_name(wanted))
    own = [format for format in FORMATS if not format.is_fallback]
    claims = (
        _claims_on_exchanges(decoded)
        or _claims(decoded, own)
        or _claims(decoded, [format for format in FORMATS if format.is_fallback])
    )
    if not claims:
        named = name_of_other(decoded)
        if named is not None:
            raise RunFileError(decoded.name, named)
        noted = f" ({'; '.join(decoded.notes)})" if decoded.notes else ""
        raise RunFileError(
            decoded.name, f"is in no format that is known; `trajectory-viewer formats` lists them{noted}"
        )
    top = [claim for claim in claims if claim[1].strength == claims[0][1].strength]
    if len(top) > 1:
        raise AmbiguousFormatError(decoded.name, tuple(format.name for format, _, _ in top))
    return top[0][0], top[0][2]


def _wanted(decoded: Decoded, format: Format) -> tuple[Format, Decoded]:
    for claimed, _, view in _claims_on_exchanges(decoded):
        if claimed.name == format.name:
            return claimed, view
    for view in (decoded, as_records(decoded)) if isinstance(decoded, JsonDocument) else (decoded,):
        if isinstance(view, format.takes):
            return format, view
    raise RunFileError(decoded.name, f"cannot be read as {format.title}: it holds another kind of content")
