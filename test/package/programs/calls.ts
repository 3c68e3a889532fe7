// One question to every entry of the package, and its answer. Programs and pages ask what is installed, whose types are those of the sources.

import { fakeMonaco } from "../../monaco/fake-monaco.ts";

/** A question to one entry. */
export interface Call {
  readonly entry: string;
  /** Loads the entry and asks it; its result is JSON. */
  readonly ask: () => Promise<unknown>;
  readonly answer: unknown;
}

const now = Date.UTC(2026, 0, 31);
const deals = { entityTypes: ["Deal"], propertyFilters: [] };
const recentDeals = { ...deals, dateRange: { field: "created_at", start: "2026-01-24T00:00:00.000Z" } };

/** What runs anywhere: no Node.js, no page. */
export const pure: readonly Call[] = [
  {
    entry: "slice-cql",
    ask: async () => {
      const { compile, createCatalog, validate } = await import("../../../src/index.ts");
      const result = compile("type:Deal after:7d", { catalog: createCatalog({}), now });
      return [result.ok && result.filter_definition, validate("type:").map(({ code }) => code)];
    },
    answer: [{ ...recentDeals, propertyFilters: [] }, ["missing-value"]],
  },
  {
    entry: "slice-cql/grammar",
    ask: async () => {
      const { serializedGrammar, textMateGrammar, vocabulary } = await import(
        "../../../src/exports/grammar.ts"
      );
      return [serializedGrammar.length > 0, textMateGrammar.scopeName, vocabulary.qualifiers.length];
    },
    answer: [true, "source.cql-slice", 9],
  },
  {
    entry: "slice-cql/predicate",
    ask: async () => {
      const { compilePredicate, createTable } = await import("../../../src/exports/predicate.ts");
      const entities = [{ type: "Deal" }, { type: "Person" }];
      return [entities.map(compilePredicate(deals)), [...createTable(entities).select(deals)]];
    },
    answer: [[true, false], [0]],
  },
  {
    entry: "slice-cql/sql",
    ask: async () => {
      const { entityColumns, toSql } = await import("../../../src/exports/sql.ts");
      return toSql(deals, { dialect: "sqlite", columns: entityColumns });
    },
    answer: { text: "(`type` COLLATE BINARY IN (SELECT value FROM json_each(?)))", params: ['["Deal"]'] },
  },
  {
    entry: "slice-cql/mongodb",
    ask: async () => {
      const { toMongo } = await import("../../../src/exports/mongodb.ts");
      return toMongo(deals);
    },
    answer: { $and: [{ type: { $in: ["Deal"], $not: { $type: "array" } } }] },
  },
  {
    entry: "slice-cql/opensearch",
    ask: async () => {
      const { toOpenSearch } = await import("../../../src/exports/opensearch.ts");
      return toOpenSearch(deals);
    },
    answer: { bool: { filter: [{ terms: { type: ["Deal"] } }] } },
  },
  {
    entry: "slice-cql/algebra",
    ask: async () => {
      const { contains, whenStale, witness } = await import("../../../src/exports/algebra.ts");
      return [contains(deals, recentDeals), witness(recentDeals, deals), whenStale("after:7d", now).kind];
    },
    answer: [true, null, "rolling"],
  },
  {
    entry: "slice-cql/match",
    ask: async () => {
      const { SliceIndex } = await import("../../../src/exports/match.ts");
      const index = new SliceIndex();
      index.add("deals", "type:Deal after:7d");
      return index.match({ type: "Deal", created_at: "2026-01-30T00:00:00Z" }, now);
    },
    answer: ["deals"],
  },
  {
    entry: "slice-cql/language-service",
    ask: async () => {
      const { createLanguageService } = await import("../../../src/exports/language-service.ts");
      const { createCatalog } = await import("../../../src/index.ts");
      const catalog = createCatalog({ shapes: [{ id: "s1", name: "Sales CRM" }] });
      const service = createLanguageService({ catalog, now, timeZone: "America/New_York" });
      const [item] = await service.complete("shape:sal", 9);
      return [item?.edit.text, (await service.inlayHints("after:3mo")).map(({ label }) => label)];
    },
    answer: ['"Sales CRM"', ["2025-10-31 00:00 UTC"]],
  },
  {
    entry: "slice-cql/monaco",
    ask: async () => {
      const { registerSliceCql } = await import("../../../src/exports/monaco.ts");
      const { monaco, registered } = fakeMonaco();
      const registration = registerSliceCql(monaco, { now });
      const first = [...registered].slice(0, 3).map(({ method }) => method);
      registration.dispose();
      return first;
    },
    answer: ["register", "setLanguageConfiguration", "setMonarchTokensProvider"],
  },
];

/** What is data alone. */
export const files: readonly Call[] = [
  {
    entry: "slice-cql/schemas/*.json",
    ask: async () => {
      const module = await import("../../../schemas/slice-body.schema.json", { with: { type: "json" } });
      return module.default.$schema;
    },
    answer: "https://json-schema.org/draft/2020-12/schema",
  },
  {
    entry: "slice-cql/package.json",
    ask: async () => {
      const module = await import("../../../package.json", { with: { type: "json" } });
      return module.default.name;
    },
    answer: "slice-cql",
  },
];

/** What needs CodeMirror, but no page. */
export const withEditor: Call = {
  entry: "slice-cql/codemirror",
  ask: async () => {
    const { sliceCqlLanguage } = await import("../../../src/exports/codemirror.ts");
    const names: string[] = [];
    sliceCqlLanguage()
      .language.parser.parse("type:Person sort:name")
      .iterate({ enter: ({ name }) => void names.push(name) });
    return names;
  },
  answer: ["Query", "keyword", "operator", "class", "keyword-scope", "operator-scope", "string-scope"],
};

/** What needs Node.js. */
export const onNode: Call = {
  entry: "slice-cql/lsp",
  ask: async () => {
    const { startServer } = await import("../../../src/exports/lsp.ts");
    const written: string[] = [];
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "shutdown" });
    async function* input(): AsyncGenerator<Uint8Array> {
      const initialize = JSON.stringify({
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: { processId: null, rootUri: null, capabilities: {} },
      });
      for (const text of [initialize, body, JSON.stringify({ jsonrpc: "2.0", method: "exit" })])
        yield new TextEncoder().encode(`Content-Length: ${String(text.length)}\r\n\r\n${text}`);
    }
    const status = await startServer({
      input: input(),
      write: async (bytes) => void written.push(new TextDecoder().decode(bytes)),
    });
    return [status, written.some((text) => text.includes('"hoverProvider":true'))];
  },
  answer: [0, true],
};

/** Asks each entry; returns a line for every wrong answer. */
export async function wrongAnswers(calls: readonly Call[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { entry, ask, answer } of calls) {
    const said = await ask().then(
      (given) => JSON.stringify(given),
      (error: unknown) => String(error),
    );
    if (said !== JSON.stringify(answer))
      lines.push(`${entry} answers ${said}, not ${JSON.stringify(answer)}`);
  }
  return lines;
}
