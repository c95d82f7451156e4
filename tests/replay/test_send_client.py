"""One request to an endpoint: tries, cut replies, redirects, and where a key goes."""

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from wire_server import KEY, PATHS, Answer, Received, WireServer, says, serving, streamed

from viewer.replay.built import LIST_OF
from viewer.replay.send_client import Answered, EndpointClient, RequestFailed
from viewer.replay.send_endpoints import CannotSend, Endpoint, Protocol

SOON = {"retry-after-ms": "1"}
"""Told to the vendor's package, so that tests do not wait."""


def _request(protocol: Protocol, **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": "go", "unknown": [1, {"cache": 2**70}]}
    return {"model": "m", "max_tokens": 5, LIST_OF[protocol]: [message], **more}


def _ask(server: WireServer, protocol: Protocol, retries: int = 2, timeout: float = 20, **more: Any) -> Answered:
    async def once() -> Answered:
        async with EndpointClient(server.endpoint(protocol), KEY, retries, timeout) as client:
            return await client.ask(_request(protocol, **more))

    return asyncio.run(once())


def _after(first: list[Answer], protocol: Protocol) -> Callable[[Received, int], Answer]:
    return lambda _, before: first[before] if before < len(first) else Answer(says(protocol, "done"))


@pytest.mark.parametrize("protocol", PATHS)
def test_the_request_arrives_as_it_is_with_the_key_of_its_endpoint(protocol: Protocol) -> None:
    with serving(_after([], protocol)) as server:
        made = _ask(server, protocol, odd={"kept": None})
    (one,) = server.received
    assert one.path == PATHS[protocol]
    assert one.body == _request(protocol, odd={"kept": None})
    assert KEY in (one.headers.get("x-api-key"), (one.headers.get("authorization") or "").removeprefix("Bearer "))
    assert (made.attempts, made.reply.ended) == (1, "ended")


@pytest.mark.parametrize("protocol", PATHS)
@pytest.mark.parametrize("status", [429, 500])
def test_a_busy_endpoint_is_asked_again(protocol: Protocol, status: int) -> None:
    busy = Answer({"error": {"message": "busy"}}, status, SOON)
    with serving(_after([busy, busy], protocol)) as server:
        assert _ask(server, protocol).attempts == 3
    bodies = [one.body for one in server.received]
    assert bodies == [bodies[0]] * 3


@pytest.mark.parametrize("protocol", PATHS)
def test_one_that_stays_busy_fails_with_its_own_words(protocol: Protocol) -> None:
    busy = Answer({"error": {"message": "over quota"}}, 429, SOON)
    with serving(lambda *_: busy) as server, pytest.raises(RequestFailed, match="answers 429: over quota") as failed:
        _ask(server, protocol, retries=1)
    assert (failed.value.kind, len(server.received)) == ("status", 2)


@pytest.mark.parametrize("protocol", PATHS)
@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_a_reply_that_breaks_off_is_asked_for_again(protocol: Protocol, kind: str) -> None:
    whole = says(protocol, "a long answer")
    body = streamed(protocol, whole) if kind == "text/event-stream" else whole
    with serving(_after([Answer(body, kind=kind, cut_after=60)], protocol)) as server:
        assert _ask(server, protocol).attempts == 2
    cut = Answer(body, kind=kind, cut_after=60)
    with serving(lambda *_: cut) as server, pytest.raises(RequestFailed, match="broke off") as failed:
        _ask(server, protocol, retries=1)
    assert (failed.value.kind, len(server.received)) == ("cut", 2)


@pytest.mark.parametrize("protocol", PATHS)
def test_a_streamed_reply_is_read(protocol: Protocol) -> None:
    whole = says(protocol, "a long answer")
    with serving(lambda *_: Answer(streamed(protocol, whole), kind="text/event-stream; charset=utf-8")) as server:
        made = _ask(server, protocol, stream=True)
    assert made.reply.entries[0]["role"] == "assistant"
    assert "a long answer" in str(made.reply.entries)


@pytest.mark.parametrize("protocol", PATHS)
@pytest.mark.parametrize("body", [b"<html>", b"", b"{", b'{"error": "none"}', b"[]", b"\xff\xfe"])
def test_a_malformed_reply_fails_and_is_quoted(protocol: Protocol, body: bytes) -> None:
    with serving(lambda *_: Answer(body)) as server, pytest.raises(RequestFailed) as failed:
        _ask(server, protocol)
    assert failed.value.kind == "malformed"


@pytest.mark.parametrize("protocol", PATHS)
@pytest.mark.parametrize("status", [302, 307])
def test_a_redirect_elsewhere_receives_nothing(protocol: Protocol, status: int) -> None:
    with serving(_after([], protocol)) as elsewhere:
        place = f"http://127.0.0.1:{elsewhere.server_address[1]}/v1"
        away = Answer(status=status, headers={"location": place})
        with serving(lambda *_: away) as server, pytest.raises(RequestFailed, match="none is followed") as failed:
            _ask(server, protocol)
    assert (failed.value.kind, len(server.received), elsewhere.received) == ("redirect", 1, [])


@pytest.mark.parametrize("protocol", PATHS)
def test_nothing_of_the_environment_goes_along(protocol: Protocol, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC", "OPENAI"):
        monkeypatch.setenv(f"{name}_API_KEY", "key-of-the-vendor")
        monkeypatch.setenv(f"{name}_AUTH_TOKEN", "token-of-the-vendor")
        monkeypatch.setenv(f"{name}_BASE_URL", "http://127.0.0.1:9")
        monkeypatch.setenv(f"{name}_CUSTOM_HEADERS", "Authorization: Bearer vendors\nX-More: secret")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-user")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-the-user")
    with serving(_after([], protocol)) as server:
        _ask(server, protocol)
    (one,) = server.received
    sent = " ".join(f"{name} {value}" for name, value in one.headers.items())
    assert not [word for word in ("vendor", "secret", "of-the-user", "x-more") if word in sent]
    assert KEY in sent


def test_headers_of_the_endpoint_are_sent() -> None:
    with serving(_after([], "anthropic_messages")) as server:
        endpoint = server.endpoint("anthropic_messages", headers={"anthropic-beta": "b1", "X-Gateway": "g"})

        async def once() -> None:
            async with EndpointClient(endpoint, KEY) as client:
                await client.ask(_request("anthropic_messages"))

        asyncio.run(once())
    assert server.received[0].headers["anthropic-beta"] == "b1"
    assert server.received[0].headers["x-gateway"] == "g"


@pytest.mark.parametrize("protocol", PATHS)
def test_an_endpoint_that_repeats_the_key_does_not_bring_it_into_a_sentence(protocol: Protocol) -> None:
    wrong = Answer({"error": {"message": f"wrong key {KEY}"}}, 401)
    with serving(lambda *_: wrong) as server, pytest.raises(RequestFailed, match="answers 401") as failed:
        _ask(server, protocol)
    assert KEY not in str(failed.value)


@pytest.mark.parametrize("protocol", PATHS)
def test_nobody_there_and_no_answer_in_time_are_told_apart(protocol: Protocol) -> None:
    with serving(_after([], protocol)) as server:
        pass
    with pytest.raises(RequestFailed) as failed:
        _ask(server, protocol, retries=0)
    assert failed.value.kind == "connection"

    def slow(_: Received, __: int) -> Answer:
        time.sleep(0.6)
        return Answer(says(protocol, "late"))

    with serving(slow) as server, pytest.raises(RequestFailed, match=r"within 0\.2 seconds") as failed:
        _ask(server, protocol, retries=0, timeout=0.2)
    assert failed.value.kind == "timeout"


def test_without_the_vendors_package_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(CannotSend, match=r"trajectory-viewer\[replay\]"):
        EndpointClient(Endpoint("a", "openai_chat", "https://x.example"), "k")
