"""One run, message by message."""

from viewer.ui import run_follow, run_page, session, shell

shell.ensure()
if run := session.chosen_run():
    run_follow.draw(run)
    run_page.draw(run)
