"""What a built request lacks, since the file lacks it: the first places to look when behaviour differs."""

from typing import Any

from viewer.analysis.requests import fields_at
from viewer.model.run import Run
from viewer.replay.built import Api
from viewer.replay.prefix import Prefix


def request_warnings(run: Run, prefix: Prefix, body: dict[str, Any], api: Api) -> list[str]:
    """Sentences on what the file does not hold of a request that was built from it."""
    stored = fields_at(run, prefix.reply)
    found = [
        f"the {words} not stored: the model answered under rules that this request lacks"
        for field, words in ((stored.system, "system prompt is"), (stored.tools, "tool schemas are"))
        if field.status == "not_stored"
    ]
    if stored.parameters.status == "not_stored":
        found.append("request parameters are not stored: limits, sampling and thinking options are the API's defaults")
    if "model" not in body:
        found.append("no model is stored: name one before sending")
    if api == "anthropic_messages" and "max_tokens" not in body:
        found.append("`max_tokens` is not stored, and this API needs it: add one before sending")
    if prefix.told is not None:
        found.append(f"what the model call held is {prefix.told}")
    unread = [problem.record for problem in run.problems if problem.after_message < prefix.reply]
    if unread:
        found.append(
            f"{len(unread)} records of this part could not be read, such as {unread[0]}: a message may be missing"
        )
    if run.messages[prefix.ranges[0][0]].role == "assistant":
        found.append("the list starts with an assistant message, which some APIs refuse")
    return found
