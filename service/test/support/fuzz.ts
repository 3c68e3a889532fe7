// Generates requests from the OpenAPI document: valid ones, and ones that break it in one place.

import fc from "fast-check";
import { expect } from "vitest";
import { operationsOf, resolved } from "./contract.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { type Values, valid, type Wrong, wrongs } from "./schema-values.ts";
import type { Caller, Reply } from "./service.ts";
import type { Asker } from "./tenants.ts";

/** An operation and what it takes. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly any[];
  /** The schema of the body; undefined if it takes none. */
  readonly body: any;
}

/** The operations that need a key. */
export function operationsIn(document: any): readonly Operation[] {
  return operationsOf(document)
    .filter(({ path }) => path.startsWith("/v1/"))
    .map(({ method, path, operation }) => ({
      name: `${method} ${path}`,
      method,
      path,
      parameters: (operation.parameters ?? []).map((each: any) => resolved(document, each)),
      body: resolved(document, operation.requestBody)?.content["application/json"]?.schema,
    }));
}

/** What is sent. */
export interface Request {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any;
}

/** Requests that follow the document. */
export function requests(values: Values, { parameters, body }: Operation): fc.Arbitrary<Request> {
  const named = (where: string) =>
    parameters.filter((each) => each.in === where && each.name !== "project_id");
  const arbitraries = (where: string) =>
    Object.fromEntries(named(where).map(({ name, schema }) => [name, inUrl(values, name, schema)]));
  const required = (where: string): string[] =>
    named(where).flatMap((each) => (each.required === true ? [each.name] : []));
  return fc.record({
    path: fc.record(arbitraries("path"), { noNullPrototype: true }),
    query: fc.record(arbitraries("query"), { requiredKeys: required("query"), noNullPrototype: true }),
    headers: fc.constant({}),
    body: body === undefined ? fc.constant(undefined) : valid(values, withoutProject(values.document, body)),
  });
}

/** The project of the key is fine, and another one is the matter of other tests. */
function withoutProject(document: any, given: any): any {
  const schema = resolved(document, given);
  if (schema.properties?.project_id === undefined) return schema;
  const { project_id: _project, ...properties } = schema.properties;
  return { ...schema, properties };
}

/** Empty parts of a path would be another path. */
function inUrl(values: Values, name: string, schema: any): fc.Arbitrary<unknown> {
  if (name === "cursor")
    return fc.constantFrom(...cursors, ...hostileTexts.filter(({ length }) => length > 0 && length < 300));
  if (name === "id")
    return fc.oneof(
      fc.constantFrom(...values.ids),
      fc.constantFrom(...hostileTexts.filter(({ length }) => length > 0 && length < 99)),
    );
  return valid(values, schema);
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const someId = "01a207e2-5417-76eb-9342-7abc9b708eb8";

/** Cursors that nobody was given. */
export const cursors: readonly string[] = [
  encoded(["2026-01-01T00:00:00.000Z", someId]),
  encoded(["2026-99-99T99:99:99.999Z", someId]),
  encoded(["0000-00-00T00:00:00.000Z", someId]),
  encoded(["2026-02-30T00:00:00.000Z", someId]),
  encoded(["2026-01-01T00:00:00.000Z", "-".repeat(36)]),
  encoded(["2026-01-01T00:00:00.000Z", "a".repeat(36)]),
  encoded(["2026-01-01T00:00:00.000Z", "' or true --"]),
  encoded(["2026-01-01T00:00:00.000Z"]),
  encoded(["7"]),
  encoded(["999999999"]),
  encoded(["9999999999"]),
  encoded([7, 7]),
  encoded({}),
  encoded([]),
  "!!!",
  "W10",
];

/** Someone who may ask for everything that the operation is for: the projects of an organization are for its keys alone. */
export function callerFor(askers: readonly Asker[], { path }: Operation): Caller {
  const isForOrganization = path.startsWith("/v1/projects");
  const found = askers.find(({ ofProject }) => (ofProject === null) === isForOrganization);
  if (found === undefined) throw new Error("Nobody asks.");
  return found;
}

/** Sends a request. */
export async function send(caller: Caller, { method, path }: Operation, request: Request): Promise<Reply> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ""),
  );
  const query = Object.entries(request.query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const { body, headers } = request;
  return await caller.call(method, [filled, ...(query.length > 0 ? [query.join("&")] : [])].join("?"), {
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** What follows the document is never the server's fault, and never refused for how it looks. */
export function requireSound(operation: Operation, request: Request, { status, body }: Reply): void {
  const said = `${operation.name} ${JSON.stringify(request).slice(0, 3000)} ${JSON.stringify(body)?.slice(0, 2000)}`;
  expect(status, said).toBeLessThan(500);
  for (const status of [400, 401, 403, 405, 413, 415]) expect(body?.status, said).not.toBe(status);
  for (const { pointer } of body?.errors ?? [])
    expect(leads(operation, request, pointer), `${pointer} of ${said}`).toBe(true);
}

/** Whether a pointer leads to a member that is there, to a parameter, to a header, or to a member that could be there. */
function leads({ parameters }: Operation, request: Request, pointer: string): boolean {
  if (pointer === "") return true;
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (
    keys.length === 1 &&
    (parameters.some(({ name }) => name === keys[0]) ||
      keys[0] === "Idempotency-Key" ||
      (keys[0] ?? "") in request.query)
  )
    return true;
  let at: any = request.body;
  for (const [place, key] of keys.entries()) {
    if (typeof at !== "object" || at === null) return false;
    // The last one may be missing: that is what is said about it.
    if (!(key in at)) return place === keys.length - 1 && !Array.isArray(at);
    at = at[key];
  }
  return true;
}

/** A request that breaks the document in one place. */
export interface Broken extends Wrong {
  readonly request: Request;
}

/** Every way to break a request once. */
export function broken(document: any, { parameters, body }: Operation, request: Request): readonly Broken[] {
  const inBody = body === undefined ? [] : wrongs(document, withoutProject(document, body), request.body);
  const query = parameters.filter((each) => each.in === "query" && each.name !== "project_id");
  const inQuery = query.flatMap(({ name, schema }) => wrongTexts(schema).map((value) => ({ name, value })));
  const unknown = { name: "unknown", value: "1" };
  return [
    ...inBody.map((wrong) => ({ ...wrong, request: { ...request, body: wrong.value } })),
    ...[...inQuery, unknown].map(({ name, value }) => ({
      value,
      pointer: `/${name}`,
      request: { ...request, query: { ...request.query, [name]: value } },
    })),
  ];
}

function wrongTexts({ type, minimum, maximum, minLength, maxLength }: any): readonly string[] {
  if (type === "integer")
    return [
      "",
      "x",
      "1.5",
      "1e1",
      "0x1",
      " 1",
      "١",
      String(minimum - 1),
      String(maximum + 1),
      "99999999999999999999",
    ];
  if (type === "boolean") return ["", "1", "yes", "TRUE"];
  return [...(minLength > 0 ? [""] : []), ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)])];
}

/** It is refused, with a pointer to the place or to one around it. */
export function requireRefused(
  operation: Operation,
  { pointer, request }: Broken,
  { status, body }: Reply,
): void {
  const said = `${operation.name} broken at ${pointer}: ${JSON.stringify(request).slice(0, 3000)} ${JSON.stringify(body)?.slice(0, 2000)}`;
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(status, said).toBeLessThan(500);
  if (body.code !== "invalid_request") return;
  const pointers: readonly string[] = body.errors.map((entry: any) => entry.pointer);
  expect(
    pointers.some(
      (each) => each === pointer || pointer.startsWith(`${each}/`) || each.startsWith(`${pointer}/`),
    ),
    said,
  ).toBe(true);
}
