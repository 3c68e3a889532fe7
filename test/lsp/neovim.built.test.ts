// Completion in the Neovim that is on the path, if there is one, over `slice-cql lsp`: keys go in, and lines come out.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleCommandLine, bundleLanguageServer } from "../../scripts/check/bundle.ts";
import { blocksOf, readPage } from "../docs/markdown.ts";
import { root } from "../tidy/sources.ts";

/** What the menu offered, and the line once its first offer was taken. */
interface Completed {
  readonly offered: readonly string[];
  readonly line: string;
}

const said = spawnSync("nvim", ["--version"], { encoding: "utf8" });
const isInstalled = said.error === undefined;
const version = Number(/^NVIM v0\.(\d+)/u.exec(said.stdout)?.[1] ?? "100");
if (!isInstalled) {
  process.stderr.write("SKIPPED, no Neovim: completion in it. Install it (apt-get install neovim).\n");
}

/** What is typed, and what then is in the line. */
const always: readonly (readonly [keys: string, completed: Completed])[] = [
  ["shape:<C-x><C-o>", { offered: ["Sales CRM"], line: 'shape:"Sales CRM"' }],
  ["type:Person sou<C-x><C-o>", { offered: ["source", "source-shape"], line: "type:Person source:" }],
  ["shape:x source:gm<C-x><C-o>", { offered: ["gmail"], line: "shape:x source:gmail" }],
];
/** Older versions show only what begins with the letters that are there, quotes included, and ask only by keys. */
const newer: typeof always = [
  ["source:", { offered: ["gmail"], line: "source:gmail" }],
  ["shape:sal<C-x><C-o>", { offered: ["Sales CRM"], line: 'shape:"Sales CRM"' }],
  ['shape:"Sales <C-x><C-o>', { offered: ["Sales CRM"], line: 'shape:"Sales CRM"' }],
];
const rows = version >= 11 ? [...always, ...newer] : always;

describe.runIf(isInstalled)("completion in Neovim", () => {
  const folder = mkdtempSync(join(tmpdir(), "slice-cql-neovim-"));
  let completed: readonly Completed[] = [];
  beforeAll(async () => {
    completed = await complete(rows.map(([keys]) => keys));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(rows.map(([keys, expected], at) => ({ keys, expected, at })))("$keys", ({ expected, at }) => {
    expect(completed[at]).toEqual(expected);
  });

  /** Starts a Neovim that has nothing but what its page says, in a folder with a catalog. */
  async function complete(keys: readonly string[]): Promise<readonly Completed[]> {
    const program = join(folder, "slice-cql");
    await bundleCommandLine(join(folder, "dist/cli.js"));
    await bundleLanguageServer(join(folder, "dist/exports/lsp.js"));
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, "dist/cli.js")}" "$@"\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(folder, "nvim"));
    writeFileSync(join(folder, "nvim/init.lua"), settings());
    const catalog = { shapes: [{ id: "s1", name: "Sales CRM" }], sources: [{ id: "g1", name: "gmail" }] };
    writeFileSync(join(folder, "catalog.json"), JSON.stringify(catalog));
    const answers = join(folder, "answers.json");
    const args = [
      "--headless",
      "-n",
      "-i",
      "NONE",
      "some.slice-cql",
      "-S",
      join(root, "test/lsp/support/neovim.lua"),
    ];
    const places = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_STATE_HOME: folder };
    const path = [folder, process.env["PATH"]].join(delimiter);
    const env = { ...process.env, ...places, PATH: path, KEYS: JSON.stringify(keys), ANSWERS: answers };
    const { stderr } = spawnSync("nvim", args, { cwd: folder, env, encoding: "utf8", timeout: 60_000 });
    expect(stderr).not.toMatch(/^E\d+:/mu);
    return JSON.parse(readFileSync(answers, "utf8"));
  }
});

/** What `init.lua` has to hold: the page says it for each version but those before 0.8, which have no short way to start a server. */
function settings(): string {
  const [current, older] = blocksOf(readPage("docs/editors/neovim.md")).filter(({ info }) => info === "lua");
  if (version >= 11) return current?.code ?? "";
  const menu = 'vim.o.completeopt = "menuone,noselect"\n';
  return menu + (version >= 8 ? (older?.code ?? "") : beforeEight);
}

const beforeEight = `
vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = "*.slice-cql",
  callback = function()
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
    vim.lsp.buf_attach_client(0, vim.lsp.start_client({
      name = "slice-cql",
      cmd = { "slice-cql", "lsp" },
      root_dir = vim.fn.getcwd(),
      init_options = { catalog = "catalog.json" },
    }))
  end,
})`;
