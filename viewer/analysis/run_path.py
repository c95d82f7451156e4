"""The path of a run: which tools it asked for with which arguments, request by request; what drift compares."""

from dataclasses import dataclass, replace
from typing import Any

from viewer.analysis.align import Call, Step
from viewer.analysis.digests import quick_digest
from viewer.model.block import ToolUse
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens
from viewer.record.normalise import DEFAULT_RULES, Normaliser, Rules


@dataclass(frozen=True)
class PathCall:
    """One call of a client tool."""

    name: str
    arguments: Any
    """Normalised; None in a run that was recorded as digests only, and in a path without them."""
    digest: str
    """Of the normalised arguments: equal for calls that say the same in two runs."""
    exact: str
    """Of the arguments as they are: equal for calls that say the same in one run."""
    keyed: bool = False
    """The digests were made with a key by the recorder: they compare only with digests of the same key."""
    block: int = 0


@dataclass(frozen=True)
class PathRequest:
    """One request: the calls it asked for together, why it stopped, what it cost."""

    k: int
    message_index: int
    calls: tuple[PathCall, ...] = ()
    stop_reason: str | None = None
    prompt_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True)
class Substitution:
    """A value of an argument that normalisation replaced."""

    message_index: int
    block: int
    path: str
    placeholder: str
    value: str


@dataclass(frozen=True)
class RunPath:
    """The path, and what the run was asked with."""

    requests: tuple[PathRequest, ...]
    models: tuple[str, ...] = ()
    system_hash: str | None = None
    """None: the system prompt is not stored in the file."""
    tools_hash: str | None = None

    @property
    def calls(self) -> tuple[PathCall, ...]:
        """All calls in order."""
        return tuple(call for request in self.requests for call in request.calls)

    def without_arguments(self) -> "RunPath":
        """The path with the digests of its arguments only: as much as drift needs, however long they are."""
        return replace(
            self,
            requests=tuple(
                replace(request, calls=tuple(replace(call, arguments=None) for call in request.calls))
                if request.calls
                else request
                for request in self.requests
            ),
        )

    def steps(self) -> tuple[Step, ...]:
        """As `analysis.align` compares them, by normalised arguments."""
        return tuple(
            Step(
                request.k,
                request.message_index,
                tuple(Call(call.name, call.arguments, call.digest, call.block) for call in request.calls),
            )
            for request in self.requests
        )


def run_path(run: Run, rules: Rules = DEFAULT_RULES) -> RunPath:
    """The path of a run, without its branches and sub-runs."""
    return path_and_substitutions(run, rules)[0]


def path_and_substitutions(run: Run, rules: Rules = DEFAULT_RULES) -> tuple[RunPath, tuple[Substitution, ...]]:
    """The path, and every value that normalisation replaced in it, so that a reviewer sees what was masked."""
    normaliser, replaced = Normaliser(rules), list[Substitution]()
    requests = []
    for request in run.requests:
        calls = []
        for number, block in enumerate(run.messages[request.message_index].blocks):
            if type(block) is not ToolUse or block.executed_by == "provider":
                continue
            calls.append(_call(block, number, normaliser, request.message_index, replaced))
        usage = request.usage
        requests.append(
            PathRequest(
                request.k,
                request.message_index,
                tuple(calls),
                request.stop_reason,
                prompt_tokens(usage),
                None if usage is None else usage.output_tokens,
            )
        )
    fields = run.request_fields[0]
    path = RunPath(
        tuple(requests),
        run.models,
        quick_digest(fields.system.value) if fields.system.status == "recorded" else None,
        quick_digest(fields.tools.value) if fields.tools.status == "recorded" else None,
    )
    return path, tuple(replaced)


def _call(block: ToolUse, number: int, normaliser: Normaliser, message: int, replaced: list[Substitution]) -> PathCall:
    match block.input:
        case {"digest": {"exact": str(exact), "normalised": str(normalised)}}:
            return PathCall(block.name, None, normalised, exact, True, number)
        case _:
            arguments, masked = normaliser.arguments(block.name, block.input)
            replaced += [Substitution(message, number, one.path, one.placeholder, one.value) for one in masked]
            exact = quick_digest(block.input)
            own = exact if not masked and not normaliser.rules.sets else quick_digest(arguments)
            return PathCall(block.name, arguments, own, exact, False, number)
