// Builds the documentation site, and checks it as its readers get it: every link works, every page is reached, search works, also from a disk.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { inBrowser } from "../support/browser.ts";
import { root } from "../tidy/sources.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-site-"));
afterAll(() => rmSync(folder, { recursive: true }));
execFileSync(process.execPath, ["scripts/site.ts", "--out", folder], { cwd: root, stdio: "pipe" });

const files: ReadonlySet<string> = new Set(
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/")),
);
const texts: ReadonlyMap<string, string> = new Map(
  [...files]
    .filter((path) => /\.(?:html|svg)$/u.test(path))
    .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
);
const pages: ReadonlyMap<string, string> = new Map([...texts].filter(([path]) => path.endsWith(".html")));

describe("the links of the site", () => {
  test("lead to a file of the site, and to a place in it", () => {
    const dead = [...pages].flatMap(([path, html]) =>
      targetsOf(path, html)
        .filter((target) => !isThere(target))
        .map((target) => `${path} → ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test("lead from the first page to all others", () => {
    const reached = new Set(["index.html"]);
    for (const path of reached)
      for (const target of targetsOf(path, pages.get(path) ?? "")) reached.add(target.replace(/#.*$/u, ""));
    expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });

  test("are checked so that a dead one would be found", () => {
    const html = '<a href="gone.html">a</a> <a href="#gone">b</a> <a href="https://a.example">c</a>';
    expect(targetsOf("index.html", html).filter((target) => !isThere(target))).toEqual([
      "gone.html",
      "index.html#gone",
    ]);
  });
});

describe("the reference", () => {
  test("has a module for every entry, by the name that users import", () => {
    const names = Object.keys(manifest.exports)
      .filter((name) => !/\.json$|\/worker$/u.test(name))
      .map((name) => name.replace(/^\./u, manifest.name));
    for (const name of names)
      expect(textOf(`modules/${name.replace("/", "_")}.html`)).toContain(`Module ${name}`);
  });

  test.each([
    ["DiagnosticCode", diagnosticCodes],
    ["Operator", operators],
    ["Qualifier", qualifiers.map(({ word }) => word)],
  ])("lists what %s can be", (name, members) => {
    const text = textOf(`types/slice-cql.${name}.html`);
    expect(members.filter((member) => !text.includes(`"${member}"`))).toEqual([]);
  });
});

inBrowser("opened as a file", ({ open }) => {
  const start = pathToFileURL(join(folder, "index.html")).href;

  test.each([
    ["tosql", "toSql", "functions/slice-cql_sql.toSql.html"],
    ["railroad", "The language", "documents/The_language.html"],
  ])("the search for %s finds %s", async (text, title, path) => {
    const { page, problems, foreign, close } = await open(start);
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator("#tsd-search-input").fill(text);
    await page.locator("#tsd-search-results a", { hasText: title }).first().click();
    await page.waitForURL(new URL(path, start).href);
    expect({ problems: problems.filter(isNotOfIcons), foreign }).toEqual({ problems: [], foreign: [] });
    await close();
  });

  test("the playground works, and links to the diagnostics of the site", async () => {
    const { page, problems, foreign, close } = await open(start);
    await page.getByRole("link", { name: "Playground" }).first().click();
    await page.waitForURL("**/playground/index.html");
    await page.getByRole("textbox", { name: "Query" }).fill("tpye:Person");
    const link = page.getByRole("link", { name: "unknown-qualifier" }).first();
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.waitForURL("**/documents/Diagnostics.html#unknown-qualifier");
    expect(await opened.locator("#unknown-qualifier").count()).toBe(1);
    expect({ problems: problems.filter(isNotOfIcons), foreign }).toEqual({ problems: [], foreign: [] });
    await close();
  });

  test.each([1280, 390])("a page of %d px does not scroll sideways, and axe finds nothing", async (width) => {
    const { page, axe, close } = await open(start, { viewport: { width, height: 800 } });
    for (const path of ["index.html", "documents/The_language.html", "functions/slice-cql_sql.toSql.html"]) {
      await page.goto(new URL(path, start).href);
      expect(
        (await axe()).filter(({ rule }) => !themeBreaks.includes(rule)),
        path,
      ).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(width);
    }
    await close();
  });
});

/** What TypeDoc's theme itself gets wrong on pages of the reference. */
const themeBreaks: readonly string[] = ["heading-order", "nested-interactive"];

/** Its icons are in a file that a page on a disk may not use; a script then puts them into the page. */
function isNotOfIcons(problem: string): boolean {
  return !problem.includes("assets/icons.svg");
}

/** What a page links to and shows, by paths from the folder of the site. */
function targetsOf(path: string, html: string): readonly string[] {
  const written = Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/gu), ([, address = ""]) => address);
  return written
    .filter((address) => !/^(?:[a-z]+:|$)/u.test(address))
    .map((address) => decodeURI(address.replaceAll("&amp;", "&")))
    .map((address) =>
      address.startsWith("#") ? `${path}${address}` : posix.join(posix.dirname(path), address),
    );
}

function isThere(target: string): boolean {
  const [path = "", anchor = ""] = target.split("#");
  if (!files.has(path)) return false;
  // TypeDoc's script takes `#top` to the top, as browsers do.
  return anchor === "" || anchor === "top" || (texts.get(path) ?? "").includes(`id="${anchor}"`);
}

function textOf(path: string): string {
  const html = pages.get(path) ?? "";
  return html.replace(/<[^>]*>/gu, "").replaceAll("&quot;", '"');
}
