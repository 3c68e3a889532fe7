// HTML as text: everything that is put into it is escaped, unless it is HTML itself.

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The values of a template. Lists are joined; what is missing or false is left out. */
export type Content = Html | string | number | false | undefined | readonly Content[];

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes HTML of a template. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(parts.map((part, at) => part + textOf(contents[at])).join(""));
}

/** A text in which everything between backticks is code, and an empty line begins a paragraph. */
export function prose(text: string): Html {
  return html`${text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

/** A line in which everything between backticks is code. */
export function inline(text: string): Html {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "string" || typeof content === "number")
    return String(content).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "");
  return content.map(textOf).join("");
}
