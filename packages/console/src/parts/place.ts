// Loads the code of a screen, and says why it is not there.

import { ConnectionError } from "slice-cql-client";

/** The console was updated since the page was loaded: its files have other names, and only the page knows them. */
export class UpdatedError extends Error {
  override readonly name = "UpdatedError";

  constructor() {
    super("The console was updated since this page was loaded. Load it again to go on.");
  }
}

/** Loads code. Throws an `UpdatedError` if it is not there any more, and a `ConnectionError` if the service cannot be reached. */
export async function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw (await isReached()) ? new UpdatedError() : new ConnectionError("", { cause });
  }
}

/** Whether the service answers: what the browser says of code that it cannot load does not tell. */
async function isReached(): Promise<boolean> {
  try {
    return (await fetch("/console", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
