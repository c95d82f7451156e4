"""Sending in the background: a page may be left and come back to; what was finished is in the results file anyway."""

import threading
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import streamlit as st

from viewer.errors import RunFileError
from viewer.replay.send import Progress, Sent, send
from viewer.replay.send_endpoints import CannotSend
from viewer.replay.send_plan import Plan
from viewer.user_folders import data_folder


@dataclass
class Job:
    """One call of `send`, running or ended."""

    all: int
    """Samples that it was to take."""
    progress: Progress | None = None
    sent: Sent | None = None
    error: str | None = None
    """Why nothing was sent."""
    is_stopped: bool = False
    thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether it still sends."""
        return self.thread is not None and self.thread.is_alive()


@st.cache_resource(show_spinner=False)
def _jobs() -> dict[Path, Job]:
    """All of this server, by their results file: two readers of one bundle see the same."""
    return {}


def job_of(file: Path) -> Job | None:
    """The last call that writes a results file."""
    return _jobs().get(file)


def start(plan: Plan, file: Path) -> Job:
    """Begin to send; where the same is being sent, that goes on."""
    running = job_of(file)
    if running is not None and running.is_running:
        return running
    job = Job(len(plan.todo))

    def work() -> None:
        def note(progress: Progress) -> None:
            job.progress = progress

        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            job.sent = send(plan, file, note, lambda: job.is_stopped)
        except (CannotSend, RunFileError) as error:
            job.error = str(error)
        except OSError as error:
            job.error = f"{file} cannot be written ({error.strerror})"

    job.thread = threading.Thread(target=work, name="replay", daemon=True)
    _jobs()[file] = job
    job.thread.start()
    return job


def results_file(plan: Plan) -> Path:
    """Where the app keeps the samples of a bundle: another endpoint or another setting has another file."""
    settings = plan.head.model_copy(update={"created_at": ""}).model_dump_json()
    return folder() / f"{plan.head.bundle[:16]}-{sha256(settings.encode()).hexdigest()[:8]}.results.jsonl"


def folder() -> Path:
    """Where the app keeps samples of replays."""
    return data_folder() / "replays"
