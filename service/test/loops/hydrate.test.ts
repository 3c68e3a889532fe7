// Tests which results of a passage a hydrate keeps.

import { expect, test } from "vitest";
import type { Checked } from "../../src/loops/evidence.ts";
import { connectedTo } from "../../src/loops/hydrate.ts";
import { cpuTime } from "../support/turns.ts";

const quoted = {
  evidence: { source_id: "s", document_id: "d", quote: "x", start: 0, end: 1 },
  updated_at: "",
};

/** Relationships from each name to the next, the last one first, and the entities that they connect. */
function chain(names: readonly string[]): Checked {
  const quote = "x";
  return {
    entities: names.map((name) => ({ type: "Person", name, properties: {}, quote, ...quoted })),
    relationships: names
      .slice(1)
      .map((to, at) => ({ type: "knows", from: names[at] ?? "", to, quote, ...quoted }))
      .toReversed(),
    finds: 0,
    dropped: 0,
    droppedProperties: 0,
  };
}

test("a hydrate keeps what is connected to its subject, in either direction and at any distance, and nothing else", () => {
  const { entities, relationships } = chain(["Ada", "bob", "Cy"]);
  const other = chain(["Dan", "Eve"]);
  const checked = {
    ...other,
    entities: [...entities, ...other.entities],
    relationships: [...relationships, ...other.relationships],
  };
  for (const name of ["ADA", "Bob", "Cy"]) {
    const kept = connectedTo({ name }, checked);
    expect(kept.entities.map((each) => each.name)).toEqual(["Ada", "bob", "Cy"]);
    expect(kept.relationships).toEqual(relationships);
  }
});

test("a hydrate of a long chain in reverse order takes a moment", () => {
  const names = Array.from({ length: 400 }, (_, at) => `${at} ${"n".repeat(990)}`);
  const checked = chain(names);
  const keep = (): Checked => connectedTo({ name: names[0] ?? "" }, checked);
  expect(keep().entities).toHaveLength(400);
  expect(cpuTime(keep)).toBeLessThan(200);
});
