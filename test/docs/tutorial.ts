// Replays a page of the documentation, its patches, files and commands, on a copy of the project.

import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "../tidy/sources.ts";
import { blocksOf, type Page } from "./markdown.ts";

/** What a page says to do: lines to change in a file, a file to make, or a command with what it prints. */
export type Step =
  | { readonly kind: "patch" | "file"; readonly line: number; readonly path: string; readonly code: string }
  | {
      readonly kind: "command";
      readonly line: number;
      readonly command: string;
      readonly fails: boolean;
      /** Lines that are in the output; each may be a part of one. */
      readonly prints: readonly string[];
    };

/** The steps of a page, in order. A block of `text` belongs to the command before it. */
export function stepsOf(page: Page): readonly Step[] {
  const blocks = blocksOf(page);
  return blocks.flatMap(({ info, code, line }, at): readonly Step[] => {
    const [language = "", path = ""] = info.split(" ");
    if (language === "diff") return [{ kind: "patch", line, path, code }];
    if (language === "sh") {
      const next = blocks[at + 1];
      const prints = next?.info === "text" ? next.code.split("\n") : [];
      return [{ kind: "command", line, command: code, fails: path === "fails", prints }];
    }
    return path === "" ? [] : [{ kind: "file", line, path, code }];
  });
}

/** A copy of all that is or could be committed, with the packages that are installed here. */
export function copyProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "slice-cql-tutorial-")));
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  for (const path of paths) {
    // To git a link to the packages is a file that could be committed.
    if (path === "" || /(?:^|\/)node_modules$/u.test(path) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const { workspaces }: { readonly workspaces: readonly string[] } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const path of ["", ...workspaces].map((workspace) => join(workspace, "node_modules"))) {
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(folder, path), "junction");
  }
  return folder;
}

/** Does a step in a folder, and returns what a command printed. Throws an `Error` where the page promises something else. */
export async function take(step: Step, folder: string): Promise<string> {
  if (step.kind === "command") return await runCommand(step, folder);
  const path = join(folder, step.path);
  if (step.kind === "file") writeFileSync(path, `${step.code}\n`);
  else
    writeFileSync(path, patched(step.path, readFileSync(path, "utf8").replaceAll("\r\n", "\n"), step.code));
  return "";
}

/**
 * A text with a patch: what stands after `+` comes in, what stands after `-` goes out, and what is after a space must be
 * there. A line that ends with `…` stands for one that begins like it.
 */
export function patched(path: string, text: string, patch: string): string {
  const marked = patch.split("\n").map((line) => [line.slice(0, 1), line.slice(1)] as const);
  const old = marked.flatMap(([mark, line]) => (mark === "+" ? [] : [line]));
  const lines = text.split("\n");
  const starts = lines.flatMap((_, start) =>
    old.every((line, at) => isLine(lines[start + at], line)) ? [start] : [],
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1)
    throw new Error(`${path} has the lines of the patch ${String(starts.length)} times:\n${old.join("\n")}`);
  let at = start;
  const changed = marked.flatMap(([mark, line]) => {
    if (mark === "+") return [line];
    at += 1;
    return mark === "-" ? [] : [lines[at - 1] ?? ""];
  });
  return lines.toSpliced(start, old.length, ...changed).join("\n");
}

function isLine(line: string | undefined, shown: string): boolean {
  return shown.endsWith("…") ? (line?.startsWith(shown.slice(0, -1)) ?? false) : line === shown;
}

async function runCommand(
  step: Extract<Step, { readonly kind: "command" }>,
  folder: string,
): Promise<string> {
  const { status, output } = await shell(step.command.replaceAll("\n", " && "), folder);
  const said = `\n${step.command}\n${output.slice(-4000)}`;
  if ((status !== 0) !== step.fails)
    throw new Error(`status ${String(status)} is not what the page says:${said}`);
  const missing = missingFrom(output, step.prints);
  if (missing.length > 0) throw new Error(`not printed: ${missing.join("\n")}${said}`);
  return output;
}

/** The lines that an output does not have. Vitest runs files in an order of its own, so any place will do. */
export function missingFrom(output: string, prints: readonly string[]): readonly string[] {
  return prints.filter((line) => !output.includes(line));
}

/** As in a terminal of its own: what Vitest tells the processes that it starts must not reach the commands. */
async function shell(
  command: string,
  cwd: string,
): Promise<{ readonly status: number; readonly output: string }> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_|TEST$|FORCE_COLOR|FC_)/u.test(name),
  );
  const path = [join(cwd, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
  const env = { ...Object.fromEntries(own), PATH: path, NO_COLOR: "1" };
  return await new Promise((resolve, reject) => {
    const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
