"""Our components: JavaScript and CSS as files, handed to Streamlit as text, so that a clone needs no installation."""
