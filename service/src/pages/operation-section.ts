// The section of an operation: its effect, its parameters, its responses, and its errors.

import { resolved } from "../openapi/components.ts";
import type {
  OpenapiDocument,
  Operation,
  Parameter,
  RequestBody,
  ResponseObject,
  Schema,
} from "../openapi/types.ts";
import { problemType } from "../values/problem-body.ts";
import { curlOf } from "./curl.ts";
import { type Html, html, inline, prose } from "./html.ts";
import { codeBlock, jsonHtml } from "./json.ts";
import { extensionMark, limitsOf, schemaTree, typeHtml } from "./schema-tree.ts";

/** An operation, and where it is. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The section of an operation. */
export function operationSection({ method, path, operation }: Placed, document: OpenapiDocument): Html {
  const { operationId: id, summary = id, description, parameters = [], requestBody } = operation;
  const answers = answersOf(operation, document);
  return html`<section class="operation card" id="${id}">
<div class="text">
<h3><a class="anchor" href="#${id}">${summary}</a>${extensionMark(operation)}</h3>
<p class="path"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p class="needs">${neededKey(operation, document)}</p>
${description !== undefined && prose(description)}
${parameters.length > 0 && parameterTable(parameters)}
${requestBody !== undefined && bodyHtml(requestBody, document)}
${answersHtml(answers.done, document)}
${problemsHtml(answers.refused)}
</div>
<div class="samples">
${codeBlock("Request", curlOf(method, path, operation))}
${sampleAnswer(answers.done)}
</div>
</section>
`;
}

function neededKey(operation: Operation, { components }: OpenapiDocument): Html {
  const { "x-permission": needed, parameters = [], requestBody } = operation;
  if (needed === undefined) return html`Needs no key`;
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const names = [
    ...parameters.map(({ name }) => name),
    ...Object.keys(resolved(body, components.schemas).properties ?? {}),
  ];
  return html`Needs a key that may <code>${needed}</code>${names.includes("dry_run") && html`; for a dry run, <code>read</code>`}`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    (parameter) => html`<tr><th scope="row"><code>${parameter.name}</code>${extensionMark(parameter)}</th>
<td>${parameter.in}</td>
<td><span class="type">${typeHtml(parameter.schema)}</span>${parameter.required && html` <span class="required">required</span>`} ${limitsOf(parameter.schema)}
<p>${inline(parameter.description)}</p></td></tr>`,
  );
  return html`<h4>Parameters</h4>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">What it is</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function bodyHtml({ required, content }: RequestBody, document: OpenapiDocument): Html {
  const bodies = Object.entries(content).map(([type, { schema }]) => {
    const { description } = resolved(schema, document.components.schemas);
    return html`<p class="media"><code>${type}</code></p>
${description !== undefined && html`<p>${inline(description)}</p>`}${mediaTree(schema, document)}`;
  });
  return html`<h4>Body${required ? "" : " (optional)"}</h4>${bodies}`;
}

/** The tree of a body: a named schema at the top is shown, and those inside are links. */
function mediaTree(schema: Schema, { components }: OpenapiDocument): Html {
  const { schemas } = components;
  const whole = resolved(schema, schemas);
  if (whole.items === undefined) return schemaTree(whole);
  return html`<p class="whole">${typeHtml(whole)} ${limitsOf(whole)}</p>${schemaTree(resolved(whole.items, schemas))}`;
}

type Answer = readonly [status: string, ResponseObject];

interface Answers {
  readonly done: readonly Answer[];
  readonly refused: readonly Answer[];
}

function answersOf({ responses }: Operation, { components }: OpenapiDocument): Answers {
  const all = Object.entries(responses).map(
    ([status, response]): Answer => [
      status,
      "$ref" in response
        ? (components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" })
        : response,
    ],
  );
  const isProblem = ({ content = {} }: ResponseObject): boolean => content[problemType] !== undefined;
  return {
    done: all.filter(([, response]) => !isProblem(response)),
    refused: all.filter(([status, response]) => isProblem(response) && status !== "default"),
  };
}

function answersHtml(done: Answers["done"], document: OpenapiDocument): Html {
  const answers = done.map(([status, { description, headers = {}, content = {} }]) => {
    const [media] = Object.values(content);
    const names = Object.keys(headers).map((name, at) => [at > 0 && ", ", html`<code>${name}</code>`]);
    return html`<details class="answer"><summary><span class="badge s${status.charAt(0)}">${status}</span> ${description}</summary>
<p class="headers">Headers: ${names}</p>
${media?.schema !== undefined && mediaTree(media.schema, document)}</details>`;
  });
  return html`<h4>Answers</h4>${answers}`;
}

function problemsHtml(refused: Answers["refused"]): Html {
  const rows = refused.map(
    ([status, response]) =>
      html`<li><span class="badge s${status.charAt(0)}">${status}</span> ${(response["x-codes"] ?? []).map(
        (code) => html`<a href="/errors#${code}"><code>${code}</code></a> `,
      )}</li>`,
  );
  return html`<h4>Problems</h4><ul class="problems">${rows}</ul>`;
}

function sampleAnswer(done: Answers["done"]): Html {
  // The response with what was created says more than that of a dry run.
  const [status = "200", response] = done.find(([code]) => code !== "200") ?? done[0] ?? [];
  const [fallback = status, other] = done[0] ?? [];
  const hasBody = response?.content !== undefined;
  const [media] = Object.values((hasBody ? response : other)?.content ?? {});
  const example = media?.example;
  const title = `Answer ${hasBody ? status : fallback}`;
  return example === undefined
    ? codeBlock(`Answer ${status}`, "(empty)")
    : codeBlock(title, typeof example === "string" ? example : jsonHtml(example));
}
