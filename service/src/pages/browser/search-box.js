// The box of the search and the list below it: typed into, walked through and left by keys alone.

import { find, kindOf, nameOf, placesOf, readSections, textOf, unread } from "./search.js";
import { excerptOf, highlight, marked } from "./search-marks.js";

/** @typedef {import("./search.js").Hit} Hit */
/** @typedef {import("./search.js").Line} Line */

/** How many are shown without being asked for, and how many in each frame: a key takes no longer than a frame. */
const [shownAtFirst, perFrame] = [12, 4];

const search = document.querySelector("search");
const box = document.querySelector("#box");
const list = document.querySelector("#hits");
const found = document.querySelector("#found");

/** @typedef {{ readonly search: HTMLElement, readonly box: HTMLInputElement, readonly list: HTMLElement, readonly found: HTMLElement }} Parts */

/** @param {Parts} parts */
function start(parts) {
  const { search, box, list } = parts;
  search.hidden = false;
  box.value = new URL(location.href).searchParams.get("q") ?? "";
  box.addEventListener("input", () => look(parts));
  box.addEventListener("focus", () => look(parts));
  search.addEventListener("keydown", (event) => press(parts, event));
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !search.contains(relatedTarget)) list.hidden = true;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !search.contains(target)) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea");
    const isCalled = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isCalled && (event.key !== "/" || isTyping)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
  const target = document.getElementById(location.hash.slice(1));
  if (box.value !== "" && target !== null) highlight(target, wordsOf(box.value));
  else if (box.value !== "") box.focus();
  readWhenIdle();
}

/** Reads the page while nobody waits, where the browser says when that is. */
function readWhenIdle() {
  if (!("requestIdleCallback" in globalThis)) return;
  requestIdleCallback((deadline) => {
    readSections(() => deadline.timeRemaining() > 3);
    if (unread.length > 0) readWhenIdle();
  });
}

/** @param {string} text */
function wordsOf(text) {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 12);
}

let timer = 0;

/**
 * Looks for what is in the box; the URL follows as soon as nobody types.
 * @param {Parts} parts
 */
function look(parts) {
  const words = wordsOf(parts.box.value);
  const hits = words.length === 0 ? [] : find(words);
  show(parts, hits, words, shownAtFirst);
  clearTimeout(timer);
  timer = setTimeout(() => keep(parts.box.value), 300);
}

/** @param {string} text */
function keep(text) {
  clearTimeout(timer);
  const url = new URL(location.href);
  if (text.trim() === "") url.searchParams.delete("q");
  else url.searchParams.set("q", text.trim());
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/**
 * @param {Parts} parts
 * @param {readonly Hit[]} hits
 * @param {readonly string[]} words
 * @param {number} most
 */
function show(parts, hits, words, most) {
  const { list, found } = parts;
  list.hidden = words.length === 0;
  found.textContent = hits.length > 0 ? `${hits.length} found` : words.length > 0 ? noneOf(words) : "";
  found.classList.toggle("none", hits.length === 0);
  const items = document.createElement("ol");
  cancelAnimationFrame(frame);
  fill(items, parts, hits.slice(0, most), words);
  const rest = hits.length > most && button(`Show all ${hits.length}`, () => showAll(parts, hits, words));
  const clear = hits.length === 0 && button("Clear the search", () => empty(parts));
  list.replaceChildren(found, items, ...[rest, clear].filter((each) => each !== false));
  list.scrollTop = 0;
}

let frame = 0;

/**
 * Adds some of the hits, and the others in the next frames, unless something else is shown by then.
 * @param {HTMLElement} items
 * @param {Parts} parts
 * @param {readonly Hit[]} hits
 * @param {readonly string[]} words
 */
function fill(items, parts, hits, words) {
  items.append(...hits.slice(0, perFrame).map((hit) => itemOf(parts, hit, words)));
  const rest = hits.slice(perFrame);
  if (rest.length > 0) frame = requestAnimationFrame(() => fill(items, parts, rest, words));
}

/**
 * @param {Parts} parts
 * @param {readonly Hit[]} hits
 * @param {readonly string[]} words
 */
function showAll(parts, hits, words) {
  show(parts, hits, words, hits.length);
  parts.list.querySelector("a")?.focus();
}

/**
 * What to say if nothing has all of the words.
 * @param {readonly string[]} words
 */
function noneOf(words) {
  const lost = words.filter((word) => find([word]).length === 0);
  const named = (lost.length > 0 ? lost : words).map((word) => `“${word}”`).join(", ");
  return lost.length > 0
    ? `Nothing on this page has ${named}.`
    : `Nothing here has all of ${named}: leave one out.`;
}

/**
 * @param {string} text
 * @param {() => void} act
 */
function button(text, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", act);
  return element;
}

/** @param {Parts} parts */
function empty({ box, list }) {
  box.value = "";
  list.hidden = true;
  keep("");
  highlight(box, []);
  box.focus();
}

/**
 * @param {Parts} parts
 * @param {Hit} hit
 * @param {readonly string[]} words
 */
function itemOf(parts, hit, words) {
  const { id } = hit.section.element;
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  const method = hit.section.element.querySelector(".path .method")?.cloneNode(true);
  const path = textOf(hit.section.element.querySelector(".path code"));
  link.className = "hit";
  link.href = `?${new URLSearchParams({ q: parts.box.value.trim() })}#${id}`;
  const head = span("", [
    ...(method === undefined ? [] : [method, " "]),
    span("title", marked(textOf(hit.section.element.querySelector(".anchor")), words)),
    ...(path === "" ? [] : [" ", span("address", marked(path, words))]),
  ]);
  const places = placesOf(hit.section, words);
  link.append(head, ...places.map((line) => whereOf(hit.section.element, line, words)));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(parts, hit.section.element, places, words);
  });
  item.append(link);
  return item;
}

/**
 * @param {Element} section
 * @param {Line} line
 * @param {readonly string[]} words
 */
function whereOf(section, line, words) {
  const name = document.createElement("code");
  name.append(...marked(nameOf(line), words));
  const text = marked(excerptOf(line.text, words), words);
  return span("where", [
    `${kindOf(section, line.element)} `,
    ...(line.name === "" ? [] : [name, " "]),
    ...text,
  ]);
}

/**
 * @param {string} name
 * @param {readonly (string | Node)[]} content
 */
function span(name, content) {
  const element = document.createElement("span");
  element.className = name;
  element.append(...content);
  return element;
}

/**
 * Goes to a section, with its words marked, and as far down in it as the best of its lines.
 * @param {Parts} parts
 * @param {Element} element
 * @param {readonly Line[]} places
 * @param {readonly string[]} words
 */
function go({ box, list }, element, places, words) {
  const line = places.map((place) => place.element).find((place) => element.contains(place));
  list.hidden = true;
  keep(box.value);
  location.hash = element.id;
  element.scrollIntoView();
  line?.closest("details")?.setAttribute("open", "");
  highlight(element, words);
  const anchor = element.querySelector(".anchor");
  if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
  if (line !== undefined && line.getBoundingClientRect().bottom > innerHeight)
    line.scrollIntoView({ block: "center" });
}

/**
 * Up and down go through the list, Enter to its first section, Escape back; letters go into the box.
 * @param {Parts} parts
 * @param {KeyboardEvent} event
 */
function press(parts, event) {
  const { box, list } = parts;
  const links = list.hidden ? [] : [...list.querySelectorAll("a, button")];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at >= 0 && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey) box.focus();
  const act = {
    // In the box, the first one is what Enter opens, so that down leads to the second.
    ArrowDown: () => focusOn(links[Math.max(at, 0) + 1] ?? links.at(-1)),
    ArrowUp: () => focusOn(at > 1 ? links[at - 1] : box),
    Escape: () => (at >= 0 ? box.focus() : box.value === "" ? box.blur() : empty(parts)),
    ...(at < 0 && { Enter: () => links[0] instanceof HTMLElement && links[0].click() }),
  }[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

/** @param {Element | undefined} element */
function focusOn(element) {
  if (element instanceof HTMLElement) element.focus();
}

// Last: all above exists by then.
if (
  search instanceof HTMLElement &&
  box instanceof HTMLInputElement &&
  list instanceof HTMLElement &&
  found instanceof HTMLElement
)
  start({ search, box, list, found });
