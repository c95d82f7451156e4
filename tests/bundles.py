"""Bundles for tests, made of short runs and of samples."""

from typing import Any, Literal

from conftest import SAMPLES
from messages import call, model, result, run_of, user

from viewer import load
from viewer.model.run import Run
from viewer.replay.bundle import Bundle, bundle_json, parse_bundle
from viewer.replay.make import Credentials, Why, make_bundle
from viewer.replay.prefix import Refusal
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import Replacement

WHY = Why("2026-01-02T03:04:05+00:00", "Ada", "what if the policy is down")


def refund() -> Run:
    (run,) = load.runs(next(load.sources([SAMPLES / "refund/refund.json"])))
    return run


def refund_bundle(content: Any = "policy service unavailable (503)", is_error: bool | None = True) -> Bundle:
    source = next(load.sources([SAMPLES / "refund/refund.json"]))
    (run,) = load.runs(source)
    stored = stored_messages(run, load.decode_source(source))
    return bundled(run, Replacement(4, 0, content, is_error), stored=stored)


def bundled(
    run: Run,
    replacement: Replacement,
    api: Literal["anthropic_messages", "openai_chat"] = "anthropic_messages",
    credentials: Credentials = "refuse",
    **more: Any,
) -> Bundle:
    made = make_bundle(run, replacement, api, more.pop("stored", None), WHY, credentials, **more)
    assert isinstance(made, Bundle), made
    return made


def reopened(bundle: Bundle) -> Bundle:
    return parse_bundle(bundle_json(bundle), "bundle.json")


def one_call(content: Any, **arguments: Any) -> Run:
    """A run of one call whose result is at [2].0."""
    return run_of(user("go"), model(call("a", **arguments)), user(result("a", content)), model("done"))


def refused(made: Bundle | Refusal) -> str:
    assert isinstance(made, Refusal)
    return made.reason
