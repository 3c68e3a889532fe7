// Makes the vectors of claimed texts, whatever the endpoint does: one that refuses a text makes those of the others.

import { ModelFailure } from "../extraction/model/endpoint.ts";
import type { Claimed, ClaimedText } from "./claim.ts";
import type { HowToEmbed } from "./embedder.ts";

/** The result for some texts. */
export interface Made {
  readonly vectors: readonly (readonly [ClaimedText, Float32Array])[];
  /** Those of which the endpoint makes none. */
  readonly refused: readonly ClaimedText[];
  /** Those that were not asked for, because the endpoint does not work. */
  readonly left: readonly ClaimedText[];
  /** Why it does not. */
  readonly failure: ModelFailure | undefined;
}

/** Asks for vectors of texts. */
export type Ask = (texts: readonly string[], how: HowToEmbed) => Promise<readonly Float32Array[]>;

/** A text that is refused may be too long for the model: so many characters of it are tried in its place. */
const shorter = [2000, 500];
/** So many texts in a row that are refused mean that all are. */
const maxRefused = 3;

/** Makes what can be made. */
export async function makeVectors(ask: Ask, { texts }: Claimed, signal: AbortSignal): Promise<Made> {
  const all = await asked(
    ask,
    texts.map(({ text }) => text),
    signal,
  );
  if (!(all instanceof ModelFailure))
    return { vectors: pairs(texts, all), refused: [], left: [], failure: undefined };
  if (!isAboutTexts(all)) return { vectors: [], refused: [], left: texts, failure: all };
  return await oneByOne(ask, texts, signal);
}

async function oneByOne(ask: Ask, texts: readonly ClaimedText[], signal: AbortSignal): Promise<Made> {
  const vectors: (readonly [ClaimedText, Float32Array])[] = [];
  const refused: ClaimedText[] = [];
  for (const [at, text] of texts.entries()) {
    const made = await shortened(ask, text.text, signal);
    if (!(made instanceof ModelFailure)) vectors.push(...pairs([text], made));
    else if (isAboutTexts(made)) refused.push(text);
    const isBroken = vectors.length === 0 && refused.length >= Math.min(maxRefused, texts.length);
    if (made instanceof ModelFailure && (isBroken || !isAboutTexts(made)))
      return { vectors, refused, left: texts.slice(at + (isAboutTexts(made) ? 1 : 0)), failure: made };
  }
  return { vectors, refused, left: [], failure: undefined };
}

async function shortened(
  ask: Ask,
  text: string,
  signal: AbortSignal,
): Promise<readonly Float32Array[] | ModelFailure> {
  let made = await asked(ask, [text], signal);
  for (const length of shorter) {
    const isRefused = made instanceof ModelFailure && made.kind === "refused" && isAboutTexts(made);
    if (isRefused && text.length > length) made = await asked(ask, [text.slice(0, length)], signal);
  }
  return made;
}

async function asked(
  ask: Ask,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[] | ModelFailure> {
  try {
    return await ask(texts, { signal });
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
}

/** Statuses that an endpoint may give because of a text: others are about the key, the model or the path. */
const ofTexts: readonly (number | undefined)[] = [400, 413, 422];

/** Whether another text may succeed. */
function isAboutTexts({ kind, status }: ModelFailure): boolean {
  return kind === "malformed" || (kind === "refused" && ofTexts.includes(status));
}

function pairs(
  texts: readonly ClaimedText[],
  vectors: readonly Float32Array[],
): readonly (readonly [ClaimedText, Float32Array])[] {
  return texts.flatMap((text, at) => {
    const vector = vectors[at];
    return vector === undefined ? [] : [[text, vector] as const];
  });
}
