// Child processes of the benchmark that print one answer.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs a program of the benchmark to its end and reads the JSON that it prints. */
export async function askOnce(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, join(import.meta.dirname, file), ...args],
    { timeout: patience },
  );
  const answer: unknown = JSON.parse(stdout);
  return answer;
}

/** Milliseconds: what takes longer hangs, or is no benchmark. */
const patience = 300_000;

/** A number in the JSON that a child printed. */
export function numberIn(answer: unknown, name: string): number {
  const members = typeof answer === "object" && answer !== null ? Object.entries(answer) : [];
  const value: unknown = members.find(([key]) => key === name)?.[1];
  if (typeof value !== "number") throw new TypeError(`the child did not answer with the number ${name}`);
  return value;
}
