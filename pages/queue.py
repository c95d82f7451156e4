"""Runs to look at one after the other."""

import streamlit as st

from viewer.ui import queue_page, shell

shell.ensure()
st.title("Queue")
queue_page.draw()
