"""A bundle ready to be written is the bundle that is read again."""

import pytest
from bundles import WHY, one_call, refund

from viewer.model.run import Run
from viewer.replay.built import APIS, Api
from viewer.replay.bundle import bundle_json, parse_bundle, unchanged_hash
from viewer.replay.draft import Draft
from viewer.replay.make import draft_bundle
from viewer.replay.swap import Replacement


def _draft(run: Run, message: int, api: Api) -> Draft:
    made = draft_bundle(run, Replacement(message, 0, "x"), api, None, WHY, "include")
    assert isinstance(made, Draft)
    return made


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("content", ["ok", "é \x7f \u2028", [{"type": "text", "text": "x"}]])
def test_its_hash_of_the_rest_is_what_a_reader_works_out(api: Api, content: object) -> None:
    for run, message in ((one_call(content, n=1.5), 2), (refund(), 4)):
        made = _draft(run, message, api)
        opened = made.bundle()
        assert opened.unchanged_hash == unchanged_hash(opened.request, opened.block_path)
        assert opened.request == made.slim.request


def test_what_is_written_is_what_the_bundle_itself_would_write() -> None:
    made = _draft(refund(), 4, "anthropic_messages")
    opened = parse_bundle(made.content(), "b.json")
    assert parse_bundle(bundle_json(opened), "b.json") == opened
    assert (made.slim.continuation, len(opened.continuation)) == ([], 3)
