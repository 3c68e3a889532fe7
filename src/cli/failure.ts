// Why a run ends early: a usage error, or a closed pipe.
import { visible } from "../text/show.ts";

/** The status of a finished run: 0 fine, 1 the query was refused, 2 usage error, an unreadable file or a line that is not an entity. */
export type ExitStatus = 0 | 1 | 2;

/**
 * A mistake that the caller can fix; status 2. Its message is one line, shown after the program's name: whatever names of files,
 * keys and values it quotes, it is safe on a terminal.
 */
export class Failure extends Error {
  constructor(message: string) {
    super(visible(message));
  }
}

/** The reader of a stream has closed it (`slice-cql match … | head`), so there is nothing left to do; status 0. */
export class ClosedPipe extends Error {}

/** The system's code of an error, such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
