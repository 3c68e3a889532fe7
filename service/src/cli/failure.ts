// Errors, each in one line: of how the program was started, and of the work itself.

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

/** What to print for an error that has nothing to do with a mistake of this program. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof DatabaseError) return plain(error.message);
  if (error instanceof Problem) return plain(wordsOf(error));
  if (error instanceof Error && isOfFiles(error)) return plain(error.message);
  if (isStorageFull(error))
    return plain(`the disk of the database is full, and nothing was written; make room: ${reasonOf(error)}`);
  if (isUnavailable(error)) return plain(`the database does not answer: ${reasonOf(error)}`);
  return undefined;
}

/** What went wrong, also for an error of several attempts without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The system says which file and why: `ENOENT: no such file or directory, open 'entities.ndjson'`. */
function isOfFiles(error: Error): boolean {
  return "path" in error && "syscall" in error;
}

/** Details of problems with entries are about requests; the entries themselves contain the reasons. */
function wordsOf({ code, message, options: { errors = [] } }: Problem): string {
  if (errors.length === 0) return message;
  const said = errors.map((entry) => `${entry.pointer.slice(1)} ${entry.message}`);
  return `${problems[code].title}: ${said.join("; ")}`;
}
