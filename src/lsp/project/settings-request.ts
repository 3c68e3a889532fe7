// Asks the client for the settings of a folder.
import { unlessAborted } from "../../language-service/cancellation.ts";
import type { ProjectParts } from "./project-parts.ts";
import { section } from "./settings.ts";

/** A client's response to a settings request. */
export interface Answer {
  readonly settings: unknown;
}

/** A client that refuses, or does not answer for long, has no settings; those that it sends later go to `onLateSettings`. */
export async function askSettings(
  folder: string | undefined,
  { clientCapabilities, connection, host }: ProjectParts,
  signal: AbortSignal,
  onLateSettings: (settings: unknown) => void,
): Promise<Answer> {
  const none = { settings: undefined };
  if (!clientCapabilities().configuration) return none;
  const scope = folder === undefined ? {} : { scopeUri: folder };
  let isLate = false;
  const ask = async (): Promise<Answer> => {
    const settings: unknown = await connection.workspace.getConfiguration({ ...scope, section });
    if (isLate) onLateSettings(settings);
    return { settings };
  };
  let stop: () => void = () => undefined;
  const timeout = new Promise<Answer>((resolve) => {
    stop = host.later(settingsTimeout, () => {
      isLate = true;
      resolve(none);
    });
  });
  return await unlessAborted(() => Promise.race([ask(), timeout]), signal)
    .catch(() => none)
    .finally(stop);
}

/** How long a client may take to answer, in milliseconds. */
const settingsTimeout = 3_000;
