// A strip over the list: input tokens along the run, where the list stands in it, findings and hits. A click goes there.

const MARKS = 500;
const HEIGHT = 40;

class LedgerStrip {
  constructor(ledger) {
    this.ledger = ledger;
    this.box = element("div", "tv-strip");
    this.caption = element("div", "tv-quiet tv-strip-caption");
    this.svg = this.part("svg", { viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.box.append(this.caption, this.svg);
    this.svg.addEventListener("click", (event) => this.clicked(event));
  }

  part(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  x(message) {
    return (1000 * message) / Math.max(1, this.ledger.columns.messages);
  }

  draw() {
    const columns = this.ledger.columns;
    if (!columns) return;
    const tokens = columns.input_tokens;
    const known = tokens.filter((count) => count >= 0);
    const asked = tokens.filter((count) => count !== -2).length;
    this.box.hidden = known.length === 0 || columns.messages < 2;
    if (this.box.hidden) return;
    const most = known.reduce((one, other) => Math.max(one, other), 1);
    const missing = asked - known.length;
    const binned = Math.ceil(columns.messages / MARKS);
    this.caption.textContent =
      `input tokens per request · most ${number(most)}` +
      (missing ? ` · not recorded for ${number(missing)} of ${number(asked)}` : "") +
      (binned > 1 ? ` · each bar the largest of ${number(binned)} messages` : "");
    const drawn = [];
    const width = Math.min(24, Math.max(1.2, (1000 / Math.min(MARKS, columns.messages)) * 0.8));
    for (let first = 0; first < columns.messages; first += binned) {
      const here = tokens.slice(first, first + binned);
      const largest = Math.max(...here);
      if (largest === -2) continue;
      const height = largest < 0 ? 2 : Math.max(1, (largest / most) * (HEIGHT - 8));
      const at = { x: this.x(first), y: HEIGHT - height, width, height };
      drawn.push(this.part("rect", { ...at, class: largest < 0 ? "tv-gap" : "tv-bar-mark" }));
    }
    drawn.push(...this.ticks(binned));
    this.seen = this.part("rect", { y: 0, height: HEIGHT, class: "tv-seen" });
    this.here = this.part("rect", { y: 0, height: HEIGHT, width: 3, class: "tv-here" });
    this.svg.replaceChildren(this.seen, ...drawn, this.here);
    this.choose(this.ledger.message);
    this.window(...(this.lastWindow ?? [0, 0]));
  }

  ticks(binned) {
    const { columns, hits } = this.ledger;
    const drawn = [];
    for (let first = 0; first < columns.messages; first += binned) {
      let flags = 0;
      let hit = false;
      for (let message = first; message < Math.min(columns.messages, first + binned); message++) {
        flags |= columns.flags[message];
        hit ||= hits?.has(message) ?? false;
      }
      const name = flags & ERROR ? "tv-tick-error" : flags & WARNING ? "tv-tick-warning" : hit ? "tv-tick-hit" : null;
      if (name) drawn.push(this.part("rect", { x: this.x(first), y: 0, width: Math.max(2, 1000 / MARKS), height: 5, class: name }));
    }
    return drawn;
  }

  choose(message) {
    if (this.here && message >= 0) this.here.setAttribute("x", this.x(message));
  }

  window(top, bottom) {
    this.lastWindow = [top, bottom];
    if (!this.seen || !this.ledger.shown) return;
    const { rows, shown } = this.ledger;
    const messageAt = (at) => Math.max(0, rows[shown[Math.max(0, Math.min(at, shown.length - 1))]] ?? 0);
    const first = this.x(messageAt(top));
    this.seen.setAttribute("x", first);
    this.seen.setAttribute("width", Math.max(4, this.x(messageAt(bottom) + 1) - first));
  }

  clicked(event) {
    const box = this.svg.getBoundingClientRect();
    const { columns } = this.ledger;
    let message = Math.floor(((event.clientX - box.left) / box.width) * columns.messages);
    message = Math.max(0, Math.min(columns.messages - 1, message));
    // Bars stand at replies: take the nearest one.
    for (let by = 0; by < 20; by++) {
      if (columns.input_tokens[message - by] > -2) {
        message -= by;
        break;
      }
    }
    this.ledger.open(message, true);
  }
}
