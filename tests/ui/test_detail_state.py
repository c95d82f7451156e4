from conftest import SAMPLES
from streamlit.testing.v1 import AppTest


def script(path: str) -> None:
    import streamlit as st

    from viewer import load
    from viewer.ui import detail_state
    from viewer.ui.run_choice import Choice
    from viewer.ui.run_facts import derived

    (run,) = load.runs(next(load.sources([path])))
    facts = derived(run, "key")
    st.button("part", on_click=detail_state.show_part, args=("0", 2))
    st.button("codes", on_click=detail_state.toggle_codes, args=("0",))
    st.button("raw", on_click=detail_state.set_section, args=("raw", True))
    st.button("blocks", on_click=detail_state.set_section, args=("blocks", True))
    st.button("reveal", on_click=detail_state.toggle_revealed, args=("id",))
    message = st.number_input("message", 0, 7)
    now = detail_state.opened(facts, Choice("message", int(message), 1, True))
    st.text(f"{dict(now.parts)} {sorted(now.codes)} {sorted(now.sections)} {sorted(now.revealed)}")


def started() -> AppTest:
    return AppTest.from_function(script, args=(str(SAMPLES / "refund" / "refund.json"),)).run()


def press(app: AppTest, *labels: str) -> str:
    for label in labels:
        next(button for button in app.button if button.label == label).click()
        app.run()
    return str(app.text[0].value)


def test_what_is_opened_stays_open_through_reruns() -> None:
    app = started()
    assert press(app, "part", "codes", "raw", "reveal") == "{'0': 2} ['0'] ['raw'] ['id']"
    assert str(app.run().text[0].value) == "{'0': 2} ['0'] ['raw'] ['id']"


def test_another_message_closes_all_but_what_a_reader_follows_from_message_to_message() -> None:
    app = started()
    press(app, "part", "codes", "raw", "blocks", "reveal")
    app.number_input[0].set_value(3)
    assert str(app.run().text[0].value) == "{} [] ['raw'] ['id']"


def test_a_second_press_takes_it_back() -> None:
    assert press(started(), "reveal", "codes", "reveal", "codes") == "{} [] [] []"
