import base64

import pytest

from viewer.pictures import StoredImage, stored_image

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"},
        {"inlineData": {"mimeType": "image/png", "data": PNG}},
    ],
)
def test_a_picture_is_found_in_the_vendors_forms(raw: object) -> None:
    image = stored_image(raw)
    assert isinstance(image, StoredImage)
    assert (image.media_type, image.width, image.height) == ("image/png", 1, 1)


def test_the_type_is_told_by_the_header_and_not_by_the_file() -> None:
    gif = b"GIF89a" + (300).to_bytes(2, "little") + (200).to_bytes(2, "little") + b"\x00" * 20
    image = stored_image({"source": {"type": "base64", "media_type": "image/svg+xml", "data": encoded(gif)}})
    assert isinstance(image, StoredImage)
    assert (image.media_type, image.width, image.height) == ("image/gif", 300, 200)


def test_jpeg_and_webp_headers_tell_their_size() -> None:
    frame = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x10\x00\x20\x01\x00\x00\x00"
    jpeg = stored_image({"data": encoded(frame)})
    assert isinstance(jpeg, StoredImage) and (jpeg.width, jpeg.height) == (32, 16)
    extended = b"RIFF\x00\x00\x00\x00WEBPVP8X" + b"\x00" * 8 + (99).to_bytes(3, "little") + (49).to_bytes(3, "little")
    webp = stored_image({"data": encoded(extended)})
    assert isinstance(webp, StoredImage) and (webp.width, webp.height) == (100, 50)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ({"type": "image", "source": {"type": "url", "url": "https://evil.example/a.png"}}, "never fetched"),
        ({"type": "image_url", "image_url": {"url": "https://evil.example/a.png"}}, "never fetched"),
        ({"source": {"data": "not base64!"}}, "not base64"),
        ({"source": {"data": encoded(b"<svg onload='alert(1)'/>" * 4)}}, "SVG is shown as text"),
        ({"source": {"data": encoded(b"\x89PNG\r\n\x1a\n" + b"\x00" * 8 + b"\xff" * 8)}}, "pixels"),
        ({"source": {"data": "A" * 30_000_000}}, "larger than"),
        (None, "never fetched"),
        ({"source": {"source": {"source": {"source": {"data": PNG}}}}}, "never fetched"),
    ],
)
def test_what_is_no_picture_of_the_file_is_not_drawn_and_says_why(raw: object, why: str) -> None:
    found = stored_image(raw)
    assert isinstance(found, str)
    assert why in found
