// Tests the example of an agent, which speaks to the service as an application does: through the client.

import { createClient } from "slice-cql-client";
import { expect, test } from "vitest";
import { hear, learn } from "../../../examples/agent/agent.ts";
import { projectWith, startTestWorker } from "../../../service/test/support/loops.ts";
import { startService } from "../../../service/test/support/service.ts";

const service = await startService();

test("an agent recalls what a user has said, and of no one else", async () => {
  const { key } = await service.caller();
  const client = createClient({ baseUrl: service.url, key });
  expect(await hear(client, "ada", "I moved to Lisbon")).toBe("");
  expect(await hear(client, "bob", "Who moved to Lisbon?")).toBe("");
  expect(await hear(client, "ada", "Where did I move?")).toContain("I moved to Lisbon");
});

test("a loop reads what there is, and what is believed of it can be asked for, with its quote", async () => {
  const who = await service.caller();
  const client = createClient({ baseUrl: service.url, key: who.key });
  await projectWith(who, service.database, ["Person: Ada (age 36)\nPerson: Eve (age 300)"]);
  await startTestWorker(service.database);
  const isPerson = ({ value }: { readonly value: object }): boolean => !JSON.stringify(value).includes("300");
  const kinds: string[] = [];
  expect(await learn(client, "Who is there?", isPerson, ({ kind }) => kinds.push(kind))).toBe(1);
  expect(kinds.at(-1)).toBe("loop.completed");
  const { entities = [] } = await client.search({ query: "ada" });
  const { provenance } = await client.entities.get(entities[0]?.id ?? "");
  expect(provenance.flatMap(({ evidence }) => evidence.map(({ quote }) => quote))).toEqual([
    "Person: Ada (age 36)",
  ]);
});
