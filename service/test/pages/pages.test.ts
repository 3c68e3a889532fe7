// Tests the pages without a browser: their headers, their links, and that they load nothing from other origins.

import type { Diagnostic } from "slice-cql";
import { describe, expect, test } from "vitest";
import type { OpenapiDocument } from "../../src/openapi/types.ts";
import { html, prose } from "../../src/pages/html.ts";
import { jsonHtml } from "../../src/pages/json.ts";
import { problems } from "../../src/values/problem.ts";
import { problemBody } from "../../src/values/problem-body.ts";
import { tagsOf } from "../support/markup.ts";
import { startService, type TestService } from "../support/service.ts";

const paths = ["/docs", "/errors", "/docs/diagnostics"] as const;
const service = await startService();
const texts = new Map<string, string>();
/** As a browser asks for pages. */
const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
for (const path of paths) texts.set(path, await (await fetch(service.url + path, { headers })).text());

function textOf(path: string): string {
  return texts.get(path) ?? "";
}

describe.each(paths)("%s", (path) => {
  test("is HTML that needs no key, may load nothing, and is sent again only after a change", async () => {
    const response = await fetch(service.url + path, { headers });
    expect(response.status).toBe(200);
    const { headers: sent } = response;
    expect(sent.get("content-type")).toBe("text/html; charset=utf-8");
    expect(sent.get("x-content-type-options")).toBe("nosniff");
    expect(sent.get("referrer-policy")).toBe("no-referrer");
    expect(sent.get("cache-control")).toBe("public, no-cache");
    const policy = sent.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; /,
    );
    expect(policy).not.toContain("unsafe");
    const etag = sent.get("etag") ?? "";
    const again = await fetch(service.url + path, { headers: { ...headers, "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  test("answers HEAD as GET, without the page", async () => {
    const [get, head] = [
      await fetch(service.url + path, { headers }),
      await fetch(service.url + path, { headers, method: "HEAD" }),
    ];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["content-type", "content-length", "content-security-policy", "etag"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test("is well formed, with unique IDs and links that resolve", () => {
    const tags = tagsOf(textOf(path));
    const ids = tags.flatMap(({ attributes }) => attributes["id"] ?? []);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const links = tags.flatMap(({ attributes }) => attributes["href"] ?? []);
    const local = links.filter((href) => href.startsWith("#")).map((href) => href.slice(1));
    expect(local.filter((id) => !ids.includes(id))).toEqual([]);
    const labels = tags.flatMap(({ attributes }) => attributes["aria-labelledby"] ?? []);
    expect(labels.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("names no other origin", () => {
    for (const { name, attributes } of tagsOf(textOf(path))) {
      expect(attributes["src"], name).toBeUndefined();
      expect(attributes["style"], name).toBeUndefined();
      expect(attributes["href"] ?? "/").toMatch(/^(?:\/(?!\/)|#|data:,$)/);
    }
    expect(textOf(path)).not.toMatch(/@import|url\(/);
  });
});

test("every problem type links to a section", () => {
  for (const [code, { title, status }] of Object.entries(problems)) {
    expect(problemBody("internal", "").type).toBe("/errors#internal");
    const [, section = ""] = textOf("/errors").split(` id="${code}">`);
    expect(section, code).toContain(title);
    expect(section, code).toContain(`>${status}</span>`);
  }
});

test("every diagnostic links to a section with its message and an example", async () => {
  const { post } = await service.caller();
  const { body } = await post("/v1/slices?dry_run=true", { name: "x", cql: "hello type:Persn" });
  const found: readonly Diagnostic[] = body.diagnostics;
  const page = `${service.url}/docs/diagnostics`;
  expect(found.map(({ href }) => href)).toEqual([`${page}#free-text`, `${page}#unknown-type`]);
  const refused = await post("/v1/slices?dry_run=true", { name: "x", cql: "after:2026-02-29" });
  expect(refused.body.diagnostics[0].href).toBe(`${page}#date-nonexistent`);
  const ofKey = await post("/v1/keys", { slice: "after:2026-02-29" });
  expect(ofKey.body.diagnostics[0].href).toBe(`${page}#date-nonexistent`);
  const [, ...sections] = textOf("/docs/diagnostics").split('<section class="operation card"');
  expect(sections.length).toBeGreaterThan(40);
  for (const section of sections) expect(section).toMatch(/^ id="[\w-]+">[^]*<p>\w+: [^]*<pre/);
  expect(sections.filter((section) => section.startsWith(' id="date-nonexistent"'))).toHaveLength(1);
});

test("a diagnostic links to the address that its caller uses", async () => {
  const proxied = await startService({ trustedProxies: ["127.0.0.1"] });
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "slices.example.com" };
  const hrefFrom = async ({ caller }: TestService, headers: Readonly<Record<string, string>>) => {
    const { call } = await caller();
    return String((await call("GET", "/v1/entities?cql=hello", { headers })).body.diagnostics[0].href);
  };
  expect(await hrefFrom(proxied, forwarded)).toBe("https://slices.example.com/docs/diagnostics#free-text");
  expect(await hrefFrom(service, forwarded)).toBe(`${service.url}/docs/diagnostics#free-text`);
  // What is no host is nowhere in an answer.
  const broken = { ...forwarded, "x-forwarded-host": 'evil"><script>' };
  expect(await hrefFrom(proxied, broken)).toBe("/docs/diagnostics#free-text");
});

test.each([
  ["a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 302],
  ["who rather has HTML", "application/json;q=0.5, text/*", 302],
  ["curl", "*/*", 200],
  ["who sends none", undefined, 200],
  ["who rather has JSON", "text/html;q=0.5, application/json", 200],
  ["who takes no HTML", "text/html;q=0, */*", 200],
  ["who does not mind", "text/html, application/json", 200],
  ["who writes nonsense", ",;q=,text/html;q=x,", 200],
])("the root leads to the console, or is an index: for %s", async (_, accept, status) => {
  const options = { headers: accept === undefined ? {} : { accept }, redirect: "manual" } as const;
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(service.url, { ...options, method });
    expect(response.status).toBe(status);
    expect(response.headers.get("location")).toBe(status === 302 ? "/console" : null);
    expect(response.headers.get("vary")).toBe("accept");
    if (status === 200) expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

test("the root lists its parts for programs", async () => {
  const { request_id, name, ...links }: Readonly<Record<string, string>> = JSON.parse(
    await (await fetch(service.url)).text(),
  );
  expect([request_id, name]).toEqual([expect.stringMatching(/^req_/), "Slice service"]);
  for (const link of Object.values(links)) expect((await fetch(service.url + link)).status, link).toBe(200);
  expect(Object.values(links)).toEqual(
    expect.arrayContaining(["/console", "/docs", "/openapi.json", "/docs/diagnostics", "/readyz"]),
  );
});

test("the reference has every operation and every object of the document, and each links to its problems", async () => {
  const document: OpenapiDocument = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
  const ids = new Set(tagsOf(textOf("/docs")).flatMap(({ attributes }) => attributes["id"] ?? []));
  for (const item of Object.values(document.paths))
    for (const { operationId } of Object.values(item)) expect(ids).toContain(operationId);
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`);
  const codes = tagsOf(textOf("/docs")).flatMap(
    ({ attributes }) => /^\/errors#(.+)/.exec(attributes["href"] ?? "")?.[1] ?? [],
  );
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !Object.keys(problems).includes(code))).toEqual([]);
});

test("each operation says what its key must be allowed to do, as the document does", async () => {
  const document: OpenapiDocument = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
  const needs = (id: string) =>
    /<p class="needs">(.*?)<\/p>/.exec(textOf("/docs").split(` id="${id}">`)[1] ?? "")?.[1];
  expect(document.paths["/v1/deltas/{id}/apply"]?.["post"]?.["x-permission"]).toBe("write");
  expect(needs("applyDelta")).toBe("Needs a key that may <code>write</code>");
  expect(needs("createLoop")).toBe(
    "Needs a key that may <code>propose</code>; for a dry run, <code>read</code>",
  );
  expect(needs("getEntity")).toBe("Needs a key that may <code>read</code>");
  expect(needs("getLivez")).toBe("Needs no key");
});

test("text inserted into HTML is escaped", () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";
  expect(html`<p title="${evil}">${[evil, false, undefined, html`<b>${1}</b>`]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}<b>1</b></p>`,
  );
  expect(prose(`a \`${evil}\``).text).toBe(`<p>a <code>${escaped}</code></p>`);
});

test("JSON is shown verbatim", () => {
  const value = { a: [1, "<b>", []], b: { c: null, d: {} }, e: '"' };
  const text = jsonHtml(value)
    .text.replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(text.replaceAll("&quot;", '"')).toBe(JSON.stringify(value, null, 2));
});
