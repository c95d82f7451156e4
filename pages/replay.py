"""One tool result replaced, and the request that the next model call would have been."""

import streamlit as st

from viewer.ui import replay_page, shell

shell.ensure()
st.title("Replay")
replay_page.draw()
