"""One run, message by message."""

import streamlit as st

from viewer.ui import session, shell

shell.ensure()
if run := session.chosen_run():
    st.title("Run")
    st.text(run.run_id)
