from streamlit.testing.v1 import AppTest

from viewer.analysis.steps import MOST_MARKS, StepSeries, step_histogram
from viewer.ui import charts


def test_each_label_has_a_band_that_shows_all_its_runs() -> None:
    figure = charts.steps_figure(step_histogram([("refund", 3), ("refund", 3), ("order", 5), (None, 5)]))
    assert [sum(bar.y) for bar in figure.data] == [2, 1, 1]
    assert [one.text for one in figure.layout.annotations] == ["refund · n = 2", "order · n = 1", "no label · n = 1"]


def test_the_axes_say_what_they_count() -> None:
    figure = charts.steps_figure(step_histogram([("refund", 3)]))
    assert "requests" in figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text == "runs"


def test_a_long_tail_stays_within_the_marks_that_a_chart_may_have() -> None:
    histogram = step_histogram([(f"label {n % 30}", n * 7 % 4000 + 1) for n in range(5000)], charts.MOST_BARS)
    assert len(histogram.marks) <= MOST_MARKS
    assert sum(len(bar.x) for bar in charts.steps_figure(histogram).data) == len(histogram.marks)


def test_a_label_never_becomes_a_tag_or_a_link_of_the_figure() -> None:
    assert charts.plotly_text('<a href="http://evil.example">x</a>').startswith("&lt;a href=")
    assert "\u202e" not in charts.plotly_text("\u202e")


def test_labels_that_stand_together_are_counted() -> None:
    assert charts.series_name(StepSeries(("a", None, "b"), 3)) == "3 other labels"


def test_an_image_is_an_svg_unless_the_reader_wants_a_png() -> None:
    app = AppTest.from_function(_an_image_choice).run()
    assert app.text[0].value == "svg"
    app.toggle(key="chart_png").set_value(True).run()
    assert app.text[0].value == "png"


def _an_image_choice() -> None:
    import streamlit as st

    from viewer.ui import charts

    charts.draw_image_choice()
    st.text(charts.config()["toImageButtonOptions"]["format"])
