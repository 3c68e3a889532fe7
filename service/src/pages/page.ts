// A page of the service: one HTML file that loads nothing, with a content security policy that forbids it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Html, html } from "./html.ts";

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** The path of the page. */
  readonly path: string;
  /** Files of the folder `browser`. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Whether the page asks the service for data. */
  readonly connects?: boolean;
  /** The content of the header next to the links, such as a search box. */
  readonly header?: Html;
  readonly body: () => Html;
}

interface Rendered {
  readonly text: string;
  readonly tag: string;
  readonly policy: string;
}

/** Serves a page. */
export function addPage(app: FastifyInstance, parts: PageParts): void {
  app.get(parts.path, { schema: { hide: true } }, pageHandler(parts));
}

/** Sends a page. It is created at the first request, because by then all routes exist. */
export function pageHandler(
  parts: PageParts,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let rendered: Rendered | undefined;
  return async (request, reply) => {
    rendered ??= render(parts);
    setHeaders(reply, rendered);
    if (request.headers["if-none-match"] === rendered.tag) return await reply.code(304).send();
    return await reply.type("text/html; charset=utf-8").send(rendered.text);
  };
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
  ["/docs", "API reference"],
  ["/errors", "Errors"],
  ["/docs/diagnostics", "Diagnostics"],
  ["/console", "Console"],
] as const;

function render({ title, path, styles, scripts, connects = false, header, body }: PageParts): Rendered {
  const style = ["base.css", ...styles].map(read).join("\n");
  const script = scripts.map(read).join("\n");
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
<a class="name" href="/">Slice service</a>
<nav aria-label="Pages">${links}</nav>
${header}
</header>
${body()}
${scripts.length > 0 && html`<script type="module">${new Html(script)}</script>`}
</body>
</html>
`;
  return {
    text,
    tag: `"${hashOf(text).slice(0, 27)}"`,
    policy: policyOf(style, scripts.length > 0 ? script : undefined, connects),
  };
}

function policyOf(style: string, script: string | undefined, connects: boolean): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src 'sha256-${hashOf(script)}'`]),
    ...(connects ? ["connect-src 'self'"] : []),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

function read(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), "utf8");
}
