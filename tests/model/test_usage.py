"""Token counts: what is not recorded is never zero."""

import pytest

from viewer.model.usage import Usage, prompt_tokens, total


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        (Usage(5, 128_955, 1_253), 130_213),
        (Usage(40, 130_213, 300), 130_553),
        (Usage(7), 7),
        (Usage(0), 0),
        (Usage(None, 5, 5), None),
        (Usage(), None),
        (None, None),
    ],
)
def test_a_prompt_is_all_its_tokens_or_not_recorded(usage: Usage | None, tokens: int | None) -> None:
    assert prompt_tokens(usage) == tokens


def test_a_total_sums_what_is_recorded_field_by_field() -> None:
    assert total([Usage(1, None, 3, 4), Usage(10, None, None, 40)]) == Usage(11, None, 3, 44)
    assert total([Usage(None, 0)]) == Usage(None, 0)
    assert total([]) == Usage()
