"""All runs together: tools, findings, days, totals."""

import streamlit as st

from viewer.ui import fleet_page, session, shell

shell.ensure()
st.title("Fleet")
fleet_page.draw(session.catalog())
