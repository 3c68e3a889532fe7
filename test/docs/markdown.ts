// Reads the project's Markdown pages: their blocks of code, tables, headings and links.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tidy/sources.ts";

/** One page. */
export interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of code. */
export interface Block {
  /** What follows the opening fence: the language, and perhaps more. */
  readonly info: string;
  readonly code: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

/** A table; each cell is its Markdown. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line of the header, from 1. */
  readonly line: number;
}

/** Every page that is or could be committed. */
export function pages(): readonly Page[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
  return paths.filter((path) => existsSync(join(root, path))).map(readPage);
}

/** Reads one page. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n") };
}

/** The fenced blocks of a page, in order. */
export function blocksOf({ text }: Page): readonly Block[] {
  return Array.from(text.matchAll(fence), ({ index, groups: { info = "", code = "" } = {} }) => ({
    info: info.trim(),
    code: code.replace(/\n$/u, ""),
    line: text.slice(0, index).split("\n").length,
  }));
}

/** The tables of a page, in order. */
export function tablesOf(page: Page): readonly Table[] {
  return Array.from(prose(page).matchAll(/(?:^\|.*\|$\n?)+/gmu), ([found]) => found).map((found) => {
    const [header = [], , ...rows] = found.trimEnd().split("\n").map(cellsOf);
    return { header, rows, line: prose(page).split(found)[0]?.split("\n").length ?? 0 };
  });
}

/** The text in backquotes in a piece of Markdown. */
export function codeSpans(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/(`+)(.+?)\1(?!`)/gu), ([, , code = ""]) => code);
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: Page): readonly string[] {
  return headingsOf(page).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/gu, "-"),
  );
}

/** The headings of a page, without their marks. */
export function headingsOf(page: Page): readonly string[] {
  return Array.from(prose(page).matchAll(/^#+ (.+)$/gmu), ([, heading = ""]) =>
    heading.replace(/[`*]/gu, "").trim(),
  );
}

/** The targets of a page's links and pictures. */
export function linksOf(page: Page): readonly string[] {
  const text = prose(page).replace(/(`+).+?\1/gu, "``");
  return Array.from(text.matchAll(/\]\((?<target>[^()\s]+)\)/gu), ({ groups }) => groups?.["target"] ?? "");
}

const fence = /^```(?<info>.*)\n(?<code>[^]*?)^```$/gmu;

/** The page without its blocks of code; lines keep their numbers. */
function prose({ text }: Page): string {
  return text.replace(fence, (block) => block.replace(/[^\n]/gu, ""));
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/gu, "")
    .split("|")
    .map((cell) => cell.trim());
}
