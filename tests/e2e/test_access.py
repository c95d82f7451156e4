"""Two people sign in at a provider in a real browser; one of them may read only what stands below one folder."""

import base64
import json
import socket
import struct
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from oidc_provider_mock import run_server_in_thread
from oidc_provider_mock._storage import User
from playwright.sync_api import Browser, Page, Request, expect

from viewer import load
from viewer.model.hashes import run_key

SECRET = "the words of team-b alone"
RULES = """
[[allow]]
email = "ann@example.org"
role = "admin"

[[allow]]
claim = "groups"
value = "team-a"
role = "reader"
paths = ["team-a"]
"""
PEOPLE = (
    User(sub="ann", claims={"email": "ann@example.org", "email_verified": True}),
    User(sub="bob", claims={"email": "bob@example.org", "email_verified": True, "groups": ["team-a"]}),
    User(sub="eve", claims={"email": "ann@example.org", "email_verified": False}),
)

SECRETS = """[auth]
redirect_uri = "http://localhost:{port}/oauth2callback"
cookie_secret = "only for this test, long enough"
client_id = "viewer"
client_secret = "none"
server_metadata_url = "http://localhost:{provider}/.well-known/openid-configuration"
"""


@dataclass(frozen=True)
class Place:
    """The app, and the keys of its two runs."""

    address: str
    own: str
    other: str


def png() -> str:
    """A picture of one point."""
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0\x7f")),
        (b"IEND", b""),
    )
    sealed = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(sealed)).decode()


def write_run(path: Path, words: str) -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png()}}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": words}, picture]},
        {"role": "assistant", "content": [{"type": "text", "text": f"answer to {words}"}]},
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"id": path.stem, "messages": messages}), encoding="utf-8")


@pytest.fixture(scope="module")
def place(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The app on the runs of two teams, with a provider that knows three people."""
    folder = tmp_path_factory.mktemp("access")
    runs = folder / "runs"
    write_run(runs / "team-a" / "a.json", "the words of team-a")
    write_run(runs / "team-b" / "b.json", SECRET)
    (runs / "team-a" / "zz-link.json").symlink_to(runs / "team-b" / "b.json")
    (folder / "access.toml").write_text(RULES)
    keys = {source.name: run_key(load.runs(source)[0]) for source in load.sources([runs])}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with run_server_in_thread(user_claims=PEOPLE) as provider:
        secrets = folder / "secrets.toml"
        secrets.write_text(SECRETS.format(port=port, provider=provider.server_port))
        words = (runs, "--access", folder / "access.toml")
        address = serve(*words, port=port, STREAMLIT_SECRETS_FILES=str(secrets))
        yield Place(address, keys.pop("team-a/a.json"), keys.popitem()[1])


@pytest.fixture
def visit(browser: Browser, place: Place) -> Iterator[Callable[[str], Page]]:
    """Opens a path of the app as somebody new; afterwards only the provider's pages may have asked another machine."""
    contexts = []
    foreign: list[str] = []

    def opened(path: str) -> Page:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: note(request, foreign))
        page.goto(f"{place.address}/{path}")
        return page

    def note(request: Request, found: list[str]) -> None:
        if request.frame.url.startswith(place.address) and urlsplit(request.url).hostname not in ("localhost", None):
            found.append(request.url)

    yield opened
    for context in contexts:
        context.close()
    assert foreign == []


def sign_in(page: Page, name: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=name, exact=True).click()


def test_a_deep_link_survives_the_sign_in_and_a_reader_gets_past_no_limit(
    place: Place, visit: Callable[[str], Page]
) -> None:
    path = f"run?run={place.other}&msg=1"
    link = f"{place.address}/{path}"
    ann = visit(path)
    fetched: list[Request] = []
    ann.on("request", lambda request: fetched.append(request))
    expect(ann.get_by_text("Sign in to see the runs.")).to_be_visible()
    assert ann.get_by_text(SECRET).count() == 0
    sign_in(ann, "ann")
    ann.wait_for_url(link)
    expect(ann.get_by_text("ann@example.org · admin")).to_be_visible()
    expect(ann.get_by_text(f"answer to {SECRET}").first).to_be_visible()
    ann.goto(link.replace("msg=1", "msg=0"))
    expect(ann.get_by_text(SECRET).first).to_be_visible()
    ann.get_by_role("button", name="export…").click()
    with ann.expect_download() as saved:
        ann.get_by_role("button", name="Save the file").click()
    assert SECRET in saved.value.path().read_text(encoding="utf-8")

    addresses = {request.url for request in fetched if request.url.startswith(place.address)}
    assert not [url for url in addresses if urlsplit(url).path.startswith("/media/")]
    assert not [url for url in addresses if SECRET in without_sign_in(url)], "a copied address says nothing"

    bob = visit(path)
    heard: list[str | bytes] = []
    bob.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    sign_in(bob, "bob")
    bob.wait_for_url("**/run?run=*")
    expect(bob.get_by_text("bob@example.org · reader · team-a")).to_be_visible()
    expect(bob.get_by_text("names a run that is not under the given paths")).to_be_visible()
    for path in ("", f"compare?left={place.own}&right={place.other}", "?find=b", "?filter=text+~+alone"):
        bob.goto(f"{place.address}/{path}")
        expect(bob.get_by_text("bob@example.org · reader · team-a")).to_be_visible()
        expect(bob.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    bob.goto(f"{place.address}/run?run={place.own}&msg=1")
    expect(bob.get_by_text("answer to the words of team-a").first).to_be_visible()
    said = b"".join(one.encode() if isinstance(one, str) else one for one in heard)
    assert b"the words of team-a" in said, "what came is seen here"
    assert SECRET.encode() not in said and b"b.json" not in said and place.other.encode() not in shown(said, place)


def shown(said: bytes, place: Place) -> bytes:
    """What came without the addresses that the browser itself had asked for."""
    return said.replace(f"run={place.other}".encode(), b"").replace(f"right={place.other}".encode(), b"")


def without_sign_in(url: str) -> str:
    """What an address answers to whoever has only the address."""
    if urlsplit(url).path.startswith("/auth/"):
        return ""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return str(answer.read().decode("utf-8", "replace"))
    except HTTPError as error:
        return error.read().decode("utf-8", "replace")


def test_whoever_only_claims_an_address_is_not_let_in_and_may_sign_out(
    place: Place, visit: Callable[[str], Page]
) -> None:
    eve = visit("steps")
    sign_in(eve, "eve")
    expect(eve.get_by_text("No rule of this app's access file names you.")).to_be_visible()
    with eve.expect_navigation():
        eve.get_by_role("button", name="Sign out").click()
    eve.goto(f"{place.address}/steps")
    expect(eve.get_by_text("Sign in to see the runs.")).to_be_visible()
