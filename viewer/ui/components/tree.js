// JSON as a tree. The parser keeps each number as the text it is: a browser's numbers end at 2^53.

const TOKEN = /\s*(?:([{}[\],:])|"((?:[^"\\]|\\[^])*)"|(-?\d[\d.eE+-]*)|(true|false|null|NaN|-?Infinity))/y;
const SHOWN_AT_ONCE = 200;
const SHOWN_OF_TEXT = 600;

function parseExactly(text) {
  TOKEN.lastIndex = 0;
  let token = null;
  const next = () => {
    const at = TOKEN.lastIndex;
    token = TOKEN.exec(text);
    if (!token) throw new SyntaxError(`it is not JSON at character ${at + 1}`);
  };
  const value = () => {
    if (token[1] === "{") return list("}", true);
    if (token[1] === "[") return list("]", false);
    if (token[2] !== undefined) return { kind: "string", text: unescaped(token[2]) };
    if (token[3] !== undefined) return { kind: "number", text: token[3] };
    if (token[4] !== undefined) return { kind: "word", text: token[4] };
    throw new SyntaxError(`it is not JSON at character ${TOKEN.lastIndex}`);
  };
  const list = (end, keyed) => {
    const entries = [];
    next();
    while (token[1] !== end) {
      let key = entries.length;
      if (keyed) {
        if (token[2] === undefined) throw new SyntaxError(`a key is missing at character ${TOKEN.lastIndex}`);
        key = unescaped(token[2]);
        next();
        if (token[1] !== ":") throw new SyntaxError(`a colon is missing at character ${TOKEN.lastIndex}`);
        next();
      }
      entries.push([key, value()]);
      next();
      if (token[1] === ",") next();
      else if (token[1] !== end) throw new SyntaxError(`a comma is missing at character ${TOKEN.lastIndex}`);
    }
    return { kind: keyed ? "object" : "array", entries };
  };
  next();
  const root = value();
  if (text.slice(TOKEN.lastIndex).trim()) throw new SyntaxError("more follows the first value");
  return root;
}

function unescaped(text) {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text.replace(/[\u0000-\u001f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`);
  } catch {
    return text;
  }
}

function drawTree(text, position) {
  const made = element("div", "tv-tree");
  made.append(node("", parseExactly(text), position, "", 0));
  return made;
}

function pathOf(path, key) {
  if (typeof key === "number") return `${path}[${key}]`;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return path ? `${path}.${key}` : key;
  return `${path}["${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`;
}

function node(key, value, position, path, depth) {
  const where = path ? `${position}:${path}` : position;
  const name = element("button", "tv-key", key === "" ? "·" : String(key), { type: "button", title: `copy ${where}`, "aria-label": `${key}, copy the position ${where}` });
  name.addEventListener("click", (event) => {
    event.preventDefault();
    copy(where, (word) => {
      name.title = word;
      name.classList.add("tv-copied");
      setTimeout(() => name.classList.remove("tv-copied"), 900);
    });
  });
  if (value.entries === undefined) {
    const leaf = element("div", "tv-leaf");
    leaf.append(name, " ", leafValue(value));
    return leaf;
  }
  const branch = element("details", "", null, { open: depth < 2 || value.entries.length <= 4 });
  const head = element("summary");
  const brackets = value.kind === "object" ? "{}" : "[]";
  head.append(name, element("span", "tv-quiet", ` ${brackets[0]}${number(value.entries.length)}${brackets[1]}`));
  branch.append(head);
  const fill = () => {
    if (branch.open && branch.children.length === 1) more(branch, value, position, path, depth, 0);
  };
  branch.addEventListener("toggle", fill);
  fill();
  return branch;
}

function more(branch, value, position, path, depth, from) {
  const upTo = Math.min(value.entries.length, from + SHOWN_AT_ONCE);
  for (let at = from; at < upTo; at++) {
    const [key, inner] = value.entries[at];
    branch.append(node(key, inner, position, pathOf(path, key), depth + 1));
  }
  if (upTo < value.entries.length) {
    const words = `${number(value.entries.length - upTo)} more`;
    const next = button(words, words, () => {
      next.remove();
      more(branch, value, position, path, depth, upTo);
    });
    branch.append(next);
  }
}

function leafValue(value) {
  const text = value.kind === "string" ? `"${value.text}"` : value.text;
  const made = element("span", `tv-${value.kind}`, text.slice(0, SHOWN_OF_TEXT));
  if (text.length > SHOWN_OF_TEXT) {
    const words = `… ${number(text.length)} characters`;
    const all = button("show all of it", words, () => {
      made.textContent = text;
    });
    made.append(all);
  }
  return made;
}
