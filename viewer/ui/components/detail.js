// One message in full: the four facts, then each block, then the record as stored.

class Detail {
  constructor(root) {
    this.box = element("article", "tv tv-detail", null, { "aria-label": "The chosen message" });
    root.append(this.box);
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && shared.ledger) shared.ledger.focus();
    });
    this.urls = [];
    shared.detail = this;
  }

  remove() {
    this.forget();
    if (shared.detail === this) shared.detail = null;
  }

  forget() {
    for (const url of this.urls) URL.revokeObjectURL(url);
    this.urls = [];
  }

  update(data) {
    shared.detail = this;
    const name = JSON.stringify(data.name);
    const other = name !== this.name;
    this.name = name;
    this.data = data;
    this.forget();
    this.actions = {
      open: (message) => openMessage(this.component, message),
      act: (action, value) => this.component.setTriggerValue("act", { name: action, value, at: Date.now() }),
      url: (blob) => {
        const url = URL.createObjectURL(blob);
        this.urls.push(url);
        return url;
      },
    };
    if (other) this.bodies = new Map();
    const facts = element("dl", "tv-facts");
    for (const [slot, segments] of data.facts) {
      const row = element("div", "tv-line");
      row.append(element("dt", "", slot), drawSegments(element("dd"), segments, this.actions));
      facts.append(row);
    }
    this.box.replaceChildren(this.heading(data), facts, ...data.blocks.map((block) => this.block(block)), ...data.sections.map((one) => this.section(one)));
    if (other) this.toTop();
    if (shared.focusDetail) this.focusIf(data.name);
  }

  heading(data) {
    const bar = element("div", "tv-title");
    const back = iconButton("back to the list", "Esc", "back", () => shared.ledger?.focus() ?? showScreen("list"));
    back.classList.add("tv-back");
    this.title = element("h2", "", null, { tabindex: "-1" });
    this.title.append(element("code", "", data.position), ` ${data.title}`);
    const said = element("span", "tv-quiet", "", { role: "status" });
    const tools = element("span", "tv-group");
    if (data.name.message !== undefined) {
      tools.append(
        said,
        button("copy a link to this message", "link", () => copy(addressOf(data.name.message), (word) => (said.textContent = word))),
        button("copy the position", "position", () => copy(data.position, (word) => (said.textContent = word))),
      );
    }
    bar.append(back, this.title, tools);
    return bar;
  }

  block(block) {
    const made = element("section", "tv-block", null, { "aria-label": block.position });
    const head = element("div", "tv-block-head");
    head.append(drawSegments(element("h3"), [{ code: block.position }, " ", ...block.head], this.actions));
    made.append(head);
    for (const note of block.notes) made.append(drawSegments(element("p", "tv-quiet"), note, this.actions));
    for (const body of block.bodies) {
      const drawn = this.body(body);
      if (block.bodies.length === 1) head.append(drawn.toolsApart());
      made.append(drawn.box);
    }
    for (const line of block.values ?? []) made.append(drawSegments(element("p", "tv-value"), line, this.actions));
    if (block.tools.length) made.append(drawSegments(element("p", "tv-group"), block.tools, this.actions));
    return made;
  }

  section(section) {
    const made = element("section", "tv-section");
    const open = button(section.title, section.title, () => this.actions.act("section", { id: section.id, open: !section.open }), "tv-open");
    open.setAttribute("aria-expanded", String(section.open));
    made.append(open);
    for (const [name, segments] of section.rows) made.append(drawSegments(element("p"), name ? [{ quiet: name }, " ", ...segments] : segments, this.actions));
    for (const body of section.bodies) made.append(this.body(body).box);
    return made;
  }

  body(data) {
    const known = this.bodies.get(data.id);
    const made = new Body(data, this.actions, known?.view);
    this.bodies.set(data.id, made);
    return made;
  }

  toTop() {
    const host = this.box.getRootNode().host ?? this.box;
    const pane = host.closest(".st-key-run_detail");
    if (pane) pane.scrollTop = 0;
  }

  // The list asks for the heading before the message may be here; then the next update takes the focus.
  focusIf(name) {
    if (JSON.stringify(name) !== this.name) return;
    shared.focusDetail = false;
    this.title.focus({ preventScroll: false });
  }
}
