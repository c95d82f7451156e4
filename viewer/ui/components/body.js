// The content of a block: text as stored with its full length told, JSON also as a tree, images from the file only.

const WINDOWED = 60000;

class Body {
  constructor(data, actions, view) {
    this.data = data;
    this.actions = actions;
    this.view = view ?? { tree: false, find: "" };
    this.box = element("div", `tv-body tv-${data.kind}`);
    // A block of one body has its tools on the line of its heading.
    this.tools = null;
    this.draw();
  }

  get whole() {
    return this.data.from === 0 && this.data.to === this.data.characters;
  }

  draw() {
    const { data } = this;
    const parts = [];
    if (this.tools) this.tools.replaceChildren(...this.bar().childNodes);
    else parts.push(this.bar());
    if (data.kind === "image") parts.push(this.image());
    else if (this.view.tree && this.whole) parts.push(this.tree());
    else if (data.text !== "") parts.push(data.text.length > WINDOWED ? this.windowed() : this.plain());
    for (const one of data.masked) parts.push(this.masked(one));
    for (const note of data.notes) parts.push(element("p", "tv-quiet", note));
    this.box.replaceChildren(...parts);
    // What was looked for in the part before is looked for in this one as well.
    if (this.view.find && this.count) this.count.textContent = this.look(this.view.find, 0);
  }

  toolsApart() {
    this.tools = element("div", "tv-group tv-quiet tv-body-bar");
    this.draw();
    return this.tools;
  }

  bar() {
    const { data, actions } = this;
    const bar = element("div", "tv-group tv-quiet tv-body-bar");
    if (data.label) bar.append(element("span", "tv-kind", data.label));
    bar.append(element("span", "", this.extent()));
    if (data.kind !== "image") {
      if (!this.whole && data.parts === 1) bar.append(button("show all of it", "show all", () => actions.act("all", { body: data.id, part: 0 })));
      if (data.parts > 1) bar.append(...this.pages());
      if (data.json) bar.append(this.treeButton());
      if (data.from > 0 || data.text.length > 300) bar.append(this.findBox());
      if (this.whole && data.text !== "") bar.append(this.copyButton());
    }
    if (data.codes) {
      const word = data.codes_shown ? "hide terminal codes" : `show ${number(data.codes)} terminal codes`;
      bar.append(button(word, word, () => actions.act("codes", data.id)));
    }
    if (data.download) bar.append(button("download it as stored", "download", () => actions.act("download", data.id)));
    return bar;
  }

  extent() {
    const { data } = this;
    if (data.kind === "image") return data.extent;
    const unit = data.characters === 1 ? "character" : "characters";
    const all = `${number(data.characters)} ${unit}`;
    const hash = data.hash ? ` · sha256 ${data.hash.slice(0, 16)}…` : "";
    if (this.whole) return all + hash;
    return `${data.from === 0 ? "the first" : `${number(data.from)} to`} ${number(data.to)} of ${all}${hash}`;
  }

  pages() {
    const { data, actions } = this;
    const go = (part) => () => actions.act("all", { body: data.id, part });
    const made = [];
    if (data.part === null) made.push(button("show all of it, part by part", "show all", go(0)));
    else {
      const before = button("previous part", "‹", go(data.part - 1));
      const after = button("next part", "›", go(data.part + 1));
      before.disabled = data.part === 0;
      after.disabled = data.part === data.parts - 1;
      made.push(before, element("span", "", `part ${data.part + 1} of ${data.parts}`), after);
    }
    return made;
  }

  treeButton() {
    const made = button("as a tree, or as stored", "tree", () => {
      this.view.tree = !this.view.tree;
      if (this.view.tree && !this.whole) this.actions.act("all", { body: this.data.id, part: 0 });
      this.draw();
    });
    made.classList.add("tv-toggle");
    made.setAttribute("aria-pressed", String(this.view.tree));
    return made;
  }

  copyButton() {
    const made = button("copy this text", "copy", () => copy(this.data.text, (word) => (made.textContent = word)));
    return made;
  }

  findBox() {
    const group = element("span", "tv-group");
    const field = element("input", "tv-find", null, { type: "search", placeholder: "find here", "aria-label": "Find in this text" });
    const count = element("span", "", "", { role: "status" });
    field.value = this.view.find;
    const look = (by) => {
      this.view.find = field.value;
      count.textContent = this.look(field.value, by);
    };
    field.addEventListener("input", () => look(0));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") look(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") return;
      event.stopPropagation();
    });
    group.append(field, count);
    this.count = count;
    return group;
  }

  // Marks the hits of the text that is shown, and goes to the next one.
  look(wanted, by) {
    const text = this.data.text.toLowerCase();
    const needle = wanted.toLowerCase();
    const places = [];
    if (needle && text.length === this.data.text.length)
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) places.push(at);
    this.hit = places.length ? (((this.hit ?? -1) + by) % places.length + places.length) % places.length : 0;
    if (by === 0) this.hit = 0;
    if (this.lines) this.lines.mark(places, needle.length, this.hit);
    else this.mark(places, needle.length);
    if (!wanted) return "";
    const where = this.whole ? "" : " in the text shown";
    return places.length ? `${number(this.hit + 1)} of ${number(places.length)}${where}` : `not found${where}`;
  }

  mark(places, length) {
    if (!this.pre) return;
    const pieces = [];
    let at = 0;
    places.forEach((place, index) => {
      pieces.push(this.data.text.slice(at, place), element("mark", index === this.hit ? "tv-here" : "", this.data.text.slice(place, place + length)));
      at = place + length;
    });
    this.pre.replaceChildren(...pieces, this.data.text.slice(at));
    this.pre.querySelector("mark.tv-here")?.scrollIntoView({ block: "nearest" });
  }

  plain() {
    this.lines = null;
    this.pre = element("pre", this.data.kind === "text" ? "tv-words" : "", this.data.text);
    return this.pre;
  }

  windowed() {
    this.pre = null;
    this.lines = new LongText(this.data.text);
    return this.lines.box;
  }

  tree() {
    try {
      return drawTree(this.data.text, this.data.path);
    } catch (error) {
      const why = error instanceof RangeError ? "it is nested too deeply" : error.message;
      return element("p", "tv-quiet", `No tree can be drawn: ${why}. The text above is as stored.`);
    }
  }

  masked(one) {
    const made = element("p", "tv-group tv-quiet");
    const word = one.revealed ? "mask again" : "reveal";
    made.append(
      element("span", "", one.revealed ? `shown although it looks like a credential: ${one.label}` : `masked, since it looks like a credential: ${one.label}`),
      button(`${word}: ${one.label}`, word, () => this.actions.act("reveal", one.id)),
    );
    return made;
  }

  image() {
    const { data, actions } = this;
    if (data.base64 === null) {
      const made = element("p", "");
      made.append(button("show the image", "show the image", () => actions.act("all", { body: data.id, part: 0 })));
      return made;
    }
    const bytes = Uint8Array.from(atob(data.base64), (one) => one.charCodeAt(0));
    return element("img", "", null, { src: actions.url(new Blob([bytes], { type: data.media })), alt: data.label });
  }
}

// A long text in lines of equal height, of which only those in sight are elements.
class LongText {
  constructor(text) {
    this.text = text;
    this.height = 19;
    this.box = element("div", "tv-long", null, { tabindex: "0", role: "region", "aria-label": "The whole text" });
    this.pad = element("div", "tv-pad");
    this.box.append(this.pad);
    this.places = [];
    this.box.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.layOut()).observe(this.box);
  }

  layOut() {
    if (this.box.clientWidth === 0) return;
    const probe = element("div", "tv-text-line tv-probe", "0".repeat(100));
    this.pad.append(probe);
    const width = probe.getBoundingClientRect().width / 100 || 7.3;
    probe.remove();
    const columns = Math.max(20, Math.floor((this.box.clientWidth - 20) / width));
    if (columns === this.columns) return;
    this.columns = columns;
    this.starts = [];
    let line = 0;
    while (line <= this.text.length) {
      let end = this.text.indexOf("\n", line);
      if (end < 0) end = this.text.length;
      for (let at = line; at < end || at === line; at += columns) this.starts.push(at);
      line = end + 1;
    }
    this.starts.push(this.text.length + 1);
    this.pad.style.height = `${(this.starts.length - 1) * this.height}px`;
    this.draw();
    this.laidOut?.();
  }

  lineOf(place) {
    let low = 0;
    let high = this.starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  draw() {
    if (!this.starts) return;
    const top = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 5);
    const bottom = Math.min(this.starts.length - 1, top + Math.ceil(this.box.clientHeight / this.height) + 10);
    const drawn = [];
    for (let line = top; line < bottom; line++) {
      const text = this.text.slice(this.starts[line], this.starts[line + 1]).replace(/\n$/, "");
      const made = element("div", "tv-text-line", text || " ");
      made.style.top = `${line * this.height}px`;
      if (this.hitLine === line) made.classList.add("tv-here");
      drawn.push(made);
    }
    this.pad.replaceChildren(...drawn);
  }

  mark(places, length, hit) {
    this.laidOut = this.starts ? null : () => this.mark(places, length, hit);
    this.hitLine = places.length && this.starts ? this.lineOf(places[hit]) : undefined;
    if (this.hitLine !== undefined) this.box.scrollTop = Math.max(0, (this.hitLine - 4) * this.height);
    this.draw();
  }
}
