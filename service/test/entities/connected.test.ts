// Tests the relationships that are shown with an entity: all of its own, however many it has in each direction.

import { expect, test } from "vitest";
import { callerWith, startService } from "../support/service.ts";

const service = await startService();

/** Few and many of each direction: which statement reads them depends on how many there are. */
const sizes = [0, 1, 4, 5, 9];

test("an entity is shown with its relationships in both directions, the newest first; to a limited key, with those to ends that it sees", async () => {
  const root = await service.caller();
  const ends = ["Person", "Company"].flatMap((type) => Array.from({ length: 9 }, () => ({ type })));
  const { ids: others } = (await root.post("/v1/entities", ends)).body;
  const made = (await root.post("/v1/keys", { slice: "type:Person" })).body;
  const key = callerWith(service.url, { ...root, key: made.key, keyId: made.id });
  for (const out of sizes)
    for (const into of sizes) {
      const [id] = (await root.post("/v1/entities", { type: "Person" })).body.ids;
      // Every other end is a company, and one relationship begins and ends at the entity.
      const endOf = (at: number): string => others[at % 2 === 0 ? at / 2 : 9 + (at - 1) / 2];
      const rows = [
        ...Array.from({ length: out }, (_, at) => ({ type: "out", from: id, to: endOf(at) })),
        ...Array.from({ length: into }, (_, at) => ({ type: "in", from: endOf(at), to: id })),
        { type: "self", from: id, to: id },
      ];
      const created: string[] = [];
      for (const half of [rows.slice(0, 3), rows.slice(3)])
        if (half.length > 0) created.push(...(await root.post("/v1/relationships", half)).body.ids);
      const shown = async (who: typeof root) =>
        (await who.get(`/v1/entities/${id}`)).body.relationships as readonly {
          readonly id: string;
          readonly created_at: string;
        }[];
      const whole = await shown(root);
      expect([out, into, whole.map((each) => each.id).toSorted()]).toEqual([out, into, created.toSorted()]);
      const order = whole.toSorted(
        (a, b) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? -1 : 1),
      );
      expect(whole).toEqual(order);
      const people = others.slice(0, 9);
      const inside = new Set(
        created.filter((_, at) =>
          [rows[at]?.from, rows[at]?.to].every((end) => end === id || people.includes(end)),
        ),
      );
      expect([out, into, await shown(key)]).toEqual([out, into, whole.filter((each) => inside.has(each.id))]);
    }
});
