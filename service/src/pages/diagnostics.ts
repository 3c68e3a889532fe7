// The page that explains every diagnostic of a query, from the toolkit's own page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Content, type Html, html, inline } from "./html.ts";
import { codeBlock } from "./json.ts";
import { addPage } from "./page.ts";

/** Serves `/docs/diagnostics`, where the `href` of a diagnostic leads. */
export function addDiagnostics(app: FastifyInstance): void {
  addPage(app, {
    title: "Diagnostics",
    path: "/docs/diagnostics",
    search: "Search the diagnostics",
    body: () => body([...chaptersOf(readFileSync(source, "utf8")), ownChapter]),
  });
}

/** In the toolkit's package. It is generated from the rules: it has headings, paragraphs and fenced code, and nothing else. */
const source = join(
  dirname(createRequire(import.meta.url).resolve("slice-cql/package.json")),
  "docs/diagnostics.md",
);

/** What only this service reports, as it knows the key of a request, and what is asked for. */
const ownChapter: Chapter = {
  intro: {
    title: "Of limited keys, and of searches",
    blocks: [
      "Reported about a query that is asked with a key which is limited to a slice or to an end user, and about the scope of a search.",
    ],
  },
  sections: [
    {
      title: "beyond-key-scope",
      blocks: [
        "Information: The query reaches beyond the slice that this key is limited to: entities outside are neither shown nor counted, such as `data.example` would be.",
        "The query has room for entities that the key does not see: those are neither shown nor counted, so an answer may be shorter than the query says. `data.example` is such an entity, made up from the query and the slice of the key, and not one that is stored. `key_scope` of the answer has that slice.",
        "With a key for `type:Person source:gmail`:",
        "```text\ninformation[beyond-key-scope]: The query reaches beyond the slice that this key is limited to: …\n  |\n1 | source:gmail\n  | ^^^^^^^^^^^^\n```",
      ],
    },
    {
      title: "no-documents",
      blocks: [
        "Warning: No document is in this slice, as documents have neither a type nor shapes: `type:` cannot hold for them; only `source:`, `after:` and `before:` can.",
        "A search with `documents` in `include` finds none, as the slice has a term that no document meets; `data.qualifiers` names them. Such a term is not left out for documents: that would show more than the slice says. To search documents as well, ask again without it.",
        "In a search of documents within:",
        "```text\nwarning[no-documents]: No document is in this slice, as documents have neither a type nor shapes: …\n  |\n1 | type:Person source:gmail\n  | ^^^^^^^^^^^^^^^^^^^^^^^^\n```",
      ],
    },
  ],
};

interface Part {
  readonly title: string;
  readonly blocks: readonly string[];
}

/** A severity, and its codes. */
interface Chapter {
  readonly intro: Part;
  readonly sections: readonly Part[];
}

function chaptersOf(markdown: string): readonly Chapter[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((chapter) => {
      const [own = "", ...sections] = chapter.split(/^### /m);
      return { intro: partOf(own), sections: sections.map(partOf) };
    });
}

function partOf(text: string): Part {
  const [title = "", ...lines] = text.split("\n");
  // Paragraphs and fences alternate; a fence is one block, and a paragraph ends at an empty line.
  const blocks = lines
    .join("\n")
    .split(/^(?=```\w)|(?<=^```)$/m)
    .flatMap((part) => (part.startsWith(fence) ? [part] : part.split(/\n\n/)));
  return { title, blocks: blocks.map((block) => block.trim()).filter((block) => block !== "") };
}

function body(chapters: readonly Chapter[]): Html {
  return html`<div class="columns">
<aside><details class="menu" open><summary>Codes</summary>
<nav aria-label="Codes">${chapters.map(
    ({ intro: { title }, sections }) => html`<h2>${title}</h2>
<ul>${sections.map((section) => html`<li><a href="#${section.title}"><code>${section.title}</code></a></li>`)}</ul>`,
  )}</nav></details></aside>
<main id="main" tabindex="-1">
<section class="intro">
<h1>Diagnostics</h1>
<p>Everything that is reported about a query, by <code>code</code>. Each has a severity, a message, and a <code>span</code> that says where; only errors are refused. The <code>href</code> of a diagnostic leads to its section here.</p>
</section>
${chapters.map(chapterHtml)}
</main>
</div>`;
}

function chapterHtml({ intro: { title, blocks }, sections }: Chapter): Content {
  return html`<section class="tag"><h2>${title}</h2>${blocks.map(blockHtml)}</section>
${sections.map(sectionHtml)}`;
}

function sectionHtml({ title, blocks }: Part): Html {
  const first = blocks.findIndex((block) => block.startsWith(fence));
  return html`<section class="operation card" id="${title}">
<div class="text">
<h2><a class="anchor" href="#${title}"><code>${title}</code></a></h2>
${blocks.slice(0, Math.max(first - 1, 1)).map(blockHtml)}
</div>
<div class="samples">${blocks.slice(first).map(blockHtml)}</div>
</section>
`;
}

const fence = "```";

function blockHtml(block: string): Html {
  if (!block.startsWith(fence)) return html`<p>${inline(block.replaceAll("\n", " "))}</p>`;
  const [, ...lines] = block.split("\n");
  return codeBlock("Reported", lines.slice(0, -1).join("\n"));
}
