"""Records runs where they happen: wraps a tool dispatcher, needs nothing but the standard library."""

from viewer.record.dispatch import instrument
from viewer.record.recorder import Recorder

__all__ = ["Recorder", "instrument"]
