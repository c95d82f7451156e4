"""How many steps runs take, and the cap to set."""

import streamlit as st

from viewer.ui import shell, steps_page

shell.ensure()
st.title("Steps")
steps_page.draw(steps_page.chosen_catalog())
