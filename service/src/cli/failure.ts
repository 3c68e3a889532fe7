// Formats errors in one line: of usage, and of the work itself.

import { DatabaseError } from "../database/database-error.ts";
import { isStorageFull } from "../database/storage.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { Problem, problems } from "../values/problem.ts";
import { Refusal } from "../values/refusal.ts";
import { plain } from "./print.ts";

/** A usage error: printed without a stack, with exit status 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** The text for an error that is not a bug of this program; undefined for any other. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof DatabaseError) return plain(error.message);
  if (error instanceof Problem) return plain(problemText(error));
  if (error instanceof Error && isOfFiles(error)) return plain(error.message);
  if (isStorageFull(error))
    return plain(`the disk of the database is full, and nothing was written; make room: ${reasonOf(error)}`);
  if (isUnavailable(error)) return plain(`the database does not answer: ${reasonOf(error)}`);
  return undefined;
}

/** The message of an error; for an `AggregateError` without a message, that of its first error. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The system's message names the file and the reason: `ENOENT: no such file or directory, open 'entities.ndjson'`. */
function isOfFiles(error: Error): boolean {
  return "path" in error && "syscall" in error;
}

/** The detail of a problem with entries refers to a request; the entries have the reasons. */
function problemText({ code, message, options: { errors = [] } }: Problem): string {
  if (errors.length === 0) return message;
  const entryTexts = errors.map((entry) => `${entry.pointer.slice(1)} ${entry.message}`);
  return `${problems[code].title}: ${entryTexts.join("; ")}`;
}
