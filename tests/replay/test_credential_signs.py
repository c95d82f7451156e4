"""The quick look finds all that the exact one finds."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from viewer.replay.credential_signs import signs_in
from viewer.replay.credentials import credential_labels
from viewer.replay.json_list import compact_json, entries_at, json_list

SECRETS = [
    "sk-ant-api03-abcdefghijklmnopqrst",
    "ghp_abcdefghij0123456789",
    "github_pat_abcdefghij0123456789",
    "glpat-abcdefghij0123456789",
    "xoxb-0123456789-abc",
    "AKIAABCDEFGHIJKLMNOP",
    "ASIAABCDEFGHIJKLMNOP",
    "AIza" + "a" * 32,
    "ya29." + "a" * 24,
    "hf_" + "a" * 32,
    "npm_" + "a" * 32,
    "sk_live_abcdefghijkl",
    "SG." + "a" * 18 + "." + "b" * 18,
    "eyJhbGciOiJI.eyJzdWIiOiIx.c2ln",
    "postgres://me:pass word",
    "https://user:hunter2@host",
    "Authorization: Bearer abcdefghijkl",
    "Authorization: Basic abcdef==",
    "https://x.test/?sig=abcdefgh",
    "https://x.test/?X-Amz-Signature=abcdefgh",
    "https://x.test/?a=1&X-Amz-Credential=abcdefgh",
    "https://x.test/?access_token=abcdefgh",
    "https://x.test/?X-Amz-Security-Token=abcdefgh",
    "https://x.test/?key=abcdefgh&api_key=abcdefgh",
    "api_key = 'abc123'",
    "SECRET_NAME: hunter2",
    'password "hunter2hunter2"',
    "session-token=abc1234",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----",
    "api\N{KELVIN SIGN}ey: hunter2",
]
TEXTS = st.lists(
    st.one_of(st.sampled_from(SECRETS), st.text(max_size=6), st.sampled_from(['"', "\\", "\n", "task-", "é"]))
)
KEYS = st.sampled_from(["a", "password", "api_key", "secret", "client_secret", "refresh_token", "Authorization"])
LEAVES = st.one_of(TEXTS.map("".join), st.integers(), st.booleans(), st.none(), st.just("hunter2hunter2"))
VALUES = st.recursive(LEAVES, lambda one: st.one_of(st.lists(one, max_size=3), st.dictionaries(KEYS, one, max_size=3)))


@settings(max_examples=300, deadline=None)
@given(VALUES)
@example({"secret": ["a", "hunter2hunter2"]})
@example({"a": "line\nsk-ant-api03-abcdefghijklmnopqrst"})
def test_no_credential_has_no_sign(value: object) -> None:
    if credential_labels(value):
        assert list(signs_in(compact_json(value)))


@pytest.mark.parametrize("secret", [one for one in SECRETS if credential_labels(one)])
def test_each_kind_is_found_in_the_text_that_holds_it_and_in_no_other(secret: str) -> None:
    texts = [{"text": "x" * 4_000} for _ in range(6)]
    texts[2] = {"text": f"\N{SNOWMAN}\n{secret}"}
    texts[4] = {"text": secret}
    (piece,) = json_list(texts).pieces()
    assert [json.loads(one) for one in entries_at(piece, list(signs_in(piece)))] == [texts[2], texts[4]]


@pytest.mark.parametrize(
    "text", ["the secret of the risk-averse", "sorted(x, key=lambda y: y)", "password: required", "max_tokens=400000"]
)
def test_words_of_a_sentence_are_no_signs(text: str) -> None:
    assert list(signs_in(compact_json(text))) == []
