// Asks for the vector of one text: of its beginning, if the endpoint refuses the whole, as it may be too long for the model.

import { ModelFailure } from "../extraction/model/endpoint.ts";
import type { HowToEmbed } from "./embedder.ts";

/** Asks for vectors of texts. */
export type Ask = (texts: readonly string[], how: HowToEmbed) => Promise<readonly Float32Array[]>;

/** So many characters of a text that is refused are tried in its place. */
const shorter = [2000, 500];

/** The vector of the text, or of its beginning; a failure if the endpoint does not work, or refuses that as well. */
export async function shortened(
  ask: Ask,
  text: string,
  how: HowToEmbed,
): Promise<readonly Float32Array[] | ModelFailure> {
  let made = await asked(ask, [text], how);
  for (const length of shorter)
    if (made instanceof ModelFailure && isRefused(made) && text.length > length)
      made = await asked(ask, [text.slice(0, length)], how);
  return made;
}

/** Asks, and returns a failure of the endpoint instead of throwing it. */
export async function asked(
  ask: Ask,
  texts: readonly string[],
  how: HowToEmbed,
): Promise<readonly Float32Array[] | ModelFailure> {
  try {
    return await ask(texts, how);
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
}

/** Statuses that an endpoint may give because of a text: others are about the key, the model or the path. */
const ofTexts: readonly (number | undefined)[] = [400, 413, 422];

/** Whether the endpoint refuses these texts, and may make vectors of others. */
export function isRefused({ kind, status }: ModelFailure): boolean {
  return kind === "refused" && ofTexts.includes(status);
}
