// Asks the model once whether it can read for loops.

import { askModel } from "../extraction/model/ask.ts";
import { ModelFailure, type ModelSettings } from "../extraction/model/endpoint.ts";
import { type Check, ok, warning } from "./doctor.ts";

/** A loop waits longer, but nobody waits longer for the doctor. */
const maxTimeoutMs = 5000;

/** The smallest request that a loop could make: it costs a few tokens. */
const request = {
  instructions: "Answer with two empty lists.",
  text: "Nothing.",
  schema: {
    type: "object",
    properties: {
      entities: { type: "array", items: { type: "object" } },
      relationships: { type: "array", items: { type: "object" } },
    },
    required: ["entities", "relationships"],
    additionalProperties: false,
  },
};

/** What the model answers. Without it everything but loops works, so that it is at most a warning. */
export async function checkModel(model: ModelSettings): Promise<Check> {
  const said = `the model ${model.name} at ${new URL(model.url).host}`;
  const timeoutMs = Math.min(model.timeoutMs, maxTimeoutMs);
  const start = performance.now();
  try {
    await askModel({ ...model, timeoutMs }, request, new AbortController().signal);
    return ok("model", `${said} answered in ${String(Math.round(performance.now() - start))} ms`);
  } catch (error) {
    if (error instanceof ModelFailure)
      return warning("model", `${said} ${error.message}${advice[error.kind]}`);
    throw error;
  }
}

/** What the message of a failure does not say. */
const advice: Readonly<Record<ModelFailure["kind"], string>> = {
  unavailable: "; check MODEL_URL, and that it is up",
  malformed: "; loops need a model that answers in a JSON schema",
  refused: "",
};
