"""What to look at first in a request with one replaced result, beside what the file lacks."""

from typing import Any

from viewer.analysis.checks.finding import listed
from viewer.analysis.pairing import Pairing
from viewer.analysis.requests import fields_at
from viewer.model.block import ToolUse
from viewer.model.hashes import canonical_json
from viewer.model.position import Position
from viewer.model.request import RequestFields
from viewer.model.run import Run
from viewer.replay.built import Api, Losses
from viewer.replay.supplied import TITLES, SuppliedField
from viewer.replay.tool_schemas import tools_for


def swap_warnings(run: Run, pairing: Pairing, place: tuple[int, int], body: dict[str, Any], api: Api) -> list[str]:
    """Sentences on siblings of the call, and on what must pass untouched.

    Args:
        run: the run.
        pairing: of its messages.
        place: message and block of the replaced result.
        body: the request.
        api: whose request it is.
    """
    return [*_siblings(run, pairing, place), *_untouched(body, api)]


def _siblings(run: Run, pairing: Pairing, place: tuple[int, int]) -> list[str]:
    call = pairing.calls.get(place)
    if call is None:
        return []
    together = [
        Position(call[0], number)
        for number, block in enumerate(run.messages[call[0]].blocks)
        if number != call[1] and type(block) is ToolUse and block.executed_by != "provider"
    ]
    if not together:
        return []
    calls = "call" if len(together) == 1 else "calls"
    return [
        f"issued together with {len(together)} other {calls} ({listed([str(one) for one in together])}): "
        "those results stay as stored, so the model sees both sides"
    ]


def _untouched(body: dict[str, Any], api: Api) -> list[str]:
    if api == "openai_responses":
        bare = sum(1 for one in body["input"] if one.get("type") == "reasoning" and not one.get("encrypted_content"))
        if bare:
            return [f"{bare} reasoning items hold no encrypted content: the API knows them only where it stored them"]
        return []
    if api != "anthropic_messages":
        return []
    signed = 0
    for message in body["messages"]:
        content = message.get("content")
        if type(content) is list:
            for part in content:
                if type(part) is dict and (part.get("signature") or part.get("type") == "redacted_thinking"):
                    signed += 1
    if not signed:
        return []
    blocks = "thinking block has a signature" if signed == 1 else "thinking blocks have signatures"
    return [f"{signed} {blocks} of the model that wrote them: they must pass untouched, and another model refuses them"]


def differences(run: Run, reply: int, current: tuple[SuppliedField, ...], api: Api) -> list[str]:
    """Where the run's own fields differ from those that are in use now.

    Args:
        run: the run.
        reply: the index of the reply whose request is meant.
        current: the fields in use now, from files.
        api: in whose form schemas are compared.
    """
    fields = fields_at(run, reply)
    found = []
    for one in current:
        if getattr(fields, one.field).status != "recorded":
            continue
        if _own(fields, one, api) != _given(one, api):
            names = _changed_tools(fields, one, api) if one.field == "tools" else ""
            found.append(
                f"the {TITLES[one.field]} of this run differ{'s' if one.field == 'system' else ''} from the given file "
                f"(sha256 {one.sha256[:16]}){names}: the run's own are sent"
            )
    return found


def _own(fields: RequestFields, one: SuppliedField, api: Api) -> Any:
    value = getattr(fields, one.field).value
    return _text(value) if one.field == "system" else canonical_json(tools_for(api, value, False, Losses()))


def _given(one: SuppliedField, api: Api) -> Any:
    return _text(one.value) if one.field == "system" else canonical_json(tools_for(api, one.value, False, Losses()))


def _text(value: Any) -> str:
    """A system prompt as its words: cache marks and the form of its parts are no difference."""
    parts = value if isinstance(value, list) else [value]
    words = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return "\n".join(str(one) for one in words).rstrip("\n")


def _changed_tools(fields: RequestFields, one: SuppliedField, api: Api) -> str:
    own, given = (
        {str(tool.get("name") or tool.get("function", {}).get("name")): canonical_json(tool) for tool in tools}
        for tools in (
            tools_for(api, fields.tools.value, False, Losses()) or [],
            tools_for(api, one.value, False, Losses()) or [],
        )
    )
    changed = sorted(name for name in {*own, *given} if own.get(name) != given.get(name))
    return f": {listed(changed)}" if changed else ""
