"""Hard cases 39–40."""

import msgspec
from conftest import sample

from viewer.analysis.checks.registry import findings
from viewer.model.run import ParentLink


def test_sub_runs_without_their_call_are_counted_with_their_messages() -> None:
    run = sample("refund/refund.json")
    link = ParentLink(run.run_id, 1, "toolu_01Ab", "by call id")
    loose = ParentLink(run.run_id, None, None, "no id links it")
    subs = tuple(
        msgspec.structs.replace(sample(name), parent=parent)
        for name, parent in (("order_status/order_status.json", loose), ("wrong_account/wrong_account.json", link))
    )
    (finding,) = findings(msgspec.structs.replace(run, sub_runs=subs))
    assert (finding.code, finding.severity) == ("unlinked_sub_runs", "warning")
    assert finding.text == "1 sub-agent run is not linked to a call: order-status-4471 (4 messages)"
