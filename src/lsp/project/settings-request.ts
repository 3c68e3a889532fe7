// Asks the client for the settings of a folder.
import { unlessAborted } from "../../language-service/cancellation.ts";
import type { ProjectParts } from "./project-parts.ts";
import { section } from "./settings.ts";

/** What a client answers that is asked for settings. */
export interface Answer {
  readonly settings: unknown;
}

/** A client that refuses, or says nothing for long, has no settings; those that it says later are handed to `late`. */
export async function askSettings(
  folder: string | undefined,
  { abilities, connection, host }: ProjectParts,
  giving: AbortSignal,
  late: (settings: unknown) => void,
): Promise<Answer> {
  const none = { settings: undefined };
  if (!abilities().configuration) return none;
  const scope = folder === undefined ? {} : { scopeUri: folder };
  let isLate = false;
  const ask = async (): Promise<Answer> => {
    const settings: unknown = await connection.workspace.getConfiguration({ ...scope, section });
    if (isLate) late(settings);
    return { settings };
  };
  let stop: () => void = () => undefined;
  const silence = new Promise<Answer>((resolve) => {
    stop = host.later(patience, () => {
      isLate = true;
      resolve(none);
    });
  });
  return await unlessAborted(() => Promise.race([ask(), silence]), giving)
    .catch(() => none)
    .finally(stop);
}

/** How long a client may take to say the settings, in milliseconds. */
const patience = 3_000;
