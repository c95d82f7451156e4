// Drawn, not written: fonts miss arrows on some machines.
const ICONS = {
  first: "M3 3h10M8 14V6M4.5 9.5 8 6l3.5 3.5",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  last: "M3 13h10M8 2v8M4.5 6.5 8 10l3.5-3.5",
  before: "M3 8h6M5.5 5.5 3 8l2.5 2.5M12.5 4v5M12.5 11.5v.5",
  after: "M13 8H7M10.5 5.5 13 8l-2.5 2.5M3.5 4v5M3.5 11.5v.5",
  pair: "M4 5h8M9.5 2.5 12 5 9.5 7.5M12 11H4M6.5 8.5 4 11l2.5 2.5",
  find: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14",
  help: "M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6.9v.7M8 12v.5",
  cite: "M3 4h10v7H8l-3 2.5V11H3zM6 7.5h4",
  back: "M10 4 6 8l4 4",
};

function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(space, "svg");
  drawn.setAttribute("viewBox", "0 0 16 16");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  drawn.append(path);
  return drawn;
}

function iconButton(label, key, name, action) {
  const made = button(key ? `${label} (${key})` : label, "", action, "tv-icon");
  made.setAttribute("aria-label", label);
  if (key) made.setAttribute("aria-keyshortcuts", key);
  made.append(icon(name));
  return made;
}
