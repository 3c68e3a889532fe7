// Marks the words that were looked for: in a list of what was found, and in the section that was gone to.

/**
 * Where the words are in a text, from left to right and apart.
 * @param {string} text
 * @param {readonly string[]} words
 */
function spansOf(text, words) {
  const small = text.toLowerCase();
  /** @type {(readonly [start: number, end: number])[]} */
  const spans = [];
  // A letter that has another length when small would shift what follows.
  for (let at = small.length === text.length ? 0 : Infinity; at < text.length; ) {
    const next = words
      .map((word) => /** @type {const} */ ([small.indexOf(word, at), word.length]))
      .filter(([start]) => start >= 0)
      .toSorted(([one, length], [other, another]) => one - other || another - length)[0];
    if (next === undefined) break;
    at = next[0] + next[1];
    spans.push([next[0], at]);
  }
  return spans;
}

/**
 * The part of a long text around the first word that is in it.
 * @param {string} text
 * @param {readonly string[]} words
 */
export function excerptOf(text, words) {
  const [first = 0] = spansOf(text, words)[0] ?? [];
  const start = first > 90 ? text.lastIndexOf(" ", first - 50) + 1 : 0;
  const end = text.length > start + 170 ? text.lastIndexOf(" ", start + 160) : text.length;
  return `${start > 0 ? "… " : ""}${text.slice(start, Math.max(end, start))}${end < text.length ? " …" : ""}`;
}

/**
 * @param {string} text
 * @param {readonly string[]} words
 */
export function marked(text, words) {
  /** @type {(string | Node)[]} */
  const parts = [];
  let at = 0;
  for (const [start, end] of spansOf(text, words)) {
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, end);
    parts.push(text.slice(at, start), mark);
    at = end;
  }
  return [...parts, text.slice(at)];
}

/**
 * Marks the words in an element without changing it, and nothing else any more.
 * @param {Element} element
 * @param {readonly string[]} words
 */
export function highlight(element, words) {
  if (!("highlights" in CSS)) return;
  const ranges = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const [start, end] of spansOf(text.nodeValue ?? "", words)) {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      ranges.push(range);
    }
  CSS.highlights.set("found", new Highlight(...ranges));
}
