// One request to the model, in a span of its own, and observed: without what is asked and what is answered.

import { inSpan } from "../../telemetry/spans.ts";
import type { ModelCall, Usage } from "../extractor.ts";
import { askModel } from "./ask.ts";
import { ModelFailure, type ModelSettings, noUsage } from "./endpoint.ts";

/** Learns of each request to the model. */
export type ObserveCall = (call: ModelCall) => void;

/** As {@link askModel}, and observed. */
export async function callModel(
  settings: ModelSettings,
  question: Parameters<typeof askModel>[1],
  signal: AbortSignal,
  observe: ObserveCall | undefined,
): ReturnType<typeof askModel> {
  return await inSpan(spanOf(settings), async (span) => {
    const begun = performance.now();
    const note = (outcome: ModelCall["outcome"], usage: Usage): void => {
      observe?.({ outcome, seconds: (performance.now() - begun) / 1000, ...usage });
      span?.set({
        "slice.outcome": outcome,
        "gen_ai.usage.input_tokens": usage.inputTokens,
        "gen_ai.usage.output_tokens": usage.outputTokens,
      });
      if (outcome !== "answered") span?.fail(outcome);
    };
    try {
      const answered = await askModel(settings, question, signal);
      note("answered", answered.usage);
      return answered;
    } catch (error) {
      // An aborted answer looks malformed, too.
      if (error instanceof ModelFailure && !signal.aborted) note(error.kind, error.usage);
      else note("aborted", noUsage);
      throw error;
    }
  });
}

/** By the conventions for calls of models; the endpoint speaks OpenAI's API, also if it is not theirs. */
function spanOf({ name, url }: ModelSettings) {
  const { hostname, port, protocol } = new URL(url);
  return {
    name: `chat ${name}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": name,
      "server.address": hostname,
      "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    },
  } as const;
}
