"""Each form of a request to copy."""

import json

from bundles import refund_bundle

from viewer.ui.replay_take import FORMS, copied


def test_each_form_holds_the_request_or_names_its_file() -> None:
    bundle = refund_bundle()
    for form in FORMS:
        inline = copied(bundle.request, bundle.api, form, None)
        assert "policy service unavailable" in inline
        if form != "JSON":
            assert "request.json" in copied(bundle.request, bundle.api, form, "request.json")
    assert json.loads(copied(bundle.request, bundle.api, "JSON", None)) == bundle.request
