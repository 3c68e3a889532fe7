// Tests that a word is found next to many that nothing has, also by a key that is told nothing of how often words occur.

import { expect, test } from "vitest";
import { callerWith, startService } from "../support/service.ts";

const service = await startService();

test("a word is found wherever it is among many that nothing has", async () => {
  const who = await service.caller();
  await who.post("/v1/entities", [{ type: "Library", name: "openssl" }]);
  const { key, id: keyId } = (await who.post("/v1/keys", { slice: "type:Library" })).body;
  const unknown = Array.from({ length: 20 }, (_, at) => `zzq${String(at)}`);
  for (const caller of [who, callerWith(service.url, { ...who, key, keyId })])
    for (const words of [
      ["openssl", ...unknown],
      [...unknown, "openssl"],
    ]) {
      const { body } = await caller.post("/v1/search", { query: words.join(" "), include: ["entities"] });
      expect(body.entities).toMatchObject([{ name: "openssl" }]);
    }
});
