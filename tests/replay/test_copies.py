"""A copied command or program sends exactly the request, whatever text it holds."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from viewer.replay.built import APIS, Api
from viewer.replay.copies import as_curl, as_json, as_python, body_line

HOSTILE = (
    "$(touch pwned) `touch pwned` ${HOME} !! !$ ' \" \\ \\n \\u0041 %s @/etc/passwd\nEND_OF_REQUEST\nEOF\n"
    "; rm -rf . & | > <<'X' '''\"\"\" \x00\x01\x07\x1b[31m\x7f\x85\x9b\u2028\u202e é 😀 #{x} {{y}} \r\n\t"
)
REQUEST: dict[str, Any] = {
    "model": "m",
    "max_tokens": 2**70,
    "messages": [{"role": "user", "content": HOSTILE}, {"role": "user", "content": [{"type": "text", "text": ""}]}],
    HOSTILE: HOSTILE,
}


class _Server(ThreadingHTTPServer):
    received: list[tuple[str, dict[str, str], bytes]]


class _Keep(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(307 if self.path == "/away" else 200)
        if self.path == "/away":
            self.send_header("location", "/elsewhere")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    made = _Server(("127.0.0.1", 0), _Keep)
    made.received = []
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def _url(server: _Server, path: str = "/v1") -> str:
    return f"http://127.0.0.1:{server.server_address[1]}{path}"


def _run(command: str, folder: Path, shell: str = "bash") -> None:
    if shutil.which("curl") is None or shutil.which(shell) is None:
        pytest.skip(f"this machine has no curl or no {shell}")
    (folder / "run.sh").write_text(command, encoding="utf-8")
    keys = {"ANTHROPIC_API_KEY": "k 1", "OPENAI_API_KEY": "k 2", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    subprocess.run([shell, "run.sh"], cwd=folder, env=keys, check=True, capture_output=True, timeout=30)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("shell", ["bash", "sh"])
def test_hostile_text_in_a_here_document_arrives_byte_for_byte(
    server: _Server, tmp_path: Path, api: Api, shell: str
) -> None:
    before = set(tmp_path.iterdir())
    _run(as_curl(REQUEST, api, url=_url(server)), tmp_path, shell)
    ((_, headers, body),) = server.received
    assert body == body_line(REQUEST).encode() + b"\n"
    assert json.loads(body) == REQUEST
    assert headers["content-type"] == "application/json"
    assert (headers.get("x-api-key"), headers.get("authorization")) == (
        ("k 1", None) if api == "anthropic_messages" else (None, "Bearer k 2")
    )
    assert {path.name for path in set(tmp_path.iterdir()) - before} == {"run.sh"}


@pytest.mark.parametrize("name", ["request.json", 'it\'s $(touch pwned) `x` & "q".json', "-rf !! *.json"])
def test_a_body_in_a_file_arrives_byte_for_byte_whatever_its_name(server: _Server, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(as_json(REQUEST))
    _run(as_curl(REQUEST, "anthropic_messages", file=name, url=_url(server)), tmp_path)
    assert server.received[0][2] == as_json(REQUEST)
    assert {path.name for path in tmp_path.iterdir()} == {name, "run.sh"}


def test_a_redirect_is_not_followed(server: _Server, tmp_path: Path) -> None:
    _run(as_curl(REQUEST, "anthropic_messages", url=_url(server, "/away")), tmp_path)
    assert [path for path, _, _ in server.received] == ["/away"]


def test_no_character_of_the_line_can_command_a_terminal_or_an_interactive_shell() -> None:
    line = body_line(REQUEST)
    assert all(" " <= one <= "~" for one in line)
    assert "!" not in line
    assert json.loads(line) == REQUEST


def test_raw_json_is_the_request() -> None:
    assert json.loads(as_json(REQUEST)) == REQUEST


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("file", [None, 'it\'s \\ "q".json'])
def test_the_copied_program_hands_the_client_exactly_the_request(tmp_path: Path, api: Api, file: str | None) -> None:
    """A stand-in for the vendor's package keeps what it is called with."""
    package = "anthropic" if api == "anthropic_messages" else "openai"
    (tmp_path / f"{package}.py").write_text(
        "import json\n"
        "class Reply:\n    def to_json(self): return json.dumps(KEPT)\n"
        "class Calls:\n"
        "    def create(self, extra_body=None, **named):\n"
        "        global KEPT\n        KEPT = {**named, **(extra_body or {})}\n        return Reply()\n"
        "class Client:\n"
        "    messages = completions = responses = Calls()\n    chat = property(lambda self: self)\n"
        "Anthropic = OpenAI = Client\n",
        encoding="utf-8",
    )
    if file is not None:
        (tmp_path / file).write_bytes(as_json(REQUEST))
    (tmp_path / "copied.py").write_text(as_python(REQUEST, api, file), encoding="utf-8")
    done = subprocess.run([sys.executable, "copied.py"], cwd=tmp_path, check=True, capture_output=True, timeout=30)
    assert json.loads(done.stdout) == REQUEST
    assert as_python(REQUEST, api, file).isascii()


def test_a_streamed_reply_is_read_as_a_stream() -> None:
    assert "for event in reply" in as_python({"messages": [], "stream": True}, "openai_chat")
