// Metrics of the work of this worker: claims, iterations, calls of the model, ends.

import { Counter, Histogram, type Registry } from "prom-client";
import type { ModelCall } from "../extraction/extractor.ts";
import type { Claimed, Iterated, LoopEnd, Observe } from "./observe.ts";

/** Counts what the loops of this worker do. */
export function countLoops(register: Registry): Observe {
  const registers = [register];
  const [countClaim, countIteration] = [claimCounter(registers), iterationCounter(registers)];
  const [countCall, countEnd] = [callCounter(registers), endCounter(registers)];
  const died = new Counter({
    name: "slice_loop_process_deaths_total",
    help: "Processes of this worker that have ended while they ran loops.",
    registers,
  });
  return (observation) => {
    if (observation.kind === "claimed") countClaim(observation.loop);
    else if (observation.kind === "iterated") countIteration(observation);
    else if (observation.kind === "asked") countCall(observation.call);
    else if (observation.kind === "ended") countEnd(observation.loop);
    else if (observation.kind === "died") died.inc();
  };
}

function claimCounter(registers: Registry[]): (claimed: Claimed) => void {
  const claims = new Counter({
    name: "slice_loop_claims_total",
    help: "Claims of this worker: the first of a loop, or one that resumes it.",
    labelNames: ["claim"],
    registers,
  });
  const waits = new Histogram({
    name: "slice_loop_first_claim_seconds",
    help: "From the request that starts a loop to its first claim.",
    buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000],
    registers,
  });
  for (const claim of ["first", "resumed"]) claims.inc({ claim }, 0);
  return ({ waited }) => {
    claims.inc({ claim: waited === undefined ? "resumed" : "first" });
    if (waited !== undefined) waits.observe(waited);
  };
}

function iterationCounter(registers: Registry[]): (iterated: Iterated) => void {
  const reading = new Histogram({
    name: "slice_loop_iteration_duration_seconds",
    help: "How long the pieces of an iteration take to be read; its count is that of the iterations.",
    buckets: [0.1, 0.3, 1, 3, 10, 30, 100],
    registers,
  });
  const pieces = new Counter({
    name: "slice_pieces_total",
    help: "Pieces of documents, by whether they were read.",
    labelNames: ["outcome"],
    registers,
  });
  const credits = new Counter({
    name: "slice_credits_spent_total",
    help: "Credits that iterations have spent.",
    registers,
  });
  for (const outcome of ["read", "failed"]) pieces.inc({ outcome }, 0);
  return ({ seconds, read, failed, credits: spent }) => {
    reading.observe(seconds);
    pieces.inc({ outcome: "read" }, read);
    pieces.inc({ outcome: "failed" }, failed);
    credits.inc(spent);
  };
}

/** The outcomes are known from the start, so that the first failure is an increase. */
const outcomes: readonly ModelCall["outcome"][] = [
  "answered",
  "refused",
  "unavailable",
  "malformed",
  "aborted",
];

function callCounter(registers: Registry[]): (call: ModelCall) => void {
  const calls = new Histogram({
    name: "slice_model_call_duration_seconds",
    help: "Requests to the model, by outcome: answered, refused, unavailable, malformed, aborted.",
    labelNames: ["outcome"],
    buckets: [0.3, 1, 3, 10, 30, 60, 120, 300],
    registers,
  });
  const tokens = new Counter({
    name: "slice_model_tokens_total",
    help: "Tokens that the model has counted, by direction.",
    labelNames: ["direction"],
    registers,
  });
  for (const outcome of outcomes) calls.zero({ outcome });
  for (const direction of ["input", "output"]) tokens.inc({ direction }, 0);
  return ({ outcome, seconds, inputTokens, outputTokens }) => {
    calls.observe({ outcome }, seconds);
    tokens.inc({ direction: "input" }, inputTokens);
    tokens.inc({ direction: "output" }, outputTokens);
  };
}

function endCounter(registers: Registry[]): (loop: LoopEnd) => void {
  const ended = new Counter({
    name: "slice_loops_ended_total",
    help: "Loops that this worker has ended, by status and error code.",
    labelNames: ["status", "error"],
    registers,
  });
  const duration = new Histogram({
    name: "slice_loop_duration_seconds",
    help: "From the start to the end of a loop.",
    buckets: [1, 3, 10, 30, 100, 300, 1000, 3000],
    registers,
  });
  return ({ status, error_code, started_at, finished_at }) => {
    ended.inc({ status, error: error_code ?? "" });
    if (started_at !== null && finished_at !== null)
      duration.observe((finished_at.getTime() - started_at.getTime()) / 1000);
  };
}
