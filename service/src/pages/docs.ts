// The reference: every operation of the OpenAPI document, on one page.

import type { FastifyInstance } from "fastify";
import type { OpenapiDocument } from "../openapi/types.ts";
import { guide, guideLinks } from "./guide.ts";
import { type Html, html, inline } from "./html.ts";
import { operationSection, type Placed } from "./operation-section.ts";
import { addPage } from "./page.ts";
import { schemaSection } from "./schema-tree.ts";

/** Serves `/docs`. */
export function addDocs(app: FastifyInstance, document: () => OpenapiDocument): void {
  addPage(app, {
    title: "API reference",
    path: "/docs",
    search: "Search operations, members, errors",
    body: () => body(document()),
  });
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Placed[];
}

function body(document: OpenapiDocument): Html {
  const groups = groupsOf(document);
  const schemas = Object.entries(document.components.schemas);
  return html`<div class="columns">
<aside><details class="menu" open><summary>Contents</summary>
<nav aria-label="Contents">${guideLinks()}${groups.map(groupLinks)}
<div class="group"><h2><a href="#objects">Objects</a></h2>
<ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul></div></nav></details></aside>
<main id="main" tabindex="-1">
${guide(document)}
${groups.map((group) => groupHtml(group, document))}
<section class="tag" id="objects" aria-labelledby="objects-title">
<h2 id="objects-title">Objects</h2>
<div class="objects">${schemas.map(([name, schema]) => schemaSection(name, schema))}</div>
</section>
</main>
</div>`;
}

function groupsOf({ tags, paths }: OpenapiDocument): readonly Group[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  return tags.map(({ name, description = "" }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

function groupLinks({ name, operations }: Group): Html {
  return html`<div class="group"><h2><a href="#tag-${name}">${titleOf(name)}</a></h2>
<ul>${operations.map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <span>${shortOf(operation.summary ?? operation.operationId)}</span></a></li>`,
  )}</ul></div>`;
}

/** A summary up to its first comma or semicolon. */
function shortOf(summary: string): string {
  return summary.split(/[,;:]/)[0] ?? summary;
}

function groupHtml({ name, description, operations }: Group, document: OpenapiDocument): Html {
  return html`<section class="tag" id="tag-${name}" aria-labelledby="tag-${name}-title">
<h2 id="tag-${name}-title">${titleOf(name)}</h2>
<p>${inline(description)}</p>
${operations.map((placed) => operationSection(placed, document))}
</section>
`;
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
