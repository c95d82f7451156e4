"""Names of the APIs that a request can be made for."""

from viewer.replay.built import APIS, Api, api_of
from viewer.ui.run_facts import RunFacts

TITLES: dict[Api, str] = {
    "anthropic_messages": "Anthropic Messages",
    "openai_chat": "OpenAI Chat Completions",
    "openai_responses": "OpenAI Responses",
}


def number_of(facts: RunFacts) -> int:
    """The API (its number in `APIS`) in whose form the file most likely is."""
    return APIS.index(api_of(facts.run))
