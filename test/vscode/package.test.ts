// Packages the extension, and checks the package: its files, their size, and that it runs from them alone.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../editors/vscode/package.json" with { type: "json" };
import { root } from "../../scripts/check/process.ts";
import { entries } from "../../scripts/vscode/extension.ts";
import { documentOf, type Editor, openEditor, Uri } from "./editor.ts";
import { type Packaged, packageExtension } from "./packaged.ts";
import { workersOf } from "./script-worker.ts";

let packaged: Packaged;
beforeAll(async () => {
  packaged = await packageExtension();
});
afterAll(async () => {
  await packaged.remove();
});

const textOf = (path: string): string => {
  const file = packaged.files.get(join("extension", path));
  if (file === undefined) throw new Error(`the package has no ${path}`);
  return file.toString();
};

describe("the package", () => {
  test("has exactly the listed files", () => {
    expect([...packaged.files.keys()].toSorted()).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/NOTICE",
      "extension/changelog.md",
      "extension/dist/catalog.schema.json",
      "extension/dist/cql-markdown.tmLanguage.json",
      "extension/dist/cql-template.tmLanguage.json",
      "extension/dist/cql.tmLanguage.json",
      "extension/dist/desktop.js",
      "extension/dist/server/slice-cql-lsp.mjs",
      "extension/dist/server/worker.js",
      "extension/dist/web.js",
      "extension/docs/diagnostics.md",
      "extension/icon.png",
      "extension/language-configuration.json",
      "extension/package.json",
      "extension/readme.md",
      "extension/snippets.json",
      "extension/walkthrough/catalog.md",
      "extension/walkthrough/dates.md",
      "extension/walkthrough/query.md",
    ]);
  });

  test("is made without a warning", () => {
    expect(packaged.output).not.toMatch(/warn|error/i);
    expect(packaged.output).toContain("Packaged:");
  });

  test("is small", () => {
    expect(packaged.size).toBeLessThan(600_000);
  });

  test("has every file that the manifest names", () => {
    const named = [...JSON.stringify(manifest).matchAll(/"((?:\.\/|dist\/)[^"]+\.\w+)"/g)].map(
      ([, path = ""]) => path.replace(/^\.\//, ""),
    );
    expect(named.length).toBeGreaterThanOrEqual(7);
    expect(named.filter((path) => !packaged.files.has(`extension/${path}`))).toEqual([]);
  });

  test("has the grammars that are generated, and no others", async () => {
    for (const name of ["cql", "cql-markdown", "cql-template"]) {
      const generated = await readFile(join(root, `grammar/${name}.tmLanguage.json`), "utf8");
      expect(textOf(`dist/${name}.tmLanguage.json`)).toBe(generated);
    }
  });

  test("has an icon that is large enough for the marketplace", () => {
    const icon = packaged.files.get("extension/icon.png") ?? Buffer.alloc(0);
    expect(icon.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([256, 256]);
  });

  test("names the libraries that it bundles, with their licences", () => {
    const notice = textOf("NOTICE");
    for (const name of ["chevrotain", "date-fns-tz", "vscode-languageclient", "vscode-languageserver"])
      expect(notice).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, licensed under `, "m"));
    expect(notice).toContain("Permission is hereby granted");
    expect(notice).not.toMatch(/\/tmp|node_modules/);
  });

  test("has no paths of the machine that built it", () => {
    for (const [path, contents] of packaged.files)
      expect([path, contents.includes(root) || contents.includes(packaged.folder)]).toEqual([path, false]);
  });
});

test.each(entries)(
  "$file imports the editor, and in the browser nothing of Node.js",
  async ({ file, source, platform }) => {
    const { metafile } = await build({
      entryPoints: [source],
      bundle: true,
      write: false,
      metafile: true,
      platform,
      format: "cjs",
      external: ["vscode", "node:*"],
      absWorkingDir: root,
    });
    const outside = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external)
      .map(({ path }) => path);
    expect(outside).toContain("vscode");
    if (platform === "browser") expect(new Set(outside)).toEqual(new Set(["vscode"]));
    const required = [...textOf(`dist/${file}`).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(required)).toEqual(new Set(outside));
  },
);

const local = "file";
const virtual = "vscode-vfs";

describe.each([
  ["desktop", local],
  ["desktop", virtual],
  ["web", virtual],
] as const)("on the %s, with a workspace of %s", (place, scheme) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(place, scheme);
  });

  test("it serves texts of its language, whatever their URI", () => {
    const selectors = [...opened.editor.providers.values()].map(({ selector }) => selector);
    expect(selectors.length).toBeGreaterThanOrEqual(8);
    expect(new Set(selectors.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['[{"language":"slice-cql"}]']),
    );
  });

  test("every command of the manifest is registered, and no other", () => {
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    expect([...opened.editor.commands.keys()].toSorted()).toEqual(contributed.toSorted());
  });

  test("the server uses the catalog and the evaluation time of the settings", async () => {
    expect(await opened.hoverAt(12)).toMatch(/Sales CRM[^]*s1/);
    expect(await opened.hoverAt(32)).toContain("2026-08-20 12:00");
  });

  test("the problems of an open text are shown", async () => {
    await expect.poll(opened.problems, patiently).toHaveLength(1);
    const [[code, page] = []] = opened.problems() ?? [];
    expect(code).toBe("unresolved-source");
    expect(page).toBe(`${pathToFileURL(packaged.folder).href}/docs/diagnostics.md#unresolved-source`);
    expect(textOf("docs/diagnostics.md")).toContain("## unresolved-source");
  });

  test("a changed catalog is reloaded", async () => {
    await opened.writeCatalog('{ "shapes": [{ "id": "s2", "name": "Sales CRM" }] }');
    await expect.poll(() => opened.hoverAt(12), patiently).toContain("s2");
  });

  test("a catalog whose change goes unnoticed is reloaded by the command", async () => {
    await opened.writeCatalog('{ "shapes": [{ "id": "s3", "name": "Sales CRM" }] }', true);
    await opened.editor.commands.get("sliceCql.reloadCatalog")?.();
    await expect.poll(() => opened.hoverAt(12), patiently).toContain("s3");
    expect(opened.editor.messages).toEqual([]);
  });

  test("an unreadable catalog is reported", async () => {
    await opened.writeCatalog("{");
    await expect.poll(() => opened.editor.messages.join(), patiently).toMatch(/catalog\.json.*JSON/);
    await opened.writeCatalog('{ "shapes": [{ "id": "s2", "name": "Sales CRM" }] }');
  });

  test("the language status names the catalog, and reloads it", () => {
    expect(opened.editor.status()).toMatchObject({
      text: "catalog.json",
      command: { command: "sliceCql.reloadCatalog" },
    });
  });

  test("a new file is one of queries", async () => {
    await opened.editor.commands.get("sliceCql.newFile")?.();
    expect(opened.editor.created).toEqual([
      { language: "slice-cql", content: "# One query a paragraph\ntype:Person\n" },
    ]);
  });

  test("fixing all works as for every language", async () => {
    await opened.editor.commands.get("sliceCql.fixAll")?.();
    expect(opened.editor.ran).toEqual(["editor.action.fixAll"]);
  });

  test("the server can be restarted", async () => {
    await opened.editor.commands.get("sliceCql.restart")?.();
    await expect.poll(opened.serversRunning, patiently).toBe(1);
    expect(await opened.hoverAt(12)).toContain("Sales CRM` stands for");
  });

  test("the server ends with the extension", async () => {
    await opened.close();
    await expect.poll(opened.serversRunning, patiently).toBe(0);
    expect(opened.editor.commands.size).toBe(0);
  });
});

const patiently = { timeout: 20_000 };

interface Opened {
  readonly editor: Editor;
  readonly hoverAt: (offset: number) => Promise<string>;
  readonly problems: () => ReturnType<Editor["problems"]["get"]>;
  readonly writeCatalog: (text: string, silently?: boolean) => Promise<void>;
  readonly serversRunning: () => number;
  readonly close: () => Promise<void>;
}

const query = 'type:Person shape:"Sales CRM" after:3mo source:Nowhere';
const catalog = '{ "shapes": [{ "id": "s1", "name": "Sales CRM" }], "types": ["Person"] }';

/** An editor with a query open and the extension installed from the package: of a workspace that is on this machine, or known to the editor alone. */
async function open(place: "desktop" | "web", scheme: string): Promise<Opened> {
  const folder = join(packaged.folder, "../workspace");
  const home = scheme === local ? pathToFileURL(folder).href : `${scheme}://github/someone/something`;
  const saveHere = async (text: string): Promise<void> => {
    if (scheme === local) await writeFile(join(folder, "catalog.json"), text);
  };
  await mkdir(folder, { recursive: true });
  await saveHere(catalog);
  const editor = openEditor({
    folder: home,
    settings: { sliceCql: { catalog: "catalog.json", now: "2026-11-20T12:00:00Z", timeZone: "UTC" } },
    files: new Map([
      [`${home}/people.slice-cql`, query],
      [`${home}/catalog.json`, catalog],
    ]),
  });
  const before = processes();
  const { Worker, running } = workersOf((url) => textOf(url.replace(/^.*\/extension\//, "")));
  const entry = editor.load(textOf(place === "web" ? manifest.browser : manifest.main), place, { Worker });
  const subscriptions: { readonly dispose: () => void }[] = [];
  await entry.activate({ extensionUri: Uri.file(packaged.folder), subscriptions });
  return {
    editor,
    async hoverAt(offset) {
      const hover = await editor.providers
        .get("Hover")
        ?.provider["provideHover"]?.(
          documentOf(`${home}/people.slice-cql`, query),
          { line: 0, character: offset },
          token,
        );
      return JSON.stringify(hover);
    },
    problems: () => editor.problems.get(`${home}/people.slice-cql`),
    async writeCatalog(text, silently) {
      await saveHere(text);
      editor.write(`${home}/catalog.json`, text, silently);
    },
    serversRunning: () => (place === "web" ? running.size : processes() - before),
    async close() {
      await entry.deactivate();
      for (const { dispose } of subscriptions) dispose();
    },
  };
}

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** How many processes this one has started that still run. */
function processes(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap").length;
}
