// The page that explains every code of a problem.

import type { FastifyInstance } from "fastify";
import { problemExample } from "../openapi/problem-schema.ts";
import { problems } from "../values/problem.ts";
import { problemType } from "../values/problem-body.ts";
import type { ProblemRow } from "../values/problem-rows.ts";
import { explanations } from "./explanations.ts";
import { type Html, html, inline, prose } from "./html.ts";
import { codeBlock, jsonHtml } from "./json.ts";
import { addPage } from "./page.ts";

/** Serves `/errors`. */
export function addErrors(app: FastifyInstance): void {
  addPage(app, { title: "Errors", path: "/errors", search: "Search the errors", body });
}

const rows: readonly (readonly [string, ProblemRow])[] = Object.entries(problems);

function body(): Html {
  return html`<div class="columns">
<aside><details class="menu" open><summary>Codes</summary>
<nav aria-label="Codes">${byStatus().map(
    ([status, codes]) => html`<h2>${status}</h2>
<ul>${codes.map((code) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul>`,
  )}</nav></details></aside>
<main id="main" tabindex="-1">
<section class="intro">
<h1>Errors</h1>
${prose(introduction)}
</section>
${rows.map(([code, row]) => section(code, row))}
</main>
</div>`;
}

const introduction = `Every error is a problem (RFC 9457) of the type \`${problemType}\`. Programs branch on its \`code\`, which never changes its meaning; \`detail\` says what to do in this case, and \`type\` links to the section on this page. Quote \`request_id\` when you report a problem.

If a request is wrong in several places, \`errors\` lists each with a JSON pointer. Problems of a query are in \`diagnostics\`, as slice-cql reports them.`;

function byStatus(): readonly (readonly [string, readonly string[]])[] {
  const groups = Object.groupBy(rows, ([, { status }]) => String(status));
  return Object.entries(groups).map(([status, entries = []]) => [status, entries.map(([code]) => code)]);
}

function section(code: string, row: ProblemRow): Html {
  const { meaning, advice } = explanations.get(code) ?? { meaning: `${row.title}.`, advice: row.detail };
  return html`<section class="operation card" id="${code}">
<div class="text">
<h2><a class="anchor" href="#${code}"><code>${code}</code></a></h2>
<p class="status"><span class="badge s${Math.floor(row.status / 100)}">${row.status}</span> ${row.title}</p>
<h3>What it means</h3>
<p>${inline(meaning)}</p>
<h3>What to do</h3>
<p>${inline(advice)}</p>
</div>
<div class="samples">${codeBlock(`${row.status} ${problemType}`, jsonHtml(problemExample(code, row)))}</div>
</section>
`;
}
