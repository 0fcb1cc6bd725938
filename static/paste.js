// The paste box: what is pasted or dropped anywhere on its page goes into it, a long paste becomes a file (a textarea
// of megabytes freezes the tab), Ctrl+Enter sends, and sending is said.
const LONG = 200_000;

function size(bytes) {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function enhance(form) {
  const area = form.querySelector("textarea");
  const input = form.querySelector("input[type=file]");
  const status = form.querySelector("[data-status]");

  const attached = () => {
    const file = input.files[0];
    status.textContent = file
      ? status.dataset.attach.replace("{name}", file.name).replace("{size}", size(file.size))
      : "";
  };
  const attach = (file) => {
    const carrier = new DataTransfer();
    carrier.items.add(file);
    input.files = carrier.files;
    attached();
  };

  if (/^Mac/.test(navigator.platform)) form.querySelector("[data-keys]").textContent = "⌘ Enter";

  input.addEventListener("change", attached);
  document.addEventListener("paste", (event) => {
    const elsewhere = event.target !== area;
    if (elsewhere && /^(input|textarea)$/i.test(event.target.tagName)) return;
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData("text/plain");
    if (files.length) attach(files[0]);
    else if (text.length >= LONG) attach(new File([text], "paste.log", { type: "text/plain" }));
    else if (text && elsewhere) area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    else return;
    event.preventDefault();
    if (elsewhere) area.focus();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  // On the whole page: a browser leaves it for a file that is dropped beside the box.
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    attach(event.dataTransfer.files[0]);
    form.scrollIntoView({ block: "nearest" });
  });
  form.addEventListener("submit", () => {
    form.setAttribute("aria-busy", "true");
    const bar = document.createElement("progress");
    bar.ariaLabel = status.dataset.working;
    status.replaceChildren(bar, ` ${status.dataset.working}`);
  });
  // Back from the answer: the page may come from the cache as it was left.
  addEventListener("pageshow", () => {
    form.removeAttribute("aria-busy");
    attached();
  });
}

document.querySelectorAll("form[data-paste]").forEach(enhance);
