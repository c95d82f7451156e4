"""The pass over a whole run says of every value what looking it up alone says."""

import msgspec
import pytest
from conftest import sample

from viewer.analysis.provenance.where import Provenance
from viewer.model.request import RequestFields, recorded


@pytest.mark.parametrize("path", ["refund/refund.json", "claude_code/compacted.jsonl", "mini_swe_agent/fenced.json"])
def test_status_count_and_nearest_source_are_those_of_each_value_alone(path: str) -> None:
    provenance = Provenance(sample(path))
    alone = [use for message in provenance.run.messages for use in provenance.of_message(message.index)]
    whole = provenance.of_run()
    assert [(one.text, one.at, one.status, one.count) for one in whole] == [
        (use.text, use.at, use.status, use.count) for use in alone
    ]
    for one, use in zip(whole, alone, strict=True):
        assert one.nearest == next((place.message_index for place in use.sources if place.nearest), None)
        assert one.has_source == any(place.kind == "source" for place in use.sources)


def test_a_value_in_a_stored_request_field_has_a_source_outside_the_messages() -> None:
    run = sample("refund/refund.json")
    fields = RequestFields(system=recorded("You serve cus_8123, never cus_81234."))
    provenance = Provenance(msgspec.structs.replace(run, request_fields=(fields,)))
    (one,) = [one for one in provenance.of_run() if one.text == "cus_8123"]
    assert (one.status, one.count, one.nearest, one.in_fields, one.has_source) == ("exact", 1, None, True, True)
    (use,) = [use for use in provenance.of_message(1) if use.text == "cus_8123"]
    assert (use.status, use.count) == ("exact", 1)
