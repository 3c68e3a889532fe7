// Tests the names of statements whose texts differ by what limits a key.

import { Pool } from "pg";
import { expect, test } from "vitest";
import { createPool, namedByText } from "../../src/database/pool.ts";

const [pool, pooled] = [new Pool(), createPool({ url: "postgres://a/b" }, { isPooled: true })];

test("each of the first texts has a name of its own, and keeps it; others have none", () => {
  const texts = Array.from({ length: 20 }, (_, at) => `select ${at}`);
  const names = texts.map((text) => namedByText(pool, "some", text).name);
  const given = names.filter((name) => name !== undefined);
  expect(given.length).toBe(8);
  expect(new Set(given).size).toBe(8);
  expect(names.slice(0, 8)).toEqual(given);
  expect(texts.map((text) => namedByText(pool, "some", text).name)).toEqual(names);
  expect(given).not.toContain(namedByText(pool, "other", "select 0").name);
});

test("a statement without a name gets none, and none has one through a pooler", () => {
  expect(namedByText(pool, undefined, "select 0")).toEqual({});
  expect(namedByText(pooled, "some", "select 0")).toEqual({});
});
