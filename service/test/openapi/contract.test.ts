// Tests that the OpenAPI document is valid, and that the check of responses against it, which all tests use, finds each breach.

import { expect, test } from "vitest";
import { type Answered, contractAt, contractOf, operationsOf, resolved } from "../support/contract.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const someone = await service.caller();
const { document, breachOf } = await contractAt(service.url);

test("the document is OpenAPI 3.1, and every reference in it resolves", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const seen: string[] = [];
  JSON.stringify(document, (_key, value) => {
    if (typeof value?.$ref === "string") seen.push(value.$ref);
    return resolved(document, value) === undefined ? value : value;
  });
  for (const $ref of seen) expect($ref).toMatch(/^#\//);
});

test("every operation documents its responses and refusals", () => {
  const operations = operationsOf(document).filter(({ path }) => path.startsWith("/v1/"));
  expect(operations.length).toBeGreaterThan(25);
  for (const { method, path, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    expect([`${method} ${path}`, statuses.some((status) => /^2\d\d$/.test(status))]).toEqual([
      `${method} ${path}`,
      true,
    ]);
    const refused = { method, path, status: 404, contentType: "application/problem+json", text: "{}" };
    expect(breachOf(refused)).toContain("must have required property 'code'");
  }
});

const created = await someone.post("/v1/slices", { name: "everything", cql: "" });
const good: Answered = {
  method: "POST",
  path: "/v1/slices",
  status: 201,
  contentType: "application/json; charset=utf-8",
  text: JSON.stringify(created.body),
};
const problem = await someone.get("/v1/slices/nothing");
const bad: Answered = {
  method: "GET",
  path: "/v1/slices/nothing",
  status: 404,
  contentType: "application/problem+json",
  text: JSON.stringify(problem.body),
};

test("a response that matches the document is accepted", () => {
  expect([breachOf(good), breachOf(bad)]).toEqual([undefined, undefined]);
  expect(breachOf({ ...bad, path: "/v1/nothing" })).toBeUndefined();
});

test.each<[string, Answered, RegExp]>([
  ["another status", { ...good, status: 202 }, /202 is not documented/],
  ["a success of an undocumented path", { ...good, path: "/v1/nothing" }, /path is not documented/],
  ["another media type", { ...good, contentType: "text/html" }, /"text\/html" is not documented/],
  [
    "a problem with the media type of JSON",
    { ...bad, contentType: "application/json" },
    /"application\/json" is not documented/,
  ],
  [
    "an additional member",
    { ...good, text: JSON.stringify({ ...created.body, more: 1 }) },
    /additional properties/,
  ],
  [
    "a missing member",
    { ...good, text: JSON.stringify({ ...created.body, matched: undefined }) },
    /'matched'/,
  ],
  [
    "a member of another type",
    { ...good, text: JSON.stringify({ ...created.body, matched: "1" }) },
    /must be integer/,
  ],
  ["an unknown code", { ...bad, text: JSON.stringify({ ...problem.body, code: "oops" }) }, /allowed values/],
  [
    "an instant without milliseconds",
    { ...good, text: JSON.stringify({ ...created.body, created_at: "2026-01-01T00:00:00Z" }) },
    /pattern/,
  ],
  [
    "a body that is not documented",
    { ...good, method: "DELETE", path: "/v1/slices/1", status: 204 },
    /a body is not documented/,
  ],
])("a breach of the document is found: %s", (_, answered, breach) => {
  expect(breachOf(answered)).toMatch(breach);
});

test("a breach is found through references, even from one schema to another", () => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const refusal = { "application/problem+json": { schema: { type: "object" } } };
  const { breachOf: breachIn } = contractOf({
    components: {
      schemas: {
        Thing: { type: "object", properties: { id: { $ref: "#/components/schemas/Id" } } },
        Id: { type: "string" },
      },
      responses: { Found: { description: "", content } },
    },
    paths: {
      "/things": {
        get: { responses: { 200: { $ref: "#/components/responses/Found" }, default: { content: refusal } } },
      },
    },
  });
  const answered = { method: "GET", path: "/things", status: 200, contentType: "application/json" };
  expect(breachIn({ ...answered, text: '{"id":"1"}' })).toBeUndefined();
  expect(breachIn({ ...answered, text: '{"id":1}' })).toContain("must be string");
});
