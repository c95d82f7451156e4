// The list of messages: windowed, one tab stop, the chosen row painted at once and told to the page a little later.

const ROW = 28;
const NARROW_ROW = 52;
const NARROW = 540;
const BEYOND = 12;
const QUIET = 60;

class Ledger {
  constructor(root, component) {
    this.root = root;
    this.component = component;
    this.box = element("div", "tv tv-ledger");
    this.head = element("div", "tv-row tv-head", null, { role: "row", "aria-rowindex": "1" });
    this.pad = element("div", "tv-pad", null, { role: "presentation" });
    this.view = element("div", "tv-view", null, { role: "rowgroup" });
    this.view.append(this.pad);
    this.grid = element("div", "tv-grid", null, { role: "grid", tabindex: "0", "aria-label": "Messages of the run" });
    this.grid.append(element("div", "", null, { role: "rowgroup" }), this.view);
    this.grid.firstChild.append(this.head);
    this.bar = new LedgerBar(this);
    this.strip = new LedgerStrip(this);
    this.box.append(this.bar.box, this.strip.box, this.grid);
    root.append(this.box);
    this.drawn = new Map();
    this.rowHeight = ROW;
    this.view.addEventListener("scroll", () => this.drawSoon());
    this.grid.addEventListener("keydown", (event) => ledgerKey(this, event));
    this.pad.addEventListener("click", (event) => this.clicked(event));
    this.resize = new ResizeObserver(() => this.resized());
    this.resize.observe(this.box);
    shared.ledger = this;
  }

  // Only rows whose count is another one are drawn anew, so that the focus stays.
  takeNotes(run) {
    const notes = shared.notes.get(run) ?? {};
    if (run !== this.columns?.run || JSON.stringify(notes) === JSON.stringify(this.notes ?? {})) return;
    this.notes = notes;
    for (const node of this.drawn.values()) node.remove();
    this.drawn.clear();
    this.draw();
  }

  update(columns) {
    this.notes = shared.notes.get(columns.run);
    const known = this.columns?.run === columns.run;
    this.columns = columns;
    this.rows = rowsOf(columns);
    shared.ledger = this;
    this.box.classList.toggle("tv-no-tokens", !columns.input_tokens.some((count) => count >= 0));
    this.box.classList.toggle("tv-no-findings", !columns.flags.some((flags) => flags & 14));
    this.box.classList.toggle("tv-both", columns.producer.includes(3));
    this.box.classList.toggle("tv-unpaired", columns.pair.some((text) => text.includes("!") || text.includes("?") || text.includes(" ")));
    this.box.style.setProperty("--tv-digits", String(columns.messages - 1).length);
    drawLedgerHead(this.head);
    this.bar.fill(columns);
    this.hits = null;
    if (!known) this.lastTold = null;
    if (known) return this.filter(this.filters, false);
    const chosen = shared.chosen.get(columns.run);
    this.chosen = this.rowOf(chosen ?? { message: 0 });
    this.filter(shared.filters.get(columns.run) ?? {}, false);
    this.resized();
    this.strip.draw();
    this.reveal(true);
    if (shared.hits) this.take(shared.hits);
  }

  remove() {
    this.resize.disconnect();
    clearTimeout(this.timer);
    if (shared.ledger === this) shared.ledger = null;
  }

  // A row is a message (its index) or a mark between messages (the complement of its number).
  rowOf({ message, record }) {
    const wanted = record === undefined || record === null ? message : ~this.columns.marks.findIndex((one) => one.record === record);
    if (this.columns.marks.length === 0) return Math.max(0, Math.min(wanted, this.rows.length - 1));
    return Math.max(0, this.rows.indexOf(wanted));
  }

  holds(message) {
    return this.columns !== undefined && message >= 0 && message < this.columns.messages && this.grid.isConnected;
  }

  get message() {
    return this.rows[this.chosen] ?? 0;
  }

  filter(filters, told = true) {
    this.filters = filters;
    shared.filters.set(this.columns.run, filters);
    this.shown = filteredRows(this.columns, this.rows, filters);
    this.at = this.shown.indexOf(this.chosen);
    for (const node of this.drawn.values()) node.remove();
    this.drawn.clear();
    this.grid.setAttribute("aria-rowcount", this.shown.length + 1);
    this.pad.style.height = `${this.shown.length * this.rowHeight}px`;
    this.bar.tell();
    this.draw();
    if (told) this.reveal(true);
  }

  resized() {
    if (this.box.clientWidth === 0) return; // hidden, while the detail is the screen
    const narrow = this.box.clientWidth < NARROW;
    this.box.classList.toggle("tv-narrow", narrow);
    const height = narrow ? NARROW_ROW : ROW;
    if (height !== this.rowHeight) {
      this.rowHeight = height;
      this.box.style.setProperty("--tv-row", `${height}px`);
      this.pad.style.height = `${(this.shown?.length ?? 0) * height}px`;
      for (const node of this.drawn.values()) node.remove();
      this.drawn.clear();
      this.reveal(true);
    }
    this.drawSoon();
    this.strip.draw();
  }

  drawSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    if (!this.shown) return;
    const top = Math.max(0, Math.floor(this.view.scrollTop / this.rowHeight) - BEYOND);
    const rows = Math.ceil((this.view.clientHeight || 600) / this.rowHeight) + 2 * BEYOND;
    const bottom = Math.min(this.shown.length, top + rows);
    for (const [at, node] of this.drawn) {
      if ((at < top || at >= bottom) && at !== this.at) {
        node.remove();
        this.drawn.delete(at);
      }
    }
    for (let at = top; at < bottom; at++) this.drawAt(at);
    // The chosen row stays in the tree however far the list is scrolled: it holds the screen reader's place.
    if (this.at >= 0) this.drawAt(this.at);
    this.mark();
    this.strip.window(top + BEYOND, bottom - BEYOND);
  }

  drawAt(at) {
    if (this.drawn.has(at)) return;
    const row = this.shown[at];
    const node = drawRow(this.columns, this.rows[row], row, this.hits, this.notes);
    node.style.top = `${at * this.rowHeight}px`;
    node.setAttribute("aria-rowindex", at + 2);
    this.drawn.set(at, node);
    this.pad.append(node);
  }

  mark() {
    const node = this.drawn.get(this.at);
    if (this.marked !== node) {
      this.marked?.classList.remove("tv-chosen");
      this.marked?.setAttribute("aria-selected", "false");
      this.marked = node;
    }
    node?.classList.add("tv-chosen");
    node?.setAttribute("aria-selected", "true");
    if (node) this.grid.setAttribute("aria-activedescendant", node.id);
    else this.grid.removeAttribute("aria-activedescendant");
  }

  // Scrolls as little as it can; `centre` puts the row in the middle where it was out of sight.
  reveal(centre) {
    if (this.at < 0) return;
    const top = this.at * this.rowHeight;
    const height = this.view.clientHeight;
    const seen = top >= this.view.scrollTop && top + this.rowHeight <= this.view.scrollTop + height;
    if (!seen) {
      const above = top < this.view.scrollTop;
      this.view.scrollTop = centre ? top - (height - this.rowHeight) / 2 : above ? top : top + this.rowHeight - height;
    }
    this.draw();
  }

  choose(at, { tell = true, centre = false } = {}) {
    if (this.shown.length === 0) return;
    this.at = Math.max(0, Math.min(at, this.shown.length - 1));
    this.chosen = this.shown[this.at];
    shared.chosen.set(this.columns.run, this.name());
    this.reveal(centre);
    this.bar.tell();
    this.strip.choose(this.message);
    if (tell) this.tellSoon();
    else this.lastTold = null;
  }

  // Opens a message from elsewhere; a filter that hides it is lifted.
  open(message, tell, record = null) {
    const row = this.rowOf(record === null ? { message } : { record });
    if (!this.shown.includes(row)) {
      this.bar.clear();
      this.filter({}, false);
    }
    this.choose(this.shown.indexOf(row), { tell, centre: true });
  }

  name() {
    const message = this.message;
    const mark = message < 0 ? this.columns.marks[~message] : null;
    return mark ? { record: mark.record ?? null, branch: mark.branch ?? null } : { message };
  }

  tellSoon() {
    clearTimeout(this.timer);
    const quiet = performance.now() - (this.told ?? 0) > 4 * QUIET;
    if (quiet) this.tell();
    else this.timer = setTimeout(() => this.tell(), QUIET);
  }

  tell() {
    clearTimeout(this.timer);
    this.told = performance.now();
    const name = this.name();
    const named = JSON.stringify(name);
    if (named === this.lastTold) return;
    this.lastTold = named;
    // The page hears of a state only when it changes, and it may have moved the choice itself meanwhile.
    this.component.setStateValue("chosen", { ...name, at: Date.now() });
  }

  clicked(event) {
    const row = event.target.closest("[data-at]");
    if (!row) return;
    const pair = event.target.closest("[data-go]");
    this.grid.focus({ preventScroll: true });
    if (pair) return this.open(Number(pair.dataset.go), true);
    this.choose(this.shown.indexOf(Number(row.dataset.at)));
    showScreen("detail");
  }

  screenful() {
    return Math.max(1, Math.floor(this.view.clientHeight / this.rowHeight) - 1);
  }

  step(by) {
    this.choose(this.at < 0 ? 0 : this.at + by);
  }

  // The next shown row, in a direction, for which `holds` is true of its message.
  seek(by, holds) {
    for (let at = this.at + by; at >= 0 && at < this.shown.length; at += by) {
      if (holds(this.rows[this.shown[at]])) return this.choose(at, { centre: true });
    }
    this.bar.say("none further");
  }

  seekFinding(by) {
    this.seek(by, (message) => message < 0 || (this.columns.flags[message] & 14) !== 0);
  }

  seekHit(by) {
    if (this.hits) this.seek(by, (message) => message >= 0 && this.hits.has(message));
  }

  toPair() {
    const other = this.message < 0 ? null : /[<>](\d+)/.exec(this.columns.pair[this.message]);
    if (other) this.open(Number(other[1]), true);
    else this.bar.say("no call or result belongs to this message");
  }

  // The page says below the detail where the message went.
  cite() {
    if (this.message >= 0) this.component.setTriggerValue("cite", { message: this.message, at: Date.now() });
  }

  take(hits) {
    if (hits.run !== this.columns?.run) return;
    this.hits = hits.find ? new HitSet(hits) : null;
    this.bar.tellHits(hits);
    for (const node of this.drawn.values()) node.remove();
    this.drawn.clear();
    this.draw();
    this.strip.draw();
    if (this.seekAfterFind && this.hits) {
      this.seekHit(this.seekAfterFind);
    }
    this.seekAfterFind = 0;
  }

  focus() {
    showScreen("list");
    this.grid.focus({ preventScroll: true });
    this.reveal(true);
    this.drawn.get(this.at)?.scrollIntoView({ block: "nearest" });
  }

  enter() {
    this.tell();
    shared.focusDetail = true;
    showScreen("detail");
    shared.detail?.focusIf(this.name());
  }
}
