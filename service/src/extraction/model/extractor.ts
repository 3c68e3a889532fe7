// The extractor that asks a model.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Extractor,
  type Reading,
  type TextPiece,
  Unreadable,
  type Usage,
  type Wanted,
} from "../extractor.ts";
import { callModel, type ObserveCall } from "./call.ts";
import { ModelFailure, type ModelSettings, noUsage } from "./endpoint.ts";
import { findsOf } from "./finds.ts";
import { readPrompt, versionOfModel } from "./prompt.ts";
import { type Questions, questionsFor } from "./questions.ts";

/** The pauses before the model is asked again, in milliseconds. */
export interface RetryDelays {
  /** The pause before the second attempt; each further pause is twice as long. */
  readonly pause: number;
  /** Maximum pause, whatever the endpoint asks for. */
  readonly maxPause: number;
  /** Maximum time lost on an unavailable endpoint before the last attempt at a piece. */
  readonly patience: number;
}

/** A loop must fail within 30 seconds if its model is down. */
const standardPace: RetryDelays = { pause: 500, maxPause: 4000, patience: 10_000 };

/** Maximum attempts per piece. */
const maxTries = 3;

/**
 * Asks the model at an endpoint with OpenAI's chat completions API.
 * An endpoint that is unavailable costs a piece at most 10 seconds, and the time limit of one request.
 */
export function createModelExtractor(
  settings: ModelSettings,
  pace: RetryDelays = standardPace,
  observe?: ObserveCall,
): Extractor {
  const prompt = readPrompt();
  const { host } = new URL(settings.url);
  // The pieces of an iteration share these questions.
  const prepared = new WeakMap<Wanted, Questions>();
  return {
    name: "model",
    version: versionOfModel(settings.name, prompt),
    read: async (piece, wanted, { signal, first, onAnswer }) => {
      signal.throwIfAborted();
      if (isNothingToFind(piece, wanted)) return { entities: [], relationships: [], usage: noUsage };
      const questions = prepared.get(wanted) ?? questionsFor(prompt, wanted);
      prepared.set(wanted, questions);
      const question = questions.about(piece, first);
      const attempt = async (before: Usage): Promise<Reading> => {
        const asking = callModel(settings, question, signal, observe);
        if (await isAnswered(asking, signal)) await onAnswer?.(question.length);
        const { answer, usage } = await asking;
        return { ...findsOf(answer, questions.allowed), usage: sumOf(before, usage) };
      };
      return await repeated(attempt, { host, pace, signal });
    },
  };
}

/** Whether the model answers, even if the answer is useless. */
async function isAnswered(asking: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const [result] = await Promise.allSettled([asking]);
  if (result.status === "fulfilled") return true;
  // An aborted answer looks malformed, too.
  return result.reason instanceof ModelFailure && result.reason.kind === "malformed" && !signal.aborted;
}

/** Without entity types there is nothing to relate, either. */
function isNothingToFind({ text }: TextPiece, { entityTypes }: Wanted): boolean {
  return text.trim() === "" || entityTypes.length === 0;
}

/** Tries until it succeeds, or throws an {@link Unreadable}; if the signal is aborted, throws its reason. */
async function repeated(
  attempt: (before: Usage) => Promise<Reading>,
  { host, pace, signal }: { readonly host: string; readonly pace: RetryDelays; readonly signal: AbortSignal },
): Promise<Reading> {
  let usage = noUsage;
  let lost = 0;
  for (let attempts = 1; ; attempts += 1) {
    const begun = performance.now();
    try {
      return await attempt(usage);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      usage = sumOf(usage, error.usage);
      const { kind, message, retryAfter = 0 } = error;
      const pause = Math.max(pace.pause * 2 ** (attempts - 1), Math.min(retryAfter, pace.maxPause));
      if (kind === "unavailable") lost += performance.now() - begun + pause;
      if (kind === "refused" || attempts === maxTries || lost > pace.patience) {
        const times = attempts === 1 ? "" : ` (asked ${String(attempts)} times)`;
        throw new Unreadable(`The model at ${host} ${message}${times}.`, usage);
      }
      await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
