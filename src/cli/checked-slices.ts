// Checks all the slices of a file: slice bodies, as `POST /v1/slices` accepts them, or queries.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Compiled, compile } from "../pipeline/compile.ts";
import { compileSlice } from "../pipeline/compile-slice.ts";
import { everyName } from "../semantics/catalog.ts";
import type { Query } from "../syntax/ast.ts";
import { print } from "../syntax/print.ts";
import { visible } from "../text/show.ts";
import type { CommandContext } from "./command.ts";
import { Failure } from "./failure.ts";
import { parseJson } from "./input/json.ts";
import type { PlacedQuery } from "./input/query-file.ts";
import { jsonBound, readFile } from "./input/read.ts";

/** One slice of a file, and what was found in it. */
export interface CheckedSlice {
  /** The name of a body, or `null` if it has none. */
  readonly name: string | null;
  /** What it is called in messages. */
  readonly label: string;
  /** What the positions of the diagnostics count in: its query, or its filter as a query. */
  readonly text: string;
  readonly query: Query;
  readonly diagnostics: readonly Diagnostic[];
  /** Its slice, unless it has an error. */
  readonly compiled: Compiled | undefined;
  /** Where its text is, if it is a query of a file of queries. */
  readonly place: PlacedQuery | undefined;
}

/** Checks every body of a file, or its one body; without a catalog names are not looked up. */
export async function checkBodies(context: CommandContext, file: string): Promise<readonly CheckedSlice[]> {
  const { io, catalog = everyName, now } = context;
  const read = parseJson(await readFile(io, file, jsonBound), file);
  if (typeof read !== "object" || read === null)
    throw new Failure(
      `${file} must be a slice body, { "name": "…", "cql": "…" }, or a list of them: [{ "name": "…", "cql": "…" }]`,
    );
  const bodies: readonly unknown[] = Array.isArray(read) ? read : [read];
  return bodies.map((body, index) => {
    const result = compileSlice(body, { catalog, now });
    const { query, diagnostics } = result;
    const name = memberOf(body, "name") ?? null;
    const number = `slice ${String(index + 1)}`;
    return {
      name,
      label: name === null ? number : `${number} "${visible(name)}"`,
      text: memberOf(body, "cql") ?? print(query),
      query,
      diagnostics,
      compiled: result.ok ? result : undefined,
      place: undefined,
    };
  });
}

/** Checks every query of a file of queries in the same way. */
export function checkQueries(
  { catalog = everyName, now }: CommandContext,
  queries: readonly PlacedQuery[],
): readonly CheckedSlice[] {
  return queries.map((place) => {
    const result = compile(place.text, { catalog, now });
    const { query, diagnostics } = result;
    return {
      name: null,
      label: `the one in line ${String(place.line)}`,
      text: place.text,
      query,
      diagnostics,
      compiled: result.ok ? result : undefined,
      place,
    };
  });
}

function memberOf(body: unknown, member: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, member)?.value;
  return typeof value === "string" ? value : undefined;
}
