// Login lands on "/". Until then this tab keeps the address that was asked for; afterwards it opens it again.
// A page that was opened by an address of its own stays.
const NAME = "trajectory-viewer-link";

export default function ({ data }) {
  const here = location.pathname + location.search;
  if (data.keep) {
    sessionStorage.setItem(NAME, here);
    return;
  }
  const kept = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  const isOurs = kept !== null && kept.startsWith(location.pathname) && !kept.startsWith("//");
  if (isOurs && location.search === "" && kept !== here) location.replace(kept);
}
