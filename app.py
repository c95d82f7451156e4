"""The app: Streamlit runs this file; all pages are listed in `viewer/ui/shell.py`."""

from viewer.ui import shell

shell.run()
