// What happens in a loop, in words.

import type { Loop, LoopEvent } from "slice-cql-client";
import { countOf, numberOf, percentOf, textOf } from "../words.ts";

/** What a status means. */
export const statusWords: Readonly<Record<Loop["status"], string>> = {
  queued: "waiting",
  running: "reading",
  completed: "done",
  failed: "failed",
  canceled: "canceled",
};

/** Why a loop has ended. */
export const stopWords: Readonly<Record<NonNullable<Loop["stopped"]>, string>> = {
  threshold: "it reached the quality that was asked for; another loop reads on",
  text_end: "everything is read",
  max_iterations: "it did all its iterations; another loop reads on",
  canceled: "it was canceled; what it staged until then stays",
  failed: "it failed",
};

type Data = LoopEvent["data"];

const eventWords: Readonly<Record<LoopEvent["kind"], (data: Data) => string>> = {
  "loop.queued": (data) =>
    `Started: ${countIn(data, "documents", "document")}, at most ${countIn(data, "estimated_credits", "credit")}`,
  "loop.started": () => "A worker has taken it",
  "loop.resumed": () => "Another worker goes on after the last checkpoint",
  "iteration.started": (data) => `Reads ${countIn(data, "pieces", "piece")}`,
  "document.read": (data) =>
    `Read ${textOf(data["title"] ?? "a document")}: ${countIn(data, "characters", "character")}${missedIn(data)}`,
  "changes.staged": (data) => stagedIn(data),
  "quality.reviewed": (data) =>
    `Quality ${percentIn(data, "quality")}: ${percentIn(data, "coverage")} read, ${percentIn(data, "evidence")} with a quote`,
  "checkpoint.saved": (data) =>
    Number(data["missed"] ?? 0) === 0
      ? "Saved a checkpoint"
      : `Saved a checkpoint; ${countIn(data, "missed", "piece")} to read again`,
  "iteration.completed": (data) =>
    `Took ${numberOf(Number(data["ms"] ?? 0))} ms and ${countIn(data, "credits", "credit")}`,
  "loop.completed": (data) =>
    `Done: ${countIn(data, "entities", "entity", "entities")}, ${countIn(data, "relationships", "relationship")} staged`,
  "loop.failed": (data) => `Failed: ${textOf(data["message"] ?? data["reason"] ?? "")}`,
  "loop.canceled": () => "Canceled",
  "credits.settled": (data) =>
    `Spent ${countIn(data, "spent", "credit")} of ${numberOf(Number(data["reserved"] ?? 0))} reserved`,
};

/** An event as a sentence. */
export function eventInWords({ kind, data }: LoopEvent): string {
  return eventWords[kind](data);
}

function countIn(data: Data, name: string, one: string, many?: string): string {
  return countOf(Number(data[name] ?? 0), one, many);
}

function percentIn(data: Data, name: string): string {
  return percentOf(Number(data[name] ?? 0));
}

function missedIn(data: Data): string {
  if (data["missed"] === undefined) return "";
  return `; ${countIn(data, "missed", "piece")} not: ${textOf(data["reason"] ?? "")}`;
}

function stagedIn(data: Data): string {
  const parts = [
    ["dropped", "without support"],
    ["unconnected", "waiting for an end"],
    ["rejected_before", "rejected before"],
  ] as const;
  const left = parts
    .filter(([name]) => Number(data[name] ?? 0) > 0)
    .map(([name, why]) => `${numberOf(Number(data[name]))} ${why}`);
  const staged = `Staged ${countIn(data, "entities", "entity", "entities")} and ${countIn(data, "relationships", "relationship")}`;
  return left.length === 0 ? staged : `${staged}; left out: ${left.join(", ")}`;
}
