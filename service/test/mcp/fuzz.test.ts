// Sends every tool arguments of all kinds: each call is answered, and never with a stack, an internal error, or an effect that its key does not have.

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { tools } from "../../src/mcp/tools/table.ts";
import { callWith } from "../support/agents.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

afterAll(() => expect(service.log()).not.toContain('"level":"error"'));

/** IDs and names that exist, and texts that are neither. */
function textsOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...known), fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }));
}

/** Arguments: the tool's own members with values that may fit, or anything. */
function inputOf(tool: (typeof tools)[number], known: readonly string[]): fc.Arbitrary<object> {
  const { properties = {} } = tool.listed["inputSchema"] as { readonly properties?: object };
  const text = textsOf(known);
  const item = fc.record(
    {
      type: text,
      name: text,
      from: text,
      to: text,
      properties: fc.dictionary(text, text),
      evidence: fc.array(fc.record({ document_id: text, quote: text }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: text },
    fc.array(fc.oneof(text, item), { maxLength: 3 }),
    fc.integer({ min: -1, max: 60 }),
    fc.boolean(),
    fc.jsonValue(),
  );
  const members = Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(members) },
    { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
}

async function fill(who: Caller): Promise<readonly string[]> {
  const source = (await who.post("/v1/sources", { name: "notes" })).body.id;
  const document = (await who.post(`/v1/sources/${source}/documents`, { title: "May", text: "Ada" })).body.id;
  const { ids } = (await who.post("/v1/entities", [{ type: "Person", name: "Ada" }])).body;
  const memory = (await who.post("/v1/memories", { content: "Ada" })).body.id;
  const delta = (await who.post("/v1/deltas", { entities: [{ type: "Person", name: "Ada" }] })).body.id;
  const slice = (await who.post("/v1/slices", { name: "People", cql: "type:Person" })).body.id;
  const cursor = (await who.get(`/v1/slices/${slice}`)).body.changes_cursor;
  return [
    source,
    document,
    ids[0],
    memory,
    delta,
    slice,
    cursor,
    "People",
    "type:Person",
    "notes",
    "Ada",
    "..",
    "#0",
  ];
}

test.each(tools.map((tool) => [tool.name, tool] as const))(
  "%s answers whatever it is sent",
  async (name, tool) => {
    const who = await service.caller();
    const known = await fill(who);
    const property = fc.asyncProperty(inputOf(tool, known), async (input) => {
      const answer = await callWith(service.url, who.key, [name, input]);
      const text = JSON.stringify(answer);
      expect(text).not.toMatch(/ at .*\.[jt]s:\d|node_modules|"internal"/);
      const { result, status } = answer;
      // Only what is no message of the protocol is a problem of HTTP.
      if (result === undefined)
        expect([input, status ?? answer.error?.code]).toEqual([input, expect.toSatisfy(isRefusal)]);
      else if (result.isError === true)
        expect(JSON.parse(result.content[0].text).detail).toBeTypeOf("string");
    });
    await fc.assert(property, { numRuns: 20 });
  },
);

function isRefusal(code: number): boolean {
  return (code >= 400 && code < 500) || code === -32602;
}
