"""A wrapped dispatcher does what it did, and each of its calls is recorded."""

import asyncio
import csv
import threading
from pathlib import Path
from typing import Any

import pytest

from viewer.load import runs, sources
from viewer.model.block import ToolResult
from viewer.record import Recorder, instrument


def dispatch(name: str, arguments: dict[str, Any]) -> Any:
    return {"total_cents": 8900}


def reply_asking_for(*orders: int) -> dict[str, Any]:
    uses = [{"type": "tool_use", "id": f"t{n}", "name": "look", "input": {"order": n}} for n in orders]
    return {"content": uses, "stop_reason": "tool_use"}


def answered(recorder: Recorder) -> list[str | None]:
    (source,) = sources([recorder.path])
    (run,) = runs(source)
    return [block.tool_use_id for block in run.messages[1].blocks if isinstance(block, ToolResult)]


def attempts(recorder: Recorder) -> list[tuple[str, int]]:
    with recorder.path.with_suffix(".calls.csv").open(encoding="utf-8", newline="") as file:
        return [(row["call_id"], int(row["attempt"])) for row in csv.DictReader(file)]


def test_what_the_dispatcher_gives_and_raises_passes_through(tmp_path: Path) -> None:
    def fails(name: str, arguments: Any, *, extra: int) -> int:
        if extra:
            raise KeyError(name)
        return extra

    look = instrument(fails, Recorder(tmp_path))
    assert look("look", {}, extra=0) == 0
    with pytest.raises(KeyError, match="look"):
        look("look", {}, extra=1)
    assert look.__name__ == "fails"


def test_the_dispatcher_s_own_call_id_wins(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply(reply_asking_for(7, 8))
    look = instrument(lambda name, arguments, key: "x", recorder, call_id=lambda name, arguments, key: key)
    look("look", {"order": "changed on the way"}, "t8")
    assert attempts(recorder) == [("t8", 1)]


def test_an_async_dispatcher_is_recorded_when_it_comes_back(tmp_path: Path) -> None:
    async def later(name: str, arguments: Any) -> str:
        await asyncio.sleep(0.01 * (arguments["order"] - 6))
        return f"order {arguments['order']}"

    async def loop() -> list[str]:
        look = instrument(later, recorder)
        return await asyncio.gather(look("look", {"order": 8}), look("look", {"order": 7}))

    recorder = Recorder(tmp_path)
    recorder.reply(reply_asking_for(7, 8))
    assert asyncio.run(loop()) == ["order 8", "order 7"]
    assert answered(recorder) == ["t7", "t8"]


def test_equal_calls_issued_together_answer_each_its_own_id(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply({"content": [{"type": "tool_use", "id": key, "name": "look", "input": {}} for key in "ab"]})
    look = instrument(dispatch, recorder)
    look("look", {})
    look("look", {})
    assert attempts(recorder) == [("a", 1), ("b", 1)]


def test_calls_from_several_threads_lose_nothing(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply(reply_asking_for(*range(16)))
    look = instrument(dispatch, recorder)
    threads = [threading.Thread(target=look, args=("look", {"order": n})) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answered(recorder)) == {f"t{n}" for n in range(16)}
