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
import type { Usage } from "../extractor.ts";
import { boundedFetch, ModelFailure, type ModelSettings } from "./endpoint.ts";
import { isAnswer, type ModelAnswer } from "./finds.ts";
import type { Question } from "./questions.ts";

/** Asks the model once. Throws a {@link ModelFailure}, or anything if the signal is aborted. */
export async function askModel(
  { url, name, key, timeoutMs }: ModelSettings,
  { instructions, text, schema }: Omit<Question, "length">,
  signal: AbortSignal,
): Promise<{ readonly answer: ModelAnswer; readonly usage: Usage }> {
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
  if (result.finishReason === "length") throw new ModelFailure("malformed", cutOff, { usage });
  const answer = outputOf(result);
  if (!isAnswer(answer)) throw new ModelFailure("malformed", malformed, { usage });
  return { answer, usage };
}

const malformed = "gave a response that does not match the schema";
const cutOff = "gave a response that was cut off at its token limit";

/** Anything else that the SDK throws is caused by the response. */
function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (!NoObjectGeneratedError.isInstance(error)) return new ModelFailure("malformed", malformed);
  const message = error.finishReason === "length" ? cutOff : malformed;
  return new ModelFailure("malformed", message, { usage: usageOf(error.usage) });
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
