// Checks the OpenAPI document: it is complete and valid, and describes the routes of the server.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fastify, type RouteOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { collectRoutes } from "../../src/openapi/document.ts";
import type { Media, OpenapiDocument, Operation, ResponseObject } from "../../src/openapi/types.ts";
import { startService } from "../support/service.ts";

const routes: string[] = [];
const note = ({ method, url, schema }: RouteOptions): void => {
  if (method !== "HEAD" && schema?.hide !== true) routes.push(`${[method].flat().join()} ${url}`);
};
const service = await startService({ before: (app) => void app.addHook("onRoute", note) });
const document: OpenapiDocument = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
const { key } = await service.caller();

interface Placed {
  readonly name: string;
  readonly operation: Operation;
}

function operations(): readonly Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/** An answer of an operation, wherever the document has it. */
function responsesOf({ responses }: Operation): readonly (readonly [string, ResponseObject])[] {
  return Object.entries(responses).map(([status, response]) => {
    const code = "$ref" in response ? response.$ref.replace("#/components/responses/", "") : undefined;
    const found = "$ref" in response ? document.components.responses[code ?? ""] : response;
    if (found === undefined) throw new Error(`No response ${String(code)}`);
    return [status, found];
  });
}

test("the document has the routes of the server, and no others", () => {
  const paths = routes.map((route) => route.replaceAll(/:(\w+)/g, "{$1}"));
  expect(
    operations()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(paths.toSorted());
  expect(paths.length).toBeGreaterThan(20);
});

test("a route without an operationId is refused", () => {
  const app = fastify();
  collectRoutes(app);
  const schema = { summary: "Read a thing" };
  expect(() => app.get("/v1/things/:id", { schema }, async () => ({}))).toThrow("has no operationId");
});

test("every operation has a unique name, a summary, a tag and described parameters", () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  for (const { name, operation } of operations()) {
    expect(operation.summary, name).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(operation.tags, name).toHaveLength(1);
    for (const parameter of operation.parameters ?? []) expect(parameter.description, name).not.toBe("");
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect(
      inPath.map((parameter) => `{${parameter.name}}`),
      name,
    ).toEqual(name.match(/\{\w+\}/g) ?? []);
  }
});

test("every operation lists its responses and problems, with the headers that clients use", () => {
  for (const { name, operation } of operations()) {
    const responses = new Map(responsesOf(operation));
    expect(
      [...responses.keys()].some((status) => status.startsWith("2")),
      name,
    ).toBe(true);
    expect(responses.get("default")?.content, name).toHaveProperty("application/problem+json");
    for (const [status, { headers = {}, content, description }] of responses) {
      expect(description, name).not.toBe("");
      expect(Object.keys(headers), name).toContain("X-Request-Id");
      if (status === "204" || status === "304") expect(content, name).toBeUndefined();
      const isProblem = Object.hasOwn(content ?? {}, "application/problem+json");
      if (isProblem && (status === "429" || status === "503"))
        expect(Object.keys(headers), name).toContain("Retry-After");
    }
    if (name.includes("/v1/"))
      expect([...responses.keys()], name).toEqual(expect.arrayContaining(["401", "429", "503"]));
  }
});

test("operations that create accept an Idempotency-Key, and extensions of the specification are marked", () => {
  const named = new Map(operations().map(({ name, operation }) => [name, operation]));
  const headersOf = (name: string): readonly string[] =>
    (named.get(name)?.parameters ?? []).filter((each) => each.in === "header").map((each) => each.name);
  expect(headersOf("POST /v1/slices")).toEqual(["Idempotency-Key", "X-Service-Project"]);
  expect(headersOf("GET /v1/catalog")).toEqual(["If-None-Match", "X-Service-Project"]);
  expect(named.get("POST /v1/slices")).not.toHaveProperty("x-extension");
  expect(named.get("GET /v1/slices")).toHaveProperty("x-extension", true);
  expect(named.get("GET /livez")).toMatchObject({ security: [] });
  expect(document.components.schemas["Slice"]?.properties).toMatchObject({ cql: { "x-extension": true } });
});

test("a body of JSON lines is a string in the document, and only JSON is a list, or one alone", () => {
  for (const path of ["/v1/entities", "/v1/relationships"]) {
    const content = document.paths[path]?.["post"]?.requestBody?.content ?? {};
    expect(content["application/json"]?.schema).toMatchObject({ anyOf: [{ type: "array" }, {}] });
    expect(content["application/x-ndjson"]).toMatchObject({ schema: { type: "string" }, example: /\n$/ });
  }
});

test("an example may have null: a queued loop has no start, end or error", () => {
  const exampleOf = (path: string): unknown => {
    const response = document.paths[path]?.["get"]?.responses["200"];
    return response !== undefined && "content" in response
      ? response.content?.["application/json"]?.example
      : undefined;
  };
  expect(exampleOf("/v1/loops")).toMatchObject({
    loops: [{ status: "queued", started_at: null, finished_at: null, error: null }],
    next_cursor: null,
  });
  expect(exampleOf("/v1/deltas/{id}")).toMatchObject({ status: "open", finished_at: null });
});

test("every example follows its schema", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  let count = 0;
  const check = (name: string, pointer: string, media: Media): void => {
    if (media.example === undefined) return;
    const validate = ajv.getSchema(`api#${pointer}/schema`);
    expect(validate?.(media.example), `${name}: ${JSON.stringify(validate?.errors)}`).toBe(true);
    count++;
  };
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(item)) {
      const base = `/paths/${escaped(path)}/${method}`;
      for (const [type, media] of Object.entries(requestBody?.content ?? {}))
        check(`${method} ${path}`, `${base}/requestBody/content/${escaped(type)}`, media);
      for (const [status, response] of Object.entries(responses))
        for (const [type, media] of Object.entries("content" in response ? response.content : {}))
          check(`${method} ${path} ${status}`, `${base}/responses/${status}/content/${escaped(type)}`, media);
    }
  for (const [code, { content = {} }] of Object.entries(document.components.responses))
    for (const [type, media] of Object.entries(content))
      check(code, `/components/responses/${code}/content/${escaped(type)}`, media);
  expect(count).toBeGreaterThan(60);
});

test("responses of the server match the document", async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const place = `/paths/${escaped(path.replace(/\?.*/, ""))}/${method.toLowerCase()}/responses`;
    const type = escaped(response.headers.get("content-type")?.replace(/;.*/, "") ?? "");
    const known =
      document.paths[path.replace(/\?.*/, "")]?.[method.toLowerCase()]?.responses[response.status];
    const pointer =
      known !== undefined && "$ref" in known ? known.$ref.slice(1) : `${place}/${response.status}`;
    const validate = ajv.getSchema(`api#${pointer}/content/${type}/schema`);
    expect(
      validate?.(await response.json()),
      `${method} ${path} ${response.status} ${JSON.stringify(validate?.errors)}`,
    ).toBe(true);
  };
  await ask("POST", "/v1/shapes", { name: "Sales CRM", entity_types: [{ name: "Person" }] });
  await ask("POST", "/v1/sources", { name: "gmail" });
  await ask("POST", "/v1/entities", [{ type: "Person", name: "Ada", properties: { a: [1] } }]);
  await ask("POST", "/v1/slices", { name: "People", cql: 'type:Person shape:"Sales CRN" hello' });
  await ask("POST", "/v1/slices?dry_run=true", { name: "People", cql: "after:3mo" });
  await ask("POST", "/v1/slices", { name: "People", cql: "after:2026-02-29" });
  await ask("POST", "/v1/slices", { name: 5 });
  await ask("POST", "/v1/memories", { content: "Ada prefers mornings." });
  await ask("POST", "/v1/memories", { memories: [{ content: "a" }, { content: "b" }], apply: false });
  for (const path of ["catalog", "shapes", "sources", "slices", "memories", "deltas"])
    await ask("GET", `/v1/${path}`);
  await ask("GET", "/v1/slices?limit=0");
  await ask("GET", "/livez");
});

/** The official schema, if the package that has it is installed. */
function officialSchema(): object | undefined {
  const file = "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json";
  const folders = createRequire(import.meta.url).resolve.paths(file) ?? [];
  const path = folders.map((folder) => join(folder, file)).find((place) => existsSync(place));
  return path === undefined ? undefined : JSON.parse(readFileSync(path, "utf8"));
}

const official = officialSchema();
describe.runIf(official !== undefined)("the official schema of OpenAPI 3.1", () => {
  test("accepts the document", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(official ?? {});
    validate(document);
    expect(validate.errors).toBeNull();
  });
});

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
