// Keeps words out of prose, comments and strings that are correct but not what a native engineer writes.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./sources.ts";

/** Each with what to write instead. Idioms of the word, such as with proxies, are left alone. */
const words: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!a frame |nothing |from )\bbehind\b(?! getters)(?! an? (?:connection )?(?:proxy|pooler|flag)\b)/i,
    "after, following",
  ],
  [/\bbeside\b/i, "next to, besides"],
  [/\bjudg(?:e[sd]?|ing)\b/i, "check, validate"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\b(?:that|what|which|who) (?:is|are|was|were) none\b/i, "is not a …"],
  [/\blies? to\b/i, "relate"],
  [/\bwhoever\b/i, "anyone who, callers"],
  [/\ban information\b/i, "an `information` diagnostic"],
  [/\bin the place of\b/i, "instead of"],
  [/\bgiven up\b/i, "aborted"],
  [/\b(?:a|any|each|every|one|which) present\b|\bpresents\b/i, "evaluation time, now"],
  // A person can be told something; a program is notified, passed or configured.
  [/(?<!programs are |this code, )\btold\b(?! by the oracle)/i, "notified, reported, passed, distinguished"],
  [/\blet go of\b/i, "disconnected, released, closed"],
  [/\bsaid to be\b/i, "reported as"],
  [/\bhalf (?:a )?character\b/i, "lone surrogate, truncated character"],
];

/** Prose and sources. */
const places = [
  "*.md",
  "NOTICE",
  ..."bench config docs editors examples schemas scripts service src test".split(" "),
];

test("prose, comments and strings avoid them", () => {
  const found = textFiles().flatMap((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return prose(path, lines).flatMap((text, at) =>
      words
        .filter(([word]) => word.test(text))
        .map(
          ([word, better]) => `${path}:${String(at + 1)}: ${word.exec(text)?.[0] ?? ""} (write ${better})`,
        ),
    );
  });
  expect(found).toEqual([]);
});

test.each([
  ["a.ts", ["const a = 1; // What it mends."], ["// What it mends."]],
  [
    "a.ts",
    ["/** How they lie to each other. */", 'say("behind");'],
    ["/** How they lie to each other. */", "behind"],
  ],
  ["a.ts", ["say(`judged: ${judge} by \\`mend\\`, told`);"], ["judged:  by , told"]],
  ["a.json", ['{ "beside": 7 }'], ["beside"]],
  ["a.css", ["a { } /* beside it */"], ["/* beside it */"]],
  ["a.md", ["Judged by `mend`.", "```ts", "// beside", "```"], ["Judged by .", "", "", ""]],
])("the prose of %s is found", (path, lines, expected) => {
  expect(prose(path, lines)).toEqual(expected);
});

test.each([
  "the word behind it",
  "a mended query",
  "what is none",
  "an information",
  "at every present",
  "a client is told",
  "half a character",
])("%s is found", (text) => {
  expect(words.some(([word]) => word.test(text))).toBe(true);
});

test("idioms are not", () => {
  const fine =
    "It works behind a connection pooler. There is none. What it presented, it recommended to a judgement.";
  expect(words.filter(([word]) => word.test(fine))).toEqual([]);
});

function textFiles(): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...places];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
  return paths.filter(
    (path) =>
      !path.endsWith("english.test.ts") &&
      /(?:\.(?:css|html|js|json|md|sh|tsx?)|^NOTICE)$/.test(path) &&
      existsSync(join(root, path)),
  );
}

/** A line for each line, without code: comments and strings of sources, and Markdown outside of fences and code spans. */
function prose(path: string, lines: readonly string[]): readonly string[] {
  if (/\.(?:css|js|json|tsx?)$/.test(path))
    return lines.map((line) =>
      [withoutCode([commentOf(line), ...stringsOf(line)].join(" ")), ...templatesOf(line)].join(" ").trim(),
    );
  let isCode = false;
  return lines.map((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return isFence || isCode ? "" : withoutCode(line);
  });
}

function commentOf(line: string): string {
  return /^\s*(?:\/?\*.*|\/\/.*)/.exec(line)?.[0] ?? /\s(?:\/\/ |\/\*).*/.exec(line)?.[0].trimStart() ?? "";
}

function stringsOf(line: string): readonly string[] {
  return commentOf(line) === ""
    ? Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text = ""]) => text)
    : [];
}

/** Templates that end in their line, without what is filled in and without code spans. */
function templatesOf(line: string): readonly string[] {
  return commentOf(line) === ""
    ? Array.from(line.matchAll(/`((?:[^`\\]|\\.)*)`/g), ([, text = ""]) =>
        text.replaceAll(/\\`(?:[^`\\]|\\[^`])*\\`|\$\{[^}]*\}/g, ""),
      )
    : [];
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "");
}
