"""README, "Guard your agent in ten minutes": its files and commands, run as they stand there.

The model is a local server. After the switch it gives the same answers by a longer path.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

SECTION = (
    (ROOT / "README.md").read_text(encoding="utf-8").split("## Guard your agent in ten minutes\n")[1].split("\n## ")[0]
)
SHORT = [("search_orders", {"customer": 7}), ("lookup_policy", {"topic": "lost"})]
LONG = [
    *SHORT,
    ("search_orders", {"customer": 8}),
    ("lookup_policy", {"topic": "late"}),
    ("search_orders", {"customer": 9}),
]
REFUND = ("issue_refund", {"order_id": 4471, "amount_cents": 8900})
PATHS = {"before": [*SHORT, REFUND], "after": [*LONG, REFUND], "rash": [REFUND]}


class Model(BaseHTTPRequestHandler):
    """Speaks as much of the Messages protocol as the loop of the README needs."""

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path = PATHS[sent["model"]] if "order" in sent["messages"][0]["content"] else []
        step = len(sent["messages"]) // 2
        if step < len(path):
            tool, arguments = path[step]
            content = [{"type": "tool_use", "id": f"toolu_{step}", "name": tool, "input": arguments}]
        else:
            content = [{"type": "text", "text": "Refunded." if path else "From nine to five."}]
        reply = {
            "role": "assistant",
            "model": sent["model"],
            "content": content,
            "stop_reason": "tool_use" if step < len(path) else "end_turn",
            "usage": {"input_tokens": 100 + 40 * step, "output_tokens": 20},
        }
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder with the files of the section, and a model to ask."""
    for text in re.findall(r"```(?:python|toml|json|ini)\n# ([\w.]+)\n(.*?)```", SECTION, re.DOTALL):
        (tmp_path / text[0]).write_text(text[1], encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (tmp_path / "url").write_text(f"http://127.0.0.1:{server.server_port}")
    yield tmp_path
    server.shutdown()


def run(place: Path, words: str, model: str = "before") -> subprocess.CompletedProcess[str]:
    """A command of the section, in the folder."""
    first, *rest = shlex.split(words)
    program = [sys.executable, "-m", "pytest", "-p", "no:playwright"]
    if first == "trajectory-viewer":
        program = [sys.executable, "-c", "from viewer.cli import main; main()"]
    rest = [str(found) for word in rest for found in (sorted(place.glob(word)) if "*" in word else [word])]
    environment = {**os.environ, "MODEL": model, "MODEL_URL": (place / "url").read_text(), "PYTHONPATH": str(ROOT)}
    return subprocess.run([*program, *rest], cwd=place, env=environment, capture_output=True, text=True, check=False)


def commands() -> list[str]:
    (block,) = re.findall(r"```console\n(.*?)```", SECTION, re.DOTALL)
    return [line for line in block.splitlines() if line]


def test_the_same_answers_by_a_longer_path_are_seen(place: Path) -> None:
    for command in commands():
        done = run(place, command)
        assert done.returncode == 0, done.stdout + done.stderr
    for old in (place / "runs").iterdir():
        old.unlink()
    done = run(place, "pytest", "after")
    assert "2 passed" in done.stdout, "the answers are the same, word by word"
    promised = re.findall(r"```text\n(.*?)```", SECTION, re.DOTALL)[0].splitlines()
    assert [line for line in done.stdout.splitlines() if line in promised] == promised
    assert "note" not in done.stdout.split("trajectories")[1].replace("model", ""), done.stdout


def test_a_write_without_its_read_fails_though_the_answer_is_right(place: Path) -> None:
    done = run(place, "pytest", "rash")
    assert done.returncode == 1
    assert "write_before_required_read: issue_refund was asked for" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_ci_s_command_tells_the_same(place: Path) -> None:
    for command in commands():
        run(place, command)
    (line,) = re.findall(r"- run: (trajectory-viewer check .*)", SECTION)
    done = run(place, line)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (place / "paths.xml").exists()
    assert (place / "paths.sarif").exists()
