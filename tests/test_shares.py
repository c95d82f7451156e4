"""Sources are shared out whole, in order, and none is left over."""

from conftest import SAMPLES

from viewer import load
from viewer.shares import shares


def test_every_source_stands_in_one_share_in_order() -> None:
    sources = list(load.sources([SAMPLES / "refund", SAMPLES / "order_status"]))
    assert [one for share in shares(sources, 2) for one in share] == sources
    assert list(shares([], 2)) == []
