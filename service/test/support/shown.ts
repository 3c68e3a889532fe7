// The commands that a page of the documentation shows, and the answers that it shows of them.

import { expect } from "vitest";

/** A command, after those that set variables for it, and the answer that the page shows. */
export interface Shown {
  readonly command: string;
  readonly answer: string | undefined;
}

/** The commands of a page that call the API. */
export function commandsIn(text: string): readonly Shown[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) =>
    block.trimEnd().split("\n"),
  );
  return blocks.flatMap((lines) => {
    const found: Shown[] = [];
    let before = "";
    for (const [at, line] of lines.entries()) {
      const next = lines[at + 1];
      if (line.startsWith("curl")) {
        found.push({
          command: `${before}${line}`,
          answer: next?.startsWith("# ") ? next.slice(2) : undefined,
        });
        before = "";
      } else if (!line.startsWith("#")) before += `${line}\n`;
    }
    return found;
  });
}

/** The members of an answer that the page shows, and maybe others: `…` stands for anything. */
export function patternOf(answer: string): unknown {
  const text = answer.replaceAll(",…}", "}").replaceAll(",…]", ',"…"]').replaceAll("{…}", '"…"');
  return JSON.parse(text, (_, value: unknown) => {
    if (value === "…") return more;
    if (Array.isArray(value))
      return value.at(-1) === more ? expect.arrayContaining(value.slice(0, -1)) : value;
    return typeof value === "object" && value !== null && value !== more
      ? expect.objectContaining(value)
      : value;
  });
}

const more: unknown = expect.anything();
