// The pages: what they are sent with, that they have everything and load nothing, and that they work in a browser.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { problemBody, problems } from "../src/http/problem.ts";
import type { OpenapiDocument } from "../src/openapi/types.ts";
import { html, prose } from "../src/pages/html.ts";
import { jsonHtml } from "../src/pages/json.ts";
import { inBrowser } from "./support/chromium.ts";
import { tagsOf } from "./support/markup.ts";
import { startService } from "./support/service.ts";

const paths = ["/docs", "/errors", "/console"] as const;
const service = await startService();
const { key } = await service.caller();
const texts = new Map<string, string>();
for (const path of paths) texts.set(path, await (await fetch(service.url + path)).text());

function textOf(path: string): string {
  return texts.get(path) ?? "";
}

describe.each(paths)("%s", (path) => {
  test("is HTML that needs no key, may load nothing, and is asked for again only if it changed", async () => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("public, no-cache");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; /,
    );
    expect(policy).not.toContain("unsafe");
    const etag = headers.get("etag") ?? "";
    const again = await fetch(service.url + path, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  test("answers HEAD as GET, without the page", async () => {
    const [get, head] = [
      await fetch(service.url + path),
      await fetch(service.url + path, { method: "HEAD" }),
    ];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["content-type", "content-length", "content-security-policy", "etag"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test("is well formed, with each ID once, and its links lead somewhere", () => {
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

test("every type of a problem leads to a section", () => {
  for (const [code, { title, status }] of Object.entries(problems)) {
    expect(problemBody("internal", "").type).toBe("/errors#internal");
    const [, section = ""] = textOf("/errors").split(` id="${code}">`);
    expect(section, code).toContain(title);
    expect(section, code).toContain(`>${status}</span>`);
  }
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

test("what is put into HTML is escaped", () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";
  expect(html`<p title="${evil}">${[evil, false, undefined, html`<b>${1}</b>`]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}<b>1</b></p>`,
  );
  expect(prose(`a \`${evil}\``).text).toBe(`<p>a <code>${escaped}</code></p>`);
});

test("JSON is shown as it is written", () => {
  const value = { a: [1, "<b>", []], b: { c: null, d: {} }, e: '"' };
  const text = jsonHtml(value)
    .text.replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(text.replaceAll("&quot;", '"')).toBe(JSON.stringify(value, null, 2));
});

inBrowser("in a browser", (browser) => {
  async function open(path: string, colorScheme: "light" | "dark" = "light", width = 1280) {
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
    const wrong: string[] = [];
    page.on("console", (message) => {
      // The console of the browser repeats every answer that is a problem.
      if (message.type() === "error" && !message.text().startsWith("Failed to load"))
        wrong.push(message.text());
    });
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith("data:"))
        wrong.push(request.url());
    });
    await page.goto(service.url + path);
    return { page, wrong };
  }

  test.each(paths)(
    "%s breaks no rule of axe, light, dark and narrow, and nothing goes wrong",
    async (path) => {
      for (const [scheme, width] of [
        ["light", 1280],
        ["dark", 390],
      ] as const) {
        const { page, wrong } = await open(path, scheme, width);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        expect(wrong).toEqual([]);
        await page.close();
      }
    },
    60_000,
  );

  test("the box of the reference leaves the operations that have all words", async () => {
    const { page, wrong } = await open("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("slice PATCH");
    expect(await page.locator("section[data-words]:visible").count()).toBe(1);
    expect(await page.textContent("#found")).toBe("1 operation");
    expect(await page.locator("#updateSlice").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("section[data-words]:visible").count()).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("the console counts, shows what is wrong as text, keeps the key in the tab alone, and forgets it", async () => {
    const { page, wrong } = await open("/console");
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("401 Unauthenticated");
    await page.fill("#key", key);
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("entities match");
    await page.fill("#cql", 'after:2026-02-29 "<img src=x>"');
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("is not a day");
    await page.fill("#cql", '"<img src=x>"');
    await page.click("#query-form button");
    await expect.poll(async () => await page.textContent("#query-result")).toContain("<img src=x>");
    expect(await page.locator("#query-result img").count()).toBe(0);
    await page.fill("#words", "ada");
    await page.click("#search-form button");
    await expect.poll(async () => await page.textContent("#search-result")).not.toMatch(/^$|Asking/);
    await page.reload();
    expect(await page.inputValue("#key")).toBe(key);
    expect(await page.evaluate("localStorage.length + document.cookie.length")).toBe(0);
    await page.click("#forget");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe that a page breaks. It is evaluated by the debugger, so that the policy of the page does not hold for it. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
    await page.evaluate("axe.run(document, { preload: false }).then(({ violations }) => violations)");
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join("\n")}`,
  );
}
