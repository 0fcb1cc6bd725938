// On every page: copy buttons, "/" to the search box, suggestions under it. The page works without.
const words = document.body.dataset;

async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden";
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function addCopyButtons(root) {
  for (const block of root.querySelectorAll("pre[data-copy]")) {
    if (block.parentElement.classList.contains("copyable")) continue;
    const box = document.createElement("div");
    box.className = "copyable";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    const heard = document.createElement("span");
    heard.className = "hidden";
    heard.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      await copyText(block.textContent.replace(/\n$/, ""));
      heard.textContent = button.textContent = words.copied;
      setTimeout(() => {
        button.textContent = words.copy;
        heard.textContent = "";
      }, 1600);
    });
    block.replaceWith(box);
    box.append(block, button, heard);
  }
}

function typing(target) {
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
}

function searchKey() {
  const box = document.querySelector("input[data-suggest]");
  for (const hint of document.querySelectorAll(".search kbd")) hint.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    event.preventDefault();
    box?.focus();
    box?.select();
  });
}

// A combobox in the ARIA pattern: arrows move, Enter follows, Escape closes.
function suggestions(box) {
  const list = document.createElement("ul");
  list.id = `${box.id}-list`;
  list.className = "suggest";
  list.role = "listbox";
  list.ariaLabel = box.labels[0]?.textContent ?? box.placeholder;
  list.hidden = true;
  box.parentElement.append(list);
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
    box.setAttribute(name, value);
  }
  let at = -1;
  let asked = 0;
  let wait;

  const show = (open) => {
    list.hidden = !open;
    box.setAttribute("aria-expanded", String(open));
    if (!open) mark(-1);
  };
  const mark = (index) => {
    at = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
    if (at < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", list.children[at].id);
  };
  const ask = async () => {
    const turn = ++asked;
    const query = box.value.trim();
    if (!query) return show(false);
    const answer = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(query)}`).catch(() => null);
    if (!answer?.ok || turn !== asked) return;
    const [, titles, , addresses] = await answer.json();
    if (document.activeElement !== box) return;
    list.replaceChildren(
      ...titles.map((title, i) => {
        const item = document.createElement("li");
        item.id = `${list.id}-${i}`;
        item.role = "option";
        item.textContent = title;
        item.dataset.address = addresses[i];
        item.addEventListener("mousedown", () => location.assign(addresses[i]));
        return item;
      }),
    );
    mark(-1);
    show(titles.length > 0);
  };
  box.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(ask, 120);
  });
  box.addEventListener("keydown", (event) => {
    const last = list.children.length - 1;
    if (list.hidden) return;
    // A browser clears a search box on Escape: the first one only closes the list.
    if (event.key === "Escape") show(false);
    else if (event.key === "ArrowDown") mark(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") mark(at <= 0 ? last : at - 1);
    else if (event.key === "Enter" && at >= 0) location.assign(list.children[at].dataset.address);
    else return;
    event.preventDefault();
  });
  box.addEventListener("blur", () => show(false));
}

// Only the browser knows by which name it came here.
for (const address of document.querySelectorAll("[data-whole]")) {
  address.textContent = new URL(address.textContent, location.href).href;
}
addCopyButtons(document);
searchKey();
document.querySelectorAll("input[data-suggest]").forEach(suggestions);
