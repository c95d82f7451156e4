"""Accepted paths of cases, and the runs that they are compared with."""

import streamlit as st

from viewer.ui import baselines_page, shell, steps_page

shell.ensure()
st.title("Baselines")
baselines_page.draw(steps_page.chosen_catalog())
