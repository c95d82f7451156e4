"""One run, message by message."""

from viewer.ui import run_page, session, shell

shell.ensure()
if run := session.chosen_run():
    run_page.draw(run)
