// A schema as a tree that people read: members with their types, and what they mean.

import { referredName } from "../openapi/components.ts";
import type { Schema } from "../openapi/types.ts";
import { type Content, type Html, html, inline, prose } from "./html.ts";

/** The members of an object; of anything else its type. */
export function schemaTree(schema: Schema): Html {
  const inner = membersOf(schema);
  return inner ?? html`<p class="whole">${typeHtml(schema)} ${limitsOf(schema)}</p>`;
}

/** The type of a value, in words; a named schema is a link to its section. */
export function typeHtml(schema: Schema): Html {
  const name = referredName(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.anyOf !== undefined && schema.type === undefined)
    return html`${schema.anyOf.map((each, at) => [at > 0 && " or ", typeHtml(each)])}`;
  if (schema.items !== undefined) return html`list of ${typeHtml(schema.items)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const { type = schema.enum === undefined ? "any JSON" : "string", format } = schema;
  return html`${type}${format !== undefined && ` (${format})`}`;
}

/** What a value may be, besides its type. */
export function limitsOf(schema: Schema): Html {
  const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits: readonly Content[] = [
    values !== undefined &&
      html`one of ${values.map((value, at) => [at > 0 && ", ", html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`])}`,
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    schema.default !== undefined && html`default <code>${JSON.stringify(schema.default)}</code>`,
  ];
  const said = limits.filter((limit) => limit !== false);
  return html`${said.length > 0 && html`<span class="limits">${said.map((limit, at) => [at > 0 && "; ", limit])}</span>`}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): Content {
  if (most === undefined) return least !== undefined && least > 0 && `at least ${number(least)}${unit}`;
  return least === undefined
    ? `at most ${number(most)}${unit}`
    : `${number(least)} to ${number(most)}${unit}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US").replaceAll(",", "\u202F");
}

/** The members of an object, or of the objects of a list. */
function membersOf(schema: Schema): Html | undefined {
  const { properties, required = [], patternProperties, items, anyOf } = schema;
  if (properties !== undefined)
    return html`<ul class="tree">${Object.entries(properties).map(([name, member]) => memberHtml(name, member, required))}</ul>`;
  const values = Object.values(patternProperties ?? {})[0];
  if (values !== undefined) return html`<ul class="tree">${memberHtml("(any name)", values, [])}</ul>`;
  if (items !== undefined) return membersOf(items);
  for (const each of anyOf ?? []) {
    const found = membersOf(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberHtml(name: string, schema: Schema, required: readonly string[]): Html {
  return html`<li><div class="member"><code>${name}</code> <span class="type">${typeHtml(schema)}</span>${
    required.includes(name) && html` <span class="required">required</span>`
  }${extensionMark(schema)} ${limitsOf(schema)}</div>${
    schema.description !== undefined && html`<p>${inline(schema.description)}</p>`
  }${membersOf(schema)}</li>`;
}

/** Says that the specification does not have something. */
export function extensionMark(marked: { readonly "x-extension"?: true }): Content {
  return marked["x-extension"] === true && html` <span class="extension">extension</span>`;
}

/** The section of a named schema. */
export function schemaSection(name: string, schema: Schema): Html {
  return html`<section class="schema card" id="schema-${name}">
<h3><a class="anchor" href="#schema-${name}">${name}</a></h3>
${schema.description !== undefined && prose(schema.description)}
${schemaTree(schema)}
</section>
`;
}
