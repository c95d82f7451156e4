"""A report with one of each, and text that would break out of a document."""

from scripted import run_of, step, use

from viewer.analysis.policy import Policy
from viewer.analysis.run_path import run_path
from viewer.baselines.check_report import CheckReport, Unreadable, check_report
from viewer.baselines.checked_run import checked_run
from viewer.policy_file import Policies

HOSTILE = "</failure>\x00<script>]]>\ud800"


def report() -> CheckReport:
    """A kept run, a broken one of a hostile case, an unreadable source, drift beyond its budget."""
    policies = Policies(Policy(max_calls=1))
    kept = run_of(step(use("look")), step(), attributes={"case": "kept"})
    broken = run_of(step(use(HOSTILE)), step(use(HOSTILE)), step(), attributes={"case": HOSTILE})
    runs = [checked_run(kept, policies, {}), checked_run(broken, policies, {})]
    return check_report(runs, [Unreadable("x.json", f"is {HOSTILE}")], {}, {"kept": run_path(broken)})
