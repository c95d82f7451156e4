"""All runs under the given paths."""

import streamlit as st

from viewer.ui import runs_page, session, shell

shell.ensure()
st.title("Runs")
runs_page.draw(session.catalog())
