// Rows of the ledger: from columns to elements, and which of them a filter shows.

const PRODUCER = ["caller →", "model ←", "loop →", "loop+caller→"];
const SPOKEN_PRODUCER = ["caller", "model", "loop", "loop and caller"];
const CONTROL_WORDS = ["to loop", "to model", "end", "open"];
const FAILED = 1;
const ERROR = 2;
const WARNING = 4;
const INFO = 8;
const SUB_RUN = 16;
const EFFECT = 32;
const DIVIDER = "\u001f";
const AFTER_NAME = "\u001e";

class HitSet {
  constructor({ bits, count }) {
    this.bytes = Uint8Array.from(atob(bits), (one) => one.charCodeAt(0));
    this.count = count;
  }

  has(message) {
    return ((this.bytes[message >> 3] ?? 0) & (1 << (message & 7))) !== 0;
  }

  // How many hits stand up to this message, itself included.
  rank(message) {
    let rank = 0;
    for (let index = 0; index <= message; index++) if (this.has(index)) rank++;
    return rank;
  }
}

function rowsOf(columns) {
  const rows = [];
  let mark = 0;
  const marks = columns.marks;
  for (let message = -1; message < columns.messages; message++) {
    if (message >= 0) rows.push(message);
    while (mark < marks.length && marks[mark].after === message) rows.push(~mark++);
  }
  return rows;
}

function filteredRows(columns, rows, { producer, tool, failed, findings }) {
  const wanted = [];
  const number = tool === undefined || tool === null ? null : columns.tool_names.indexOf(tool);
  rows.forEach((message, row) => {
    if (message < 0) {
      if (producer === undefined && number === null && !failed) wanted.push(row);
      return;
    }
    const by = columns.producer[message];
    if (producer !== undefined && by !== producer && !(by === 3 && producer !== 1)) return;
    if (number !== null && !columns.tools[message].split(" ").includes(String(number))) return;
    if (failed && !(columns.flags[message] & FAILED)) return;
    if (findings && !(columns.flags[message] & (ERROR | WARNING | INFO))) return;
    wanted.push(row);
  });
  return wanted;
}

function drawLedgerHead(head) {
  const names = ["findings", "position", "producer", "request", "what it is", "call or result", "input tokens", "control"];
  const written = ["", "", "producer", "k", "what it is", "pair", "in tok", "control"];
  head.replaceChildren(
    ...names.map((name, column) => {
      const cell = element("span", `tv-c${column}`, written[column], { role: "columnheader", "aria-label": name, title: name });
      if (!written[column]) cell.append(element("span", "tv-spoken", name));
      return cell;
    }),
  );
}

function drawRow(columns, message, row, hits, notes) {
  const made = element("div", "tv-row", null, { role: "row", id: `tv-row-${row}`, "data-at": row, "aria-selected": "false" });
  if (message < 0) return drawMark(made, columns.marks[~message]);
  const flags = columns.flags[message];
  made.dataset.message = message;
  const noted = notes?.[message] ?? 0;
  const words = noted === 1 ? "1 note" : `${noted} notes`;
  made.setAttribute("aria-label", spoken(columns, message) + (noted ? `, ${words}` : ""));
  made.classList.toggle("tv-hit", hits !== null && hits !== undefined && hits.has(message));
  const cell = (column, text = null, title = null) => {
    const drawn = element("span", `tv-c${column}`, text, { role: "gridcell", title });
    made.append(drawn);
    return drawn;
  };
  drawFinding(cell(0), flags);
  cell(1, `[${message}]`);
  cell(2, PRODUCER[columns.producer[message]]).dataset.by = SPOKEN_PRODUCER[columns.producer[message]];
  cell(3, columns.k[message] || "");
  const what = cell(4);
  if (columns.system.includes(message)) what.append(element("span", "tv-kind", "system "));
  if (flags & SUB_RUN) what.append(element("span", "tv-sub", "sub-run", { title: "a call of this message started a sub-agent's run" }), " ");
  if (flags & EFFECT) what.append(element("span", "tv-effect-mark", "● effect", { title: "the result of a write tool: what it did was done here, in the loop" }), " ");
  if (noted) what.append(element("span", "tv-sub tv-noted", words, { title: "notes of reviewers stand at this message" }), " ");
  drawParts(what, columns.what[message]);
  drawPair(cell(5), columns.pair[message]);
  const tokens = columns.input_tokens[message];
  cell(6, tokens >= 0 ? number(tokens) : tokens === -1 ? "—" : "", tokens === -1 ? "not recorded" : null);
  cell(7, CONTROL_WORDS[columns.control[message]]);
  return made;
}

function drawFinding(into, flags) {
  if (flags & ERROR) into.append(element("span", "tv-alarm", "!", { title: "a finding of severity error" }));
  else if (flags & WARNING) into.append(element("span", "tv-warn", "▲", { title: "a finding of severity warning" }));
  else if (flags & INFO) into.append(element("span", "tv-note", "•", { title: "a finding of severity info" }));
}

function drawParts(into, text) {
  if (text === "") {
    into.append(element("span", "tv-quiet", "no blocks"));
    return;
  }
  let before = "";
  for (const part of text.split(DIVIDER)) {
    const kind = part[0];
    const call = kind === "c" || kind === "s";
    // Calls of one message were issued together; the list cannot say whether they ran in parallel.
    if (before) into.append(call && before === "call" ? element("span", "tv-together", " ∥ ", { title: "issued together" }) : " · ");
    before = call ? "call" : "other";
    drawPart(into, kind, part.slice(1));
  }
}

function drawPart(into, kind, text) {
  const [name, rest] = text.includes(AFTER_NAME) ? text.split(AFTER_NAME) : ["", text];
  switch (kind) {
    case "t":
      into.append(element("span", "", `“${text}”`));
      break;
    case "c":
    case "s":
      into.append(element("code", "tv-tool", name), " ", element("span", "tv-quiet", rest));
      if (kind === "s") into.append(element("span", "tv-kind", " run by the provider"));
      break;
    case "r":
    case "e":
      if (name) into.append(element("code", "tv-of", name), " ");
      if (kind === "e") into.append(element("span", "tv-failed", "failed "));
      into.append(element("span", "", rest));
      break;
    case "h":
      into.append(element("span", "tv-kind", "thinking "), element("span", "tv-quiet", text || "no text returned"));
      break;
    case "+":
      into.append(element("span", "tv-kind", `${text} more blocks`));
      break;
    default:
      into.append(element("span", "tv-kind", { i: "image ", d: "document ", u: "unknown " }[kind] ?? ""), text);
  }
}

function drawPair(into, text) {
  for (const one of text.split(" ")) {
    if (one === "!") into.append(element("span", "tv-warn", "unanswered"));
    else if (one === "?") into.append(element("span", "tv-warn", "no call"));
    else if (one) {
      const name = one[0] === ">" ? "result at" : "call at";
      const arrow = one[0] === ">" ? "→" : "←";
      into.append(element("span", "tv-go", `${arrow}[${one.slice(1)}]`, { "data-go": one.slice(1), title: `${name} [${one.slice(1)}]` }));
    }
  }
}

function drawMark(made, mark) {
  made.classList.add("tv-mark");
  const text =
    mark.record === undefined
      ? `a branch leaves here: ${mark.count} messages that the next request did not hold`
      : `record ${mark.record} could not be mapped: ${mark.why}`;
  made.setAttribute("aria-label", text);
  made.append(element("span", "tv-c4", text, { role: "gridcell" }));
  return made;
}

function spoken(columns, message) {
  const words = [`message ${message} of ${columns.messages}`, SPOKEN_PRODUCER[columns.producer[message]]];
  if (columns.k[message]) words.push(`request ${columns.k[message]}`);
  const names = columns.tools[message].split(" ").filter(Boolean).map((one) => columns.tool_names[one]);
  if (names.length) words.push(`${columns.producer[message] === 1 ? "calls" : "results of"} ${names.join(" and ")}`);
  if (columns.flags[message] & SUB_RUN) words.push("starts a sub-run");
  if (columns.flags[message] & EFFECT) words.push("effect of a write tool");
  if (columns.flags[message] & FAILED) words.push("failed");
  if (columns.flags[message] & ERROR) words.push("finding: error");
  else if (columns.flags[message] & WARNING) words.push("finding: warning");
  words.push(CONTROL_WORDS[columns.control[message]]);
  return words.join(", ");
}
