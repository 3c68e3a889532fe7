// The SDK, which takes a tenth of a second to load: only what reads with a model imports this file.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from "ai";
import type { JsonObject } from "../../http/json.ts";
import type { Usage } from "../extractor.ts";
import { boundedFetch, Failure, type ModelSettings } from "./endpoint.ts";
import { type Answer, isAnswer } from "./finds.ts";

/** What the model gets. */
export interface Question {
  /** The system message. */
  readonly instructions: string;
  /** The message of the user, sent as it is. */
  readonly text: string;
  /** What the answer is to be. */
  readonly schema: JsonObject;
}

/** Asks the model once. Throws a {@link Failure}, or anything if the signal is aborted. */
export async function ask(
  { url, name, key, timeoutMs }: ModelSettings,
  { instructions, text, schema }: Question,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer; readonly usage: Usage }> {
  const endpoint = createOpenAICompatible({
    name: "model",
    baseURL: url,
    ...(key !== undefined && { apiKey: key }),
    // Otherwise the schema is not sent.
    supportsStructuredOutputs: true,
    fetch: boundedFetch(timeoutMs),
  });
  const result = await generateText({
    model: wrapLanguageModel({ model: endpoint(name), middleware: extractJsonMiddleware() }),
    instructions,
    prompt: text,
    // Without a validation: that of the SDK puts the whole answer in an error's message, and overflows its stack with a deep one.
    output: Output.object({ name: "finds", schema: jsonSchema(schema) }),
    maxRetries: 0,
    abortSignal: signal,
  }).catch((error: unknown) => {
    throw failureOf(error);
  });
  const usage = usageOf(result.usage);
  if (result.finishReason === "length") throw new Failure("malformed", cutOff, { usage });
  const answer = outputOf(result);
  if (!isAnswer(answer)) throw new Failure("malformed", malformed, { usage });
  return { answer, usage };
}

const malformed = "gave an answer that is not what it was asked for";
const cutOff = "gave an answer that was cut off at its limit of tokens";

/** Whatever the SDK throws besides comes of the answer. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!NoObjectGeneratedError.isInstance(error)) return new Failure("malformed", malformed);
  const message = error.finishReason === "length" ? cutOff : malformed;
  return new Failure("malformed", message, { usage: usageOf(error.usage) });
}

/** Nothing where the model wrote nothing. */
function outputOf(result: { readonly output: unknown }): unknown {
  try {
    return result.output;
  } catch {
    return undefined;
  }
}

function usageOf(usage: LanguageModelUsage | undefined): Usage {
  return { inputTokens: countOf(usage?.inputTokens), outputTokens: countOf(usage?.outputTokens) };
}

/** An endpoint may count anything; what is kept is a 32-bit number. */
function countOf(tokens: number | undefined): number {
  return Math.min(Math.max(Math.trunc(tokens ?? 0), 0), 2 ** 31 - 1);
}
