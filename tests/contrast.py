"""The contrast of texts in our components, as the browser computes their colours."""

from playwright.sync_api import Page

_CONTRAST = """(selector) => {
  const parse = (text) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((one) => (one /= 255) <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const roots = [...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')].map((one) => one.shadowRoot);
  const found = roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter((one) => one.textContent.trim());
  return found.map((one) => {
    let back = one;
    while (back && parse(getComputedStyle(back).backgroundColor)[3] === 0)
      back = back.parentElement ?? back.getRootNode().host;
    const colours = [getComputedStyle(one).color, back ? getComputedStyle(back).backgroundColor : 'white'];
    const [text, ground] = colours.map(parse).map(light);
    return [one.className || one.tagName, (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)];
  });
}"""


def contrasts(page: Page, selector: str) -> list[tuple[str, float]]:
    """For each element with text inside our components: its class, and the ratio of its text to its ground."""
    return [(str(name), float(ratio)) for name, ratio in page.evaluate(_CONTRAST, selector)]


def poor(found: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Those below 4.5:1."""
    return [(name, round(ratio, 2)) for name, ratio in found if ratio < 4.5]
