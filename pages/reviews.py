"""Incident reviews whose claims carry positions."""

import streamlit as st

from viewer.ui import reviews_page, shell

shell.ensure()
st.title("Reviews")
reviews_page.draw()
