// The introduction of the reference: what applies to every operation.

import type { OpenapiDocument } from "../openapi/types.ts";
import { type Html, html, prose } from "./html.ts";
import { codeBlock } from "./json.ts";

interface Part {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly code?: { readonly title: string; readonly text: string };
}

const parts: readonly Part[] = [
  {
    id: "keys",
    title: "Keys and projects",
    text: `Send a key with every request under \`/v1\`. A project key implies its project. An organization key does not: name the project as \`project_id\` in the query or the body, or in the header \`X-Service-Project\`. A read-only key can do dry runs. \`npm start\` prints a key, and the command \`key create\` makes one.

Without a key you can read this page, \`/errors\`, \`/openapi.json\` and the health endpoints.`,
    code: {
      title: "A first request",
      text: `export BASE_URL="https://…"   # the origin of this page
export API_KEY="slice-…"

curl "$BASE_URL/v1/catalog" \\
  -H "Authorization: Bearer $API_KEY"`,
    },
  },
  {
    id: "requests",
    title: "Requests",
    text: "Bodies are JSON in UTF-8, with the header `Content-Type: application/json`, up to 1 MiB (bulk writes: 4 MiB, or 32 MiB as lines of JSON). They are read strictly: an unknown member, a wrong type or a number out of range is refused with a JSON pointer to it. Nothing is converted or dropped. Instants have an offset or `Z`; responses have them in UTC with milliseconds.",
  },
  {
    id: "retries",
    title: "Sending a request again",
    text: "Give each request that writes an `Idempotency-Key`, a new one for each operation. Within 24 hours the same key and body get the stored response, with the header `Idempotent-Replayed: true`, and nothing is done twice. The same key with another body is refused.",
    code: {
      title: "Safe to retry",
      text: `curl -X POST "$BASE_URL/v1/memories" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: 2026-11-20-ada" \\
  -H "Content-Type: application/json" \\
  -d '{ "content": "Ada prefers meetings before noon." }'`,
    },
  },
  {
    id: "pages",
    title: "Lists",
    text: "A list response has a page of items and `next_cursor`. Send it as `cursor` for the next page; it is null at the end. Cursors stay valid while items are added.",
  },
  {
    id: "limits",
    title: "Limits",
    text: "Each key has a limit of requests per minute. The header `RateLimit` of every answer says how many are left; after 429, wait as long as `Retry-After` says.",
  },
  {
    id: "problems",
    title: "Problems",
    text: "Every error is `application/problem+json` (RFC 9457): programs branch on `code`, `detail` says what to do, `type` links to the section of `/errors` that explains it. Every response has a `request_id`, also in the header `X-Request-Id`; quote it when you report a problem.",
  },
];

/** Links to the parts. */
export function guideLinks(): Html {
  return html`<div class="group"><h2><a href="#main">Start here</a></h2>
<ul>${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></div>`;
}

/** The parts. */
export function guide({ info }: OpenapiDocument): Html {
  const [first = ""] = (info.description ?? "").split("\n\n");
  return html`<div class="guide">
<section class="intro">
<h1>API reference</h1>
<p>${first}</p>
<p>Version ${info.version}. For programs, it is available as <a href="/openapi.json">OpenAPI 3.1</a>. Items marked <span class="extension">extension</span> go beyond the core of this API, which is slices, memories, search and loops.</p>
</section>
${parts.map(
  ({ id, title, text, code }) => html`<section class="operation card" id="${id}">
<div class="text"><h2><a class="anchor" href="#${id}">${title}</a></h2>
${prose(text)}</div>
<div class="samples">${code !== undefined && codeBlock(code.title, code.text)}</div>
</section>
`,
)}
</div>`;
}
