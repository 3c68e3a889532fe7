// Lets blocks of code be copied, where the browser permits it.

for (const button of document.querySelectorAll("button.copy")) {
  if (!(button instanceof HTMLButtonElement) || !("clipboard" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
    void navigator.clipboard.writeText(code).then(
      () => (button.textContent = "Copied"),
      () => (button.textContent = "Not permitted"),
    );
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
}

// A menu that covers a narrow screen is opened when it is wanted.
const narrow = matchMedia("(width < 860px)");
const menu = document.querySelector("details.menu");
if (menu instanceof HTMLDetailsElement) {
  const fit = () => (menu.open = !narrow.matches);
  fit();
  narrow.addEventListener("change", fit);
  menu.addEventListener("click", ({ target }) => {
    if (narrow.matches && target instanceof Element && target.closest("a") !== null) menu.open = false;
  });
}
