// The root path, which people open first: a page for them, and links for programs.

import type { FastifyInstance } from "fastify";
import { prefers } from "../http/accept.ts";
import { type Html, html } from "./html.ts";
import { codeBlock } from "./json.ts";
import { pageHandler } from "./page.ts";

/** The response for programs. */
const index = {
  name: "Slice service",
  docs: "/docs",
  openapi: "/openapi.json",
  errors: "/errors",
  diagnostics: "/docs/diagnostics",
  ready: "/readyz",
};

/** Serves `/`. */
export function addRoot(app: FastifyInstance): void {
  const sendPage = pageHandler({
    title: "Welcome",
    path: "/",
    styles: ["reference.css"],
    scripts: ["copy.js"],
    body,
  });
  app.get("/", { schema: { hide: true } }, async (request, reply) => {
    void reply.header("vary", "accept");
    if (prefers(request.headers.accept, "text/html", "application/json"))
      return await sendPage(request, reply);
    return { ...index, request_id: request.id };
  });
}

function body(): Html {
  return html`<main id="main" tabindex="-1">
<section class="intro">
<h1>Slice service</h1>
<p>This service gives agents a memory and a knowledge graph. What an agent sees is a slice, which a query names; what a loop finds in documents waits until someone applies it; and no project sees anything of another.</p>
</section>
<section class="operation" aria-labelledby="read-title">
<div class="text">
<h2 id="read-title">Read</h2>
<ul>
<li><a href="/docs">API reference</a>: every operation, with examples to paste</li>
<li><a href="/errors">Errors</a>: every code, what it means and what to do</li>
<li><a href="/docs/diagnostics">Diagnostics</a>: everything that is reported about a query</li>
<li><a href="/openapi.json">OpenAPI 3.1</a>, for programs</li>
</ul>
</div>
</section>
<section class="operation" aria-labelledby="try-title">
<div class="text">
<h2 id="try-title">Try</h2>
<p>Requests need a key, which the command <code>key create</code> makes.</p>
</div>
<div class="samples">${codeBlock("A first request", first)}</div>
</section>
</main>`;
}

const first = `export BASE_URL="https://…"   # the origin of this page
export API_KEY="slice-…"

curl "$BASE_URL/v1/entities?limit=10" \\
  -H "Authorization: Bearer $API_KEY"`;
