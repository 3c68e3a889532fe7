// Finds what is on the page by its words, shows where they are, and goes there.

/**
 * A member, a parameter, a code or a paragraph.
 * @typedef {{ readonly element: Element, readonly name: string, readonly text: string, readonly small: readonly [name: string, text: string] }} Line
 */

/**
 * A card. All but the lines is in small letters; names are between line breaks.
 * @typedef {{ readonly element: Element, readonly head: string, readonly names: string, readonly text: string,
 *   readonly lines: readonly Line[], readonly refers: readonly string[] }} Section
 */

/**
 * A section that was found; the weight says how well it fits.
 * @typedef {{ readonly section: Section, readonly weight: number }} Hit
 */

const lineSelector = ".text > p:not(.path), .card > p, .tree li, tbody tr, .problems a, summary";

/** @type {Map<string, Section>} */
const sections = new Map();
/** Those that are not read yet, the first one last. */
export const unread = [...document.querySelectorAll(".card[id]")].toReversed();

/**
 * Reads sections while it may: all of a large page takes longer than a frame.
 * @param {() => boolean} mayGoOn
 */
export function readSections(mayGoOn) {
  while (unread.length > 0 && mayGoOn()) {
    const element = unread.pop();
    if (element !== undefined) sections.set(element.id, sectionOf(element));
  }
}

/**
 * @param {Element} element
 * @returns {Section}
 */
function sectionOf(element) {
  const lines = [...element.querySelectorAll(lineSelector)].map(lineOf);
  const title = textOf(element.querySelector(".anchor"));
  const path = textOf(element.querySelector(".path"));
  const links = [...element.querySelectorAll('a[href^="#schema-"]')];
  return {
    element,
    head: ` ${title} ${element.id} ${path} ${path.replaceAll(/[^a-z]/g, " ")}`.toLowerCase(),
    names: `\n${lines.map(({ small }) => small[0]).join("\n")}\n`,
    text: lines.map(({ small }) => small[1]).join("\n"),
    lines,
    refers: [...new Set(links.map((link) => link.getAttribute("href")?.slice(1) ?? ""))],
  };
}

/**
 * Of a member without the members in it.
 * @param {Element} element
 * @returns {Line}
 */
function lineOf(element) {
  const isMember = element.matches("li");
  const [first = element, second] = isMember ? element.children : [];
  const name = isMember || element.matches("tr, a") ? textOf(first.querySelector("code")) : "";
  const own =
    isMember && second?.matches("p") === true ? `${textOf(first)} · ${textOf(second)}` : textOf(first);
  const text = own.startsWith(name) ? own.slice(name.length).trim() : own;
  return { element, name, text, small: [name.toLowerCase(), text.toLowerCase()] };
}

/** @param {Element | null | undefined} element */
export function textOf(element) {
  return (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/**
 * The objects that a section shows only as links, and those that these show.
 * @param {Section} section
 * @returns {ReadonlySet<Section>}
 */
function objectsOf(section) {
  /** @type {Set<Section>} */
  const found = new Set();
  const waiting = [...section.refers];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const object = sections.get(id);
    if (object === undefined || found.has(object)) continue;
    found.add(object);
    waiting.push(...object.refers);
  }
  return found;
}

/** @type {Map<Section, string>} */
const namesOfObjects = new Map();

/** @param {Section} section */
function namesBelow(section) {
  const known = namesOfObjects.get(section) ?? [...objectsOf(section)].map(({ names }) => names).join("");
  namesOfObjects.set(section, known);
  return known;
}

/**
 * How well a word fits a section; 0 if it is nowhere in it.
 * @param {Section} section
 * @param {string} word
 */
function weightOf(section, word) {
  if (section.head.includes(` ${word}`)) return 16;
  if (section.names.includes(`\n${word}\n`)) return 12;
  if (section.head.includes(word)) return 10;
  if (section.names.includes(word)) return 6;
  if (section.text.includes(word)) return 3;
  return namesBelow(section).includes(word) ? 1 : 0;
}

/**
 * The sections with all the words, those that fit best first.
 * @param {readonly string[]} words
 * @returns {readonly Hit[]}
 */
export function find(words) {
  readSections(() => true);
  const whole = words.join(" ");
  return [...sections.values()]
    .map((section) => {
      const weights = words.map((word) => weightOf(section, word));
      const isIt = section.element.id.toLowerCase() === whole;
      const sum = weights.reduce((all, each) => all + each, isIt ? 100 : 0);
      return { section, weight: weights.includes(0) ? 0 : sum };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

/**
 * The lines to show: those with most of the words, names before texts; where words are only further down, lines of objects.
 * @param {Section} section
 * @param {readonly string[]} words
 */
export function placesOf(section, words) {
  const own = best(section.lines, words);
  const missing = words.filter((word) => weightOf(section, word) === 1);
  const below = missing.length === 0 ? [] : [...objectsOf(section)].flatMap(({ lines }) => lines);
  return [...own, ...best(below, missing)].slice(0, 3);
}

/**
 * @param {readonly Line[]} lines
 * @param {readonly string[]} words
 */
function best(lines, words) {
  return lines
    .map((line) => ({ line, weight: fit(line, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .map(({ line }) => line);
}

/**
 * @param {Line} line
 * @param {readonly string[]} words
 */
function fit({ small: [names, texts] }, words) {
  let sum = 0;
  for (const word of words)
    sum += names === word ? 4 : names.includes(word) ? 3 : texts.includes(word) ? 2 : 0;
  return sum;
}

/**
 * The name of a member after those of the members that it is in.
 * @param {Line} line
 */
export function nameOf({ element, name }) {
  const names = [name];
  for (let at = element.parentElement?.closest(".tree li"); at instanceof Element; ) {
    names.unshift(textOf(at.querySelector("code")));
    at = at.parentElement?.closest(".tree li");
  }
  return names.join(".");
}

/**
 * What a line is in a section.
 * @param {Element} section
 * @param {Element} line
 */
export function kindOf(section, line) {
  if (line.matches("p")) return "";
  if (line.matches("tr")) return `in ${textOf(line.querySelector("td"))}:`;
  if (line.matches("a")) return `problem ${textOf(line.parentElement?.querySelector(".badge"))}:`;
  if (line.matches("summary")) return "answer";
  const answer = textOf(line.closest("details")?.querySelector(".badge"));
  if (answer !== "") return `answer ${answer}:`;
  const object = line.closest(".schema");
  return object === null
    ? "body:"
    : object === section
      ? ""
      : `in ${textOf(object.querySelector(".anchor"))}:`;
}
