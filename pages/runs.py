"""All runs under the given paths."""

import streamlit as st

from viewer.ui import session, shell

shell.ensure()
st.title("Runs")
for row in session.catalog().rows():
    st.text(row.key)
