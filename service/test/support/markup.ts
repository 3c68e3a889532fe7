// Reads HTML as strictly as XML is read: every tag is closed, and no text has a bare angle bracket or ampersand.

/** A tag that opens, with its attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const empty: readonly string[] = ["meta", "link", "input", "br"];
const piece =
  /<!doctype html>|<(style|script)\b[^>]*>.*?<\/\1>|<\/([a-z0-9]+)>|<([a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*>|[^<]+/gsy;

/** All tags of a page. Throws where the page is not well formed. */
export function tagsOf(page: string): readonly Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  let at = 0;
  for (const match of page.matchAll(piece)) {
    const [whole, , closed, opened, attributes = ""] = match;
    at = match.index + whole.length;
    if (closed !== undefined && open.pop() !== closed)
      throw new Error(`</${closed}> closes nothing at ${match.index}`);
    if (opened === undefined) {
      if (!whole.startsWith("<")) requireEscaped(whole);
      continue;
    }
    tags.push({ name: opened, attributes: attributesOf(attributes) });
    if (!empty.includes(opened)) open.push(opened);
  }
  if (at !== page.length) throw new Error(`Not HTML: ${page.slice(at, at + 80)}`);
  if (open.length > 0) throw new Error(`Never closed: ${open.join(", ")}`);
  return tags;
}

function requireEscaped(text: string): void {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`Not escaped: ${text.slice(0, 80)}`);
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}
