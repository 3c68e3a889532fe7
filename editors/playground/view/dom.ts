// Makes elements. Data gets into the page as text nodes and attributes only, never as HTML.

/** What an attribute can be given: `false` leaves it out, `true` is an attribute without a value, a function listens. */
export type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;

/** A part of an element: a node, or text. */
export type Part = Node | string;

/** Renders one part of the page, again each time. */
export interface View<Shown> {
  readonly show: (shown: Shown) => void;
}

/** Makes an HTML element. An attribute whose name begins with `on` is a listener: `{ onclick: () => {} }`. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...parts: readonly Part[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  furnish(element, attributes);
  element.append(...parts);
  return element;
}

/** Makes an SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...parts: readonly Part[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  furnish(element, attributes);
  element.append(...parts);
  return element;
}

/** The element of `index.html` with an id. Throws if it is missing. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}

/** Announces a text to screen readers. */
export function announce(message: string): void {
  const announcer = byId("announcer");
  // The same words twice are two messages.
  announcer.textContent = announcer.textContent === message ? `${message}\u{A0}` : message;
}

/** Calls back when what a key is made of is another than before: so that nothing in use is rendered again. */
export function whenChanged<Value>(
  act: (value: Value) => void,
  keyOf: (value: Value) => string,
): (value: Value) => void {
  let last: string | undefined;
  return (value) => {
    const key = keyOf(value);
    if (key === last) return;
    last = key;
    act(value);
  };
}

/** A message in which text in backticks is code. */
export function inWords(message: string): readonly Part[] {
  return message
    .split("`")
    .map((piece, at) => (at % 2 === 1 ? h("code", { class: "breaks" }, piece) : piece));
}

/** As much of a text as goes into a label: one line. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}

function furnish(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
}
