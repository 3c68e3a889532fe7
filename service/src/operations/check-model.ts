// Checks with one request that the model can read for loops.

import { askModel } from "../extraction/model/ask.ts";
import { ModelFailure, type ModelSettings } from "../extraction/model/endpoint.ts";
import { type Check, ok, warning } from "./doctor.ts";

/** Maximum wait, in milliseconds: shorter than in a loop, because someone is waiting for the doctor. */
const maxTimeoutMs = 5000;

/** The smallest request of a loop: it costs a few tokens. */
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

/** Checks the answer of the model. Without a model everything but loops works, so a failure is only a warning. */
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

/** Advice that the message of a failure does not contain. */
const advice: Readonly<Record<ModelFailure["kind"], string>> = {
  unavailable: "; check MODEL_URL, and that it is up",
  malformed: "; loops need a model that answers in a JSON schema",
  refused: "",
};
