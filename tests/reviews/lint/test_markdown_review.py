"""A Markdown file as a review."""

import time

import pytest

from viewer.reviews.lint.cites import cites
from viewer.reviews.lint.knowledge import speaks_of_knowledge
from viewer.reviews.lint.markdown_review import DeclaredRun, markdown_review

WHOLE = """---
title: "Refund: who moved it"
runs:
  refund: refund.json
  batch: {path: runs/batch.jsonl, run_id: "17", run_hash: abc}
---
# Refund

Two calls were
issued together refund[1]. Then one
more [link to it](https://t.example/1 "t") [3](#m3).

## Question

The money moved. Who did it?

## Claims

- [x] **The loop** moved it [6].
  It was \\[5\\] that asked, with `issue_refund`.
1. The policy `[4].0` allows it.

> quoted. text.

```text
code. [1]
```

| what | where |
| --- | --- |
| asked | [5] |

<!-- a comment. -->

### Details
The rest:

## Actions

- Ask for a date.

## Conclusion

It held _up_ for lookup_policy_name [4].
"""


def test_the_header_declares_the_runs() -> None:
    made = markdown_review(WHOLE)
    assert made.runs == {"refund": DeclaredRun("refund.json"), "batch": DeclaredRun("runs/batch.jsonl#17", "abc")}
    assert made.header["title"] == "Refund: who moved it"


def test_sentences_are_what_claims_something_with_line_and_section() -> None:
    told = [(one.line, one.part, one.text) for one in markdown_review(WHOLE).sentences]
    assert told == [
        (9, "", "Two calls were issued together refund[1]."),
        (9, "", "Then one more link to it [3]."),
        (19, "Claims", "The loop moved it [6]."),
        (19, "Claims", "It was [5] that asked, with `issue_refund`."),
        (21, "Claims", "The policy `[4].0` allows it."),
        (31, "Claims", "asked · [5]"),
        (44, "Conclusion", "It held up for lookup_policy_name [4]."),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\nruns: [\n---\n", "the header is no YAML"),
        ("---\nruns: {a: b.json}\n", "the header has no end"),
        ("---\nruns: [a]\n---\n", "no list of aliases"),
        ("---\nruns: {a: {hash: x}}\n---\n", "has no path"),
        ("---\nruns: {'a b': x}\n---\n", "the alias 'a b' is none"),
        ("---\n- a\n---\n", "no list of names"),
        ("---\nrun: !!python/object/apply:os.system ['true']\n---\n", "the header is no YAML"),
    ],
)
def test_a_header_that_is_none_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        markdown_review(text)


def test_a_title_does_not_silence_its_file() -> None:
    made = markdown_review("# Cap\n\nIt ended [4].\n\n## Links\n\nSee there.\n\n### More\n\nAnd there.\n")
    assert [one.text for one in made.sentences] == ["It ended [4]."]


def test_a_file_without_a_header_has_sentences_all_the_same() -> None:
    made = markdown_review("It failed [4].\r\n")
    assert made.runs == {} and [one.text for one in made.sentences] == ["It failed [4]."]


def test_a_review_of_one_run_declares_it_without_an_alias() -> None:
    assert markdown_review("---\nrun: a.json\n---\n").runs == {"": DeclaredRun("a.json")}


@pytest.mark.parametrize(
    "piece", ["[", "](", "e.g. ", "`", '"', "*", "[1](", "a [3]. ", "\\[", "| ", "<!--", "it saw "]
)
def test_very_long_and_odd_text_is_read_in_a_few_seconds(piece: str) -> None:
    started = time.perf_counter()
    review = markdown_review(piece * (20_000 // len(piece)))
    for sentence in review.sentences:
        speaks_of_knowledge(cites(sentence.text).bare)
    assert time.perf_counter() - started < 5
