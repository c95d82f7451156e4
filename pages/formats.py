"""Which formats are read, and what each records."""

import streamlit as st

from viewer.ui import formats_page, shell

shell.ensure()
st.title("Formats")
formats_page.draw()
