// Tests hostile slice bodies: deep, huge, of the wrong types, or aimed at a prototype.

import { afterAll, expect, test } from "vitest";
import { compileSlice, createCatalog } from "../../src/index.ts";
import { errorsOf } from "../support/compare.ts";
import { assembled, hostileFixture, type Part, prototypes } from "../support/hostile.ts";

interface BodyCase {
  readonly name: string;
  readonly input: readonly Part[];
  readonly ok: boolean;
  readonly types?: readonly string[];
}

const { cases } = hostileFixture<{ readonly cases: readonly BodyCase[] }>("bodies");
const options = { catalog: createCatalog({}), now: 0 };
const before = prototypes();

afterAll(() => {
  expect(prototypes()).toEqual(before);
  expect("polluted" in {}).toBe(false);
});

test.each(cases)("a hostile body is compiled or refused as recorded: $name", ({ input, ok, types }) => {
  const body: unknown = JSON.parse(assembled(input));
  const result = compileSlice(body, options);
  expect(result.ok).toBe(ok);
  expect(errorsOf(result.diagnostics).length > 0).toBe(!ok);
  if (result.ok) expect(result.slice.filter_definition.entityTypes).toEqual(types);
});

test("a body with values that JSON does not have is refused, and nothing is thrown", () => {
  const cyclic: { name: string; filter?: unknown } = { name: "s" };
  cyclic.filter = cyclic;
  const holes: string[] = [];
  holes.length = 3;
  const odd = [undefined, Symbol("s"), 1n, Number.NaN, () => "type:a", new Map(), new Date(0), /x/, cyclic];
  const filters = [
    ...odd,
    { type: holes },
    { type: undefined },
    { type: [undefined] },
    { type: new Set(["a"]) },
    { type: { length: 1, 0: "a" } },
  ];
  for (const body of odd) expect(compileSlice(body, options).ok).toBe(false);
  for (const filter of filters) {
    expect(compileSlice({ name: "s", filter }, options).ok, typeof filter).toBe(false);
  }
  for (const cql of odd) expect(compileSlice({ name: "s", cql }, options).ok).toBe(false);
});

test("only the own keys of a body are read", () => {
  const bare = Object.assign(Object.create(null), { name: "s", cql: "type:a" });
  const result = compileSlice(bare, options);
  expect(result.ok && result.slice.filter_definition.entityTypes).toEqual(["a"]);
  const heir = Object.assign(Object.create({ filter: { type: ["a"] } }), { name: "s", cql: "type:b" });
  const own = compileSlice(heir, options);
  expect(own.ok && own.diagnostics.map((one) => one.code)).not.toContain("filter-ignored");
});
