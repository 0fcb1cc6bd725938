// The paste box: a file can be dropped on it, a long paste becomes a file (a textarea of megabytes freezes the tab),
// Ctrl+Enter sends, and sending is said.
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

  input.addEventListener("change", attached);
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (text.length < LONG) return;
    event.preventDefault();
    attach(new File([text], "paste.log", { type: "text/plain" }));
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    attach(event.dataTransfer.files[0]);
  });
  form.addEventListener("submit", () => {
    form.setAttribute("aria-busy", "true");
    status.textContent = status.dataset.working;
  });
  // Back from the answer: the page may come from the cache as it was left.
  addEventListener("pageshow", () => {
    form.removeAttribute("aria-busy");
    attached();
  });
}

document.querySelectorAll("form[data-paste]").forEach(enhance);
