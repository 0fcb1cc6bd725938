// Narrows a long list while typing; without it the list is whole.
const form = document.querySelector("[data-filter-form]");
const input = form?.querySelector("[data-filter-input]");
const count = form?.querySelector("[data-filter-count]");
const items = [...document.querySelectorAll("[data-filter]")].map((item) => {
  const group = item.closest("[data-filter-group]")?.querySelector("h2")?.textContent ?? "";
  return [item, `${group} ${item.textContent}`.toLowerCase()];
});
const groups = [...document.querySelectorAll("[data-filter-group]")];

function apply() {
  const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const [item, text] of items) {
    item.hidden = !wanted.every((word) => text.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-filter]:not([hidden])");
  count.textContent = wanted.length ? `${shown} / ${items.length}` : "";
}

if (form) {
  if (!location.hash) input.focus({ preventScroll: true });
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", apply);
}
