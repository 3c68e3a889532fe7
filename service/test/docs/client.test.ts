// Runs the client of docs/client.md, taken from the page, in a browser against a real service.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { type Caller, startService, type TestService } from "../support/service.ts";

const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8");

function blockOf(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(page)?.[1];
  if (block === undefined) throw new Error(`The page has no block of ${language}.`);
  return block;
}

/** Serves the two files of the page, on an origin that is not the service's. */
async function serveClient(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const { outputFiles } = await build({
    stdin: { contents: blockOf("js"), resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "error",
  });
  const script = outputFiles[0]?.text ?? "";
  const server = createServer(({ url }, response) => {
    const isScript = url === "/client.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : blockOf("html"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The client has no port.");
  return { origin: `http://127.0.0.1:${String(address.port)}`, close: () => server.close() };
}

const client = await serveClient();
const open = await startService({ corsOrigins: [client.origin] });
const closed = await startService();
afterAll(client.close);

inBrowser("the client of the page", (browser) => {
  let owner: Caller;
  beforeAll(async () => {
    owner = await open.caller();
    await owner.post("/v1/shapes", { name: "Sales CRM" });
    await owner.post("/v1/entities", [{ type: "Person", name: "Ada" }, { type: "Person" }, { type: "Bug" }]);
  });

  async function connect(
    { url }: TestService,
    { key }: Caller,
  ): Promise<{ readonly page: Page; readonly asked: readonly string[] }> {
    const page = await browser().newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(client.origin);
    await page.fill("#base", url);
    await page.fill("#key", key);
    await page.click("#connect button");
    return { page, asked };
  }

  test("the client validates what is typed offline, and creates the slice once, however often it is sent", async () => {
    const { page, asked } = await connect(open, owner);
    await expect.poll(async () => await page.textContent("#state")).toBe("1 shapes, 0 sources");
    const before = asked.length;
    await page.fill("#cql", "type:Person after:2026-02-29");
    expect(await page.textContent("#diagnostics")).toContain("error: `2026-02-29` is not a day");
    expect(await page.isDisabled("#send")).toBe(true);
    await page.fill("#cql", 'type:Person shape:"Sales CRN"');
    expect(await page.textContent("#diagnostics")).toContain("Sales CRM");
    await page.fill("#cql", "type:Person");
    expect(await page.textContent("#diagnostics")).toBe("");
    expect(asked.slice(before)).toEqual([]);
    await page.click("#send");
    await expect.poll(async () => await page.textContent("#result")).toBe("Sales people: 2 entities");
    expect(asked.slice(before)).toContain("POST /v1/slices");
    await page.click("#send");
    await expect.poll(() => asked.filter((each) => each === "POST /v1/slices").length).toBe(2);
    await page.waitForLoadState("networkidle");
    const { body } = await owner.get("/v1/slices");
    expect(body.slices).toHaveLength(1);
    await page.close();
  });

  test("a page of an origin that is not listed may not call the API", async () => {
    const { page } = await connect(closed, await closed.caller());
    await expect.poll(async () => await page.textContent("#state")).toBe("Failed to fetch");
    await page.close();
  });
});

test("without CORS_ORIGIN no response has a CORS header, and a preflight is refused", async () => {
  const headers = { origin: "https://app.example.com", "access-control-request-method": "GET" };
  const preflight = await fetch(`${closed.url}/v1/catalog`, { method: "OPTIONS", headers });
  const answer = await fetch(`${closed.url}/v1/catalog`, { headers });
  for (const { headers: sent } of [preflight, answer])
    expect([...sent.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect(preflight.status).toBe(405);
});

test("with CORS_ORIGIN only the listed origins are allowed", async () => {
  const ask = async (origin: string): Promise<Response> =>
    await fetch(`${open.url}/v1/catalog`, { headers: { origin } });
  const [named, other] = [await ask(client.origin), await ask(`${client.origin}.evil.example`)];
  expect(named.headers.get("access-control-allow-origin")).toBe(client.origin);
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
  expect([named, other].map(({ headers }) => headers.get("vary"))).toEqual(["Origin", "Origin"]);
});
