// Completes positions while a claim is typed: first the alias of a run, then a message of it with its first words.
// The fields are Streamlit's own; this one only listens, offers a list below the field, and types what is chosen.

const COMPLETED = ".st-key-review_claims textarea, .st-key-review_timeline input, .st-key-review_conclusion textarea";
const MOST = 12;

class Complete {
  constructor(root) {
    this.box = element("ul", "tv tv-complete", null, { role: "listbox", "aria-label": "Positions", id: "tv-complete", hidden: true });
    root.append(this.box);
    this.heard = [
      ["input", (event) => this.offer(event.target)],
      ["keydown", (event) => this.key(event)],
      ["focusout", () => this.close()],
    ];
    for (const [name, listener] of this.heard) document.addEventListener(name, listener, true);
    this.box.addEventListener("pointerdown", (event) => {
      const at = event.target.closest("li")?.dataset.at;
      event.preventDefault(); // the field keeps the focus
      if (at !== undefined) this.take(Number(at));
    });
  }

  remove() {
    for (const [name, listener] of this.heard) document.removeEventListener(name, listener, true);
  }

  update({ runs }) {
    this.runs = runs;
  }

  offer(field) {
    this.close();
    if (!(field instanceof HTMLElement) || !field.matches(COMPLETED) || field.disabled) return;
    const typed = /(?<![\w\]])([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[(\d*))?$/.exec(field.value.slice(0, field.selectionStart));
    if (!typed) return;
    this.found = this.choices(typed[1].toLowerCase(), typed[2]).slice(0, MOST);
    if (this.found.length === 0) return;
    this.field = field;
    this.start = typed.index;
    this.at = 0;
    this.draw();
  }

  choices(alias, index) {
    if (index === undefined)
      return this.runs.filter((run) => run.alias.toLowerCase().startsWith(alias)).map((run) => ({ text: `${run.alias}[`, told: `${number(run.messages)} messages` }));
    const run = this.runs.find((one) => one.alias.toLowerCase() === alias);
    if (!run) return [];
    const made = [];
    for (let message = 0; message < run.messages && made.length < MOST; message++)
      if (String(message).startsWith(index)) made.push({ text: `${run.alias}[${message}]`, told: run.previews[message] ?? "" });
    return made;
  }

  draw() {
    const entries = this.found.map(({ text, told }, at) => {
      const entry = element("li", "", null, { role: "option", id: `tv-complete-${at}`, "data-at": at, "aria-selected": String(at === this.at) });
      entry.append(element("code", "", text), element("span", "tv-quiet", ` ${told}`));
      return entry;
    });
    this.box.replaceChildren(...entries);
    const place = this.field.getBoundingClientRect();
    this.box.style.left = `${place.left}px`;
    this.box.style.top = `${place.bottom + 2}px`;
    this.box.style.maxWidth = `${Math.max(place.width, 240)}px`;
    this.box.hidden = false;
    this.field.setAttribute("aria-description", `${this.found.length} positions below, arrow keys choose: ${this.found[this.at].text}`);
  }

  key(event) {
    if (this.box.hidden || event.target !== this.field) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : -1) + this.found.length) % this.found.length;
      this.draw();
    } else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || (event.key === "Tab" && !event.shiftKey)) {
      this.take(this.at);
    } else if (event.key === "Escape") {
      this.close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // React hears of a value only when it is set as its own setter does.
  take(at) {
    const { field, start } = this;
    const text = this.found[at].text;
    const value = field.value.slice(0, start) + text + field.value.slice(field.selectionStart);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    field.setSelectionRange(start + text.length, start + text.length);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  close() {
    this.box.hidden = true;
    this.field?.removeAttribute("aria-description");
    this.field = null;
  }
}
