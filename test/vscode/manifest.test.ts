// Checks the manifest of the extension: what it names exists, and what it contains is explained.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import configuration from "../../editors/vscode/language-configuration.json" with { type: "json" };
import manifest from "../../editors/vscode/package.json" with { type: "json" };
import snippets from "../../editors/vscode/snippets.json" with { type: "json" };
import inFile from "../../grammar/cql.tmLanguage.json" with { type: "json" };
import inMarkdown from "../../grammar/cql-markdown.tmLanguage.json" with { type: "json" };
import inTemplates from "../../grammar/cql-template.tmLanguage.json" with { type: "json" };
import library from "../../package.json" with { type: "json" };
import { home } from "../../scripts/vscode/extension.ts";
import { createCatalog, validate } from "../../src/index.ts";
import { legend } from "../../src/lsp/convert/tokens.ts";
import { readSettings, section } from "../../src/lsp/project/settings.ts";
import { splitQueries } from "../../src/syntax/query-file.ts";

const { contributes } = manifest;
const readme = readFileSync(join(home, "README.md"), "utf8");
const settings = Object.entries(contributes.configuration.properties);

test("the language has its own file extension, and leaves those of others alone", () => {
  const [language] = contributes.languages;
  expect(contributes.languages).toHaveLength(1);
  expect(language).toMatchObject({ id: "slice-cql", extensions: [".slice-cql"] });
  expect(inFile.fileTypes).toEqual(["slice-cql"]);
});

test("the version is that of the library", () => {
  expect(manifest.version).toBe(library.version);
});

test("the extension is loaded only for its language and its commands", () => {
  // From 1.74 on the editor derives both from what is contributed.
  expect(manifest.activationEvents).toEqual([]);
  expect(Number(/^\^1\.(\d+)\.0$/.exec(manifest.engines.vscode)?.[1])).toBeGreaterThanOrEqual(74);
});

test("the editor brings the Node.js that the server is built for", () => {
  // 1.101 was the first with 22.
  expect(library.engines.node).toBe(">=22");
  expect(manifest.engines.vscode).toBe("^1.101.0");
});

test("everything named as a grammar is one, under its scope", () => {
  const byScope = new Map(
    [inFile, inMarkdown, inTemplates].map((grammar) => [grammar.scopeName, grammar.name]),
  );
  expect(contributes.grammars.map(({ scopeName }) => byScope.get(scopeName))).toEqual([
    "CQL (slices)",
    "CQL in Markdown",
    "CQL in templates",
  ]);
});

test("embedded languages are found by a scope that the grammars define", () => {
  const given = JSON.stringify([inMarkdown, inTemplates]);
  const named = contributes.grammars.flatMap(({ embeddedLanguages = {} }: { embeddedLanguages?: object }) =>
    Object.keys(embeddedLanguages).filter((scope) => scope.endsWith(".cql-slice")),
  );
  expect(named).toHaveLength(2);
  for (const scope of named) expect(given).toContain(`"contentName":"${scope}"`);
});

test("semantic tokens are those of the server, and get scopes that the grammar also uses", () => {
  const given = JSON.stringify(inFile);
  const scopes = contributes.semanticTokenScopes[0]?.scopes ?? {};
  for (const [selector, names] of Object.entries<readonly string[]>(scopes)) {
    const [type = "", ...modifiers] = selector.split(".");
    expect(legend.tokenTypes).toContain(type);
    expect(legend.tokenModifiers).toEqual(expect.arrayContaining(modifiers));
    for (const name of names) expect(given).toContain(`"${name}"`);
  }
  expect(contributes.semanticTokenModifiers.map(({ id }) => id)).toEqual(legend.tokenModifiers);
});

describe("settings", () => {
  test("are those that the server reads, and one of the client's", () => {
    const names = [...Object.keys(readSettings([]).settings), "trace.server"];
    expect(settings.map(([name]) => name).toSorted()).toEqual(
      names.map((each) => `${section}.${each}`).toSorted(),
    );
  });

  test("have defaults that the server treats as not set, or as its own", () => {
    const defaults = Object.fromEntries(
      settings.map(([name, { default: value }]) => [name.replace(`${section}.`, ""), value]),
    );
    expect(readSettings([{ [section]: defaults }])).toEqual(readSettings([]));
  });

  test.each(settings)("%s is explained, there and in the table of the README", (name, setting) => {
    expect(setting.markdownDescription).toMatch(/^[A-Z].{60,}\.$/);
    expect(readme).toContain(`| \`${name}\` |`);
  });

  test.each(settings)("%s: the settings that its text names exist", (_name, { markdownDescription }) => {
    const named = [...markdownDescription.matchAll(/`#([^#]+)#`/g)].map(([, other = ""]) => other);
    for (const other of named) expect(Object.keys(contributes.configuration.properties)).toContain(other);
  });

  test("that name a URL are not accepted from an untrusted workspace", () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe("limited");
    expect(restrictedConfigurations).toEqual(
      settings.map(([name]) => name).filter((name) => /catalog$|url$/i.test(name)),
    );
    for (const name of restrictedConfigurations) expect(readme).toContain(`\`${name}\``);
  });
});

describe("commands", () => {
  test.each(contributes.commands)("$command has a title that the README explains", ({ title, category }) => {
    expect(readme).toContain(`| *${category}: ${title}* |`);
  });

  test("in menus are contributed", () => {
    const names = contributes.commands.map(({ command }) => command);
    for (const { command } of Object.values(contributes.menus).flat()) expect(names).toContain(command);
  });
});

test("snippets are valid queries as they are", () => {
  const catalog = createCatalog({
    shapes: [{ id: "s", name: "Sales CRM" }],
    sources: [{ id: "g", name: "gmail" }],
  });
  const bodies = Object.values(snippets).map(({ body }) => (Array.isArray(body) ? body.join("\n") : body));
  expect(bodies.length).toBeGreaterThan(2);
  for (const body of bodies) {
    const written = body
      .replaceAll("${CURRENT_YEAR}", "2026")
      .replaceAll(/\$\{\d+:([^}]*)\}|\$\{\d+\|(\w+),[^}]*\}|\$\d+/g, "$1$2");
    const { queries } = splitQueries(written);
    expect(queries).toHaveLength(1);
    const found = queries.flatMap(({ text }) => validate(text, { catalog, now: Date.UTC(2026, 10, 20) }));
    expect({ written, found }).toEqual({ written, found: [] });
  }
});

describe("the language configuration", () => {
  const { pattern, flags } = configuration.wordPattern;
  const words = (text: string): readonly string[] => text.match(new RegExp(pattern, `g${flags}`)) ?? [];

  test.each([
    ["type:Person", ["type", "Person"]],
    ["source-shape:my-inbox after:last-week", ["source-shape", "my-inbox", "after", "last-week"]],
    ['after:2026-01-01 shape:"Sales CRM"', ["after", "2026-01-01", "shape", "Sales", "CRM"]],
    ["type:Größe 東京", ["type", "Größe", "東京"]],
  ])("takes values with hyphens for words: %s", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test("closes quotes, and has line comments and no brackets", () => {
    expect(configuration).toEqual({
      comments: { lineComment: "#" },
      brackets: [],
      autoClosingPairs: [{ open: '"', close: '"', notIn: ["string"] }],
      autoCloseBefore: " \t\r\n",
      surroundingPairs: [['"', '"']],
      wordPattern: configuration.wordPattern,
    });
  });
});
