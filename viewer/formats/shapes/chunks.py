"""Messages that several records of a log make together: stream chunks read as one response."""

from viewer.formats.build import RunBuilder
from viewer.model.run import Problem


def join_chunks(builder: RunBuilder, first: int, numbers: tuple[int, ...]) -> None:
    """Give the message of a stream, read at its first record, all its records; if unread, all are problems."""
    for problem in builder.problems:
        if problem.record == first:
            reason = f"a chunk of the stream that starts at record {first}, which is no reply"
            builder.problems.extend(Problem(number, reason, problem.after_message) for number in numbers[1:])
            return
    for request in builder.requests:
        message = builder.messages[request.message_index]
        if message.records == (first,):
            builder.join(message.index, numbers)
            return
