import getpass

import pytest

from viewer.ui import access, reviewer


def test_the_name_is_the_one_given_and_else_the_user_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(access.VARIABLE, " ann ")
    assert reviewer.name() == "ann"
    monkeypatch.delenv(access.VARIABLE)
    monkeypatch.setattr(getpass, "getuser", lambda: "bob")
    assert reviewer.name() == "bob"
