// The pages that the playground links to: the documentation as HTML, since a browser shows Markdown as plain text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { root } from "../check/process.ts";

/** The name of a page without its ending, in `docs` and in the playground. */
type PageName = (typeof pageNames)[number];

const pageNames = ["language", "diagnostics"] as const;

/** The pages by the names of their files. */
export function documentationPages(): readonly (readonly [file: string, html: string])[] {
  return pageNames.map((name) => [`${name}.html`, pageOf(name)] as const);
}

function pageOf(name: PageName): string {
  const markdown = readFileSync(join(root, "docs", `${name}.md`), "utf8")
    .replaceAll("\r\n", "\n")
    // A generated page warns its editors.
    .replace(/^<!--[^]*?-->\s*/u, "");
  const title = /^# (.+)$/mu.exec(markdown)?.[1] ?? name;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="color-scheme" content="light dark">
    <title>${title} · slice-cql</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="playground.css">
  </head>
  <body>
    <header class="top">
      <nav aria-label="Documentation">
        <a href="index.html">Playground</a>
${pageNames.map((each) => `        <a href="${each}.html"${each === name ? ' aria-current="page"' : ""}>${capitalised(each)}</a>`).join("\n")}
      </nav>
    </header>
    <main class="prose">
${htmlOf(markdown)}    </main>
  </body>
</html>
`;
}

function htmlOf(markdown: string): string {
  const reader = new MarkdownIt();
  const { rules } = reader.renderer;
  rules["heading_open"] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet("id", anchorOf(tokens[index + 1]?.content ?? ""));
    return self.renderToken(tokens, index, options);
  };
  rules["link_open"] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    token?.attrSet("href", addressOf(token.attrGet("href") ?? ""));
    return self.renderToken(tokens, index, options);
  };
  // What scrolls sideways must be reached by keys.
  // Groups and no regions: a page with hundreds of landmarks has none.
  rules["table_open"] = () => '<div class="wide" tabindex="0" role="group" aria-label="Table">\n<table>\n';
  rules["table_close"] = () => "</table>\n</div>\n";
  rules.fence = (tokens, index) =>
    `<pre tabindex="0" role="group" aria-label="Example"><code>${reader.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
  return reader.render(markdown);
}

/** The anchor that the links in the pages have for a heading: its words with hyphens, without marks. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Links to one of the pages lead to its HTML, others out of the folder. */
function addressOf(address: string): string {
  if (/^(?:#|[a-z]+:)/u.test(address)) return address;
  const page = pageNames.find((name) => address.startsWith(`${name}.md`));
  return page === undefined ? `../${address}` : address.replace(".md", ".html");
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
