from conftest import SAMPLES
from streamlit.testing.v1 import AppTest

REFUND = SAMPLES / "refund" / "refund.json"


def script(path: str) -> None:
    import streamlit as st

    from viewer import load
    from viewer.ui import run_choice
    from viewer.ui.run_facts import derived

    (run,) = load.runs(next(load.sources([path])))
    facts = derived(run, "key")
    st.button("list", on_click=run_choice.listed, args=({"message": 5, "at": 1},))
    st.button("page", on_click=run_choice.go, args=(2,))
    st.button("record", on_click=run_choice.go_record, args=(3,))
    st.button("run", on_click=run_choice.open_run, args=("0" * 16, 4))
    now = run_choice.current(facts)
    st.text(f"{now.kind} {now.number} {now.seq} {now.named}")


def started(**query: str) -> AppTest:
    app = AppTest.from_function(script, args=(str(REFUND),))
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def said(app: AppTest) -> str:
    return str(app.text[0].value)


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    return app.run()


def test_the_url_names_the_message_and_without_it_the_first_is_shown() -> None:
    assert said(started(msg="3")) == "message 3 1 True"
    assert said(started()) == "message 0 1 False"


def test_what_the_list_chose_goes_to_the_url_and_moves_the_list_no_further() -> None:
    app = press(started(msg="3"), "list")
    assert said(app) == "message 5 1 True"
    assert app.query_params["msg"] == "5"


def test_what_the_page_chose_moves_the_list() -> None:
    app = press(press(started(msg="3"), "list"), "page")
    assert said(app) == "message 2 2 True"
    assert app.query_params["msg"] == "2"


def test_another_message_in_the_url_as_by_the_back_button_moves_the_list() -> None:
    app = press(started(msg="3"), "list")
    app.query_params["msg"] = "3"
    assert said(app.run()) == "message 3 2 True"


def test_a_record_takes_the_place_of_the_message_in_the_url() -> None:
    app = press(started(msg="3"), "record")
    assert said(app) == "record 3 2 True"
    assert "msg" not in app.query_params


def test_another_run_starts_at_its_own_message() -> None:
    app = press(started(msg="3", branch="1", record="2"), "run")
    assert app.query_params["run"] == "0" * 16
    assert app.query_params["msg"] == "4"
    assert "branch" not in app.query_params and "record" not in app.query_params


def test_an_address_that_fast_keys_left_behind_does_not_move_the_list_back() -> None:
    app = started(msg="3")
    for _ in range(4):
        press(app, "list")
    told = app.session_state["run_choice"]["told"]
    app.session_state["run_choice"] = {**app.session_state["run_choice"], "told": [(["message", 4], told[0][1]), *told]}
    app.query_params["msg"] = "4"
    assert said(app.run()) == "message 5 1 True"
    assert app.query_params["msg"] == "5"
