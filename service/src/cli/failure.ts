// Errors of the work itself, each in one line.

import { DatabaseError } from "../database/database-error.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { Refusal } from "../refusal.ts";

/** What to print for an error that has nothing to do with a mistake of this program. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof DatabaseError) return oneLine(error.message);
  if (error instanceof Error && isOfFiles(error)) return oneLine(error.message);
  if (isUnavailable(error)) return oneLine(`the database does not answer: ${reasonOf(error)}`);
  return undefined;
}

/** What went wrong, also where an error of several attempts has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The system says which file and why: `ENOENT: no such file or directory, open 'entities.ndjson'`. */
function isOfFiles(error: Error): boolean {
  return "path" in error && "syscall" in error;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ");
}
