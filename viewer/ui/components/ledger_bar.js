// The ledger's tools: find, filters, and a button for each key. Keys are heard only while the list has the focus.

const KEYS = [
  ["j ↓", "next message", (ledger) => ledger.step(1)],
  ["k ↑", "previous message", (ledger) => ledger.step(-1)],
  ["g Home", "first message", (ledger) => ledger.choose(0)],
  ["G End", "last message", (ledger) => ledger.choose(ledger.shown.length - 1)],
  ["PageDown", "a screen further", (ledger) => ledger.step(ledger.screenful())],
  ["PageUp", "a screen back", (ledger) => ledger.step(-ledger.screenful())],
  ["n", "next finding", (ledger) => ledger.seekFinding(1)],
  ["p", "previous finding", (ledger) => ledger.seekFinding(-1)],
  ["r", "to the result of the call, or back to its call", (ledger) => ledger.toPair()],
  ["c", "cite in the review chosen last", (ledger) => ledger.cite()],
  ["Enter", "to the detail", (ledger) => ledger.enter()],
  ["Esc", "back to the list", (ledger) => ledger.bar.help(false)],
  ["/", "find in the run", (ledger) => ledger.bar.find.focus()],
  ["?", "these keys", (ledger) => ledger.bar.help()],
];
const NAMES = { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" };

function ledgerKey(ledger, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const name = NAMES[event.key] ?? event.key;
  const found = KEYS.find(([keys]) => keys.split(" ").includes(name));
  if (!found) return;
  event.preventDefault();
  event.stopPropagation();
  found[2](ledger);
}

class LedgerBar {
  constructor(ledger) {
    this.ledger = ledger;
    this.box = element("div", "tv-bar", null, { role: "toolbar", "aria-label": "Find and filter messages" });
    this.find = element("input", "tv-find", null, { type: "search", placeholder: "find in run…", "aria-label": "Find in all text of the run", spellcheck: "false" });
    this.find.addEventListener("input", () => this.findSoon());
    this.find.addEventListener("keydown", (event) => this.findKey(event));
    this.count = element("span", "tv-count", "", { role: "status" });
    this.producer = this.select("producer", "any producer", ["caller", "model", "loop"]);
    this.tool = this.select("tool", "any tool", []);
    this.failed = this.toggle("failed");
    this.findings = this.toggle("findings");
    const act = (key) => () => KEYS.find(([keys]) => keys === key)[2](ledger);
    const finds = element("span", "tv-group");
    finds.append(this.find, iconButton("previous hit", "", "up", () => ledger.seekHit(-1)), iconButton("next hit", "", "down", () => ledger.seekHit(1)), this.count);
    const filters = element("span", "tv-group");
    filters.append(this.producer, this.tool, this.failed, this.findings);
    const moves = element("span", "tv-group tv-moves");
    moves.append(
      iconButton("first message", "g", "first", act("g Home")),
      iconButton("previous message", "k", "up", act("k ↑")),
      iconButton("next message", "j", "down", act("j ↓")),
      iconButton("last message", "G", "last", act("G End")),
      iconButton("previous finding", "p", "before", act("p")),
      iconButton("next finding", "n", "after", act("n")),
      iconButton("to the result or the call", "r", "pair", act("r")),
      iconButton("cite in the review chosen last", "c", "cite", act("c")),
      iconButton("keys", "?", "help", act("?")),
    );
    this.shown = element("span", "tv-count", "", { role: "status" });
    this.keys = element("dl", "tv-keys", null, { hidden: true, "aria-label": "Keys of the list" });
    for (const [keys, words] of KEYS) {
      const row = element("div");
      row.append(element("dt", "", keys), element("dd", "", words));
      this.keys.append(row);
    }
    this.box.append(finds, filters, this.shown, moves, this.keys);
  }

  select(name, all, options) {
    const made = element("select", "tv-select", null, { "aria-label": `Filter by ${name}` });
    made.append(element("option", "", all, { value: "" }));
    for (const option of options) made.append(element("option", "", option, { value: option }));
    made.addEventListener("change", () => this.filter());
    return made;
  }

  toggle(text) {
    const made = element("button", "tv-button tv-toggle", text, { type: "button", "aria-pressed": "false" });
    made.addEventListener("click", () => {
      made.setAttribute("aria-pressed", String(made.getAttribute("aria-pressed") !== "true"));
      this.filter();
    });
    return made;
  }

  fill(columns) {
    const tools = columns.tool_names.map((name) => element("option", "", name, { value: name }));
    this.tool.replaceChildren(this.tool.firstChild, ...tools);
    this.tool.hidden = tools.length === 0;
    this.failed.hidden = !columns.flags.some((flags) => flags & FAILED);
    this.findings.hidden = !columns.flags.some((flags) => flags & (ERROR | WARNING | INFO));
    const filters = shared.filters.get(columns.run) ?? {};
    this.producer.value = filters.producer === undefined ? "" : SPOKEN_PRODUCER[filters.producer];
    this.tool.value = filters.tool ?? "";
    this.failed.setAttribute("aria-pressed", String(Boolean(filters.failed)));
    this.findings.setAttribute("aria-pressed", String(Boolean(filters.findings)));
  }

  filter() {
    const filters = {};
    if (this.producer.value) filters.producer = SPOKEN_PRODUCER.indexOf(this.producer.value);
    if (this.tool.value) filters.tool = this.tool.value;
    if (this.failed.getAttribute("aria-pressed") === "true") filters.failed = true;
    if (this.findings.getAttribute("aria-pressed") === "true") filters.findings = true;
    this.ledger.filter(filters);
  }

  clear() {
    this.producer.value = "";
    this.tool.value = "";
    this.failed.setAttribute("aria-pressed", "false");
    this.findings.setAttribute("aria-pressed", "false");
  }

  findSoon() {
    clearTimeout(this.timer);
    this.count.textContent = this.find.value ? "searching…" : "";
    this.timer = setTimeout(() => this.findNow(), 250);
  }

  findNow() {
    clearTimeout(this.timer);
    if (this.find.value === this.sent) return false;
    this.sent = this.find.value;
    this.ledger.component.setStateValue("find", this.find.value);
    return true;
  }

  findKey(event) {
    if (event.key === "Escape") {
      this.ledger.focus();
    } else if (event.key === "Enter") {
      const by = event.shiftKey ? -1 : 1;
      if (this.findNow() || !this.ledger.hits) this.ledger.seekAfterFind = by;
      else this.ledger.seekHit(by);
    } else return;
    event.preventDefault();
  }

  tellHits(hits) {
    if (!hits.find && this.find.value) return;
    this.hitCount = hits.find ? hits.count : null;
    if (hits.find && !this.find.value) {
      this.find.value = hits.find;
      this.sent = hits.find;
    }
    this.tell();
  }

  tell() {
    const { shown, rows, hits, message, columns } = this.ledger;
    if (hits) {
      const rank = message >= 0 && hits.has(message) ? `${number(hits.rank(message))} of ` : "";
      this.count.textContent = hits.count ? `${rank}${number(hits.count)} ${hits.count === 1 ? "message" : "messages"}` : "not found";
    } else if (!this.find.value) this.count.textContent = "";
    this.shown.textContent = shown.length === rows.length ? `${number(columns.messages)} messages` : `${number(shown.length)} of ${number(rows.length)} rows`;
  }

  say(text) {
    this.shown.textContent = text;
  }

  help(open = this.keys.hidden) {
    this.keys.hidden = !open;
  }
}
