// What is asked about queries whose dates move, and the answers.
import { containsAlways, whenStale } from "../../src/exports/algebra.ts";
import { now } from "./population.ts";

/** One question about queries. */
export interface QueryQuestion {
  readonly name: string;
  readonly ask: () => unknown;
  readonly expected: unknown;
}

/** All of them, in the order of the table. */
export const queryQuestions: readonly QueryQuestion[] = [
  inside("type:Person type:Company", "type:Person", "always"),
  inside("type:Person after:2026-01-01", "type:Person after:2026-02-01", "always"),
  inside("type:Person after:30d", "type:Person after:7d", "always"),
  inside("after:1mo", "after:28d", "always"),
  inside("after:1mo", "after:30d", "now"),
  inside("after:7d", "after:1mo", "never"),
  inside("after:1y before:1mo", "after:11mo before:31d", "always"),
  inside("after:yesterday", "after:24h", "always"),
  inside("after:2020-01-01", "after:7d", "now"),
  inside("after:1y before:1mo", "after:11mo before:30d", "now"),
  stale("type:Person after:2026-01-01", { kind: "never" }),
  stale("type:Person after:today", { kind: "at", instant: Date.UTC(2026, 10, 21) }),
  stale("after:7d before:1d", { kind: "rolling", start: "7d", end: "1d", mayStepBack: false }),
  stale("after:1mo after:2w", { kind: "rolling", start: "1mo", mayStepBack: true }),
];

function inside(outer: string, inner: string, expected: unknown): QueryQuestion {
  return { name: `${inner} in ${outer}`, ask: () => containsAlways(outer, inner), expected };
}

function stale(text: string, expected: unknown): QueryQuestion {
  return { name: `stale: ${text}`, ask: () => whenStale(text, now), expected };
}
