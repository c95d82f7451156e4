"""All runs together: tools, findings, days, totals."""

import streamlit as st

from viewer.ui import fleet_page, shell, steps_page

shell.ensure()
st.title("Fleet")
fleet_page.draw(steps_page.chosen_catalog())
