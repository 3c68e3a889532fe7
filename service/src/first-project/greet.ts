// Calls the service that has just started for the examples in its greeting.

import { example, greeting, type Place } from "./greeting.ts";

/** The greeting of a service that runs. */
export async function greet(place: Place, key: string): Promise<string> {
  const { url } = place;
  const all = await count(url, key, "");
  const { matched, scope_warnings } = await count(url, key, example);
  return greeting(place, { cql: example, matched, all: all.matched, warnings: scope_warnings });
}

interface Answer {
  readonly matched: number;
  readonly scope_warnings: readonly string[];
}

async function count(url: string, key: string, cql: string): Promise<Answer> {
  const response = await fetch(`${url}/v1/slices?dry_run=true`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "start", cql }),
  });
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw new Error(`The service responds with ${response.status} to its own example.`);
  return answer;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "matched" in value && "scope_warnings" in value;
}
