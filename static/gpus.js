// Draws the GPUs again, as the server sees them, while the page is looked at; between, their age counts on.
const EVERY = 10_000;
const box = document.querySelector("[data-gpus]");
const silent = document.querySelector("[data-gpus-silent]");
const pause = document.querySelector("[data-gpus-pause]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const ages = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
let drawn = performance.now();
let asking = false;

const paused = () => pause.getAttribute("aria-pressed") === "true";
const chosen = () => !getSelection().isCollapsed && box.contains(getSelection().anchorNode);
const states = () => [...box.querySelectorAll(".badge")].map((badge) => badge.textContent);

function tellAge() {
  const time = box.querySelector("[data-age]");
  const seconds = Math.max(1, Math.round(Number(time.dataset.age) + (performance.now() - drawn) / 1000));
  if (seconds < 60) time.textContent = ages.format(-seconds, "second");
  else if (seconds < 3600) time.textContent = ages.format(-Math.floor(seconds / 60), "minute");
  else time.textContent = ages.format(-Math.floor(seconds / 3600), "hour");
}

// The table keeps its place and the keyboard's focus; a word that changed is shown by a fade, where motion is welcome.
function draw(html) {
  const before = states();
  const left = box.querySelector(".scroll")?.scrollLeft ?? 0;
  const focused = box.contains(document.activeElement);
  box.innerHTML = html;
  drawn = performance.now();
  const table = box.querySelector(".scroll");
  if (table) table.scrollLeft = left;
  if (focused) table?.focus({ preventScroll: true });
  if (still.matches) return;
  box.querySelectorAll(".badge").forEach((badge, i) => {
    if (badge.textContent !== before[i]) badge.animate({ opacity: [0, 1] }, 600);
  });
}

async function news() {
  const answer = await fetch(box.dataset.gpus, { signal: AbortSignal.timeout(EVERY) });
  // No longer shown to this visitor: the page itself says why.
  if (answer.status === 403) location.reload();
  return answer.status === 200 ? answer.text() : null;
}

async function refresh() {
  if (document.hidden || paused() || chosen() || asking) return;
  asking = true;
  const html = await news().catch(() => null);
  asking = false;
  silent.hidden = html !== null;
  if (html !== null) draw(html);
}

pause.addEventListener("click", () => {
  pause.setAttribute("aria-pressed", String(!paused()));
  refresh();
});
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, EVERY);
setInterval(() => document.hidden || tellAge(), 1_000);
