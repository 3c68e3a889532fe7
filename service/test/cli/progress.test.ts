// Tests the progress of an import: a bar on a terminal, lines elsewhere if they are wanted, and no output otherwise.

import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followImport } from "../../src/cli/progress.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** What is written while a file of 4 MB is read in 40 seconds, in four pieces of 1000 rows each. */
async function follow(
  isTTY: boolean,
  isVerbose: boolean,
  bytes: number | undefined,
): Promise<readonly string[]> {
  const written: string[] = [];
  async function* pieces(): AsyncGenerator<Buffer, void> {
    for (let piece = 0; piece < 4; piece++) yield await Promise.resolve(Buffer.alloc(1_000_000));
  }
  const screen = { isTTY, write: (text: string): number => written.push(text) };
  const { chunks, onRows, end } = followImport({ name: "file", bytes, chunks: pieces() }, screen, isVerbose);
  for await (const piece of chunks) {
    vi.advanceTimersByTime(10_000);
    onRows(piece.length / 1000);
  }
  end();
  return written.map((text) => stripVTControlCharacters(text));
}

test("an import on a terminal shows a bar that is redrawn and removed", async () => {
  const shown = await follow(true, false, 4_000_000);
  expect(shown.map((text) => text.startsWith("\r"))).toEqual(shown.map(() => true));
  expect(shown[1]).toBe("\r[######..................]  25 % of 4.0 MB, 2000 rows, 100 a second, 60 s left");
  expect(shown.at(-1)).toBe("\r");
});

test("an import without a terminal is silent, or reports its progress every few seconds if that is wanted", async () => {
  expect(await follow(false, false, 4_000_000)).toEqual([]);
  const said = await follow(false, true, 4_000_000);
  expect(said).toHaveLength(4);
  expect(said[1]).toBe(" 25 % of 4.0 MB, 2000 rows, 100 a second, 60 s left\n");
});

test("an import from a pipe shows its progress without a percentage", async () => {
  const shown = await follow(true, false, undefined);
  expect(shown[1]).toBe("\r2000 rows, 100 a second, 1.0 MB");
});
