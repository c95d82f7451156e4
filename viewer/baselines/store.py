"""The folder of baselines: a JSON file a case, accepted by hand one at a time, never overwritten unseen."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from pydantic import ValidationError

from viewer.analysis.run_path import RunPath
from viewer.baselines.accepted import Acceptance, History
from viewer.errors import RunFileError
from viewer.written import first_problem


class NotAccepted(Exception):
    """A baseline that was not taken, and why, as a sentence."""


class BaselineStore:
    """Plain files that a repository can hold."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    def path_of(self, case: str) -> Path:
        """The file of a case: its id with every character that a file name may not hold escaped."""
        return self.folder / f"{quote(case, safe=' ').replace('.', '%2E')}.json"

    def cases(self) -> tuple[str, ...]:
        """Ids of the cases that have a file, sorted."""
        return tuple(sorted(self.read_file(path).case for path in self.folder.glob("*.json")))

    def history(self, case: str) -> History:
        """All that was accepted for a case; empty where nothing was.

        Raises:
            RunFileError: its file is no baseline of this version, or of another case.
        """
        path = self.path_of(case)
        if not path.exists():
            return History(case=case)
        found = self.read_file(path)
        if found.case != case:
            raise RunFileError(str(path), f"is the baseline of {found.case}, not of {case}: name it after its case")
        return found

    def read_file(self, path: Path) -> History:
        """One file.

        Raises:
            RunFileError: it cannot be read as a baseline.
        """
        try:
            content = path.read_bytes()
        except OSError as error:
            raise RunFileError(str(path), f"cannot be read ({error.strerror})") from error
        return history_of(str(path), content)

    def accept(
        self,
        case: str,
        path: RunPath,
        *,
        reason: str,
        accepted_by: str,
        expected: str | None,
        run_key: str | None,
        run_hash: str | None,
        source: str | None = None,
        problems: int = 0,
        violations: tuple[str, ...] = (),
        override: bool = False,
    ) -> Acceptance:
        """Take a path as the case's baseline.

        Args:
            case: its id.
            path: of the run.
            reason: typed by the person.
            accepted_by: who.
            expected: hash of the entry that the person saw as the current one; None: that there was none.
            run_key: of the run.
            run_hash: of the run.
            source: where the run was read.
            problems: records of the run that could not be read.
            violations: sentences on invariants that the run breaks.
            override: take it although it breaks them; the reason then has to say why.

        Raises:
            NotAccepted: someone accepted another meanwhile, no reason, records unread, or invariants broken.
        """
        if len(reason.strip()) < 3:
            raise NotAccepted("type a reason of three characters or more: it is what the next reviewer reads")
        if problems:
            raise NotAccepted(f"{problems} records of the run could not be read: what it did is not known whole")
        if violations and not override:
            raise NotAccepted(f"the run breaks {len(violations)} invariants: {'; '.join(violations)}")
        entry = {"path": path, "run_key": run_key, "run_hash": run_hash, "source": source, "violations": violations}
        return self._append(case, expected, {**entry, "reason": reason.strip(), "accepted_by": accepted_by})

    def revert(self, case: str, to: str, *, reason: str, accepted_by: str, expected: str | None) -> Acceptance:
        """Take an earlier entry's path again, as a new entry.

        Raises:
            NotAccepted: no entry has this hash, no reason, or someone accepted another meanwhile.
        """
        if len(reason.strip()) < 3:
            raise NotAccepted("type a reason of three characters or more: it is what the next reviewer reads")
        found = [entry for entry in self.history(case).entries if entry.hash.startswith(to)]
        if len(found) != 1:
            raise NotAccepted(f"{len(found)} entries of {case} begin with {to}: give the hash of one")
        kept = found[0].model_dump(include={"run_key", "run_hash", "source", "violations"})
        made = {**kept, "path": found[0].path, "action": "revert"}
        return self._append(case, expected, {**made, "reason": reason.strip(), "accepted_by": accepted_by})

    def _append(self, case: str, expected: str | None, made: dict[str, object]) -> Acceptance:
        with self._alone(case):
            history = self.history(case)
            current = None if history.current is None else history.current.hash
            if current != expected:
                raise NotAccepted(
                    f"the baseline of {case} is no longer the one you saw: "
                    f"{'there is none' if history.current is None else _told(history.current)}"
                )
            entry = Acceptance.model_validate({**made, "accepted_at": datetime.now(UTC), "previous": current})
            written = history.model_copy(update={"entries": (*history.entries, entry)})
            beside = self.path_of(case).with_suffix(".part")
            beside.write_text(written.model_dump_json(indent=2) + "\n", encoding="utf-8")
            beside.replace(self.path_of(case))
            return entry

    @contextmanager
    def _alone(self, case: str) -> Iterator[None]:
        """One writer a case at a time, on this machine."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = self.path_of(case).with_suffix(".lock")
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        except FileExistsError as error:
            raise NotAccepted(f"someone else accepts {case} just now; if not, remove {lock}") from error
        try:
            yield
        finally:
            lock.unlink()


def history_of(name: str, content: bytes) -> History:
    """The history that a file at hand holds; `name` is what sentences call it.

    Raises:
        RunFileError: it is no baseline.
    """
    try:
        return History.model_validate_json(content)
    except ValidationError as error:
        raise RunFileError(name, f"is no baseline of this version: {first_problem(error)}") from error


def _told(entry: Acceptance) -> str:
    return f"{entry.accepted_by} accepted another on {entry.accepted_at:%Y-%m-%d %H:%M} ({entry.reason})"
