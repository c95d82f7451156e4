"""The app's face: all that imports streamlit, besides app.py and pages/."""
