// Shows the traps that the pages of the other backends describe (docs/backends), each under its heading there.
//
// MongoDB is mingo here, OpenSearch an interpreter of what is written, and of MySQL there is the text alone: what the servers of
// MariaDB and its client do with it was measured on MariaDB 10.11.

import { createRequire } from "node:module";
import { join } from "node:path";
import { Query } from "mingo";
import { createPool, format } from "mysql2";
import { describe, expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import { type DialectName, entityColumns, entityTableSql, type Sql, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { blocksOf, readPage } from "../docs/markdown.ts";
import { dated, where } from "../support/backends/one-filter.ts";
import { createMappedIndex } from "../support/backends/opensearch-mapping.ts";
import { root } from "../tidy/sources.ts";

describe("predicate.md", () => {
  test("What JSON does not have equals nothing", () => {
    const instant = new Date("2026-11-20T10:10:41.123Z");
    for (const p of [instant, 10n, () => 1]) {
      expect(matches(where("p", "exists", true), { p })).toBe(true);
      expect(matches(where("p", "neq", "x"), { p })).toBe(true);
      expect(matches(where("p", "in", [10, instant.toISOString(), "10"]), { p })).toBe(false);
      expect(matches(where("p", "lte", 10), { p })).toBe(false);
    }
    expect(matches(dated({ field: "p", start: instant.toISOString() }), { p: instant })).toBe(true);
  });

  test("Only own properties with a value count", () => {
    class Deal {
      readonly amount: number = 5;
      get total(): number {
        return 6;
      }
    }
    let runs = 0;
    const own = {
      get count(): number {
        runs++;
        return 7;
      },
      get broken(): number {
        throw new Error("it cannot be read");
      },
    };
    const entities = [new Deal(), Object.create(new Deal()), own];
    const found = ([path, value]: readonly [string, number]): readonly boolean[] => {
      const isMember = entities.map((entity) => matches(where(path, "eq", value), entity));
      expect([...createTable(entities).select(where(path, "eq", value))]).toEqual(
        isMember.flatMap((isIn, row) => (isIn ? [row] : [])),
      );
      return isMember;
    };
    expect(found(["amount", 5])).toEqual([true, false, false]);
    expect(found(["total", 6])).toEqual([false, false, false]);
    expect(found(["count", 7])).toEqual([false, false, true]);
    expect(runs).toBeGreaterThan(1);
    expect(matches(where("broken", "exists", false), own)).toBe(true);
  });

  test("A number is not a date", () => {
    const inAny = dated({ field: "at" });
    expect(matches(inAny, { at: Date.UTC(2026, 10, 20) })).toBe(false);
    expect(matches(inAny, { at: "2026-11-20T10:10:41" })).toBe(false);
    expect(matches(inAny, { at: "2026-11-20T10:10:41Z" })).toBe(true);
  });

  test("A table does not see changes", () => {
    const entity = { type: "Person" };
    const people: FilterDefinition = { entityTypes: ["Person"], propertyFilters: [] };
    const table = createTable([entity]);
    expect(table.count(people)).toBe(1);
    entity.type = "Deal";
    expect(table.count(people)).toBe(1);
    expect(createTable([entity]).count(people)).toBe(0);
  });

  test("Lists and objects are counted one by one", () => {
    const [one, other] = [["a"], ["a"]];
    const counts = createTable([{ tags: one }, { tags: other }, { tags: one }]);
    expect([...counts.countBy({ propertyFilters: [] }, "tags").values()]).toEqual([2, 1]);
  });
});

describe("mysql.md", () => {
  test("Collations fold case and pad with spaces", () => {
    const bytes = "CAST(CONVERT(`type` USING utf8mb4) AS BINARY)";
    expect(mysql(where("type", "in", ["x"])).text).toContain(
      `(\`type\`, ${bytes}) IN (SELECT v COLLATE utf8mb4_bin, CAST(`,
    );
    expect(mysql(where("type", "gt", "x")).text).toContain(`${bytes} > CAST(`);
    expect(entityTableSql({ dialect: "mysql" })).toContain("COLLATE utf8mb4_bin NOT NULL PRIMARY KEY");
  });

  test("Dates are DATETIME in UTC", () => {
    const { text, params } = mysql(dated({ field: "created_at", start: "2026-11-20T10:10:41.123Z" }));
    expect(text).toBe("((`created_at` >= CAST(? AS DATETIME(3))))");
    expect(params).toEqual(["2026-11-20 10:10:41.123"]);
    expect(entityTableSql({ dialect: "mysql" })).toContain("`created_at` DATETIME(3)");
  });

  test("mysql2 writes a Date in its own zone", () => {
    const date = new Date("2026-11-20T10:10:41.123Z");
    const written = (zone: string): string => format("?", [date], false, zone);
    expect(written("Z")).toBe("'2026-11-20 10:10:41.123'");
    expect(written("+13:00")).toBe("'2026-11-20 23:10:41.123'");
    const pool = createPool({ host: "unused" });
    expect(pool).toMatchObject({ config: { connectionConfig: { timezone: "local" } } });
    pool.end();
  });

  test("mysql2 reads early years wrongly", () => {
    const Packet: PacketClass = createRequire(import.meta.url)(
      join(root, "node_modules/mysql2/lib/packets/packet.js"),
    );
    const read = (text: string): string => {
      const bytes = Buffer.from(`${String.fromCharCode(text.length)}${text}`);
      const packet = new Packet(0, bytes, 0, bytes.length);
      packet.offset = 0;
      return packet.parseDateTime("Z").toISOString();
    };
    expect(read("0100-01-01 00:00:00.000")).toBe("0100-01-01T00:00:00.000Z");
    expect(read("0001-01-01 00:00:00.000")).not.toBe("0001-01-01T00:00:00.000Z");
  });

  test("Use execute and not query", () => {
    const { text, params } = mysql(where("a", "in", ['"']));
    expect(params).toContain('["\\""]');
    expect(format(text, params.map(String))).toContain(String.raw`'[\"\\\"\"]'`);
  });

  test("Names have at most 255 characters", () => {
    const ddl = entityTableSql({ dialect: "mysql" });
    for (const name of ["id", "type", "shape_id", "source_id", "source_shape_id"])
      expect(ddl).toContain(`\`${name}\` VARCHAR(255)`);
  });

  test("MariaDB holds 31 levels of JSON", () => {
    // MariaDB's JSON_TYPE is an error for a document of 32 levels, and this check is where it stops.
    expect(entityTableSql({ dialect: "mysql" })).toContain("CHECK (JSON_TYPE(props) = 'OBJECT')");
  });

  test("MariaDB compares keys as they are written", () => {
    const path = ["a", "b/c", "\u007f", "é", "\n"];
    const { params } = mysql(where(path.join("."), "exists", true));
    expect(params).toEqual([`$${path.map((key) => `.${JSON.stringify(key)}`).join("")}`]);
  });
});

describe("mongodb.md", () => {
  test("A collation of the operation changes what is equal", () => {
    expect(toMongo(where("s", "in", ["a"]))).toEqual({
      $and: [{ s: { $in: ["a"], $not: { $type: "array" } } }],
    });
    expect(matchesIn(where("s", "in", ["a"]), { s: "A" })).toBe(false);
  });

  test("Dates", () => {
    const at = "2026-11-20T10:10:41.123Z";
    const range = dated({ field: "at", start: at });
    expect([new Date(at), at].map((value) => matchesIn(range, { at: value }))).toEqual([true, true]);
    const others = ["2026-11-20", "2026-11-20T10:10:41Z", "2026-11-20T10:10:41.123+00:00"];
    expect(others.filter((value) => matchesIn(range, { at: value }))).toEqual([]);
    expect(matchesIn(where("at", "eq", at), { at: new Date(at) })).toBe(false);
  });

  test("Keys that no path can spell", () => {
    for (const [path, key] of [
      ["a\\.b", "a.b"],
      ["$a", "$a"],
      ["", ""],
    ] as const) {
      expect(Object.keys(Object(Object.values(toMongo(where(path, "eq", 1))).flat()[0]))).toEqual(["$expr"]);
      expect(matchesIn(where(path, "eq", 1), { [key]: 1 })).toBe(true);
    }
    expect(JSON.stringify(toMongo(where("a.b", "eq", 1)))).not.toContain("$expr");
    expect(matchesIn(where("a\0", "exists", false), { a: 1 })).toBe(true);
  });

  test("Lone surrogates", () => {
    const half = where("s", "eq", "\ud83d");
    const emitters = [toMongo, toOpenSearch, ...dialectNames.map((dialect) => emitter(dialect))];
    for (const emit of emitters) expect(() => emit(half)).toThrow("propertyFilters[0].path");
    expect(matches(half, { s: "\ud83d" })).toBe(true);
  });
});

describe("opensearch.md", () => {
  const mapping: unknown = JSON.parse(
    blocksOf(readPage("docs/backends/opensearch.md")).find(({ info }) => info === "json mapping")?.code ?? "",
  );
  const search = (filter: FilterDefinition, ...documents: readonly unknown[]): readonly number[] =>
    createMappedIndex(mapping, documents).search(toOpenSearch(filter));

  test("Values are what their field is mapped to", () => {
    expect(search(where("s", "eq", "1"), { s: "a" }, { s: 1 })).toEqual([1]);
    expect(search(where("n", "eq", 1), { n: 2 }, { n: "1" })).toEqual([1]);
    expect(() => search(where("n", "eq", "a"), { n: 2 })).toThrow("is no double");
  });

  test("A list is several values", () => {
    expect(search(where("s", "eq", "b"), { s: ["a", "b"] })).toEqual([0]);
    expect(matches(where("s", "eq", "b"), { s: ["a", "b"] })).toBe(false);
  });

  test("What has no value is missing", () => {
    const documents = [{ p: [] }, { p: {} }, { p: { q: null } }];
    expect(search(where("p", "exists", true), ...documents)).toEqual([]);
    expect(documents.every((document) => matches(where("p", "exists", true), document))).toBe(true);
  });

  test("A key with a dot is a path", () => {
    expect(search(where("a.b", "eq", 1), { "a.b": 1 }, { a: { b: 1 } })).toEqual([0, 1]);
    for (const path of ["a\\.b", "a*", "a..b", "", "_id", "_source.a"])
      expect(() => toOpenSearch(where(path, "eq", 1))).toThrow("propertyFilters[0]");
    expect(() => toOpenSearch(where("a._id", "eq", 1))).not.toThrow();
  });

  test("Long lists and many conditions", () => {
    const values = Array.from({ length: 65_537 }, (_, at) => `id ${at}`);
    expect(() => search(where("s", "in", values), { s: "id 1" })).toThrow("too many");
    expect(search(where("s", "in", values.slice(1)), { s: "id 1" })).toEqual([0]);
    const [one] = where("s", "eq", "id 1").propertyFilters;
    const many = (count: number): FilterDefinition => ({
      propertyFilters: Array.from({ length: count }, () => one).filter((each) => each !== undefined),
    });
    expect(() => search(many(1025), { s: "id 1" })).toThrow("too many clauses");
    expect(search(many(1024), { s: "id 1" })).toEqual([0]);
  });

  test("Long texts", () => {
    const longest = "x".repeat(32_766);
    expect(search(where("s", "eq", longest), { s: longest })).toEqual([0]);
    expect(() => search(where("s", "eq", "x"), { s: `${longest}x` })).toThrow("more bytes");
    expect(JSON.stringify(mapping)).not.toContain("ignore_above");
  });

  test("Dates in other forms", () => {
    const inAny = dated({ field: "created_at" });
    expect(search(inAny, { created_at: "2026-11-20T10:10:41.123Z" })).toEqual([0]);
    for (const created_at of ["2026-11-20", "2026-11-20T10:10:41.123"])
      expect(() => search(inAny, { created_at })).toThrow("is no date");
  });
});

/** What is used of a class that the package mysql2 does not export. */
type PacketClass = new (
  id: number,
  bytes: Buffer,
  start: number,
  end: number,
) => { offset: number; readonly parseDateTime: (zone: string) => Date };

function matches(filter: FilterDefinition, entity: unknown): boolean {
  return compilePredicate(filter)(entity);
}

function matchesIn(filter: FilterDefinition, document: object): boolean {
  return new Query({ ...toMongo(filter) }).test({ ...document });
}

function emitter(dialect: DialectName): (filter: FilterDefinition) => Sql {
  return (filter) => toSql(filter, { dialect, columns: entityColumns, json: "props" });
}

function mysql(filter: FilterDefinition): Sql {
  return emitter("mysql")(filter);
}
