// Makes the vectors of claimed texts, whatever the endpoint does: one that refuses a text makes those of the others.

import { ModelFailure } from "../extraction/model/endpoint.ts";
import type { Claimed, ClaimedText } from "./claim.ts";
import { type Ask, asked, isRefused, shortened } from "./shorten.ts";

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

/** So many texts in a row that are refused mean that all are. */
const maxRefused = 3;

/** Makes what can be made. */
export async function makeVectors(ask: Ask, { texts }: Claimed, signal: AbortSignal): Promise<Made> {
  const all = await asked(
    ask,
    texts.map(({ text }) => text),
    { signal },
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
    const made = await shortened(ask, text.text, { signal });
    if (!(made instanceof ModelFailure)) vectors.push(...pairs([text], made));
    else if (isAboutTexts(made)) refused.push(text);
    const isBroken = vectors.length === 0 && refused.length >= Math.min(maxRefused, texts.length);
    if (made instanceof ModelFailure && (isBroken || !isAboutTexts(made)))
      return { vectors, refused, left: texts.slice(at + (isAboutTexts(made) ? 1 : 0)), failure: made };
  }
  return { vectors, refused, left: [], failure: undefined };
}

/** Whether another text may succeed. */
function isAboutTexts(failure: ModelFailure): boolean {
  return failure.kind === "malformed" || isRefused(failure);
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
