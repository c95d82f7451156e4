"""Runs against a policy, cases and accepted paths."""

import streamlit as st

from viewer.ui import checks_page, shell, steps_page

shell.ensure()
st.title("Checks")
checks_page.draw(steps_page.chosen_catalog())
