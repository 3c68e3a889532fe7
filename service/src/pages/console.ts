// The console: a plain page to try a query and a search with a key.

import type { FastifyInstance } from "fastify";
import { type Html, html } from "./html.ts";
import { addPage } from "./page.ts";

/** Serves `/console`. */
export function addConsole(app: FastifyInstance): void {
  addPage(app, {
    title: "Console",
    path: "/console",
    styles: ["console.css"],
    scripts: ["console.js"],
    connects: true,
    body,
  });
}

function body(): Html {
  return html`<main id="main" class="console" tabindex="-1">
<h1>Console</h1>
<p>This service keeps typed entities, relationships and memories in projects, and answers questions within a scope: a slice. Try a query or a search here; programs use the same paths. All of it is in the <a href="/docs">API reference</a>, every error in <a href="/errors">Errors</a>, and for programs there is <a href="/openapi.json">openapi.json</a>.</p>
<noscript><p class="note">This page needs JavaScript to ask the service. The reference does not.</p></noscript>
${keyForm}
${queryForm}
${searchForm}
</main>`;
}

const keyForm = html`<section class="card" aria-labelledby="key-title">
<h2 id="key-title">Key</h2>
<form id="key-form">
<label for="key">Key, <code>slice-…</code></label>
<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note">
<label for="project">Project, if the key is for an organization</label>
<input id="project" autocomplete="off" spellcheck="false">
<p id="key-note" class="note">It stays in this tab (sessionStorage), and is gone when the tab is closed.</p>
<button type="button" id="forget">Forget it</button>
</form>
</section>`;

const queryForm = html`<section class="card" aria-labelledby="query-title">
<h2 id="query-title">Query</h2>
<form id="query-form">
<label for="cql">CQL; an empty query is the whole project</label>
<textarea id="cql" rows="3" spellcheck="false" autocapitalize="off" placeholder="type:Person after:3mo"></textarea>
<button type="submit" class="primary">Count what it matches</button>
</form>
<div id="query-result" class="result" aria-live="polite"></div>
</section>`;

const searchForm = html`<section class="card" aria-labelledby="search-title">
<h2 id="search-title">Search</h2>
<form id="search-form">
<label for="words">Words; quotes for a phrase, <code>-word</code> to exclude</label>
<input id="words" type="search" autocomplete="off">
<button type="submit" class="primary">Search</button>
</form>
<div id="search-result" class="result" aria-live="polite"></div>
</section>`;
