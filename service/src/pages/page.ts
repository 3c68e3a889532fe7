// A page of the service: one HTML file that loads nothing, with a content security policy that forbids it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isBuilt } from "../values/built.ts";
import { Html, html } from "./html.ts";

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** The path of the page. */
  readonly path: string;
  /** What the search box looks for. */
  readonly search: string;
  readonly body: () => Html;
}

interface Rendered {
  readonly text: string;
  readonly tag: string;
  readonly policy: string;
}

/** Serves a page. It is created at the first request, because by then all routes exist. */
export function addPage(app: FastifyInstance, parts: PageParts): void {
  let rendered: Rendered | undefined;
  app.get(parts.path, { schema: { hide: true } }, async (request, reply) => {
    rendered ??= render(parts);
    setHeaders(reply, rendered);
    if (request.headers["if-none-match"] === rendered.tag) return await reply.code(304).send();
    return await reply.type("text/html; charset=utf-8").send(rendered.text);
  });
}

function setHeaders(reply: FastifyReply, { policy, tag }: Rendered): void {
  void reply.headers({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    // The pages stay the same while this version of the service runs.
    "cache-control": "public, no-cache",
    etag: tag,
  });
}

const pages = [
  ["/console", "Console"],
  ["/docs", "API reference"],
  ["/errors", "Errors"],
  ["/docs/diagnostics", "Diagnostics"],
] as const;

/** The tokens are those of the playground and of the console: what is built has a copy. */
const styles = [
  new URL(`${isBuilt ? "../.." : "../../.."}/editors/playground/styles/tokens.css`, import.meta.url),
  ...["base.css", "search.css", "reference.css"].map(inBrowser),
];
const scripts = ["copy.js", "search.js", "search-marks.js", "search-box.js"].map(inBrowser);

function render({ title, path, search, body }: PageParts): Rendered {
  const style = styles.map(read).join("\n");
  const script = scripts.map(read).map(withoutImports).join("\n");
  const links = pages.map(
    ([href, name]) => html`<a href="${href}"${href === path && html` aria-current="page"`}>${name}</a>`,
  );
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Slice service</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/console">${logo} Slice</a>
<nav aria-label="Pages">${links}</nav>
</header>
<search class="search" hidden>
<label for="box">${search}</label>
<input id="box" type="search" placeholder="${search}" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div class="hits" id="hits" hidden><div class="found" id="found" role="status"></div></div>
</search>
${body()}
<script type="module">${new Html(script)}</script>
</body>
</html>
`;
  return { text, tag: `"${hashOf(text).slice(0, 27)}"`, policy: policyOf(style, script) };
}

/** That of the playground. */
const logo = html`<svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true"><rect width="16" height="16" rx="4" class="brand-background"></rect><path d="M4 10.5h8M4 5.5h5" class="brand-text"></path></svg>`;

/** The scripts become one module, in which they have each other's names. */
function withoutImports(script: string): string {
  return script
    .replaceAll(/^import \{[^{};]*\} from "[^"\n]*";\n/gm, "")
    .replaceAll(/^export (?=const|function)/gm, "");
}

function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(style)}'`,
    `script-src 'sha256-${hashOf(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

function inBrowser(name: string): URL {
  return new URL(`browser/${name}`, import.meta.url);
}

function read(file: URL): string {
  return readFileSync(file, "utf8");
}
