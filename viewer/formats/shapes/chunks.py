"""Messages that several records of a log make together: stream chunks read as one response."""

from viewer.formats.build import RunBuilder
from viewer.model.run import Problem, SetAside


def join_chunks(builder: RunBuilder, streams: dict[int, tuple[int, ...]]) -> None:
    """Give the message of a stream, read at its first record, all its records; a problem or set aside, all are.

    Args:
        builder: what the records were read into; it need not hold all streams.
        streams: number of a stream's first record -> numbers of all its records.
    """
    if not streams:
        return
    for problem in tuple(builder.problems):
        reason = f"a chunk of the stream that starts at record {problem.record}, which is no reply"
        for number in streams.get(problem.record, ())[1:]:
            builder.problems.append(Problem(number, reason, problem.after_message))
    for aside in tuple(builder.set_aside):
        for number in streams.get(aside.record, ())[1:]:
            builder.set_aside.append(SetAside(number, aside.kind, aside.why))
    for request in builder.requests:
        message = builder.messages[request.message_index]
        numbers = streams.get(message.records[0])
        if numbers is not None and len(message.records) == 1:
            builder.join(message.index, numbers)
