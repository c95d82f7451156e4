"""Files are sent where the run lacks the field, and compared where it has it."""

from messages import call, model, result, run_of, user

from viewer.replay.supplied import system_of, tools_of
from viewer.ui.replay_fields import has_own, sorted_fields
from viewer.ui.run_facts import derived


def test_a_file_goes_where_it_belongs() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"), system="Be kind.")
    facts = derived(run, "0" * 16)
    assert (has_own(facts, "system"), has_own(facts, "tools")) == (True, False)
    system, tools = system_of(b"Be brief.", "f"), tools_of(b"[]", "f")
    given = sorted_fields(facts, [system, tools])
    assert (given.supplied, given.current) == ((tools,), (system,))
    assert given.names() == (f"tools {tools.sha256}", f"system {system.sha256}")
