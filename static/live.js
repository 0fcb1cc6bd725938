// Asks once more for the part of an article that changes outside, as drawn by the server, while the page is looked at.
const EVERY = 60_000;
const box = document.querySelector("[data-live]");

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(box.dataset.live).catch(() => null);
  if (!answer?.ok) return;
  const html = await answer.text();
  if (box.contains(document.activeElement)) return;
  box.innerHTML = html;
}

if (box) {
  setTimeout(refresh, 5_000);
  setInterval(refresh, EVERY);
}
