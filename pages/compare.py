"""Two runs side by side."""

import streamlit as st

from viewer.ui import compare_page, shell

shell.ensure()
st.title("Compare")
compare_page.draw()
