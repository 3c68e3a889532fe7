// The tools `start_loop` and `get_loop`.

import { Type } from "typebox";
import { exact, list } from "../../http/schemas.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import type { ProblemEntry } from "../../values/problem.ts";
import { ask, type Call } from "../call.ts";
import type { Names } from "../names.ts";
import { Refused } from "../refused.ts";
import { defineTool, idInPath, type Tool } from "../tool.ts";
import { byId, shown, string } from "./members.ts";

interface Plan {
  readonly plan: JsonObject;
  readonly documents: JsonObject;
  readonly estimated_credits: number;
}

interface Started {
  readonly loop_id: string;
  readonly status: string;
  readonly result: { readonly delta_id: string };
}

const pointers = {
  "/context/source_ids": "/sources",
  "/loop/effort": "/effort",
  "/loop/max_iterations": "/max_iterations",
} as const;

/** Starts a loop, or says what it would cost. */
export const startLoop: Tool = defineTool({
  name: "start_loop",
  description:
    "Read the project's documents for a goal, and stage what is found. Unless dry_run is false, only estimate: start once the cost is accepted.",
  needs: "propose",
  annotations: { destructiveHint: false },
  input: exact({
    goal: string(),
    sources: Type.Optional(list(string(), { minItems: 1, maxItems: 1000, description: "Names or IDs" })),
    effort: Type.Optional(Type.Enum(["agentic", "agentic_plus"])),
    max_iterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    dry_run: Type.Optional(Type.Boolean({ default: true })),
  }),
  output: { estimated_credits: shown.count, "loop_id?": shown.text, "delta?": shown.text },
  run: async (input, { call, names }) => {
    const { goal, sources, dry_run = true, ...loop } = input;
    const body = {
      goal,
      ...(sources !== undefined && { context: { source_ids: await sourceIds(sources, names) } }),
      ...(Object.keys(loop).length > 0 && { loop }),
    };
    const estimate = await ask<Plan>(call, ["POST", "/v1/loops", { ...body, dry_run: true }], pointers);
    const { plan, documents, estimated_credits } = estimate;
    if (dry_run) return { status: "estimate", estimated_credits, plan, documents };
    const started = await ask<Started>(call, ["POST", "/v1/loops", body], pointers);
    // It has reserved as much, and settles what it has really spent.
    return {
      loop_id: started.loop_id,
      status: started.status,
      estimated_credits,
      delta: started.result.delta_id,
    };
  },
});

/** The IDs of sources. Throws a {@link Refused} for what is neither an ID nor the name of one source. */
async function sourceIds(wanted: readonly string[], names: Names): Promise<readonly string[]> {
  const { sources } = await names.catalog();
  const errors: ProblemEntry[] = [];
  const ids = wanted.map((text, at) => {
    const byName = sources.filter(({ id, name }) => name === text || id === text.toLowerCase());
    const [source, ...others] = byName;
    const pointer = `/sources/${String(at)}`;
    if (source === undefined) errors.push({ pointer, message: "is no source of the project" });
    else if (others.length > 0)
      errors.push({ pointer, message: "is the name of several sources", candidates: byName });
    return source?.id ?? text;
  });
  if (errors.length > 0) throw Refused.because("unknown_source", errors);
  return ids;
}

interface Loop {
  readonly loop_id: string;
  readonly status: string;
  readonly goal: string;
  readonly quality: number | null;
  readonly iteration: number;
  readonly result: {
    readonly delta_id: string;
    readonly entity_count: number;
    readonly relationship_count: number;
  };
  readonly credits: JsonObject;
  readonly stopped: string | null;
  readonly error: JsonObject | null;
}

interface Events {
  readonly events: readonly JsonValue[];
  readonly next_after_sequence: number;
  readonly has_more: boolean;
}

/** How many of the newest events are shown. */
const newestEvents = 5;

/** Reads how far a loop is. */
export const getLoop: Tool = defineTool({
  name: "get_loop",
  description: "How far a loop is, what it has found, and its newest events.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: byId,
  output: {
    status: shown.text,
    quality: { type: ["number", "null"] },
    counts: shown.object,
    events: shown.list,
    delta: shown.text,
  },
  run: async ({ id }, { call }) => {
    const path = `/v1/loops/${idInPath(id)}`;
    const loop = await ask<Loop>(call, ["GET", path]);
    const { loop_id, status, goal, quality, iteration, credits, stopped, error } = loop;
    const { delta_id: delta, entity_count, relationship_count } = loop.result;
    return {
      loop_id,
      status,
      goal,
      quality,
      iteration,
      counts: { entities: entity_count, relationships: relationship_count },
      credits,
      stopped,
      error,
      delta,
      events: await lastEvents(call, path),
    };
  },
});

/** The newest events: the list begins with the oldest, and loops have few. */
async function lastEvents(call: Call, path: string): Promise<readonly JsonValue[]> {
  let events: readonly JsonValue[] = [];
  let page: Pick<Events, "has_more" | "next_after_sequence"> = { has_more: true, next_after_sequence: 0 };
  while (page.has_more) {
    const query = `after_sequence=${String(page.next_after_sequence)}&limit=1000`;
    const next = await ask<Events>(call, ["GET", `${path}/events?${query}`]);
    events = [...events, ...next.events].slice(-newestEvents);
    page = next;
  }
  return events;
}
