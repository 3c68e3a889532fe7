// Shows the operations that have all the words of the box, and hides the others.

const box = document.querySelector("#filter");
const found = document.querySelector("#found");
const search = document.querySelector("search");
const sections = [...document.querySelectorAll("section[data-words]")];

const visible = "[data-operation]:not([hidden]), [data-words]:not([hidden])";

if (box instanceof HTMLInputElement && found !== null && search instanceof HTMLElement) {
  search.hidden = false;
  box.addEventListener("input", () => (found.textContent = filter(box.value)));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea");
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      box.focus();
    }
    if (event.key === "Escape" && event.target === box && box.value !== "") {
      box.value = "";
      found.textContent = filter("");
    }
  });
}

/**
 * Hides what does not have the words; says how many operations are left.
 * @param {string} text
 */
function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set();
  for (const section of sections) {
    const has = words.every((word) => section.getAttribute("data-words")?.includes(word));
    section.toggleAttribute("hidden", !has);
    if (has) shown.add(section.id);
  }
  for (const link of document.querySelectorAll("[data-operation]"))
    link.toggleAttribute("hidden", !shown.has(link.getAttribute("data-operation")));
  // Groups of which nothing is left, and what is not about operations, would be in the way.
  for (const group of document.querySelectorAll(".group, .tag, .guide"))
    group.toggleAttribute("hidden", words.length > 0 && group.querySelector(visible) === null);
  if (words.length === 0) return "";
  if (shown.size === 0) {
    // Never an empty page.
    for (const part of document.querySelectorAll(".guide")) part.toggleAttribute("hidden", false);
    return "Nothing found; Esc clears";
  }
  return shown.size === 1 ? "1 operation" : `${shown.size} operations`;
}
