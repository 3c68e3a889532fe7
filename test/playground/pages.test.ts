// Checks the documentation next to the playground: every code has its section, links work, and names stay text.

import { expect, test } from "vitest";
import { documentationPages } from "../../scripts/playground/pages.ts";
import { vocabulary } from "../../src/exports/grammar.ts";

const pages = new Map(documentationPages());

test("every code has a heading that links from the playground reach", () => {
  const html = pages.get("diagnostics.html") ?? "";
  const codes = vocabulary.diagnostics.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !html.includes(`<h3 id="${code}">`))).toEqual([]);
});

test.each([...pages])("every link of %s within the folder leads to a file and a heading", (file, html) => {
  const links = [...html.matchAll(/ href="([^"]*)"/gu)].flatMap(([, href = ""]) =>
    /^(?:[a-z]+:|\.\.\/)|\.css$/u.test(href) ? [] : [href],
  );
  expect(links.length).toBeGreaterThan(10);
  const astray = links.filter((link) => {
    const [page = "", anchor] = link.split("#");
    const target = page === "" ? html : page === "index.html" ? "" : pages.get(page);
    return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
  });
  expect({ file, astray }).toEqual({ file, astray: [] });
});

test.each([...pages])("%s runs nothing and loads only its style sheet", (_file, html) => {
  expect(html).not.toMatch(/<script|<img|<iframe|\son\w+=|https?:\/\/[^ "]*\.(?:js|css)/u);
});
