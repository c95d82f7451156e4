"""The three tables of the index: their columns, what each holds, and the version of their shape."""

import pyarrow as pa

TABLE_VERSION = 2
"""Raised when a column changes its meaning. Tables of another version are refused, never guessed at."""
TABLES = ("requests", "calls", "runs")
"""In the order in which they are written: a run that shows has its requests and calls."""

_TEXT, _INT, _LONG, _REAL, _BOOL = pa.string(), pa.int32(), pa.int64(), pa.float64(), pa.bool_()
_TIME = pa.timestamp("us", tz="UTC")
_TEXTS = pa.list_(pa.string())
_INTS = pa.list_(pa.int32())
_LONGS = pa.list_(pa.int64())
_TEXT_OF_NAME = pa.map_(pa.string(), pa.string())
_NUMBER_OF_NAME = pa.map_(pa.string(), pa.float64())

RUNS = pa.schema(
    [
        # Which run, and where it was read. `run_row` joins the three tables and means nothing else.
        ("run_row", _LONG),
        ("key", _TEXT),  # 16 hex digits, as in links
        ("source", _TEXT),  # root-relative path
        ("source_id", _LONG),  # of the place (uri and member), the same for every version
        ("uri", _TEXT),
        ("member", _TEXT),  # of an archive
        ("version", _TEXT),
        ("parts", _TEXT),  # JSON: name, then [uri, version, size, member] of each; null: the one file at `uri`
        ("source_bytes", _LONG),
        ("parser", _TEXT),
        ("indexed_at", _TIME),
        ("reason", _TEXT),  # why the source is unreadable; null: this row is a run
        ("formats", _TEXTS),  # of an unreadable source: those that recognise it equally well
        ("run_id", _TEXT),
        ("parent_run_id", _TEXT),  # null: no sub-agent's run
        ("format", _TEXT),
        ("read_as", _TEXT),  # the format chosen for it by a person, null: its own content told
        # What the file says of it.
        ("label", _TEXT),
        ("task", _TEXT),
        ("task_bucket", _INT),  # the same for all runs of a task; null: it names none
        ("model", _TEXT),  # of most requests
        ("models", _TEXTS),
        ("outcome", _TEXT),
        ("ending", _TEXT),
        ("ending_rule", _TEXT),
        ("cut_by", _TEXT),
        ("cap", _REAL),  # the recorded limit in `cap_unit`
        ("cap_unit", _TEXT),
        ("exit_status", _TEXT),
        ("started_at", _TEXT),  # as recorded
        ("ended_at", _TEXT),
        ("started", _TIME),  # null: not recorded, or no date that can be read
        ("ended", _TIME),
        ("seconds", _REAL),  # from start to end
        ("attributes", _TEXT_OF_NAME),  # scalars by path
        ("attributes_json", _TEXT),  # verbatim
        ("sampling_rate", _REAL),  # in (0, 1]; null: not recorded
        ("weight", _REAL),  # one over the sampling rate
        ("cost", _REAL),  # US dollars, as the file itself states them for this run
        # Counts. A run's branches are counted, its sub-runs are not.
        ("messages", _INT),
        ("model_requests", _INT),  # steps: rows of `requests`
        ("requests_without_usage", _INT),
        ("turns", _INT),
        ("turn_steps", _INTS),  # steps of each turn, in order, without branches
        ("longest_turn", _INT),  # steps of the longest turn
        ("tool_calls", _INT),
        ("tool_results", _INT),
        ("unanswered_calls", _INT),
        ("orphan_results", _INT),
        ("error_results", _INT),
        ("input_tokens", _LONG),  # at the full rate, without cache reads and writes
        ("cache_read_input_tokens", _LONG),
        ("cache_creation_input_tokens", _LONG),
        ("output_tokens", _LONG),
        ("prompt_tokens", _LONGS),  # input of each request, in order, cache reads and writes included
        ("problems", _INT),
        ("set_aside", _INT),
        ("findings", _TEXTS),  # codes, each once
        ("finding_errors", _INT),  # findings of severity error
        ("request_rows", _INT),  # its rows in `requests`
        ("call_rows", _INT),  # its rows in `calls`
    ]
)
REQUESTS = pa.schema(
    [
        ("run_row", _LONG),
        ("key", _TEXT),
        ("k", _INT),  # from 1
        ("branch", _INT),  # 0: the run's own list
        ("turn", _INT),
        ("k_in_turn", _INT),
        ("message_index", _INT),  # of the reply
        ("model", _TEXT),
        ("stop_reason", _TEXT),
        ("input_tokens", _LONG),
        ("cache_read_input_tokens", _LONG),
        ("cache_creation_input_tokens", _LONG),
        ("output_tokens", _LONG),
        ("context", _TEXT),  # recorded, derived, unknown
        ("seconds", _REAL),
    ]
)
CALLS = pa.schema(
    [
        ("run_row", _LONG),
        ("key", _TEXT),
        ("k", _INT),  # the request that asked for it; null: no request is stored
        ("branch", _INT),
        ("message_index", _INT),
        ("block", _INT),
        ("call_id", _TEXT),
        ("tool", _TEXT),
        ("executed_by", _TEXT),  # client, provider, unknown
        ("ok", _BOOL),  # false: flagged as an error; null: unanswered, or the file records no flag
        ("result_message", _INT),  # null: unanswered
        ("result_block", _INT),
        ("result_bytes", _LONG),
        ("tokens", _LONG),  # recorded growth of the next prompt, less the reply; shared by bytes between its results
        ("arguments", _TEXT_OF_NAME),  # scalars by path
        ("argument_numbers", _NUMBER_OF_NAME),  # those of them that are numbers
    ]
)
SCHEMAS: dict[str, pa.Schema] = {"requests": REQUESTS, "calls": CALLS, "runs": RUNS}


def description(table: str) -> str:
    """What the stored table says of itself: its version is read from here."""
    return f"trajectory-viewer {table}, table version {TABLE_VERSION}"


def version_in(text: str | None) -> int | None:
    """The version in a stored table's description; None: it is none of ours."""
    head, _, number = (text or "").rpartition("table version ")
    return int(number) if head.startswith("trajectory-viewer") and number.isdigit() else None
