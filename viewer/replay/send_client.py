"""Asks an endpoint through the vendor's own package: its retries and time-outs, no redirects, one key for one place."""

import asyncio
import json
import time
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import Any, Literal
from urllib.parse import urlsplit

from viewer.decode.json_value import JsonError, parse
from viewer.masking import masked
from viewer.plain import one_line
from viewer.replay.send_endpoints import CannotSend, Endpoint
from viewer.replay.send_replies import ModelReply, read_reply
from viewer.replay.send_streams import MalformedReply, whole_reply

FailureKind = Literal["status", "redirect", "connection", "timeout", "cut", "malformed"]
_PACKAGES = {"anthropic_messages": "anthropic", "openai_chat": "openai", "openai_responses": "openai"}
_HEADERS = frozenset(
    {"host", "accept", "accept-encoding", "accept-language", "connection", "content-type", "content-length",
     "transfer-encoding", "user-agent", "anthropic-version", "anthropic-beta", "idempotency-key"}
)  # fmt: skip
"""What may be sent beside the key and what the endpoint's file names. The packages add to every request whatever the
environment holds for them: organisation, project, custom headers, a second credential."""
_PORTS = {"https": 443, "http": 80}
_SIGN_IN = ("authorization", "x-api-key")
_QUOTED = 300
"""Characters of an error body that are kept."""


class RequestFailed(Exception):
    """A request got no usable answer, after all tries."""

    def __init__(self, kind: FailureKind, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.status = status
        """Of the endpoint's refusal; None: there was none."""


@dataclass(frozen=True)
class Answered:
    """A reply and what it took."""

    reply: ModelReply
    attempts: int
    seconds: float


class EndpointClient:
    """One endpoint with its key; use it as an asynchronous context."""

    def __init__(self, endpoint: Endpoint, key: str, retries: int = 2, timeout: float = 600) -> None:
        """Build the vendor's client.

        Args:
            endpoint: where to.
            key: goes to this endpoint only, and into no file.
            retries: how often a request is tried again.
            timeout: seconds without a word from the endpoint.

        Raises:
            CannotSend: the vendor's package is not installed.
        """
        self._endpoint, self._key, self._retries, self._timeout = endpoint, key, retries, timeout
        self._package = _package(_PACKAGES[endpoint.protocol])
        place = urlsplit(endpoint.base_url)
        self._place = (place.scheme, place.hostname, place.port or _PORTS[place.scheme])
        self._http = self._package.DefaultAsyncHttpxClient(
            follow_redirects=False, timeout=timeout, event_hooks={"request": [self._only_there]}
        )
        # The transport's own errors come out of the body of a reply unwrapped; versions of the packages differ in it.
        transport = self._package.DefaultAsyncHttpxClient.__mro__[1].__module__.partition(".")[0]
        self._transport_error: type[Exception] = import_module(transport).HTTPError
        make = self._package.AsyncAnthropic if _is_anthropic(endpoint) else self._package.AsyncOpenAI
        self._client = make(
            api_key=key,
            base_url=endpoint.base_url,
            max_retries=retries,
            timeout=timeout,
            default_headers=dict(endpoint.headers),
            http_client=self._http,
        )

    async def __aenter__(self) -> "EndpointClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.close()

    async def ask(self, request: dict[str, Any]) -> Answered:
        """Send one request.

        Raises:
            RequestFailed: no usable answer came, after the package's tries and as many after a reply that broke off.
        """
        tries = 0
        started = time.monotonic()
        while True:
            try:
                content, streamed, taken = await self._received(request)
            except self._package.APITimeoutError as error:
                raise RequestFailed("timeout", f"no answer within {self._timeout:g} seconds") from error
            except self._package.APIStatusError as error:
                raise self._refused(error.response.status_code, error.response.text) from error
            except self._package.APIConnectionError as error:
                cause = error.__cause__ or error
                raise RequestFailed("connection", self._clean(f"no connection: {cause}")) from error
            except self._transport_error as error:
                tries += 1
                if tries > self._retries:
                    text = f"the reply broke off ({type(error).__name__}), {tries} times"
                    raise RequestFailed("cut", text) from error
                await asyncio.sleep(min(0.05 * 2**tries, 2))
                continue
            return Answered(self._read(content, streamed), tries + taken + 1, time.monotonic() - started)

    async def _received(self, request: dict[str, Any]) -> tuple[str, bool, int]:
        """The body of the answer, whether it is a stream, and how often the package tried again."""
        client = self._client
        named: dict[str, Any] = {"model": request["model"], "extra_body": request, "timeout": self._timeout}
        match self._endpoint.protocol:
            case "anthropic_messages":
                create = client.messages.with_streaming_response.create
                named |= {"messages": [], "max_tokens": request["max_tokens"]}
            case "openai_chat":
                create = client.chat.completions.with_streaming_response.create
                named |= {"messages": []}
            case "openai_responses":
                create = client.responses.with_streaming_response.create
        # `extra_body` is the whole request as it is; what the method insists on is replaced by it.
        async with create(**named) as response:
            content: bytes = b"".join([part async for part in response.iter_bytes()])
            kind = response.headers.get("content-type", "")
        return content.decode("utf-8", "replace"), "event-stream" in kind, response.retries_taken

    def _read(self, content: str, streamed: bool) -> ModelReply:
        try:
            if streamed:
                return read_reply(self._endpoint.protocol, whole_reply(self._endpoint.protocol, content))
            return read_reply(self._endpoint.protocol, parse(content)[0])
        except JsonError as error:
            quoted = self._clean(one_line(content, _QUOTED))
            raise RequestFailed("malformed", f"the reply is no JSON ({error.reason}): {quoted}") from error
        except MalformedReply as error:
            raise RequestFailed("malformed", self._clean(str(error))) from error

    def _refused(self, status: int, body: str) -> RequestFailed:
        if 300 <= status < 400:
            return RequestFailed("redirect", f"the endpoint answers {status}, a redirect: none is followed", status)
        return RequestFailed("status", self._clean(f"the endpoint answers {status}: {_told(body)}"), status)

    def _clean(self, text: str) -> str:
        """The text without the key, which an endpoint may repeat, and with other credentials masked."""
        return masked(text.replace(self._key, "⟦key⟧") if self._endpoint.key_variable else text).text

    async def _only_there(self, request: Any) -> None:
        """Last look at what leaves: to this place only, with this key and no other word of the environment."""
        url = request.url
        if (url.scheme, url.host, url.port or _PORTS.get(url.scheme)) != self._place:
            raise CannotSend(f"a request to {url.host} was held back: it is not endpoint {self._endpoint.name}")
        kept = _HEADERS | {name.lower() for name in self._endpoint.headers}
        signed = False
        for name in list(request.headers):
            lower = name.lower()
            if lower in _SIGN_IN and request.headers[name] in (self._key, f"Bearer {self._key}"):
                signed = True
            elif lower not in kept and not lower.startswith("x-stainless-"):
                del request.headers[name]
        if not signed:
            name, value = ("x-api-key", self._key) if _is_anthropic(self._endpoint) else ("authorization", "Bearer ")
            request.headers[name] = value if value == self._key else value + self._key


def _is_anthropic(endpoint: Endpoint) -> bool:
    return endpoint.protocol == "anthropic_messages"


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise CannotSend(f"the package {name!r} is not installed: pip install 'trajectory-viewer[replay]'") from error


def _told(body: str) -> str:
    """What an error body says: its message where it has one."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return one_line(body, _QUOTED)
    error = value.get("error") if isinstance(value, dict) else None
    told = error.get("message") if isinstance(error, dict) else error
    return one_line(told if isinstance(told, str) else body, _QUOTED)
