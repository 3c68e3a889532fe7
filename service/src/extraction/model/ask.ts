// Asks a model once, with OpenAI's chat completions API, for finds in a JSON schema.

import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Usage } from "../extractor.ts";
import { ModelFailure, type ModelSettings, noUsage, post } from "./endpoint.ts";
import { isAnswer, type ModelAnswer } from "./finds.ts";
import type { Question } from "./questions.ts";

/** The members that are read of a completion; others are ignored. */
const completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      message: Type.Object({ content: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
      finish_reason: Type.Optional(Type.Unknown()),
    }),
  ),
  usage: Type.Optional(Type.Unknown()),
});

const isCompletion = Compile(completion);

const malformed = "gave a response that does not match the schema";
const cutOff = "gave a response that was cut off at its token limit";

/** Asks the model once. Throws a {@link ModelFailure}, or the signal's reason if it is aborted. */
export async function askModel(
  settings: ModelSettings,
  { instructions, text, schema }: Omit<Question, "length">,
  signal: AbortSignal,
): Promise<{ readonly answer: ModelAnswer; readonly usage: Usage }> {
  const body = {
    model: settings.name,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: text },
    ],
    response_format: { type: "json_schema", json_schema: { name: "finds", schema, strict: true } },
  };
  const response = jsonIn(await post(settings, "/chat/completions", body, signal));
  if (!isCompletion.Check(response)) throw new ModelFailure("malformed", malformed);
  const usage = readUsage(response.usage);
  const [choice] = response.choices;
  if (choice?.finish_reason === "length") throw new ModelFailure("malformed", cutOff, { usage });
  const answer = jsonIn(withoutFence(choice?.message.content ?? ""));
  if (!isAnswer(answer)) throw new ModelFailure("malformed", malformed, { usage });
  return { answer, usage };
}

/** Undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fence = "```";

/** Some models wrap JSON in a Markdown fence whatever they are asked. */
function withoutFence(content: string): string {
  const text = content.trim();
  if (!text.startsWith(fence) || !text.endsWith(fence)) return text;
  return text.slice(fence.length, -fence.length).replace(/^json/i, "");
}

type Counts = Static<typeof counts>;

const counts = Type.Object({
  prompt_tokens: Type.Optional(Type.Unknown()),
  completion_tokens: Type.Optional(Type.Unknown()),
});

const isCounts = Compile(counts);

/** Zero for missing counts. */
function readUsage(usage: unknown): Usage {
  if (!isCounts.Check(usage)) return noUsage;
  const { prompt_tokens, completion_tokens }: Counts = usage;
  return { inputTokens: countOf(prompt_tokens), outputTokens: countOf(completion_tokens) };
}

/** An endpoint may return any number; the stored one has 32 bits. */
function countOf(tokens: unknown): number {
  return typeof tokens === "number" ? Math.min(Math.max(Math.trunc(tokens), 0), 2 ** 31 - 1) : 0;
}
