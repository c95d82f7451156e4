"""A report as JUnit XML: a suite of runs, a test for each run and check, and the drift of the cases."""

import re
from xml.etree import ElementTree

from viewer.baselines.check_report import CheckReport
from viewer.baselines.checked_run import CheckedRun

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: CheckReport) -> bytes:
    """The document; text of a run stands in it as text, and what XML cannot hold as an escape."""
    root = ElementTree.Element("testsuites", name="trajectory-viewer")
    suite = ElementTree.SubElement(root, "testsuite", name="checks")
    for run in report.runs:
        _add_run(suite, run)
    for one in report.unreadable:
        case = ElementTree.SubElement(suite, "testcase", classname="read", name=_xml(one.source))
        ElementTree.SubElement(case, "error", message=_xml(one.error))
    if report.drift is not None:
        case = ElementTree.SubElement(suite, "testcase", classname="drift", name="drift of all cases")
        if not report.drift.is_within_budget:
            ElementTree.SubElement(case, "failure", message=_xml(report.drift.sentence()))
        else:
            ElementTree.SubElement(case, "system-out").text = _xml(report.drift.sentence())
    for name, tag in (
        ("tests", "testcase"),
        ("failures", ".//failure"),
        ("errors", ".//error"),
        ("skipped", ".//skipped"),
    ):
        suite.set(name, str(len(suite.findall(tag))))
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _add_run(suite: ElementTree.Element, run: CheckedRun) -> None:
    by_code: dict[str, ElementTree.Element] = {}
    for one in run.results:
        case = by_code.get(one.code)
        if case is None:
            name = _xml(f"{run.case or run.run_id}: {one.code}")
            case = by_code[one.code] = ElementTree.SubElement(suite, "testcase", classname=_xml(run.source), name=name)
        if one.result == "not_evaluated":
            ElementTree.SubElement(case, "skipped", message=_xml(one.reason or ""))
        elif one.result == "violation" and one.severity == "error":
            ElementTree.SubElement(case, "failure", message=_xml(one.text), type=one.code)
        elif one.result == "violation":
            ElementTree.SubElement(case, "system-out").text = _xml(f"{one.severity}: {one.text}")


def _xml(text: str) -> str:
    return _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
