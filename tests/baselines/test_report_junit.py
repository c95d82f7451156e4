"""The XML of a report is well formed, whatever a run says."""

from xml.etree import ElementTree

from check_reports import HOSTILE, report

from viewer.baselines.report_junit import junit


def test_failures_errors_and_skips_are_counted_and_stand_in_their_tests() -> None:
    suite = ElementTree.fromstring(junit(report()))[0]
    assert int(suite.get("tests", 0)) == len(suite.findall("testcase"))
    assert int(suite.get("failures", 0)) == len(suite.findall(".//failure")) > 1
    assert suite.get("errors") == "1"
    assert int(suite.get("skipped", 0)) > 0
    assert suite.findall(".//testcase[@classname='drift']/failure")


def test_text_of_a_run_stays_text() -> None:
    suite = ElementTree.fromstring(junit(report()))[0]
    assert suite.find(".//script") is None
    names = [case.get("name", "") for case in suite]
    assert any("</failure>\\u0000<script>]]>\\ud800" in name for name in names)
    assert HOSTILE not in names
