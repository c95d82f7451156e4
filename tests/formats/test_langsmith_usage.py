"""Token counts of LangSmith runs."""

from viewer.formats.langsmith_usage import stated, usage
from viewer.model.usage import Usage

RUN = {
    "prompt_tokens": 90,
    "completion_tokens": 14,
    "prompt_token_details": {"cache_read": 50, "cache_creation": 10},
}


def test_the_run_s_own_prompt_holds_what_the_cache_served() -> None:
    assert usage(None, {}, RUN) == Usage(30, 50, 10, 14)


def test_the_reply_s_counts_come_first_then_those_of_the_metadata() -> None:
    metadata = {"usage_metadata": {"input_tokens": 40, "output_tokens": 2, "input_token_details": {"cache_read": 30}}}
    assert usage(Usage(1, None, None, 2), metadata, RUN) == Usage(1, None, None, 2)
    assert usage(None, metadata, RUN) == Usage(10, 30, None, 2)


def test_zeros_are_not_recorded() -> None:
    zeros = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    assert usage(Usage(0, 0, None, 0), {"usage_metadata": {"input_tokens": 0, "output_tokens": 0}}, zeros) is None
    assert usage(Usage(0, 0, None, 0), {}, RUN) == Usage(30, 50, 10, 14)
    assert usage(None, {}, {}) is None


def test_a_chain_s_total_is_stated_where_it_is_one() -> None:
    assert stated(RUN) == Usage(90, None, None, 14)
    assert stated({"prompt_tokens": "many", "completion_tokens": 0}) is None
