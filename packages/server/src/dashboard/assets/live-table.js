const TYPING_MS = 150;

let latest = new AbortController();
let shown = location.pathname + location.search;

/**
 * Sorts, searches and turns pages without leaving the page: asks the server for the same address a plain form or
 * link would open, and takes the table out of its answer. `refresh` is called with the new table.
 */
export function startLiveTables(refresh) {
  const form = document.querySelector("[data-table-form]");
  if (form === null) return;
  const status = addStatus();
  const show = (address, change) => showTable(address, change, { form, status, refresh });
  let timer = 0;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(formAddress(form), "replace"), TYPING_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    show(formAddress(form), "push");
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-table-link]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(link.href, "push");
  });
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) location.reload();
  });
}

function addStatus() {
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  document.querySelector("main").append(status);
  return status;
}

function formAddress(form) {
  const address = new URL(location.href);
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  address.search = new URLSearchParams(given).toString();
  return address.href;
}

async function showTable(address, change, { form, status, refresh }) {
  latest.abort();
  latest = new AbortController();
  const page = await findPage(address, latest.signal);
  if (page === "overtaken") return;
  const table = page?.querySelector("[data-table]");
  if (!table) {
    location.assign(address);
    return;
  }
  const focused = document.activeElement?.dataset?.tableLink;
  document.querySelector("[data-table]").replaceWith(table);
  takeHiddenFields(form, page);
  refresh(table);
  if (focused) focusAgain(table, focused);
  if (change === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  shown = location.pathname + location.search;
  status.textContent = table.querySelector("[data-table-count]")?.textContent ?? "";
}

async function findPage(address, signal) {
  try {
    const response = await fetch(address, { signal });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return signal.aborted ? "overtaken" : null;
  }
}

/** The order of the table is in the form too, so that a search keeps it. */
function takeHiddenFields(form, page) {
  for (const field of form.querySelectorAll("input[type=hidden]")) field.remove();
  for (const field of page.querySelectorAll("[data-table-form] input[type=hidden]")) form.append(field);
}

/** The last page has no link to the next: then the table itself is where the reader is. */
function focusAgain(table, name) {
  const link = table.querySelector(`[data-table-link="${CSS.escape(name)}"]`);
  table.tabIndex = -1;
  (link ?? table).focus();
}
