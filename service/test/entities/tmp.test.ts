import { expect, test } from "vitest";
import { startService } from "../support/service.ts";
const service = await startService();
test("x", async () => {
  const who = await service.caller();
  const n = 10_000;
  const entities = Array.from({ length: n }, (_, at) => ({ type: "a", name: `n${String(at)}`, properties: { at, b: [at, at] } }));
  for (let i = 0; i < 8; i++) { const w = await service.caller(); const { body } = await w.post("/v1/entities", [{ type: "a" }]); await w.post("/v1/relationships", [{ type: "a", from: body.ids[0], to: body.ids[0] }]); }
  const time = async (what: string, work: () => Promise<any>) => { const s = performance.now(); const r = await work(); console.log(what, r.status, Math.round(performance.now() - s)); return r; };
  const { body } = await time("entities", async () => await who.post("/v1/entities", entities));
  const links = entities.map((_, at) => ({ type: "next", from: body.ids[at], to: body.ids[(at + 1) % n] }));
  await time("relationships by id", async () => await who.post("/v1/relationships", links));
  const named = entities.map(({ type, name }, at) => ({ type: "next", from: { type, name }, to: body.ids[0] }));
  await time("relationships by name", async () => await who.post("/v1/relationships", named));
  const other = await service.caller();
  const relationships = entities.map((_, at) => ({ type: "next", from: `#${String(at)}`, to: `#${String((at + 1) % n)}` }));
  await time("graph", async () => await other.post("/v1/graph", { entities, relationships }));
  const third = await service.caller();
  await time("graph e", async () => await third.post("/v1/graph", { entities }));
});
