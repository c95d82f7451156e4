// Elements and text. Text of a run reaches the page through textContent and attributes only.

function element(name, classes = "", text = null, attributes = {}) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  return made;
}

function button(label, text, action, classes = "") {
  const made = element("button", `tv-button ${classes}`, text, { type: "button", "aria-label": label, title: label });
  made.addEventListener("click", action);
  return made;
}

function number(value) {
  return value.toLocaleString("en-US");
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    done("copied");
  } catch {
    done("not copied: the browser does not allow it here");
  }
}

// The address of a message, as a link that anyone with the same runs can open.
function addressOf(message) {
  const { origin, pathname, search } = globalThis.location;
  const now = new URLSearchParams(search);
  const named = new URLSearchParams({ run: now.get("run") ?? "" });
  if (now.get("branch")) named.set("branch", now.get("branch"));
  named.set("msg", message);
  return `${origin}${pathname}?${named}`;
}

function save(parts, name) {
  const url = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  const anchor = element("a", "", "", { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
